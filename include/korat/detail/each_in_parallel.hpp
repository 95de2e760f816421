// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>

#include "korat/function.hpp"

namespace korat::detail {

/// Calls `work` with each number below `count`, by several threads, of which the caller's is one; 0: one for each core.
/// `work` throws nothing.
void each_in_parallel(std::size_t count, unsigned threads, const function<void(std::size_t)>& work);

}  // namespace korat::detail
