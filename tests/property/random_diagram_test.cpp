// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random predicates that forget most of what they have seen, so that their states merge: they read fields again, stop
// early, keep what they know in all kinds of containers, and recurse. Their diagrams are the searches, in every number.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

#include "undo/has_context.h"
#include "world.hpp"

#if KORAT_HAS_CONTEXT

namespace korat_test::random_diagram_test {
namespace {

#ifdef NDEBUG
constexpr std::uint32_t usual_cases = 4'000;
#else
constexpr std::uint32_t usual_cases = 300;
#endif
const std::uint32_t cases = [] {
  const char* const wanted = std::getenv("KORAT_TEST_CASES");
  return wanted != nullptr ? static_cast<std::uint32_t>(std::stoul(wanted)) : usual_cases;
}();

/// One case: bounds and a predicate.
struct random_case {
  explicit random_case(std::uint32_t seed) : space(make_random_space(seed, 8'000)) {
    std::mt19937_64 generator(seed);
    decision d{.seed = generator(),
               .steps = 4 + below(generator, 20),
               .stops_one_in = 2 + below(generator, 20),
               .accepts_of_8 = 1 + below(generator, 7),
               .memories = 1 + below(generator, 6)};
    if (seed % 10 == 0) d.memories = 0;
    constexpr memory memories[] = {memory::on_the_stack, memory::undoable_containers, memory::std_containers};
    predicate = predicate_of(space, d, memories[seed % 3], seed % 4 == 0);
  }
  static std::uint32_t below(std::mt19937_64& generator, std::uint32_t n) {
    return static_cast<std::uint32_t>(generator() % n);
  }

  random_space space;
  std::function<bool(const type_root&)> predicate;
};

/// The solutions in order, and all counts.
void expect_same(korat::diagram<type_root>& diagram, const random_case& c) {
  korat::search<type_root> search(c.space.bounds, c.predicate, {.engine = korat::engine::checkpoint, .self_checks = 0});
  std::uint64_t number = 0;
  for (; search.next_valid(); ++number) {
    ASSERT_TRUE(diagram.next());
    ASSERT_EQ(diagram.vector(), search.vector());
    if (number % 37 != 0) continue;
    ASSERT_EQ(diagram.index(), korat::big_integer(number));
    ASSERT_TRUE(c.predicate(diagram.structure()));
  }
  EXPECT_FALSE(diagram.next());
  EXPECT_EQ(diagram.count(), korat::big_integer(number));
  EXPECT_EQ(diagram.explored(), korat::big_integer(search.statistics().explored));
  EXPECT_EQ(diagram.field_initializations(), korat::big_integer(search.statistics().field_initializations));
}

TEST(RandomDiagram, IsTheSearch) {
  std::uint64_t merged = 0, refused = 0, solutions = 0;
  for (std::uint32_t seed = 1; seed <= cases; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const random_case c(seed);
    try {
      korat::diagram<type_root> diagram(c.space.bounds, c.predicate);
      ASSERT_NO_FATAL_FAILURE(expect_same(diagram, c));
      ASSERT_FALSE(HasNonfatalFailure());
      merged += diagram.summary().merged;
      solutions += diagram.count().or_largest();
    } catch (const korat::diagram_error&) {
      ++refused;
    }
  }
  EXPECT_GT(merged, cases / 2);
  EXPECT_GT(solutions, 10 * cases);
  EXPECT_LE(refused, cases / 100);
}

TEST(RandomDiagram, IsTheSameFromAFile) {
  const auto path = testing::TempDir() + "korat-random.diagram";
  for (std::uint32_t seed = 1; seed <= cases / 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const random_case c(seed);
    korat::diagram<type_root>(c.space.bounds, c.predicate).save(path);
    auto loaded = korat::diagram<type_root>::load(c.space.bounds, path);
    ASSERT_NO_FATAL_FAILURE(expect_same(loaded, c));
    ASSERT_FALSE(HasNonfatalFailure());
  }
  std::remove(path.c_str());
}

// What is drawn satisfies the predicate, and is any solution as often as another.
TEST(RandomDiagram, IsSampledUniformly) {
  constexpr int draws = 10'000;
  int spaces = 0;
  for (std::uint32_t seed = 1; spaces < 5; ++seed) {
    const random_case c(seed);
    korat::diagram<type_root> diagram(c.space.bounds, c.predicate);
    const auto count = static_cast<double>(diagram.count().or_largest());
    if (count < 200 || count > 600) continue;
    ++spaces;
    std::map<korat::candidate_vector, int> drawn;
    std::mt19937_64 random(seed);
    for (int i = 0; i < draws; ++i) {
      ASSERT_TRUE(c.predicate(diagram.sample(random)));
      ++drawn[diagram.vector()];
    }
    const double expected = draws / count;
    double chi_square = (count - static_cast<double>(drawn.size())) * expected;
    for (const auto& [vector, times] : drawn) chi_square += (times - expected) * (times - expected) / expected;
    EXPECT_LT(chi_square, count - 1 + 3.5 * std::sqrt(2 * (count - 1))) << "seed " << seed;
  }
}

}  // namespace
}  // namespace korat_test::random_diagram_test

#endif
