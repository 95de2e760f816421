// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Table 2 of the ISSTA 2008 paper: the first 100 structures with hundreds of nodes, where running the predicate again
// reads hundreds of fields for every candidate.

#include "harness/question.hpp"

#include <fmt/format.h>

#include "harness/engines.hpp"
#include "table2/lists.hpp"

namespace korat::bench {
namespace {

constexpr std::int64_t structures = 100;

struct row {
  std::string structure;
  std::int64_t nodes;  // of lists: the longest, there being one of each size
  std::uint64_t paper_explored;
  double paper_speed_up;
};

const row rows[] = {
    {"singly-linked", 500, 125'751, 69.7},   {"singly-linked", 600, 180'901, 86.0},
    {"singly-linked", 700, 246'051, 97.7},   {"singly-linked", 800, 321'201, 112.7},
    {"doubly-linked", 500, 377'247, 82.7},   {"doubly-linked", 600, 542'697, 88.7},
    {"doubly-linked", 700, 738'147, 93.0},   {"doubly-linked", 800, 963'597, 98.7},
    {"binary-tree", 100, 50'678, 22.6},      {"binary-tree", 200, 111'428, 43.0},
    {"binary-tree", 300, 182'178, 55.8},     {"binary-tree", 400, 262'928, 69.2},
    {"ternary-tree", 100, 65'516, 32.3},     {"ternary-tree", 200, 141'066, 60.7},
    {"ternary-tree", 300, 226'616, 92.7},    {"ternary-tree", 400, 322'166, 117.0},
    {"linked-disj-set", 100, 22'154, 14.6},  {"linked-disj-set", 200, 74'304, 48.1},
    {"linked-disj-set", 300, 156'454, 70.4}, {"linked-disj-set", 400, 268'604, 94.3},
};

// All lists of 100 sizes, of which there are as many: like the paper we search to the end.
template <class List>
workload lists(const row& r) {
  const auto least = r.nodes - structures + 1;
  return {fmt::format("{} {}-{}", r.structure, least, r.nodes),
          [=](search_options options) { return start_lists<List>(least, r.nodes, std::move(options)); }};
}

workload of(const row& r) {
  if (r.structure == "singly-linked") return lists<singly_linked>(r);
  if (r.structure == "doubly-linked") return lists<doubly_linked>(r);
  auto work = of_subject(r.structure, {r.nodes});
  work.options.max_valid = structures;
  return work;
}

}  // namespace

std::vector<table> table2_question(const options& chosen) {
  auto t = compared_table("table2", "Checkpoints against re-execution, the first 100 large structures (Table 2)");
  std::string before;
  for (const auto& r : rows) {
    const bool smallest = r.structure != before;
    before = r.structure;
    if (smallest) walk_both(of(r));
    if (!chosen.compare_only && (smallest || chosen.scale != scale::quick))
      t.rows.push_back(compared_row(of(r), {r.paper_explored, structures, r.paper_speed_up}, r.paper_speed_up, chosen));
  }
  return {t};
}

}  // namespace korat::bench
