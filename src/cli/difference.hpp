// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Two predicates over the same space as one.

#pragma once

#include <string>

#include "korat/search.hpp"

namespace korat::cli {

/// Why the two are not about the same objects with the same values; empty: they are.
std::string why_different_spaces(const description& first, const description& second);

enum class accepted_by { first_only, second_only, both };
/// What the first accepts and the second does not, or the other way round, or both. The first one always runs first, so
/// the fields are read in one order and a structure has one vector in all three.
description combined(const description& first, const description& second, accepted_by);

}  // namespace korat::cli
