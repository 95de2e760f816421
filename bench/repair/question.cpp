// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What does a repair cost? Large structures with faults of every kind: resumed from saved states against re-executed,
// as in table 3 of the ISSTA 2008 paper; and live objects, repaired in place, against one plain pass of the predicate
// over the intact structure, for growing numbers of nodes and of faults.

#include "harness/question.hpp"

#include <algorithm>
#include <chrono>
#include <random>

#include "faults/corrupt.hpp"
#include "harness/timing.hpp"
#include "harness/workload.hpp"
#include "image/live.hpp"
#include "korat/repair.hpp"
#include "repair/large_structure.hpp"

namespace korat::bench {
namespace {

constexpr const char* subjects_repaired[] = {"doubly-linked-list", "binary-tree", "ternary-tree", "avl-tree",
                                             "linked-disj-set"};

/// A structure with faults, as data.
struct broken_data {
  description what;
  structure broken;
};

broken_data make_broken(const std::string& name, std::int64_t size, std::uint64_t faults, std::uint64_t seed) {
  const auto& subject = *subjects::find(name);
  std::mt19937_64 random(seed);
  const auto grown = subject.grow(size, random);
  broken_data made{subject.describe(grown.arguments), {}};
  made.broken = detail::read_live(made.what, grown.root, grown.told_apart);
  faults::corrupt(made.broken, {.count = faults}, random);
  return made;
}

struct measured {
  repair_result result;
  double seconds;
};

/// What is not repaired by then is given up, and the table says so.
constexpr auto longest_repair = std::chrono::seconds(10), longest_by_field = std::chrono::seconds(30);

measured repair_once(const broken_data& b, const repair_options& chosen) {
  basic_repair work(b.what, b.broken, chosen);
  const auto start = processor_seconds();
  auto result = work.run();
  return {std::move(result), processor_seconds() - start};
}

/// Field by field, as the predicate complains.
measured repair_by_field(const broken_data& b, engine how) {
  return repair_once(b, {.engine = how, .time_limit = longest_by_field, .guess_first = false});
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
  const auto b = make_broken(row.subject, row.nodes, faults, 1);
  const auto usual = repair_once(b, {.time_limit = longest_repair});
  const auto resumed = repair_by_field(b, engine::checkpoint), again = repair_by_field(b, engine::reexecute);
  const auto speed_up = again.seconds / resumed.seconds;
  const auto reads = [](const measured& m) { return static_cast<double>(m.result.work.field_initializations); };
  return {row.subject,
          static_cast<std::uint64_t>(row.nodes),
          faults,
          std::string(name_of(usual.result.outcome)),
          static_cast<std::uint64_t>(usual.result.changes.size()),
          usual.result.executions,
          usual.seconds * 1e3,
          resumed.result.executions,
          resumed.seconds * 1e3,
          again.seconds * 1e3,
          speed_up,
          reads(again) / reads(resumed),
          row.speed_up,
          verdict(true, usual.result.ok() && resumed.result.ok() && again.result.ok() && speed_up >= row.speed_up)};
}

// The target: a million nodes with a thousand faults take at most so many plain passes, plus what the faults need. With
// a hundredth of the faults hardly anything is left of that; with all of them it must be repaired.
constexpr std::int64_t nodes_of_target = 1'000'000;
constexpr std::uint64_t faults_of_target = 1'000, hardly_any = faults_of_target / 100;
constexpr double most_passes = 8;

std::vector<cell> against_plain(const std::string& subject, large_structure& p, std::int64_t nodes,
                                std::uint64_t faults) {
  progress::show(subject + " " + std::to_string(nodes) + " with " + std::to_string(faults));
  auto m = p.repair(faults, {.time_limit = longest_repair});
  constexpr double short_enough = 3;  // seconds, to do it twice
  if (m.seconds < short_enough) m.seconds = std::min(m.seconds, p.repair(faults).seconds);
  const auto passes = m.seconds / p.plain_seconds();
  return {subject,
          static_cast<std::uint64_t>(nodes),
          faults,
          std::string(name_of(m.result.outcome)),
          static_cast<std::uint64_t>(m.result.changes.size()),
          m.result.executions,
          p.plain_seconds() * 1e3,
          m.seconds * 1e3,
          passes,
          verdict(nodes == nodes_of_target && (faults == hardly_any || faults == faults_of_target),
                  m.result.ok() && (faults == faults_of_target || passes <= most_passes))};
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
  for (const auto* subject : subjects_repaired) {
    const auto b = make_broken(subject, 50, 2, 1);
    const auto resumed = repair_by_field(b, engine::checkpoint), again = repair_by_field(b, engine::reexecute);
    if (resumed.result.outcome != again.result.outcome || resumed.result.changes != again.result.changes)
      throw disagreement(std::string(subject) + ": the engines repair differently");
  }
}

table growth_table(const std::string& with, const std::string& title) {
  return {
      .name = "repair_by_" + with,
      .title = title,
      .columns = columns(
          {{"plain_ms", "plain pass, ms", 1}, {"repair_ms", "repair, ms", 1}, {"passes", "passes", 1}, {"met", "met"}}),
      .rows = {},
      .notes = {},
      .drawn = axes{with, "repair_ms"}};
}

/// One is fixed while the other grows, in equal steps: what is linear is a straight line.
std::vector<table> measure_growth(std::int64_t most_nodes, std::uint64_t most_faults) {
  auto by_nodes = growth_table("nodes", "Repairs of live objects in place: growth with the nodes");
  auto by_faults = growth_table("faults", "Repairs of live objects in place: growth with the faults");
  by_faults.notes.push_back("Everything is timed: finding the objects, copying them, the repair, writing the changes.");
  constexpr int steps = 4;
  for (const auto* subject : subjects_repaired)
    for (int step = 1; step <= steps; ++step) {
      const auto nodes = most_nodes * step / steps;
      large_structure p(subject, nodes, 1);
      by_nodes.rows.push_back(against_plain(subject, p, nodes, most_faults / 10));
      if (nodes != most_nodes) continue;
      by_faults.rows.push_back(against_plain(subject, p, nodes, most_faults / 100));
      for (std::uint64_t part = 1; part <= steps; ++part)
        by_faults.rows.push_back(against_plain(subject, p, nodes, most_faults * part / steps));
    }
  return {by_nodes, by_faults};
}

}  // namespace

std::vector<table> repair_question(const options& chosen) {
  compare_repairs();
  table engines{
      .name = "repair",
      .title = "Repairs of large structures: saved states against re-execution, and the paper's table 3",
      .columns = columns({{"repair_ms", "ms", 1},
                          {"executions_by_field", "by field"},
                          {"checkpoint_ms", "ms", 1},
                          {"reexecute_ms", "re-executed, ms", 1},
                          {"speed_up", "speed-up", 1},
                          {"fewer_reads", "fewer reads", 1},
                          {"paper_speed_up", "paper's", 1},
                          {"met", "met"}}),
      .rows = {},
      .notes = {"First as usual; then field by field, as the predicate complains (guess_first off): executions, with "
                "saved states, re-executed."}};
  if (chosen.compare_only) return {engines};
  const bool quick = chosen.scale == scale::quick;
  for (const auto& row : table3)
    if (!quick)
      engines.rows.push_back(compare_engines_on(row, 100));
    else if (row.nodes == 10'000)
      engines.rows.push_back(compare_engines_on({row.subject, 1'000, row.speed_up}, 10));
  auto tables = quick ? measure_growth(10'000, 100) : measure_growth(nodes_of_target, faults_of_target);
  tables.insert(tables.begin(), std::move(engines));
  return tables;
}

}  // namespace korat::bench
