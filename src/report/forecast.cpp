// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/forecast.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

namespace korat::report {
namespace {

class stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

 private:
  using clock = std::chrono::steady_clock;
  clock::time_point start_ = clock::now();
};

constexpr double share_for_speed = 0.25;    // of the time, for the piece of the search
constexpr std::uint64_t fewest_probes = 6;  // for a spread worth the name
constexpr double probes_wanted = 12;
constexpr double speed_may_change_by = 1.6;  // deeper candidates cost more or less than the first ones

struct sample {
  std::vector<double> values;

  // Probes that miss a rare large subtree are too low all together, so the range is wider than that of a normal
  // distribution, and wider above.
  estimate range() const {
    const auto n = static_cast<double>(values.size());
    double mean = 0, squares = 0;
    for (const double v : values) mean += v / n;
    for (const double v : values) squares += (v - mean) * (v - mean);
    const double error = std::sqrt(squares / (n - 1) / n);
    const double rounding = 1e-9 * mean;
    return {mean, std::max(0.0, mean - 3.5 * error - rounding), mean + 5 * error + rounding};
  }
};

estimate plus(std::uint64_t counted, const estimate& e) {
  const auto n = static_cast<double>(counted);
  return {n + e.mean, n + e.low, n + e.high};
}

/// As wide as time allows for the probes wanted. A first one tells what a probe costs.
std::uint32_t affordable_width(basic_search& trial, const candidate_position& from, const forecast_options& options,
                               double seconds) {
  constexpr std::uint32_t first = 32;
  if (options.probes != 0) return 256;
  const stopwatch watch;
  trial.random_probe(options.seed, {.width = first, .behind = &from});
  const double wanted = first * seconds / probes_wanted / std::max(watch.seconds(), 1e-6);
  return static_cast<std::uint32_t>(std::clamp(wanted, 4.0, 65536.0));
}

/// What lies behind `from`, and `counted` up to there.
void probe(basic_search& trial, const candidate_position& from, const statistics& counted,
           const forecast_options& options, double seconds, forecast& result) {
  const stopwatch watch;
  const auto width = affordable_width(trial, from, options, seconds);
  sample explored, valid;
  const auto enough = [&] {
    if (options.give_up()) return result.probes >= 2;
    if (options.probes != 0) return result.probes >= options.probes;
    return result.probes >= fewest_probes && watch.seconds() > seconds;
  };
  while (!enough()) {
    const auto one = trial.random_probe(options.seed * 1'000'003 + ++result.probes, {.width = width, .behind = &from});
    explored.values.push_back(one.explored);
    valid.values.push_back(one.valid);
  }
  result.explored = plus(counted.explored, explored.range());
  const auto valid_behind = valid.range();
  result.valid = plus(counted.valid, valid_behind);
  if (valid_behind.mean == 0) result.valid.high = result.explored.high;  // none was met, which says little
}

}  // namespace

forecast make_forecast(const search_maker& make, const forecast_options& options) {
  forecast result;
  const stopwatch watch;
  const auto limit = std::chrono::duration<double>(options.seconds * share_for_speed);
  const auto piece = make({.stop_when = stop_after(limit)});
  while (piece->next_valid()) {
  }
  const auto counts = piece->statistics();
  const double spent = watch.seconds();
  if (piece->outcome() == outcome::complete) {
    const auto certain = [](double n) { return estimate{n, n, n}; };
    return {certain(static_cast<double>(counts.explored)), certain(static_cast<double>(counts.valid)), certain(spent),
            0, true};
  }
  const auto trial = make({.engine = engine::reexecute});
  const auto accessed = piece->accessed();
  const candidate_position from{piece->vector(), {accessed.begin(), accessed.end()}};
  probe(*trial, from, counts, options, options.seconds - spent, result);
  const double per_candidate = spent / static_cast<double>(std::max<std::uint64_t>(1, counts.explored));
  result.seconds = {result.explored.mean * per_candidate, result.explored.low * per_candidate / speed_may_change_by,
                    result.explored.high * per_candidate * speed_may_change_by};
  return result;
}

}  // namespace korat::report
