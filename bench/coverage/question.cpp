// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What does it cost to count reach-space, to show progress, and to track where the solutions lie? At most 2, 2 and 5
// percent of a search.

#include "harness/question.hpp"

#include <cmath>
#include <cstdio>
#include <memory>

#include "harness/timing.hpp"
#include "harness/workload.hpp"
#include "report/progress.hpp"

namespace korat::bench {
namespace {

constexpr double most_for_reach = 1.02, most_for_progress = 1.02, most_for_tracking = 1.05;
constexpr std::uint32_t parts = 40;

enum class counting { nothing, reach, solutions };

workload counting_in(workload work, counting what) {
  work.options.count_reach = what == counting::reach;
  work.options.track = what == counting::solutions ? parts : 0;
  return work;
}

/// As on a terminal, which here is nowhere.
void consume_with_progress(const workload& work) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> nowhere(std::fopen("/dev/null", "w"), &std::fclose);
  report::progress line({.file = nowhere.get()}, report::work_left(work.start));
  const basic_search* running = nullptr;
  const auto update = [&](const statistics&) {
    if (running != nullptr) line.update(*running);
    return false;
  };
  const auto search = work.start({.stop_when = update, .poll_every = report::progress::poll_every});
  running = search.get();
  while (search->next_valid()) {
  }
}

/// Counting must not change what is searched.
void compare(const workload& work) {
  const auto plain = consume(work, engine::checkpoint);
  for (const auto what : {counting::reach, counting::solutions}) {
    const auto counted = consume(counting_in(work, what), engine::checkpoint);
    if (counted.explored != plain.explored || counted.valid != plain.valid)
      throw disagreement(work.name + ": a search that counts more is not the same search");
  }
}

/// Relative to a search that counts nothing.
struct costs {
  double reach = 1, progress = 1, tracking = 1;
};

struct measured {
  statistics counts;
  double seconds;
  costs cost;
};

measured measure(const workload& work, const options& chosen) {
  measured result{};
  const auto run = [&](const char* name, counting what) {
    return timed(name, [&counts = result.counts, with = counting_in(work, what)] {
      counts = consume(with, engine::checkpoint);
    });
  };
  const auto seconds =
      fastest(work.name,
              {run("nothing", counting::nothing), run("reach", counting::reach), run("track", counting::solutions),
               timed("progress", [&work] { consume_with_progress(work); })},
              chosen);
  result.seconds = seconds[0];
  result.cost = {
      .reach = seconds[1] / seconds[0], .progress = seconds[3] / seconds[0], .tracking = seconds[2] / seconds[0]};
  return result;
}

std::vector<cell> row_of(const std::string& name, const measured& m) {
  return {
      name, m.counts.explored, m.counts.valid, m.seconds * 1e3, m.cost.reach, {}, m.cost.progress, {}, m.cost.tracking,
      {}};
}

costs geometric_mean(const std::vector<costs>& all) {
  const auto mean = [&all](double costs::*which) {
    double sum = 0;
    for (const auto& c : all) sum += std::log(c.*which);
    return std::exp(sum / static_cast<double>(all.size()));
  };
  return {mean(&costs::reach), mean(&costs::progress), mean(&costs::tracking)};
}

std::vector<cell> row_of_all(const costs& mean) {
  return {"all",
          {},
          {},
          {},
          mean.reach,
          verdict(true, mean.reach <= most_for_reach),
          mean.progress,
          verdict(true, mean.progress <= most_for_progress),
          mean.tracking,
          verdict(true, mean.tracking <= most_for_tracking)};
}

}  // namespace

std::vector<table> coverage_question(const options& chosen) {
  table t{
      .name = "coverage",
      .title = "Counting reach-space, progress, and solutions in 40 parts of the space, by checkpoints",
      .columns = {{"workload", "workload"},
                  {"explored", "explored"},
                  {"valid", "valid"},
                  {"ms", "ms", 1},
                  {"reach_ratio", "with reach", 3},
                  {"reach_met", "<= 1.02"},
                  {"progress_ratio", "with progress", 3},
                  {"progress_met", "<= 1.02"},
                  {"track_ratio", "with --track 40", 3},
                  {"track_met", "<= 1.05"}},
      .rows = {},
      .notes = {
          "ratios of processor times, the fastest run of each; all: their geometric mean. Where code and data happen",
          "to lie makes a single row differ by two percent from one start of the program to the next."}};
  compare(of_subject("binary-tree", {8}));
  if (chosen.compare_only) return {t};
  const bool quick = chosen.scale == scale::quick;
  std::vector<costs> all;
  // Progress is shown, and anything estimated for it, after half a second: the last one takes some.
  for (const auto& work : {of_subject("binary-tree", {quick ? 10 : 12}), of_subject("heap-array", {quick ? 6 : 8}),
                           of_subject("sorted-list", {9, 9, 10, 10}), of_subject("avl-tree", {quick ? 9 : 11}),
                           of_subject("disj-set", {quick ? 4 : 5}), of_subject("binary-tree", {quick ? 11 : 14})}) {
    const auto m = measure(work, chosen);
    t.rows.push_back(row_of(work.name, m));
    all.push_back(m.cost);
  }
  t.rows.push_back(row_of_all(geometric_mean(all)));
  return {t};
}

}  // namespace korat::bench
