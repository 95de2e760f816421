// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What is it worth to merge equal states of the predicate? Counting needs the diagram only; listing builds it and then
// writes one solution after the other; where states do not merge, the attempt must cost little.

#include "harness/question.hpp"

#include <fmt/format.h>

#include "handwritten/binary_tree.hpp"
#include "handwritten/heap_array.hpp"
#include "harness/workload.hpp"
#include "korat/diagram.hpp"

namespace korat::bench {
namespace {

using enumerator = result (*)(int);

struct row {
  std::string subject;
  subjects::arguments size, quick_size;
  enumerator by_hand = nullptr;
  double target = 0;  // counting: times as fast as by hand; listing: as checkpoints; elsewhere: as slow as they are
  const subjects::arguments& at(const options& chosen) const {
    return chosen.scale == scale::quick ? quick_size : size;
  }
};

const row counted[] = {
    {"binary-tree", {12}, {8}, handwritten::enumerate_binary_tree<counter>, 10},
    {"ternary-tree", {9}, {6}},
    {"heap-array", {9}, {6}, handwritten::enumerate_heap_array<counter>},
    {"singly-linked-list", {11}, {8}},
    {"sorted-list", {8}, {5}},
};
/// Where nobody enumerates: the known numbers of solutions.
struct closed_form {
  std::string subject;
  subjects::arguments size, quick_size;
  std::string valid, quick_valid;  // Catalan, Fuss-Catalan and Bell numbers, binomials; heaps by their subtrees
};
const closed_form closed_forms[] = {
    {"binary-tree", {30}, {12}, "3814986502092304", "208012"},
    {"ternary-tree", {20}, {8}, "642312451217745", "246675"},
    {"avl-shapes", {14}, {8}, "872", "32"},
    {"red-black-shapes", {12}, {8}, "1296", "64"},
    {"singly-linked-list", {24}, {10}, "445958869294805289", "115975"},
    {"sorted-list", {20}, {9}, "68923264410", "24310"},
    {"heap-array", {14}, {8}, "4573723021531", "1005075"},
};
const row listed[] = {
    {"binary-tree", {14}, {9}, handwritten::enumerate_binary_tree<counter>, 30},
    {"heap-array", {10}, {6}, handwritten::enumerate_heap_array<counter>},
    {"ternary-tree", {9}, {6}},
    {"doubly-linked-list", {11}, {8}},
};
const row unmerged[] = {
    {"search-tree", {8}, {6}, nullptr, 1.3},    {"avl-tree", {7}, {5}, nullptr, 1.3},
    {"red-black-tree", {8}, {6}, nullptr, 1.3}, {"fibonacci-heap", {6}, {5}, nullptr, 1.3},
    {"disj-set", {5}, {4}, nullptr, 1.3},       {"dag", {6}, {5}, nullptr, 1.3},
};

basic_diagram diagram_of(const std::string& subject, const subjects::arguments& size) {
  return basic_diagram(subjects::find(subject)->describe(size));
}

/// The search by checkpoints, or where states are merged.
statistics listed_by(const workload& work, engine with) {
  auto options = work.options;
  options.engine = with;
  const auto search = work.start(std::move(options));
  while (search->next_valid()) {
  }
  return search->statistics();
}

void expect_same(const std::string& what, std::uint64_t explored, std::uint64_t valid, const statistics& other) {
  if (explored != other.explored || valid != other.valid)
    throw disagreement(fmt::format("{}: {} of {} candidates valid, against {} of {}", what, valid, explored,
                                   other.valid, other.explored));
}

table counting(const options& chosen) {
  table t{.name = "diagram_counting",
          .title = "Counting by a diagram",
          .columns = {{"workload", "search"},
                      {"valid", "valid"},
                      {"runs", "runs"},
                      {"nodes", "nodes"},
                      {"diagram_ms", "diagram ms", 1},
                      {"checkpoint_ms", "checkp. ms", 1},
                      {"speed_up", "speed-up", 1},
                      {"by_hand_ms", "by hand ms", 1},
                      {"by_hand_ratio", "by hand / diagram", 1},
                      {"target_met", "ok"}},
          .rows = {},
          .notes = {"by hand: the enumerator of the question handwritten, counting only. Target: 10 times as fast "
                    "(binary-tree)."}};
  for (const auto& r : counted) {
    const auto& size = r.at(chosen);
    const auto work = of_subject(r.subject, size);
    const auto expected = listed_by(work, engine::checkpoint);
    const auto d = diagram_of(r.subject, size);
    if (d.count().decimal() != std::to_string(expected.valid) ||
        d.explored().decimal() != std::to_string(expected.explored))
      throw disagreement(fmt::format("{}: the diagram counts {} of {}, the search {} of {}", work.name,
                                     d.count().decimal(), d.explored().decimal(), expected.valid, expected.explored));
    if (chosen.compare_only) continue;
    std::vector<contender> contenders{timed("diagram", [&] { diagram_of(r.subject, size); }),
                                      timed("checkpoints", [&] { listed_by(work, engine::checkpoint); })};
    if (r.by_hand != nullptr) contenders.push_back(timed("by hand", [&] { r.by_hand(static_cast<int>(size[0])); }));
    const auto seconds = fastest(work.name, contenders, chosen);
    std::vector<cell> line{work.name,
                           expected.valid,
                           d.summary().runs,
                           d.summary().nodes,
                           seconds[0] * 1e3,
                           seconds[1] * 1e3,
                           seconds[1] / seconds[0],
                           {},
                           {},
                           {}};
    if (r.by_hand != nullptr) {
      line[7] = seconds[2] * 1e3;
      line[8] = seconds[2] / seconds[0];
      line[9] = verdict(r.target != 0 && chosen.scale != scale::quick, seconds[2] / seconds[0] >= r.target);
    }
    t.rows.push_back(std::move(line));
  }
  return t;
}

table beyond(const options& chosen) {
  table t{.name = "diagram_beyond",
          .title = "Counting where nobody enumerates",
          .columns = {{"workload", "search"},
                      {"valid", "valid"},
                      {"explored", "explored"},
                      {"runs", "runs"},
                      {"nodes", "nodes"},
                      {"mib", "MiB", 1},
                      {"diagram_ms", "ms", 1}},
          .rows = {},
          .notes = {"The numbers of valid structures are those of the closed forms."}};
  for (const auto& f : closed_forms) {
    const bool quick = chosen.scale == scale::quick;
    const auto& size = quick ? f.quick_size : f.size;
    const auto work = of_subject(f.subject, size);
    const auto d = diagram_of(f.subject, size);
    if (const auto& expected = quick ? f.quick_valid : f.valid; d.count().decimal() != expected)
      throw disagreement(
          fmt::format("{}: the diagram counts {}, there are {}", work.name, d.count().decimal(), expected));
    if (chosen.compare_only) continue;
    const auto seconds = fastest(work.name, {timed("diagram", [&] { diagram_of(f.subject, size); })}, chosen);
    t.rows.push_back({work.name, d.count().decimal(), d.explored().decimal(), d.summary().runs, d.summary().nodes,
                      static_cast<double>(d.summary().bytes) / (1 << 20), seconds[0] * 1e3});
  }
  return t;
}

table listing(const options& chosen) {
  table t{.name = "diagram_listing",
          .title = "Visiting every solution (ns for each), the diagram's time to be built included",
          .columns = {{"workload", "search"},
                      {"valid", "valid"},
                      {"diagram_ns", "diagram", 1},
                      {"checkpoint_ns", "checkpoint", 1},
                      {"speed_up", "speed-up", 1},
                      {"by_hand_ns", "by hand", 1},
                      {"target_met", "ok"}},
          .rows = {},
          .notes = {"Target: binary trees 30 times as fast as by checkpoints, and faster than by hand."}};
  for (const auto& r : listed) {
    const auto& size = r.at(chosen);
    const auto work = of_subject(r.subject, size);
    const auto expected = listed_by(work, engine::checkpoint);
    const auto found = listed_by(work, engine::diagram);
    expect_same(work.name, found.explored, found.valid, expected);
    if (chosen.compare_only) continue;
    std::vector<contender> contenders{timed("diagram", [&] { listed_by(work, engine::diagram); }),
                                      timed("checkpoints", [&] { listed_by(work, engine::checkpoint); })};
    if (r.by_hand != nullptr) contenders.push_back(timed("by hand", [&] { r.by_hand(static_cast<int>(size[0])); }));
    const auto seconds = fastest(work.name, contenders, chosen);
    const auto each = [&](std::size_t i) { return nanoseconds_per(seconds[i], expected.valid); };
    std::vector<cell> line{work.name, expected.valid, each(0), each(1), seconds[1] / seconds[0], {}, {}};
    if (r.by_hand != nullptr) line[5] = each(2);
    line[6] = verdict(r.target != 0 && chosen.scale != scale::quick,
                      seconds[1] / seconds[0] >= r.target && seconds[0] < seconds.back());
    t.rows.push_back(std::move(line));
  }
  return t;
}

table attempts(const options& chosen) {
  table t{.name = "diagram_unmerged",
          .title = "Where few states are equal (ns for each candidate)",
          .columns = {{"workload", "search"},
                      {"explored", "explored"},
                      {"diagram_ns", "diagram", 1},
                      {"checkpoint_ns", "checkpoint", 1},
                      {"slow_down", "times"},
                      {"target_met", "ok"}},
          .rows = {},
          .notes = {"Target: at most 1.3 times as slow."}};
  for (const auto& r : unmerged) {
    const auto work = of_subject(r.subject, r.at(chosen));
    const auto expected = listed_by(work, engine::checkpoint);
    const auto found = listed_by(work, engine::diagram);
    expect_same(work.name, found.explored, found.valid, expected);
    if (chosen.compare_only) continue;
    const auto seconds = fastest(work.name,
                                 {timed("diagram", [&] { listed_by(work, engine::diagram); }),
                                  timed("checkpoints", [&] { listed_by(work, engine::checkpoint); })},
                                 chosen);
    t.rows.push_back({work.name, expected.explored, nanoseconds_per(seconds[0], expected.explored),
                      nanoseconds_per(seconds[1], expected.explored), seconds[0] / seconds[1],
                      verdict(chosen.scale != scale::quick, seconds[0] / seconds[1] <= r.target)});
  }
  return t;
}

}  // namespace

std::vector<table> diagram_question(const options& chosen) {
  return {counting(chosen), beyond(chosen), listing(chosen), attempts(chosen)};
}

}  // namespace korat::bench
