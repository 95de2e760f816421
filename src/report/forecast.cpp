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

constexpr double share_for_speed = 0.25;     // of the time, for the piece of the search
constexpr std::uint64_t fewest_probes = 4;   // for a spread worth the name
constexpr double probes_wanted = 4;          // the fewer, the wider
constexpr double speed_may_change_by = 1.6;  // deeper candidates cost more or less than the first ones

struct sample {
  std::vector<double> values;

  // Sweeps that miss a rare large subtree are too low all together, so the range is wider than that of a normal
  // distribution, and wider above. A spread that comes from few of them is itself uncertain.
  estimate range() const {
    const auto n = static_cast<double>(values.size());
    double mean = 0, squares = 0;
    for (const double v : values) mean += v / n;
    for (const double v : values) squares += (v - mean) * (v - mean);
    const double error = std::sqrt(squares / (n - 1) / n);
    const double rounding = 1e-9 * mean;
    return {mean, std::max(0.0, mean - (3.5 + 6 / n) * error - rounding), mean + (5 + 9 / n) * error + rounding};
  }
};

estimate plus(std::uint64_t counted, const estimate& e) {
  const auto n = static_cast<double>(counted);
  return {n + e.mean, n + e.low, n + e.high};
}

/// What lies behind a candidate.
class sampling {
 public:
  sampling(basic_search& trial, const candidate_position& from, const forecast_options& options, double seconds)
      : trial_(trial), from_(from), options_(options), seconds_(seconds) {}

  void run() {
    if (all_say_the_same()) return;
    explored = valid = {};
    sweep(first_width);
    sweep(first_width);
    const auto width = options_.probes != 0 ? fixed_width : practised_width();
    while (!enough()) {
      const auto one = sweep(width);
      explored.values.push_back(one.explored);
      valid.values.push_back(one.valid);
    }
  }

  sample explored, valid;

 private:
  static constexpr std::uint32_t first_width = 8, most_width = 1u << 20, fixed_width = 256;

  bool all_say_the_same() {
    for (std::uint64_t i = 0; i < 2; ++i) {
      const auto one = random_probe(trial_, options_.seed + i, {.width = first_width, .behind = &from_});
      explored.values.push_back(one.explored);
      valid.values.push_back(one.valid);
    }
    const auto same = [](const sample& s) { return s.values[0] == s.values[1]; };
    return same(explored) && same(valid);
  }

  bool enough() const {
    const auto probes = explored.values.size();
    if (options_.give_up()) return probes >= 2;
    if (options_.probes != 0) return probes >= options_.probes;
    return probes >= fewest_probes && watch_.seconds() > seconds_;
  }

  probe sweep(std::uint32_t width) {
    const stopwatch watch;
    const auto seed = options_.seed * 1'000'003 + ++sweeps_;
    const auto result = random_sweep(trial_, seed, {.width = width, .behind = &from_}, memory_);
    cost_ = watch.seconds() / std::max(1.0, memory_.effort(width));
    return result;
  }

  /// As long as sweeps meet nodes unlike any before, what they cost and how wide they should be is not known well.
  std::uint32_t practised_width() {
    constexpr int most_practice = 3;
    for (int i = 0; i < most_practice; ++i) {
      const auto strata = memory_.strata_met();
      sweep(affordable_width());
      if (memory_.strata_met() == strata) break;
    }
    return affordable_width();
  }

  std::uint32_t affordable_width() const {
    const double seconds = (seconds_ - watch_.seconds()) / probes_wanted;
    auto width = first_width;
    while (width < most_width && memory_.effort(2 * width) * cost_ <= seconds) width *= 2;
    return width;
  }

  basic_search& trial_;
  const candidate_position& from_;
  const forecast_options& options_;
  const double seconds_;
  const stopwatch watch_;
  sweep_memory memory_;
  std::uint64_t sweeps_ = 0;
  double cost_ = 0;  // seconds, for as much effort as one of the memory's
};

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
  // The piece has shown by now whether its predicate can be resumed from saved states.
  const bool resumes = piece->engine_used() == engine::checkpoint && counts.checkpoints > 0;
  const auto trial = make({.engine = resumes ? engine::checkpoint : engine::reexecute, .self_checks = 0});
  const auto accessed = piece->accessed();
  const candidate_position from{piece->vector(), {accessed.begin(), accessed.end()}};
  sampling behind(*trial, from, options, options.seconds - spent);
  behind.run();
  result.probes = behind.explored.values.size();
  result.explored = plus(counts.explored, behind.explored.range());
  const auto valid_behind = behind.valid.range();
  result.valid = plus(counts.valid, valid_behind);
  if (valid_behind.mean == 0) result.valid.high = result.explored.high;  // none was met, which says little
  const double per_candidate = spent / static_cast<double>(std::max<std::uint64_t>(1, counts.explored));
  result.seconds = {result.explored.mean * per_candidate, result.explored.low * per_candidate / speed_may_change_by,
                    result.explored.high * per_candidate * speed_may_change_by};
  return result;
}

}  // namespace korat::report
