// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random conjunctions, whose checks read fields again, stop early, recurse and keep what they know in all kinds of
// containers. In lockstep they have the solutions of the conjunction that is run in order, by every engine.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "undo/has_context.h"
#include "world.hpp"

#if KORAT_HAS_CONTEXT

namespace korat_test::random_lockstep_test {
namespace {

#ifdef NDEBUG
constexpr std::uint32_t usual_conjunctions = 2'000;
#else
constexpr std::uint32_t usual_conjunctions = 200;
#endif
const std::uint32_t conjunctions = [] {
  const char* const wanted = std::getenv("KORAT_TEST_CASES");
  return wanted != nullptr ? static_cast<std::uint32_t>(std::stoul(wanted)) : usual_conjunctions;
}();

using check = std::function<bool(const type_root&)>;
using vectors = std::vector<korat::candidate_vector>;

struct random_checks {
  explicit random_checks(std::uint32_t seed, double most = 1'500) : space(make_random_space(seed, most)) {
    std::mt19937_64 generator(seed);
    const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(generator() % n); };
    constexpr memory memories[] = {memory::on_the_stack, memory::undoable_containers, memory::std_containers};
    for (std::uint32_t i = 0; i < 4; ++i) {
      const decision d{.seed = generator(),
                       .steps = 4 + below(20),
                       .stops_one_in = 2 + below(20),
                       .accepts_of_8 = 5 + below(3),
                       .memories = below(6)};
      checks.push_back(predicate_of(space, d, memories[below(3)], below(4) == 0));
    }
  }
  random_space space;
  std::vector<check> checks;
};

struct found {
  vectors solutions = {};
  std::uint64_t explored = 0;
};

template <class Predicate>
found search_for(const random_space& space, Predicate predicate, korat::search_options options) {
  korat::search<type_root> search(space.bounds, predicate, std::move(options));
  found result;
  while (search.next_valid()) result.solutions.push_back(search.vector());
  result.explored = search.statistics().explored;
  return result;
}

vectors sorted(vectors v) {
  std::ranges::sort(v);
  return v;
}

vectors reversed(vectors v) {
  std::ranges::reverse(v);
  return v;
}

/// By every engine; what they find, which is the same.
template <class Predicate>
found by_every_engine(const random_space& space, const Predicate& predicate, std::uint32_t seed) {
  const auto checks = seed % 8 == 0   ? korat::search_options::unlimited
                      : seed % 2 == 0 ? 0
                                      : korat::search_options().self_checks;
  const auto by = [&](korat::search_options o) { return search_for(space, predicate, std::move(o)); };
  const auto first = by({.engine = korat::engine::checkpoint, .self_checks = checks});
  const auto expect_same = [&](const found& other) {
    EXPECT_EQ(other.solutions, first.solutions);
    EXPECT_EQ(other.explored, first.explored);
  };
  expect_same(by({.engine = korat::engine::reexecute, .self_checks = checks}));
  expect_same(by({.engine = korat::engine::checkpoint, .self_checks = 0, .checkpoint_distance = 3}));
  const auto backward =
      by({.engine = korat::engine::checkpoint, .direction = korat::direction::backward, .self_checks = 0});
  EXPECT_EQ(reversed(backward.solutions), first.solutions);
  EXPECT_EQ(backward.explored, first.explored);
  try {
    korat::diagram<type_root> diagram(space.bounds, predicate);
    found in_diagram{.explored = diagram.explored().or_largest()};
    while (diagram.next()) in_diagram.solutions.push_back(diagram.vector());
    expect_same(in_diagram);
  } catch (const korat::diagram_error& e) {
    ADD_FAILURE() << e.what();
  }
  return first;
}

/// A range and the rest, from the middle of all candidates.
template <class Predicate>
void expect_two_halves(const random_space& space, const Predicate& predicate, const found& whole) {
  korat::search<type_root> search(space.bounds, predicate);
  const auto middle = search.at_share(0.5);
  const auto low = search_for(space, predicate, {.to = middle});
  const auto high = search_for(space, predicate, {.from = middle});
  auto both = low.solutions;
  both.insert(both.end(), high.solutions.begin(), high.solutions.end());
  EXPECT_EQ(both, whole.solutions);
  EXPECT_EQ(low.explored + high.explored, whole.explored);
}

/// Numbers that are left open, and expanded to all that they may be.
template <class Predicate>
void expect_same_with_open_numbers(const random_space& space, const Predicate& checks, const vectors& expected,
                                   std::uint32_t seed) {
  const auto engine = seed % 3 == 0 ? korat::engine::reexecute : korat::engine::checkpoint;
  try {
    const auto open = search_for(space, checks,
                                 {.engine = engine,
                                  .symbolic = {"*"},
                                  .expand = korat::search_options::unlimited,
                                  .checkpoint_distance = 1 + seed / 4 % 3});
    EXPECT_EQ(sorted(open.solutions), sorted(expected));
  } catch (const korat::usage_error&) {
    // it has no integer that can be left open
  }
}

template <class Predicate>
void expect_conjunction(const random_space& space, const Predicate& checks, bool early, std::uint32_t seed) {
  const auto in_order = search_for(space, [&](const type_root& r) { return checks(r); }, {.self_checks = 0});
  const auto in_lockstep = by_every_engine(space, checks, seed);
  if (early) {
    EXPECT_EQ(sorted(in_lockstep.solutions), sorted(in_order.solutions));
  } else {
    EXPECT_EQ(in_lockstep.solutions, in_order.solutions);
    EXPECT_LE(in_lockstep.explored, in_order.explored);
  }
  if (seed % 4 == 0) expect_two_halves(space, checks, in_lockstep);
  if (seed % 4 == 1) expect_same_with_open_numbers(space, checks, in_order.solutions, seed);
}

TEST(RandomLockstep, HasTheSolutionsOfTheConjunction) {
  for (std::uint32_t seed = 1; seed <= conjunctions; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const random_checks r(seed);
    const auto& c = r.checks;
    switch (seed % 5) {
      case 0: expect_conjunction(r.space, korat::all_of(c[0], c[1]), false, seed); break;
      case 1: expect_conjunction(r.space, korat::all_of(c[0], korat::early(c[1])), true, seed); break;
      case 2: expect_conjunction(r.space, korat::all_of(c[0], c[1], c[2]), false, seed); break;
      case 3: expect_conjunction(r.space, korat::all_of(c[0], korat::early(c[1]), c[2]), true, seed); break;
      default:
        expect_conjunction(r.space, korat::all_of(c[0], korat::early(c[1]), c[2], korat::early(c[3])), true, seed);
    }
    ASSERT_FALSE(HasFailure());
  }
}

/// Where the search is long enough for a skeleton of the checks to be built.
TEST(RandomLockstep, FindsTheSameWithASkeleton) {
  for (std::uint32_t seed = 1; seed <= conjunctions / 10; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const random_checks r(seed, 20'000);
    const auto search = [&](const auto& predicate, korat::engine engine) {
      try {
        return search_for(r.space, predicate, {.engine = engine, .symbolic = {"*"}}).solutions;
      } catch (const korat::usage_error&) {
        return vectors();  // it has no integer that can be left open
      }
    };
    const auto expect_same = [&](const auto& predicate) {
      EXPECT_EQ(search(predicate, korat::engine::checkpoint), search(predicate, korat::engine::reexecute));
    };
    const auto& c = r.checks;
    switch (seed % 4) {
      case 0: expect_same(c[0]); break;
      case 1: expect_same(korat::all_of(c[0], korat::early(c[1]))); break;
      case 2: expect_same(korat::all_of(c[0], c[1], korat::early(c[2]))); break;
      default: expect_same(korat::all_of(c[0], korat::early(c[1]), c[2], korat::early(c[3])));
    }
    ASSERT_FALSE(HasFailure());
  }
}

}  // namespace
}  // namespace korat_test::random_lockstep_test

#endif
