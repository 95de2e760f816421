// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The distribution of the solutions as a chart of characters.

#pragma once

#include <string>

#include "korat/coverage.hpp"

namespace korat::report {

/// A line for each part, with a number and a bar for the space and for the candidates.
std::string plot(const distribution&);

}  // namespace korat::report
