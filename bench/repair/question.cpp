// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What does a repair cost? Large structures with faults of every kind: resumed from saved states against re-executed, as
// in table 3 of the ISSTA 2008 paper, and against one plain pass of the predicate over the intact structure.

#include "harness/question.hpp"

#include <random>

#include "harness/timing.hpp"
#include "harness/workload.hpp"
#include "korat/repair.hpp"
#include "repair/corrupt.hpp"
#include "repair/live.hpp"

namespace korat::bench {
namespace {

/// A structure with faults, and how long its predicate took when it had none.
struct patient {
  description what;
  structure broken;
  double plain_seconds;
};

patient make_patient(const std::string& name, std::int64_t size, std::uint64_t faults, std::uint64_t seed) {
  const auto& subject = *subjects::find(name);
  std::mt19937_64 random(seed);
  const auto grown = subject.grow(size, random);
  patient p{subject.describe(grown.arguments), {}, 0};
  const auto start = processor_seconds();
  if (!p.what.predicate.call(p.what.predicate.function.get(), grown.root))
    throw disagreement(name + ": the structure to be damaged is not valid");
  p.plain_seconds = processor_seconds() - start;
  p.broken = detail::read_live(p.what, grown.root, grown.told_apart);
  faults::corrupt(p.broken, {.count = faults}, random);
  return p;
}

struct measured {
  repair_result result;
  double seconds;
};

measured repair_once(const patient& p, engine how, bool guess_first) {
  basic_repair work(p.what, p.broken,
                    {.engine = how, .time_limit = std::chrono::duration<double>(120), .guess_first = guess_first});
  const auto start = processor_seconds();
  auto result = work.run();
  return {std::move(result), processor_seconds() - start};
}

struct table3_row {
  std::string subject;
  std::int64_t nodes;
  double speed_up;  // the paper's
};
const table3_row table3[] = {
    {"doubly-linked-list", 10'000, 30}, {"doubly-linked-list", 100'000, 46}, {"binary-tree", 10'000, 13},
    {"binary-tree", 100'000, 22},       {"ternary-tree", 10'000, 12},        {"ternary-tree", 100'000, 26},
    {"avl-tree", 10'000, 32},           {"avl-tree", 100'000, 54},           {"linked-disj-set", 10'000, 47},
    {"linked-disj-set", 100'000, 56},
};

std::vector<cell> compare_engines_on(const table3_row& row, std::uint64_t faults) {
  progress::show(row.subject + " " + std::to_string(row.nodes));
  const auto p = make_patient(row.subject, row.nodes, faults, 1);
  const auto resumed = repair_once(p, engine::checkpoint, false), again = repair_once(p, engine::reexecute, false);
  const auto speed_up = again.seconds / resumed.seconds;
  return {row.subject,
          static_cast<std::uint64_t>(row.nodes),
          faults,
          std::string(name_of(resumed.result.outcome)),
          static_cast<std::uint64_t>(resumed.result.changes.size()),
          resumed.result.executions,
          resumed.seconds * 1e3,
          again.seconds * 1e3,
          speed_up,
          row.speed_up,
          verdict(true, resumed.result.ok() && again.result.ok() && speed_up >= row.speed_up)};
}

std::vector<cell> against_plain(const std::string& subject, std::int64_t nodes, std::uint64_t faults) {
  progress::show(subject + " " + std::to_string(nodes) + " with " + std::to_string(faults));
  const auto p = make_patient(subject, nodes, faults, 1);
  const auto m = repair_once(p, engine::checkpoint, true);
  return {subject,
          static_cast<std::uint64_t>(nodes),
          faults,
          std::string(name_of(m.result.outcome)),
          static_cast<std::uint64_t>(m.result.changes.size()),
          m.result.executions,
          p.plain_seconds * 1e3,
          m.seconds * 1e3,
          m.seconds / p.plain_seconds};
}

/// What both tables say of a repair, and then how long it took.
std::vector<column> columns(std::initializer_list<column> times) {
  std::vector<column> all{{"subject", "structure"}, {"nodes", "nodes"},     {"faults", "faults"},
                          {"outcome", "outcome"},   {"changes", "changed"}, {"executions", "executions"}};
  all.insert(all.end(), times);
  return all;
}

/// Both engines must come to the same repair.
void compare_repairs() {
  for (const auto* subject : {"doubly-linked-list", "binary-tree", "ternary-tree", "avl-tree", "linked-disj-set"}) {
    const auto p = make_patient(subject, 50, 2, 1);
    const auto a = repair_once(p, engine::checkpoint, false), b = repair_once(p, engine::reexecute, false);
    if (a.result.outcome != b.result.outcome || a.result.changes != b.result.changes)
      throw disagreement(std::string(subject) + ": the engines repair differently");
  }
}

}  // namespace

std::vector<table> repair_question(const options& chosen) {
  compare_repairs();
  table engines{.name = "repair",
                .title = "Repairs of large structures: saved states against re-execution, and the paper's table 3",
                .columns = columns({{"checkpoint_ms", "ms", 1},
                                    {"reexecute_ms", "re-executed, ms", 1},
                                    {"speed_up", "speed-up", 1},
                                    {"paper_speed_up", "paper's", 1},
                                    {"met", "met"}}),
                .rows = {},
                .notes = {"Field by field, as the predicate complains (guess_first off): both engines do the same."}};
  table growth{.name = "repair_growth",
               .title = "Repairs against one plain pass of the predicate over the intact structure",
               .columns = columns(
                   {{"plain_ms", "plain pass, ms", 1}, {"repair_ms", "repair, ms", 1}, {"ratio", "ratio", 1}}),
               .rows = {},
               .notes = {}};
  if (chosen.compare_only) return {engines, growth};
  const bool quick = chosen.scale == scale::quick;
  for (const auto& row : table3)
    if (!quick) engines.rows.push_back(compare_engines_on(row, 100));
    else if (row.nodes == 10'000) engines.rows.push_back(compare_engines_on({row.subject, 1'000, row.speed_up}, 10));
  const auto largest = quick ? 10'000 : 1'000'000;
  for (const auto* subject : {"doubly-linked-list", "binary-tree", "ternary-tree", "avl-tree", "linked-disj-set"}) {
    for (std::int64_t nodes = largest / 100; nodes <= largest; nodes *= 10)
      growth.rows.push_back(against_plain(subject, nodes, 100));
    growth.rows.push_back(against_plain(subject, largest, 1'000));
  }
  return {engines, growth};
}

}  // namespace korat::bench
