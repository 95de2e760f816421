// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/threads_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "cli/number_option.hpp"

namespace korat::cli {

void add_threads(option_list& options, given_threads& place) {
  const auto set = [&place](const std::string& word) {
    unsigned number = 0;
    if (word != "all" && !as_positive(word, number))
      throw usage_error(
          fmt::format("--threads: expected a positive integer, or all for one for each core, not '{}'", word));
    place = number;
  };
  options.value("--threads", "N", "Search in N threads, or all: one for each core (the default where it can be)", set);
}

unsigned threads_of(given_threads given) {
  return given.value_or(0) == 0 ? std::max(1u, std::thread::hardware_concurrency()) : *given;
}

}  // namespace korat::cli
