// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Coverage against an accounting that shares nothing with it: candidate by candidate, as the two algorithms of the
// paper on quantifying the exploration do it, from vectors and accessed fields alone.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "paper_accounting.hpp"
#include "samples.hpp"
#include "search/natural.hpp"

namespace korat_test::coverage_test {
namespace {

using korat::direction;
using korat::engine;
double ratio(count part, count whole) { return static_cast<double>(part) / static_cast<double>(whole); }

class Coverage : public ::testing::TestWithParam<sample> {};

std::vector<sample> all_samples() {
  auto all = plain_samples();
  for (auto& s : std_samples()) all.push_back(std::move(s));
  return all;
}
INSTANTIATE_TEST_SUITE_P(Samples, Coverage, ::testing::ValuesIn(all_samples()),
                         [](const auto& of) { return of.param.name; });

TEST_P(Coverage, AgreesWithThePapersAccountingAfterEveryCandidate) {
  for (const auto kind : engines()) {
    const auto search = GetParam().search({.engine = kind, .count_reach = true});
    listener_of_the_paper told(*search);
    if (!told.fits()) GTEST_SKIP() << "a space of more than 128 bits";
    EXPECT_EQ(search->coverage().covered, "0");
    for (int i = 0; i < 20000 && search->next(); ++i) {
      told.add(current(*search));
      const auto now = search->coverage();
      ASSERT_EQ(now.covered, decimal(told.covered())) << "candidate " << i + 1;
      ASSERT_EQ(now.reach, decimal(told.reach));
      ASSERT_EQ(now.prune, decimal(told.prune));
      ASSERT_EQ(now.remaining, decimal(told.space() - told.covered()));
      ASSERT_EQ(now.space, decimal(told.space()));
      ASSERT_NEAR(now.share, static_cast<double>(told.covered()) / static_cast<double>(told.space()), 1e-12);
    }
    if (search->outcome() != korat::outcome::complete) continue;
    told.end();
    EXPECT_EQ(decimal(told.covered()), decimal(told.space())) << "the accounting of this test is wrong";
    EXPECT_EQ(search->coverage().covered, search->coverage().space);
    EXPECT_EQ(search->coverage().prune, decimal(told.prune));
  }
}

// Backward, what is covered is what lies behind: everything but what the forward search covers before it is there.
TEST_P(Coverage, BackwardCoversTheRest) {
  std::vector<std::string> covered;
  const auto forward = GetParam().search({});
  listener_of_the_paper told(*forward);
  if (!told.fits()) GTEST_SKIP() << "a space of more than 128 bits";
  while (forward->next() && covered.size() <= 20000) {
    told.add(current(*forward));
    covered.push_back(decimal(told.space() - (told.covered() - told.own)));
  }
  if (covered.size() > 20000) GTEST_SKIP() << "a long search";
  const auto backward = GetParam().search({.direction = direction::backward, .count_reach = true});
  while (backward->next()) {
    ASSERT_FALSE(covered.empty());
    ASSERT_EQ(backward->coverage().covered, covered.back());
    covered.pop_back();
  }
  EXPECT_TRUE(covered.empty());
  EXPECT_EQ(backward->coverage().covered, backward->coverage().space);
  EXPECT_EQ(backward->coverage().reach, decimal(told.reach));
}

TEST_P(Coverage, OfTheRangesOfAPartitionAddsUpToTheSpace) {
  const auto whole = GetParam().search({.count_reach = true});
  listener_of_the_paper told(*whole);
  if (!told.fits()) GTEST_SKIP() << "a space of more than 128 bits";
  while (whole->next_valid()) {
  }
  const auto cuts = korat::cut_by_count(*GetParam().search({}), 4);
  for (const auto way : {direction::forward, direction::backward}) {
    count covered = 0, reach = 0, range = 0;
    double share = 0;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
      korat::search_options part{.direction = way, .count_reach = true};
      if (i > 0) part.from = cuts[i - 1];
      if (i < cuts.size()) part.to = cuts[i];
      const auto search = GetParam().search(part);
      while (search->next()) {
        const auto now = search->coverage();
        ASSERT_LE(number(now.reach.value()), number(now.covered.value()));
        ASSERT_EQ(number(now.covered.value()) + number(now.remaining.value()), number(now.range.value()));
        ASSERT_NEAR(now.share_of_range, ratio(number(now.covered.value()), number(now.range.value())), 1e-6);
        ASSERT_NEAR(now.share, ratio(number(now.covered.value()), number(now.space.value())), 1e-12);
      }
      const auto now = search->coverage();
      EXPECT_EQ(now.remaining, "0");
      EXPECT_EQ(now.share_of_range, 1);
      covered += number(now.covered.value());
      reach += number(now.reach.value());
      range += number(now.range.value());
      share += now.share;
    }
    EXPECT_NEAR(share, 1, 1e-12);
    EXPECT_EQ(decimal(range), whole->coverage().space);
    EXPECT_EQ(decimal(covered), whole->coverage().space);
    EXPECT_EQ(decimal(reach), whole->coverage().reach);
  }
}

TEST_P(Coverage, IsTheSameHoweverTheSearchIsConsumed) {
  const auto by_candidate = GetParam().search({.count_rejections = true});
  const auto by_solution = GetParam().search({.max_valid = 1, .count_rejections = true});
  while (by_candidate->next()) {
  }
  while (by_solution->next_valid() || by_solution->outcome() != korat::outcome::complete) {
  }
  EXPECT_EQ(by_solution->coverage().reach, by_candidate->coverage().reach);
  const auto a = by_solution->rejections(), b = by_candidate->rejections();
  ASSERT_EQ(a.size(), b.size());
  std::uint64_t rejected = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].field, b[i].field);
    EXPECT_EQ(a[i].candidates, b[i].candidates);
    EXPECT_EQ(a[i].depths, b[i].depths);
    rejected += a[i].candidates;
  }
  const auto counts = by_candidate->statistics();
  EXPECT_EQ(rejected, counts.explored - counts.valid);
}

TEST_P(Coverage, RejectionsAreThoseOfTheFieldReadLast) {
  const auto search = GetParam().search({.count_rejections = true});
  std::vector<std::uint64_t> candidates(search->fields() + 1), depths(search->fields() + 1);
  for (int i = 0; i < 20000 && search->next(); ++i) {
    const auto accessed = search->accessed();
    if (search->valid() || accessed.empty()) continue;
    ++candidates[accessed.back()];
    depths[accessed.back()] += accessed.size();
  }
  for (const auto& r : search->rejections()) {
    if (search->fields() == 0 || depths[r.field] == 0) continue;
    EXPECT_EQ(r.candidates, candidates[r.field]);
    EXPECT_EQ(r.depths, depths[r.field]);
  }
}

TEST_P(Coverage, TrackingCountsSolutionsWhereTheyLie) {
  for (const auto way : {direction::forward, direction::backward})
    for (const std::uint32_t parts : {1u, 7u, 40u}) {
      const auto search = GetParam().search({.direction = way, .track = parts});
      listener_of_the_paper sizes(*search);
      if (!sizes.fits() || static_cast<double>(sizes.space()) > 1e36) GTEST_SKIP() << "a space of more than 120 bits";
      std::vector<std::uint64_t> expected(parts), numbers;
      while (search->next()) {
        if (!search->valid()) continue;
        const auto vector = search->vector();
        count before = 0, box = sizes.space();
        for (const auto f : search->accessed()) {
          const count size = search->domain_size(f);
          box /= size;
          before += (way == direction::forward ? vector[f] : size - 1 - vector[f]) * box;
        }
        ++expected[static_cast<std::size_t>(before * parts / sizes.space())];
        numbers.push_back(search->statistics().explored);
      }
      const auto found = search->distribution();
      EXPECT_EQ(found.by_space, expected) << parts;
      ASSERT_EQ(found.by_explored.size(), parts);
      std::uint64_t from = 0;
      for (std::uint32_t i = 0; i < parts; ++i) {
        const auto in_part = [&](std::uint64_t n) { return n > from && n <= found.end_of[i]; };
        EXPECT_EQ(found.by_explored[i], static_cast<std::uint64_t>(std::ranges::count_if(numbers, in_part)));
        from = found.end_of[i];
      }
      EXPECT_EQ(from, search->statistics().explored);
    }
}

// The worked numbers of the paper: candidate 1 reaches 4096 vectors, and 256 are pruned on the way to candidate 26.
TEST(CoverageOfBinaryTree3, HasTheNumbersOfThePaper) {
  const auto search = binary_tree(3).search({.count_reach = true});
  ASSERT_TRUE(search->next());
  EXPECT_EQ(search->coverage().space, "16384");
  EXPECT_EQ(search->coverage().reach, "4096");
  EXPECT_EQ(search->coverage().covered, "4096");
  for (int i = 2; i <= 25; ++i) ASSERT_TRUE(search->next());
  const auto before = std::stoull(search->coverage().prune.value());
  ASSERT_TRUE(search->next());
  EXPECT_EQ(std::stoull(search->coverage().prune.value()), before + 256);
}

TEST(CoverageOfASearch, IsNothingBeforeTheStartAndCountsOnlyWhatItIsAskedTo) {
  const auto search = binary_tree(3).search({});
  EXPECT_EQ(search->coverage().covered, "0");
  EXPECT_EQ(search->coverage().share, 0);
  ASSERT_TRUE(search->next_valid());
  EXPECT_FALSE(search->coverage().reach);
  EXPECT_TRUE(search->rejections().empty());
  EXPECT_TRUE(search->distribution().by_space.empty());
}

// Five candidates of 63: what they cover is the range, and a small part of the space.
TEST(CoverageOfASearch, OfARangeTellsTheRangeFromTheSpace) {
  const auto all = binary_tree(3).search({});
  std::vector<korat::candidate_vector> vectors;
  while (all->next()) vectors.push_back(all->vector());
  const auto search = binary_tree(3).search({.from = vectors[29], .to = vectors[34]});
  EXPECT_FALSE(search->coverage().range) << "a search that has not begun does not know";
  std::vector<std::string> covered;
  while (search->next()) covered.push_back(search->coverage().covered.value());
  const auto end = search->coverage();
  EXPECT_EQ(covered, (std::vector<std::string>{"1", "2", "3", "4", "8"}))
      << "four read all eight fields, the fifth seven";
  EXPECT_EQ(end.space, "16384");
  EXPECT_EQ(end.range, end.covered);
  EXPECT_EQ(end.share_of_range, 1);
  EXPECT_EQ(end.share, std::stod(end.range.value()) / 16384);
  const auto empty = binary_tree(3).search({.from = vectors[9], .to = vectors[3]});
  EXPECT_FALSE(empty->next());
  EXPECT_EQ(empty->coverage().range, "0");
  EXPECT_EQ(empty->coverage().share, 0);
}

/// Fields of so many sizes that counting by how many of each were read would need a table of 2^22 entries.
template <int I>
struct part {
  korat::field<int> value;
};
template <int... I>
struct whole : part<I>... {
  // Reads two fields, then one of the others, and often more.
  bool rep_ok() const {
    const int low = part<0>::value, high = part<21>::value;
    if (((I != 0 && I != 21 && I == high && part<I>::value > low) || ...)) return part<7>::value == 3;
    return part<12>::value != low && part<3>::value < 3;
  }
};

template <int... I>
sample of_many_sizes(std::integer_sequence<int, I...>) {
  korat::finitization<whole<I...>> bounds("many");
  (bounds.template set<&part<I>::value>(korat::between(0, I + 1)), ...);
  return make_sample("of_many_sizes", bounds, &whole<I...>::rep_ok);
}

TEST(CoverageOfASearch, IsExactForManySizesToo) {
  const auto search = of_many_sizes(std::make_integer_sequence<int, 22>{}).search({.count_reach = true});
  listener_of_the_paper told(*search);
  ASSERT_TRUE(told.fits());
  for (int i = 0; i < 20000 && search->next(); ++i) {
    told.add(current(*search));
    ASSERT_EQ(search->coverage().reach, decimal(told.reach));
    ASSERT_EQ(search->coverage().covered, decimal(told.covered()));
  }
  EXPECT_GT(search->statistics().explored, 2000u);
}

TEST(Natural, ComputesAsTheMachineDoes) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    const std::uint64_t a = random() >> (random() % 64), b = random() >> (random() % 64);
    const auto small = static_cast<std::uint32_t>(random() >> (32 + random() % 31)) + 1;
    using korat::detail::natural;
    EXPECT_EQ((natural(a) += natural(b)).decimal(), decimal(count{a} + b));
    EXPECT_EQ((natural(a) *= small).decimal(), decimal(count{a} * small));
    EXPECT_EQ(natural(a).times(b).decimal(), decimal(count{a} * b));
    EXPECT_EQ((natural(a).times(b) /= small).decimal(), decimal(count{a} * b / small));
    if (b != 0) {
      EXPECT_EQ((natural(a).times(b) -= natural(a)).decimal(), decimal(count{a} * b - a));
    }
    EXPECT_EQ(natural(a) < natural(b), a < b);
  }
}

}  // namespace
}  // namespace korat_test::coverage_test
