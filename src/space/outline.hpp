// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>

#include "space/space.hpp"

namespace korat::detail {

/// A line for each set of objects and for each field, with its values: two spaces with the same outline have the same
/// candidate vectors. (Of long domains only the ends are told.)
std::string outline(const space&);

}  // namespace korat::detail
