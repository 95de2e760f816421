// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every count the papers and the Java tool have published, and the work a search is, by both engines.

#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>

#include "subjects/subject.hpp"
#include "undo/has_context.h"

namespace korat_test::published_counts_test {
namespace {

namespace subjects = korat::subjects;
using korat::engine;

// Up to this many candidates a test is fast, and up to that many it is run at all.
constexpr std::uint64_t most_fast = 3'000'000;
constexpr std::uint64_t most_slow = 60'000'000;
enum class pace { fast, slow, not_at_all };

pace pace_of(std::uint64_t candidates) {
  return candidates <= most_fast ? pace::fast : candidates <= most_slow ? pace::slow : pace::not_at_all;
}

// Field initializations: ISSTA 2008, Table 1. (Its heap arrays have more fields than an array has elements, and its
// disjoint sets another predicate.)
struct published_work {
  std::string subject;
  subjects::arguments arguments;
  std::uint64_t reexecute;
  std::uint64_t checkpoint;
};
const std::vector<published_work> table_1 = {
    {"binary-tree", {9}, 3'556'640, 241'074},
    {"binary-tree", {10}, 15'366'812, 921'312},
    {"binary-tree", {11}, 65'809'076, 3'535'028},
    {"binary-tree", {12}, 279'823'708, 13'608'752},
    {"avl-tree", {7}, 801'754, 50'364},
    {"avl-tree", {8}, 3'840'910, 207'966},
    {"avl-tree", {9}, 14'013'240, 686'794},
    {"avl-tree", {10}, 50'271'572, 2'265'072},
    {"red-black-tree", {6, 7}, 623'331, 30'876},
    {"red-black-tree", {7, 8}, 3'130'680, 135'274},
    {"red-black-tree", {8, 9}, 15'812'723, 614'107},
    {"red-black-tree", {9, 10}, 81'246'102, 2'899'485},
    {"sorted-list", {12, 13}, 2'117'998, 106'430},
    {"sorted-list", {13, 14}, 4'910'546, 229'298},
    {"sorted-list", {14, 15}, 11'266'473, 491'429},
    {"sorted-list", {15, 16}, 25'617'641, 1'048'471},
    {"search-tree", {6, 7}, 1'798'082, 115'354},
    {"search-tree", {7, 8}, 15'782'074, 864'476},
    {"search-tree", {8, 9}, 136'077'730, 6'524'130},
    {"search-tree", {9, 10}, 1'159'010'940, 49'493'134},
    {"ternary-tree", {6}, 5'631'007, 376'824},
    {"ternary-tree", {7}, 43'319'152, 2'436'750},
    {"ternary-tree", {8}, 326'280'532, 15'806'535},
};

struct count_case {
  const subjects::subject* subject;
  subjects::known_count known;
  korat::engine engine;
};

std::vector<count_case> cases(pace wanted) {
  std::vector<count_case> result;
  for (const auto& s : subjects::all())
    for (const auto& k : s.known)
      for (const auto e : {engine::reexecute, engine::checkpoint})
        if (pace_of(std::max(k.explored, k.valid)) == wanted) result.push_back({&s, k, e});
  return result;
}

// "binary_tree_9_checkpoint"
std::string name_of(const count_case& c) {
  std::string name = c.subject->name;
  std::replace(name.begin(), name.end(), '-', '_');
  for (const auto a : c.known.arguments) name.append("_").append(std::to_string(a));
  return name.append(c.engine == engine::reexecute ? "_reexecute" : "_checkpoint");
}
void PrintTo(const count_case& c, std::ostream* out) { *out << name_of(c); }

class published_counts : public testing::TestWithParam<count_case> {};

TEST_P(published_counts, hold) {
  const auto& [subject, known, engine] = GetParam();
  korat::search_options options{.engine = engine, .count_reach = true};
  if (known.explored != 0) options.max_explored = known.explored + 1;  // a wrong search may be a very long one
  const auto search = subject->search(known.arguments, options);
  while (search->next_valid()) {
  }
  const auto counted = search->statistics();
  EXPECT_EQ(search->outcome(), korat::outcome::complete);
  const auto used = KORAT_HAS_CONTEXT ? engine : engine::reexecute;  // sanitizers know nothing of saved stacks
  EXPECT_EQ(search->engine_used(), used) << search->engine_note().value_or("");
  EXPECT_EQ(counted.valid, known.valid);
  const auto coverage = search->coverage();
  EXPECT_EQ(coverage.covered, coverage.space) << "to the unit";
  EXPECT_EQ(coverage.remaining, "0");
  if (known.explored != 0) {
    EXPECT_EQ(counted.explored, known.explored);
  }
  for (const auto& work : table_1)
    if (work.subject == subject->name && work.arguments == known.arguments) {
      EXPECT_EQ(counted.field_initializations, used == engine::reexecute ? work.reexecute : work.checkpoint);
    }
}

INSTANTIATE_TEST_SUITE_P(fast, published_counts, testing::ValuesIn(cases(pace::fast)),
                         [](const auto& one) { return name_of(one.param); });
INSTANTIATE_TEST_SUITE_P(slow, published_counts, testing::ValuesIn(cases(pace::slow)),
                         [](const auto& one) { return name_of(one.param); });

}  // namespace
}  // namespace korat_test::published_counts_test
