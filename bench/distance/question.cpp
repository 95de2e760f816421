// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// At how many choices should a state be saved? At every one costs most copies and most memory, but nothing is ever run
// again; a larger distance saves copies on the way forth and runs parts of the predicate again on every way back.

#include "harness/question.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/engines.hpp"

namespace korat::bench {
namespace {

constexpr std::uint32_t distances[] = {1, 2, 3, 5, 10, 100};

struct row {
  std::string subject;
  subjects::arguments size, quick_size;
  std::uint64_t max_valid = search_options::unlimited;
};

const row rows[] = {
    {"binary-tree", {11}, {8}},         {"red-black-tree", {8, 9}, {6, 7}}, {"search-tree", {8, 9}, {6, 7}},
    {"ternary-tree", {8}, {6}},         {"heap-array", {8}, {6}},           {"linked-disj-set", {8}, {6}},
    {"binary-tree", {400}, {100}, 100},
};

workload at_distance(const row& r, std::uint32_t distance, const options& chosen) {
  auto work = of_subject(r.subject, chosen.scale == scale::quick ? r.quick_size : r.size);
  work.options.max_valid = r.max_valid;
  work.options.checkpoint_distance = distance;
  return work;
}

void compare(const row& r, const options& chosen) {
  auto small = chosen;
  small.scale = scale::quick;
  const auto expected = walk_both(at_distance(r, 1, small));
  for (const auto distance : distances)
    if (walk(at_distance(r, distance, small), engine::checkpoint) != expected)
      throw disagreement(fmt::format("{}: other candidates at distance {}", r.subject, distance));
}

/// Times at each distance, then the bytes held at most at the first and the last of them.
std::vector<cell> measure(const row& r, const options& chosen) {
  std::vector<contender> contenders;
  statistics counts[std::size(distances)];
  for (std::size_t i = 0; i < std::size(distances); ++i)
    contenders.push_back(timed(fmt::format("distance {}", distances[i]), [&, i] {
      counts[i] = consume(at_distance(r, distances[i], chosen), engine::checkpoint);
    }));
  const auto name = at_distance(r, 1, chosen).name;
  const auto seconds = fastest(name, contenders, chosen);
  std::vector<cell> line{name};
  for (std::size_t i = 0; i < std::size(distances); ++i)
    line.emplace_back(nanoseconds_per(seconds[i], counts[i].explored));
  line.emplace_back(static_cast<double>(counts[0].peak_memory) / 1024);
  line.emplace_back(static_cast<double>(std::rbegin(counts)->peak_memory) / 1024);
  const auto least = *std::min_element(seconds.begin(), seconds.end());
  line.emplace_back(verdict(chosen.scale != scale::quick, seconds[0] <= least * 1.05));
  return line;
}

}  // namespace

std::vector<table> distance_question(const options& chosen) {
  table t{.name = "distance",
          .title = "A state saved at every n-th choice (ns for each candidate)",
          .columns = {{"workload", "search"}},
          .rows = {},
          .notes = {"peak: what saved states and temporaries of the predicate take at most, at distances 1 and 100.",
                    "ok: no distance is more than 5 % faster than 1."}};
  for (const auto distance : distances)
    t.columns.push_back({fmt::format("distance_{}_ns", distance), fmt::format("n = {}", distance), 1});
  t.columns.push_back({"peak_1_kib", "peak KiB: 1", 1});
  t.columns.push_back({"peak_100_kib", "100", 1});
  t.columns.push_back({"one_is_fastest", "ok"});
  for (const auto& r : rows) {
    compare(r, chosen);
    if (!chosen.compare_only) t.rows.push_back(measure(r, chosen));
  }
  return {t};
}

}  // namespace korat::bench
