// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every object is owned once: of the members by which objects are reached, one field leads to it. Where two do, one of
// them is wrong, and probably led to an object that none leads to.

#pragma once

#include <vector>

#include "repair/evidence.hpp"

namespace korat::detail {

std::vector<evidence::guess> own_once(const evidence&, const space&);

}  // namespace korat::detail
