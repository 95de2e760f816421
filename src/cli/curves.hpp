// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Where the solutions lie at several bounds: 'korat curve' and the page of 'generate --report'.

#pragma once

#include <optional>
#include <vector>

#include "report/curve.hpp"
#include "subjects/subject.hpp"

namespace korat::cli {

/// Up to `most` bounds below these, every argument one lower each time, as far as the subject has them. The smallest
/// first.
std::vector<subjects::arguments> smaller_bounds(const subjects::subject&, subjects::arguments, std::uint32_t most);

/// By a search of its own, with `options.track` parts. None: a stop rule or an interrupt ended it.
std::optional<report::curve> curve_of(const subjects::subject&, const subjects::arguments&, search_options);

}  // namespace korat::cli
