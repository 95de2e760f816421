// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/threads_option.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "cli/number_option.hpp"

namespace korat::cli {

namespace {

void add_number_or_all(option_list& options, const std::string& name, const char* help, given_threads& place) {
  const auto set = [&place, name](const std::string& word) {
    unsigned number = 0;
    if (word != "all" && !as_positive(word, number))
      throw usage_error(
          fmt::format("{}: expected a positive integer, or all for one for each core, not '{}'", name, word));
    place = number;
  };
  options.value(name, "N", help, set);
}

}  // namespace

void add_threads(option_list& options, given_threads& place) {
  add_number_or_all(options, "--threads",
                    "Search in N threads, or all: one for each core (the default where it can be)", place);
}

void add_processes(option_list& options, given_threads& place) {
  add_number_or_all(options, "--processes", "Of several files, repair N at a time (all: as many as there are cores)",
                    place);
}

unsigned threads_of(given_threads given) {
  return given.value_or(0) == 0 ? std::max(1u, std::thread::hardware_concurrency()) : *given;
}

}  // namespace korat::cli
