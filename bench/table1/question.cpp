// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Table 1 of the ISSTA 2008 paper: all structures up to a small size. By what factor do checkpoints win over running
// the predicate again, and do they at least not lose where structures are tiny?

#include "harness/question.hpp"

#include "harness/engines.hpp"

namespace korat::bench {
namespace {

using subjects::arguments;

struct row {
  std::string subject;
  arguments paper_size;  // the largest of the table
  arguments quick_size;  // also the size at which the order of the candidates is compared
  arguments three_nodes;
  published paper;
};

// Keys from a domain one larger than needed, as there. Their predicates were not published, but the counts show what
// they check.
const row rows[] = {
    {"binary-tree", {12}, {9}, {3}, {12'284'830, 208'012, 5.7}},
    {"avl-tree", {10, 11}, {8, 9}, {3, 4}, {2'036'700, 660, 6.4}},
    {"red-black-tree", {9, 10}, {7, 8}, {3, 4}, {2'061'202, 1'220, 6.6}},
    {"search-tree", {9, 10}, {7, 8}, {3, 4}, {44'537'298, 48'620, 8.3}},
    {"ternary-tree", {9}, {6}, {2}, {90'939'373, 1'430'715, 6.7}},
    {"sorted-list", {15, 16}, {12, 13}, {3, 4}, {982'921, 16, 6.3}},
    {"heap-array", {10, 10}, {7, 7}, {3, 3}, {9'745'451, 2'015'168, 2.6}},
    {"linked-disj-set", {9}, {6}, {3}, {23'458'671, 3'628'800, 4.8}},
};

const arguments& size_of(const row& r, scale s) { return s == scale::quick ? r.quick_size : r.paper_size; }

std::vector<cell> measure(const row& r, const options& chosen) {
  const double target = chosen.scale == scale::quick ? 0 : r.paper.speed_up / 2;
  return compared_row(of_subject(r.subject, size_of(r, chosen.scale)), r.paper, target, chosen);
}

// The search alone: its making, which both engines pay alike, would hide the difference at this size, and so would the
// checks that the predicate is a function of the candidate. Several searches at a time, for the clock.
contender search_alone(std::string name, workload work, engine with) {
  return {std::move(name), [work = std::move(work), with] {
            constexpr int at_a_time = 32;
            double seconds = 0;
            int runs = 0;
            for (; seconds < 0.01; runs += at_a_time) {
              std::vector<std::unique_ptr<basic_search>> searches;
              for (int i = 0; i < at_a_time; ++i) searches.push_back(work.start({.engine = with, .self_checks = 0}));
              const double begin = processor_seconds();
              for (const auto& s : searches)
                while (s->next_valid()) {
                }
              seconds += processor_seconds() - begin;
            }
            return seconds / runs;
          }};
}

std::vector<cell> measure_tiny(const row& r, const options& chosen) {
  const auto work = of_subject(r.subject, r.three_nodes);
  const auto whole = compare_engines(work, chosen);
  const auto alone = fastest(
      work.name + " alone",
      {search_alone("re-execution", work, engine::reexecute), search_alone("checkpoints", work, engine::checkpoint)},
      chosen);
  constexpr double most = 1.1;
  const double ratio = whole.checkpoint / whole.reexecute, ratio_alone = alone[1] / alone[0];
  return {work.name,      whole.counts.explored, whole.reexecute * 1e6, whole.checkpoint * 1e6, ratio, ratio <= most,
          alone[0] * 1e6, alone[1] * 1e6,        ratio_alone,           ratio_alone <= most};
}

}  // namespace

std::vector<table> table1_question(const options& chosen) {
  auto largest = compared_table("table1", "Checkpoints against re-execution, all structures (Table 1)");
  largest.notes = {"The paper's counts and factors are those of its largest size, whatever size is measured here.",
                   "Target: half the paper's factor."};
  table tiny{.name = "table1-tiny",
             .title = "The same with 3 nodes (microseconds for a search)",
             .columns = {{"workload", "search"},
                         {"explored", "explored"},
                         {"reexecute_us", "re-exec.", 1},
                         {"checkpoint_us", "checkp.", 1},
                         {"ratio", "ratio"},
                         {"within", "<= 1.1"},
                         {"reexecute_alone_us", "alone: re-exec.", 2},
                         {"checkpoint_alone_us", "checkp.", 2},
                         {"ratio_alone", "ratio"},
                         {"within_alone", "<= 1.1"}},
             .rows = {},
             .notes = {"The whole search with its making and self-checks, as a user runs it; then the search alone."}};
  for (const auto& r : rows) {
    walk_both(of_subject(r.subject, r.quick_size));
    walk_both(of_subject(r.subject, r.three_nodes));
    if (chosen.compare_only) continue;
    largest.rows.push_back(measure(r, chosen));
    tiny.rows.push_back(measure_tiny(r, chosen));
  }
  return {largest, tiny};
}

}  // namespace korat::bench
