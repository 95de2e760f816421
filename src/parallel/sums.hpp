// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What several searches of one space have counted, together.

#pragma once

#include <vector>

#include "korat/coverage.hpp"
#include "korat/statistics.hpp"

namespace korat::detail {

void add_up(statistics& sum, const statistics&);
void add_up(std::vector<rejection>& sum, const std::vector<rejection>&);
/// Without what follows the order of the candidates.
void add_up(tallies& sum, const tallies&);

}  // namespace korat::detail
