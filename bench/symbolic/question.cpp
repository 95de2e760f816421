// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What does it cost to leave integers open? The same predicate searches with every value, and with those that it only
// compares left open; bounds and differences decide all of it. Candidates are not of one kind: of those with values,
// most are the next value of the last field, rejected at sight, while an open one is most of a structure. So the time
// is set against choices too: fields that were given a value or left open, and comparisons that were decided.

#include "harness/question.hpp"

#include <fmt/format.h>

#include "harness/workload.hpp"

namespace korat::bench {
namespace {

struct symbolic_row {
  std::string subject;
  std::int64_t size, open_size, quick_size;  // what is left open goes further in the same time
};

const symbolic_row symbolic_rows[] = {
    {"search-tree", 8, 10, 6}, {"avl-tree", 9, 10, 6}, {"red-black-tree", 9, 10, 6}, {"binomial-heap", 7, 9, 5}};

std::unique_ptr<basic_search> whole_search(const workload& work, search_options options) {
  auto search = work.start(std::move(options));
  while (search->next_valid()) {
  }
  return search;
}

/// Those found with open integers stand for as many structures as there are.
void expect_equal(const workload& work) {
  const auto plain = whole_search(work, {});
  const auto open = whole_search(work, {.symbolic = {"*"}, .count_concrete = true});
  const auto expected = plain->statistics().valid;
  if (open->concrete().uncounted != 0 || open->concrete().structures != big_integer(expected))
    throw disagreement(fmt::format("{}: {} structures, {} with open integers", work.name, expected,
                                   open->concrete().structures.decimal()));
}

}  // namespace

std::vector<table> symbolic_question(const options& chosen) {
  table t{.name = "symbolic",
          .title = "A candidate, and a choice, with open integers against one with values",
          .columns = {{"workload", "values"},
                      {"open", "open"},
                      {"plain_ns", "ns a candidate", 1},
                      {"open_ns", "open", 1},
                      {"ratio", "times"},
                      {"plain_choice_ns", "ns a choice", 1},
                      {"open_choice_ns", "open", 1},
                      {"choice_ratio", "times"}},
          .rows = {},
          .notes = {}};
  for (const auto& r : symbolic_rows) {
    const bool quick = chosen.scale == scale::quick;
    const auto plain = of_subject(r.subject, {quick ? r.quick_size : r.size}),
               open = of_subject(r.subject, {quick ? r.quick_size : r.open_size});
    expect_equal(of_subject(r.subject, {r.quick_size}));
    if (chosen.compare_only) continue;
    const auto of_values = whole_search(plain, {})->statistics(),
               of_open = whole_search(open, {.symbolic = {"*"}})->statistics();
    const auto seconds = fastest(plain.name,
                                 {timed("values", [&] { whole_search(plain, {}); }),
                                  timed("open", [&] { whole_search(open, {.symbolic = {"*"}}); })},
                                 chosen);
    const auto candidate = [&](std::size_t i, const statistics& s) { return nanoseconds_per(seconds[i], s.explored); };
    const auto choice = [&](std::size_t i, const statistics& s) {
      return nanoseconds_per(seconds[i], s.field_initializations);
    };
    t.rows.push_back({plain.name, open.name, candidate(0, of_values), candidate(1, of_open),
                      candidate(1, of_open) / candidate(0, of_values), choice(0, of_values), choice(1, of_open),
                      choice(1, of_open) / choice(0, of_values)});
  }
  return {t};
}

}  // namespace korat::bench
