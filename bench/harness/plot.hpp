// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A table as a drawing: how one of its columns grows with another, a line for each subject.

#pragma once

#include <string>

#include "harness/table.hpp"

namespace korat::bench {

/// SVG, as table::drawn says. Both axes begin at 0: what grows linearly lies on a straight line.
std::string to_svg(const table&);

}  // namespace korat::bench
