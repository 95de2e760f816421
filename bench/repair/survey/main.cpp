// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat_repair_survey: how well are structures repaired that nobody had in mind when the rules were written?

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "faults/corrupt.hpp"
#include "greedy.hpp"
#include "kind.hpp"
#include "korat/repair.hpp"
#include "print/show.hpp"
#include "proposals.hpp"
#include "repair/rules.hpp"

namespace {

using namespace korat;
using namespace korat::bench::survey;

struct asked {
  std::string half = "development", group = "faults";
  std::vector<int> objects = {10, 100};
  std::vector<std::uint64_t> faults = {1, 3};
  std::vector<std::string> kinds, contenders = {"all", "greedy"};
  int structures = 2, first_seed = 1;
  std::uint64_t executions = 1'000'000;  // a tenth of what repair() has
  double seconds = 10;
  bool each = false, told = false, proposals = false;
};

/// One repair, as it is told afterwards.
struct repaired {
  bool ok = false, exact = false, silent = false;
  bool as_small = false;  // as undoing the faults: no more fields are changed, and nothing is lost
  double changed = 0, lost = 0, executions = 0, seconds = 0;
  std::string why = {};  // it was not
};

struct summary {
  std::uint64_t broken = 0, ok = 0, exact = 0, as_small = 0, wasteful = 0, silent = 0;
  double changed = 0, lost = 0, seconds = 0;
  std::vector<double> executions;

  void add(const repaired& r, std::uint64_t faults) {
    ++broken;
    seconds += r.seconds;
    executions.push_back(r.executions);
    if (!r.ok) return;
    ++ok;
    exact += r.exact ? 1 : 0;
    as_small += r.as_small ? 1 : 0;
    wasteful += r.lost > 2 * static_cast<double>(faults) ? 1 : 0;
    silent += r.silent ? 1 : 0;
    changed += r.changed / static_cast<double>(faults);
    lost += r.lost;
  }
};

std::size_t differences(const structure& a, const structure& b) {
  std::size_t count = 0;
  for (std::size_t o = 0; o < a.objects.size(); ++o)
    for (std::size_t f = 0; f < a.objects[o].fields.size(); ++f)
      count += f >= b.objects[o].fields.size() || a.objects[o].fields[f].value != b.objects[o].fields[f].value ? 1 : 0;
  return count;
}

void tell(const char* what, const structure& before, const structure& after) {
  for (std::size_t o = 0; o < before.objects.size(); ++o)
    for (std::size_t f = 0; f < std::min(before.objects[o].fields.size(), after.objects[o].fields.size()); ++f) {
      const auto &was = before.objects[o].fields[f], &is = after.objects[o].fields[f];
      if (was.value != is.value)
        fmt::print("  {} {}.{}: {} -> {}\n", what, before.objects[o].name, was.name, print::show(before, was),
                   print::show(after, is));
    }
}

/// Elements that arrays of values have no more.
std::size_t lost_elements(const structure& before, const structure& after) {
  std::size_t count = 0;
  for (std::size_t o = 0; o < before.objects.size(); ++o)
    for (auto f = after.objects[o].fields.size(); f < before.objects[o].fields.size(); ++f)
      if (const auto& was = before.objects[o].fields[f].value;
          !std::holds_alternative<null_reference>(was) && !std::holds_alternative<object_id>(was))
        ++count;
  return count;
}

repaired judge(const structure& intact, const structure& broken, const structure& after) {
  repaired r;
  r.ok = true;
  r.exact = after == intact;
  r.changed = static_cast<double>(differences(broken, after));
  r.lost = static_cast<double>(faults::count_unreachable(after) + lost_elements(broken, after));
  r.as_small = r.changed <= static_cast<double>(differences(broken, intact)) && r.lost == 0;
  return r;
}

/// "all": as usual. "-RULE": without the rule. "none": without any, fields are changed as the predicate complains.
std::optional<repaired> repair_as(const std::string& contender, const sample& s, const structure& broken,
                                  const asked& a) {
  const auto start = std::chrono::steady_clock::now();
  const auto took = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); };
  repaired r;
  if (contender == "greedy") {
    const auto result = repair_greedily(s.what, broken, std::min<std::uint64_t>(a.executions, 2'000));
    if (result.was_fine) return std::nullopt;
    if (result.repaired) r = judge(s.intact, broken, *result.repaired);
    r.executions = static_cast<double>(result.executions);
  } else {
    repair_options options;
    options.max_executions = a.executions;
    options.time_limit = std::chrono::duration<double>(a.seconds);
    options.max_fresh = 0;
    options.guess_first = contender != "none";
    for (const auto& rule : detail::all_rules)
      if (contender == "none" || contender == "-" + std::string(rule.name)) options.without.emplace_back(rule.name);
    basic_repair work(s.what, broken, options);
    const auto result = work.run();
    if (result.outcome == repair_outcome::fine) return std::nullopt;
    if (result.ok()) r = judge(s.intact, broken, work.after());
    r.silent = static_cast<double>(result.lost.size() + result.lost_elements.size()) < r.lost;
    r.executions = static_cast<double>(result.executions);
    r.why = result.why.value_or("");
    if (a.told) tell("was damaged", s.intact, broken);
    if (a.told && result.ok()) tell("was changed", broken, work.after());
  }
  r.seconds = took();
  return r;
}

const char* name_of(half h) {
  return h == half::development ? "development" : h == half::reported ? "reported" : "subjects";
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

void print(const std::map<std::string, summary>& rows) {
  fmt::print("{:<40} {:>6} {:>9} {:>6} {:>8} {:>8} {:>8} {:>9} {:>7} {:>10} {:>8}\n", "", "broken", "repaired", "exact",
             "as small", "changed", "lost", "wasteful", "silent", "executions", "seconds");
  for (auto [name, s] : rows) {
    std::ranges::sort(s.executions);
    const auto repaired = static_cast<double>(std::max<std::uint64_t>(1, s.ok));
    fmt::print("{:<40} {:>6} {:>8.1f}% {:>5.1f}% {:>7.1f}% {:>8.2f} {:>8.2f} {:>8.1f}% {:>6.1f}% {:>10.0f} {:>8.1f}\n",
               name, s.broken, percent(s.ok, s.broken), percent(s.exact, s.broken), percent(s.as_small, s.broken),
               s.changed / repaired, s.lost / repaired, percent(s.wasteful, s.ok), percent(s.silent, s.ok),
               s.executions[s.executions.size() / 2], s.seconds);
  }
}

template <class Use>
void for_each_case(const asked& a, const kind& k, int objects, const Use& use) {
  for (const auto faults : a.faults)
    for (int seed = a.first_seed; seed < a.first_seed + a.structures; ++seed) {
      random_numbers random(static_cast<std::uint64_t>(seed * 1'000'003 + objects) + 31 * faults);
      const auto s = k.grow(objects, random);
      if (basic_repair(s.what, s.intact).run().outcome != repair_outcome::fine)
        throw error(k.name + ": the structure to be damaged is not valid");
      auto broken = s.intact;
      const auto made = faults::corrupt(broken, {.count = faults}, random);
      use(s, broken, made.size(), faults, seed);
    }
}

bool is_chosen(const asked& a, const kind& k) {
  if (!a.kinds.empty()) return std::ranges::find(a.kinds, k.name) != a.kinds.end();
  if (a.half == "both") return k.half != half::subjects;
  return a.half == name_of(k.half);
}

void show_proposals(const asked& a) {
  fmt::print("{:<40} {:>6} {:>6} {:>6} {:>10}\n", "fields proposed to be changed", "right", "wrong", "missed",
             "of intact");
  for (const auto& k : all_kinds())
    for (const auto objects : a.objects) {
      if (!is_chosen(a, k)) continue;
      proposed sum;
      for_each_case(a, k, objects, [&](const sample& s, const structure& broken, auto&&...) {
        const auto p = judge_proposals(s, broken, a.each);
        sum = {sum.right + p.right, sum.wrong + p.wrong, sum.missed + p.missed, sum.of_intact + p.of_intact};
      });
      fmt::print("{:<30} {:>9} {:>6} {:>6} {:>6} {:>10}\n", k.name, objects, sum.right, sum.wrong, sum.missed,
                 sum.of_intact);
    }
}

void run(const asked& a) {
  std::map<std::string, summary> rows;
  for (const auto& k : all_kinds()) {
    if (!is_chosen(a, k)) continue;
    for (const auto objects : a.objects)
      for_each_case(a, k, objects,
                    [&](const sample& s, const structure& broken, std::size_t made, std::uint64_t faults, int seed) {
                      for (const auto& contender : a.contenders) {
                        const auto r = repair_as(contender, s, broken, a);
                        if (!r) continue;
                        std::string row = contender;
                        if (a.group == "kind") row = fmt::format("{:<16} {}", k.name, contender);
                        if (a.group == "faults")
                          row = fmt::format("{:>2} faults, {:>6} objects: {}", faults, objects, contender);
                        rows[row].add(*r, made);
                        if (a.each)
                          fmt::print("{} {} {} {} {}: {} exact {} changed {} lost {} executions {} {:.2f}s {}\n",
                                     k.name, objects, faults, seed, contender, r->ok ? "repaired" : "NOT", r->exact,
                                     r->changed, r->lost, r->executions, r->seconds, r->why);
                      }
                    });
  }
  print(rows);
}

}  // namespace

int main(int argc, char** argv) {
  asked a;
  CLI::App app("How well structures are repaired that the rules were not made for (docs/repair.md).");
  app.add_option("--half", a.half, "development, reported or both; or the subjects")
      ->check(CLI::IsMember({"development", "reported", "both", "subjects"}));
  app.add_option("--objects", a.objects, "sizes")->delimiter(',');
  app.add_option("--faults", a.faults, "how many fields to change")->delimiter(',');
  app.add_option("--structures", a.structures, "of each kind, size and number of faults");
  app.add_option("--kinds", a.kinds, "only these")->delimiter(',');
  app.add_option("--contenders", a.contenders, "all, greedy, none, -RULE, or each: all without one of the rules")
      ->delimiter(',');
  app.add_option("--by", a.group, "a row for each of: faults, kind, nothing");
  app.add_option("--executions", a.executions, "the budget of a repair");
  app.add_option("--seconds", a.seconds, "the same");
  app.add_flag("--proposals", a.proposals, "only what the rules propose, against what was broken");
  app.add_flag("--each", a.each, "a line for each repair");
  app.add_flag("--told", a.told, "and what was damaged and changed");
  app.add_option("--seed", a.first_seed, "of the first structure");
  CLI11_PARSE(app, argc, argv);
  if (std::erase(a.contenders, "each") > 0)
    for (const auto& r : detail::all_rules) a.contenders.push_back("-" + std::string(r.name));
  a.proposals ? show_proposals(a) : run(a);
}
