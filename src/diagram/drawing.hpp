// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "diagram/graph.hpp"
#include "korat/diagram_drawing.hpp"
#include "space/space.hpp"

namespace korat::detail {

diagram_drawing drawing_of(const graph&, const space&);

}  // namespace korat::detail
