// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "harness/timing.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <limits>
#include <utility>

namespace korat::bench {
namespace {

constexpr double shortest_measurement = 0.01;  // seconds; the clock itself takes well below a microsecond

bool on_terminal() {
  static const bool is = isatty(STDERR_FILENO) != 0;
  return is;
}

}  // namespace

double processor_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

contender timed(std::string name, std::function<void()> work) {
  return {std::move(name), [work = std::move(work)] {
            const double begin = processor_seconds();
            double seconds = 0;
            int runs = 0;
            for (; seconds < shortest_measurement; ++runs, seconds = processor_seconds() - begin) work();
            return seconds / runs;
          }};
}

std::vector<double> fastest(const std::string& what, const std::vector<contender>& contenders, const options& chosen) {
  progress::show(what);
  std::vector<double> best(contenders.size(), std::numeric_limits<double>::infinity());
  const double begin = processor_seconds();
  for (int repetition = 1; repetition <= chosen.repetitions; ++repetition) {
    if (repetition > 1 && processor_seconds() - begin > chosen.seconds_per_row) break;
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      progress::update(fmt::format("{}: {}, run {} of {}", what, contenders[i].name, repetition, chosen.repetitions));
      best[i] = std::min(best[i], contenders[i].measure());
    }
  }
  progress::clear();
  return best;
}

void progress::show(const std::string& text) {
  if (on_terminal())
    update(text);
  else
    fmt::print(stderr, "{} ...\n", text);
}

void progress::update(const std::string& text) {
  if (!on_terminal()) return;
  fmt::print(stderr, "\r\033[K{}", text);
  std::fflush(stderr);
}

void progress::clear() { update(""); }

}  // namespace korat::bench
