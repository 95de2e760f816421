// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/skeleton.hpp"

#include <utility>

namespace korat::detail {

void skeleton_walk::begin(skeleton s) {
  skeleton_ = std::move(s);
  places_.clear();
}

void skeleton_walk::make_room(std::size_t choice) { places_.resize(2 * choice + 16); }

}  // namespace korat::detail
