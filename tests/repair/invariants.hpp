// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What it takes to be a valid structure of each subject, said a second time, about data: whoever judges a structure
// that the predicate has accepted must not ask the predicate. Where a predicate walks, this counts; where it compares
// with bounds from above, this lists.

#pragma once

#include <string>

#include "korat/structure.hpp"

namespace korat::test {

/// What is wrong with the structure, which may be broken in every way; empty when nothing is.
std::string violated(const std::string& subject, const structure&);

}  // namespace korat::test
