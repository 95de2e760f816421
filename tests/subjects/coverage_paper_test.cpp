// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Reach-space and prune-space of the ten subjects of "Quantifying the exploration of the Korat solver" (2019). The
// paper has ratios for the largest sizes of some: prune to reach 6.73 for binomial heaps of 9 and 16.36 for Fibonacci
// heaps of 7, reach to prune 7.71 for disjoint sets of 6. Heap arrays are never pruned: they have no objects that could
// be exchanged.

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>

#include "../search/paper_accounting.hpp"
#include "subjects/subject.hpp"

namespace korat_test::coverage_paper_test {
namespace {

struct covered_size {
  const char* subject;
  korat::subjects::arguments arguments;
  double prune_to_reach;  // 0: nothing is pruned; below 0: not published
  friend std::ostream& operator<<(std::ostream& out, const covered_size& s) { return out << s.subject; }
};
constexpr double not_published = -1;

std::string name_of(const ::testing::TestParamInfo<covered_size>& info) {
  std::string name = info.param.subject;
  for (const auto a : info.param.arguments) name.append("_").append(std::to_string(a));
  std::ranges::replace(name, '-', '_');
  return name;
}

class CoveragePaper : public ::testing::TestWithParam<covered_size> {};
INSTANTIATE_TEST_SUITE_P(fast, CoveragePaper,
                         ::testing::Values(covered_size{"binary-tree", {7}, not_published},
                                           covered_size{"binomial-heap", {4}, not_published},
                                           covered_size{"disj-set", {3}, not_published},
                                           covered_size{"doubly-linked-list", {5}, not_published},
                                           covered_size{"fibonacci-heap", {3}, not_published},
                                           covered_size{"heap-array", {4}, 0},
                                           covered_size{"red-black-tree", {4}, not_published},
                                           covered_size{"search-tree", {4}, not_published},
                                           covered_size{"singly-linked-list", {5}, not_published},
                                           covered_size{"sorted-list", {4}, not_published}),
                         name_of);
INSTANTIATE_TEST_SUITE_P(slow, CoveragePaper,
                         ::testing::Values(covered_size{"binomial-heap", {9}, 6.73},
                                           covered_size{"fibonacci-heap", {7}, 16.36},
                                           covered_size{"disj-set", {6}, 1 / 7.71}, covered_size{"heap-array", {8}, 0}),
                         name_of);

// By its own two algorithms, which look at every candidate.
TEST_P(CoveragePaper, ReachAndPruneAreWhatThePapersAlgorithmsCount) {
  const auto search = korat::subjects::find(GetParam().subject)->search(GetParam().arguments, {.count_reach = true});
  korat_test::listener_of_the_paper told(*search);
  if (!told.fits()) GTEST_SKIP() << "a space of more than 128 bits";
  while (search->next()) told.add(korat_test::current(*search));
  told.end();
  EXPECT_EQ(search->coverage().reach, korat_test::decimal(told.reach));
  EXPECT_EQ(search->coverage().prune, korat_test::decimal(told.prune));
}

TEST_P(CoveragePaper, ReachAndPruneMakeUpTheSpaceInThePapersRatio) {
  const auto search = korat::subjects::find(GetParam().subject)->search(GetParam().arguments, {.count_reach = true});
  while (search->next_valid()) {
  }
  const auto found = search->coverage();
  const auto reach = korat::big_integer::parse(found.reach.value());
  const auto prune = korat::big_integer::parse(found.prune.value());
  korat::big_integer space = 1;
  for (std::size_t i = 0; i < search->fields(); ++i) space *= search->domain_size(i);
  EXPECT_EQ((reach + prune).decimal(), space.decimal());
  const double ratio = prune.approximately() / reach.approximately();
  if (const double published = GetParam().prune_to_reach; published >= 0)
    EXPECT_NEAR(ratio, published, 0.0008 * published);
  else
    EXPECT_GT(ratio, 0);
}

}  // namespace
}  // namespace korat_test::coverage_paper_test
