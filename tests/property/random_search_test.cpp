// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random finitizations and random predicates, against searches that share no code with ours.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <sstream>
#include <string>

#include "tests/search/sanitized.hpp"
#include "world.hpp"

namespace korat_test::random_search_test {
namespace {

// A few hundred take a few seconds; fewer with sanitizers. KORAT_TEST_CASES=20000 looks harder.
#ifdef NDEBUG
constexpr std::uint32_t usual_cases = so_many(400U, 100U);
#else
constexpr std::uint32_t usual_cases = 100;
#endif
const std::uint32_t cases = [] {
  const char* const wanted = std::getenv("KORAT_TEST_CASES");
  return wanted != nullptr ? static_cast<std::uint32_t>(std::stoul(wanted)) : usual_cases;
}();

decision random_decision(std::uint32_t seed) {
  std::mt19937_64 generator(seed);
  decision d;
  d.seed = generator();
  d.steps = 4 + static_cast<std::uint32_t>(generator() % 20);
  d.stops_one_in = 2 + static_cast<std::uint32_t>(generator() % 20);
  d.accepts_of_8 = 1 + static_cast<std::uint32_t>(generator() % 7);
  return d;
}

std::vector<visited> visited_by(const random_space& space, const std::function<bool(const type_root&)>& predicate,
                                korat::search_options options) {
  korat::search<type_root> search(space.bounds, predicate, std::move(options));
  std::vector<visited> result;
  while (search.next()) {
    const auto accessed = search.accessed();
    result.push_back({search.vector(), {accessed.begin(), accessed.end()}, search.valid()});
  }
  return result;
}

std::string in_words(const visited& v) {
  std::ostringstream out;
  for (const auto x : v.vector) out << x << ' ';
  out << ": ";
  for (const auto x : v.accessed) out << x << ' ';
  return out.str() + (v.valid ? "***" : "");
}

std::string difference(const std::vector<visited>& expected, const std::vector<visited>& found) {
  const auto [e, f] = std::mismatch(expected.begin(), expected.end(), found.begin(), found.end());
  if (e == expected.end() && f == found.end()) return "";
  return "candidate " + std::to_string(e - expected.begin()) + ": expected " +
         (e == expected.end() ? "none" : in_words(*e)) + ", got " + (f == found.end() ? "none" : in_words(*f));
}

const memory all_memories[] = {memory::on_the_stack, memory::undoable_containers, memory::std_containers};

TEST(RandomSearch, MatchesBruteForceUpToIsomorphism) {
  std::size_t structures = 0;
  for (std::uint32_t seed = 1; seed <= cases; ++seed) {
    const auto space = make_random_space(seed, 20'000);
    const auto d = random_decision(seed);
    const auto expected = brute_force(space.in_numbers, model_predicate_of(space, d));
    std::vector<std::string> found;
    korat::for_each(space.bounds, predicate_of(space, d, all_memories[seed % 3], seed % 2 == 0),
                    [&](const type_root& root) { found.push_back(canonical_in_memory(space, root)); });
    std::sort(found.begin(), found.end());
    ASSERT_EQ(std::adjacent_find(found.begin(), found.end()), found.end())
        << "two isomorphic structures, seed " << seed;
    ASSERT_EQ(found.size(), expected.size()) << "seed " << seed;
    ASSERT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end())) << "seed " << seed;
    structures += found.size();
  }
  EXPECT_GT(structures, cases * 5u);  // the cases are not all trivial
}

TEST(RandomSearch, VisitsTheCandidatesOfThePapersRulesInTheirOrder) {
  for (std::uint32_t seed = 1; seed <= cases; ++seed) {
    const auto space = make_random_space(seed, 20'000);
    const auto d = random_decision(seed);
    const auto expected = reference_search(space.in_numbers, model_predicate_of(space, d));
    const auto found = visited_by(space, predicate_of(space, d, all_memories[seed % 3], seed % 2 == 1), {});
    ASSERT_EQ(difference(expected, found), "") << "seed " << seed;
  }
}

TEST(RandomSearch, IsTheSameForEveryEngineDistanceLimitAndDirection) {
  std::mt19937 generator(7);
  for (std::uint32_t seed = 1; seed <= cases; ++seed) {
    const auto space = make_random_space(seed, 20'000);
    const auto d = random_decision(seed + 1000);
    const auto truth = visited_by(space, predicate_of(space, d, memory::on_the_stack, false),
                                  {.engine = korat::engine::reexecute, .self_checks = 0});
    for (const auto where : all_memories) {
      const bool recursive = generator() % 2 == 0;
      const bool backward = generator() % 2 == 0;
      korat::search_options options;
      options.direction = backward ? korat::direction::backward : korat::direction::forward;
      options.checkpoint_distance = 1 + static_cast<std::uint32_t>(generator() % 5);
      const std::size_t needed = where == memory::on_the_stack ? 500 : 20'000;  // containers have to fit
      options.memory_limit = generator() % 2 == 0 ? options.memory_limit : needed + generator() % 5000;
      const std::uint64_t checks[] = {0, 1, 20, korat::search_options::unlimited};
      options.self_checks = checks[generator() % 4];
      auto found = visited_by(space, predicate_of(space, d, where, recursive), options);
      if (backward) std::reverse(found.begin(), found.end());
      ASSERT_EQ(difference(truth, found), "")
          << "seed " << seed << ", memory " << static_cast<int>(where) << (recursive ? ", recursive" : "")
          << (backward ? ", backward" : "") << ", distance " << options.checkpoint_distance << ", limit "
          << options.memory_limit << ", self-checks " << options.self_checks;
    }
  }
}

// The model is the space: as many fields, with domains of the same sizes.
TEST(RandomSearch, TheModelHasTheShapeOfTheSpace) {
  for (std::uint32_t seed = 1; seed <= cases; ++seed) {
    const auto space = make_random_space(seed, 20'000);
    const korat::search<type_root> search(space.bounds, [](const type_root&) { return true; });
    ASSERT_EQ(search.fields(), space.in_numbers.fields.size()) << "seed " << seed;
    for (std::size_t f = 0; f < search.fields(); ++f)
      ASSERT_EQ(search.domain_size(f), space.in_numbers.fields[f].values.size()) << "seed " << seed;
  }
}

}  // namespace
}  // namespace korat_test::random_search_test
