// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How long a search will be, before it is run: a short piece of the search itself, for the speed and in case that is
// all there is; then random probes of what lies behind it, for the numbers. If the first two say the same, every one
// would: the number is exact. Else it is sweeps from there on, which are unbiased too, so their spread tells how far
// off their mean may be.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "korat/search.hpp"

namespace korat::report {

/// A number that is within [low, high] in more than nine of ten cases.
struct estimate {
  double mean = 0, low = 0, high = 0;
};

struct forecast {
  estimate explored, valid, seconds;
  std::uint64_t probes = 0;
  bool exact = false;  // the search was over before the probes began
};

struct forecast_options {
  double seconds = 2;  // to spend
  std::uint64_t seed = 1;
  std::uint64_t probes = 0;  // so many, whatever time they take; 0: as time allows
  std::function<bool()> give_up = [] { return false; };
};

using search_maker = function<std::unique_ptr<basic_search>(search_options)>;

/// Throws what the search throws.
forecast make_forecast(const search_maker&, const forecast_options&);

}  // namespace korat::report
