// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How many times as fast as one thread are several? Every subject, at a size that takes one thread some seconds, beside
// what the machine gives at all: as many searches as there are cores, each by one thread, that have nothing to do with
// one another. Wall-clock time: who waits for work is not to be left out.

#include "harness/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <thread>

#include "harness/workload.hpp"
#include "korat/parallel.hpp"

namespace korat::bench {
namespace {

struct size {
  std::string subject;
  subjects::arguments quick, large;
};
const std::vector<size> sizes = {
    {"binary-tree", {9}, {14}},
    {"search-tree", {7}, {10}},
    {"red-black-tree", {8}, {12}},
    {"avl-tree", {8}, {13}},
    {"ternary-tree", {6}, {9}},
    {"binomial-heap", {6}, {9}},
    {"fibonacci-heap", {4}, {7}},
    {"heap-array", {6}, {9}},
    {"disj-set", {4}, {6}},
    {"linked-disj-set", {6}, {10}},
    {"dag", {5}, {7}},
    {"fault-tree", {4}, {6}},
    {"singly-linked-list", {7}, {12}},
    {"doubly-linked-list", {8}, {13}},
    {"sorted-list", {7, 7, 8, 8}, {14, 14, 15, 14}},
};

template <class Work>
double wall_seconds(Work&& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

team_report by_threads(const workload& work, unsigned threads) {
  return search_in_parallel({work.start, {.threads = threads}, [](basic_search&, unsigned) { return true; }});
}

void require_same(const workload& work, const statistics& one, const statistics& several) {
  if (one.explored != several.explored || one.valid != several.valid ||
      one.field_initializations != several.field_initializations)
    throw disagreement(fmt::format("{}: one thread explores {} candidates, {} valid, and several {} and {}", work.name,
                                   one.explored, one.valid, several.explored, several.valid));
}

/// So many searches at the same time, each of the whole space.
double apart(const workload& work, unsigned threads) {
  return wall_seconds([&] {
    std::vector<std::jthread> all;
    for (unsigned i = 0; i < threads; ++i) all.emplace_back([&] { consume(work, engine::checkpoint); });
  });
}

std::vector<unsigned> numbers_of_threads() {
  const auto cores = std::max(2u, std::thread::hardware_concurrency());
  std::vector<unsigned> result;
  for (unsigned n = 2; n < cores; n *= 2) result.push_back(n);
  result.push_back(cores);
  return result;
}

std::vector<cell> measure(const workload& work, const std::vector<unsigned>& threads, const options& chosen) {
  progress::show(work.name);
  const auto fastest_of = [&](auto run) {
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < chosen.repetitions; ++i) best = std::min(best, wall_seconds(run));
    return best;
  };
  statistics one;
  const double alone = fastest_of([&] { one = consume(work, engine::checkpoint); });
  std::vector<cell> row{work.name, one.explored, alone};
  team_report last;
  double seconds = alone;
  for (const auto n : threads) {
    seconds = fastest_of([&] { last = by_threads(work, n); });
    require_same(work, one, last.counts);
    if (chosen.scale != scale::quick && (last.engine_used != engine::checkpoint || last.threads != n))
      throw disagreement(
          fmt::format("{}: {} threads search: {}", work.name, last.threads, last.engine_note.value_or("")));
    row.emplace_back(alone / seconds);
    progress::show(
        fmt::format("{}: {:.2f} s by one thread, {:.1f} times as fast by {}", work.name, alone, alone / seconds, n));
  }
  const auto cores = static_cast<double>(threads.back());
  row.emplace_back(cores * alone / apart(work, threads.back()));
  row.emplace_back(last.parts_given);
  row.emplace_back(100 * last.idle.seconds() / (cores * seconds));
  progress::clear();
  return row;
}

}  // namespace

std::vector<table> threads_question(const options& chosen) {
  const auto threads = numbers_of_threads();
  table t{.name = "threads",
          .title = "Several threads: how many times as fast as one",
          .columns = {{"search", "search"}, {"explored", "explored"}, {"one_s", "1 thread, s"}},
          .rows = {},
          .notes = {"apart: what as many searches at the same time, one thread each, get done in the time of one.",
                    "parts, idle: given from one thread to another, and time without work, by the most threads."}};
  for (const auto n : threads) t.columns.push_back({fmt::format("times_{}", n), fmt::format("{} threads", n), 1});
  t.columns.insert(t.columns.end(), {{"apart", "apart", 1}, {"parts", "parts"}, {"idle_percent", "idle, %", 1}});
  for (const auto& s : sizes) {
    const auto small = of_subject(s.subject, s.quick);
    require_same(small, consume(small, engine::checkpoint), by_threads(small, 3).counts);
    if (chosen.compare_only) continue;
    t.rows.push_back(measure(chosen.scale == scale::quick ? small : of_subject(s.subject, s.large), threads, chosen));
  }
  return {t};
}

}  // namespace korat::bench
