// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Interval arithmetic (Moore, 1966): between which values a term lies, whatever its symbols are within their bounds.

#pragma once

#include <optional>

#include "symbolic/linear.hpp"
#include "symbolic/term.hpp"

namespace korat::detail {

/// Nothing where C++ might leave the term undefined.
std::optional<interval> value_range(const term_table&, term_id, const bounds_of_symbols&);

}  // namespace korat::detail
