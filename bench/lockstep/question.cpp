// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What is it worth to run the checks of a predicate in lockstep, in candidates and in time? To stop a check and let it
// go on has its price; fewer candidates, and states that merge, must pay it.

#include "harness/question.hpp"

#include <fmt/format.h>

#include "harness/workload.hpp"
#include "korat/diagram.hpp"

namespace korat::bench {
namespace {

struct lockstep_row {
  std::string subject;
  subjects::arguments size, quick_size;
};

const lockstep_row lockstep_rows[] = {{"search-tree", {8}, {6}}, {"avl-tree", {9}, {7}}, {"red-black-tree", {9}, {7}}};

statistics all_of_it(const workload& work) {
  const auto search = work.start(work.options);
  while (search->next_valid()) {
  }
  return search->statistics();
}

table searching(const options& chosen) {
  table t{.name = "lockstep",
          .title = "Checks in lockstep against checks one after the other",
          .columns = {{"workload", "search"},
                      {"valid", "valid"},
                      {"in_order", "explored in order"},
                      {"explored", "in lockstep"},
                      {"in_order_ms", "in order ms", 1},
                      {"lockstep_ms", "lockstep ms", 1},
                      {"speed_up", "speed-up"}},
          .rows = {},
          .notes = {}};
  for (const auto& r : lockstep_rows) {
    const auto& size = chosen.scale == scale::quick ? r.quick_size : r.size;
    const auto in_order = of_subject(r.subject, size);
    const auto in_lockstep = of_subject(r.subject + "-lockstep", size);
    const auto expected = all_of_it(in_order);
    const auto found = all_of_it(in_lockstep);
    if (found.valid != expected.valid)
      throw disagreement(fmt::format("{}: {} in lockstep, {} in order", in_order.name, found.valid, expected.valid));
    if (chosen.compare_only) continue;
    const auto seconds = fastest(
        in_order.name,
        {timed("in order", [&] { all_of_it(in_order); }), timed("in lockstep", [&] { all_of_it(in_lockstep); })},
        chosen);
    t.rows.push_back({in_order.name, expected.valid, expected.explored, found.explored, seconds[0] * 1e3,
                      seconds[1] * 1e3, seconds[0] / seconds[1]});
  }
  return t;
}

}  // namespace

std::vector<table> lockstep_question(const options& chosen) { return {searching(chosen)}; }

}  // namespace korat::bench
