// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Random path conditions over few symbols, against brute force: the built-in reasoning alone where it promises an
// answer, and with Z3 beyond that. Ranges are small, but lie where types end as well.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "symbolic/path_condition.hpp"
#include "tests/search/sanitized.hpp"
#ifdef KORAT_TEST_Z3
#include "smt/z3_solver.hpp"
#endif

namespace korat_test::random_conditions_test {
namespace {

using namespace korat::detail;

constexpr number_type int_type{32, true};

struct symbol_spec {
  number_type type;
  wide low, high, old;
};

/// The best by brute force: how many symbols change, and how far in all.
struct best {
  int changed;
  wide sum;
  bool operator==(const best&) const = default;
};
/// And the least value of each symbol in any solution.
struct solutions {
  best nearest;
  std::vector<wide> least;
};

class random_path {
 public:
  random_path(std::uint64_t seed, solver* beyond) : random_(seed), path(beyond) {}

  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  void add_symbols(bool one_type) {
    of_one_type = one_type;
    static constexpr number_type types[] = {{8, true},   {8, false}, {16, true},  {16, false}, {32, true},
                                            {32, false}, {64, true}, {64, false}, {1, false}};
    const int count = 1 + below(5);
    const auto common = types[below(8)];
    static constexpr int widths[] = {200, 40, 12, 6, 4};
    for (int i = 0; i < count; ++i) {
      const auto type = of_one_type ? common : types[below(9)];
      const wide width = std::min<wide>(high_of(type) - low_of(type), below(widths[count - 1]));
      const wide starts[] = {low_of(type), high_of(type) - width, std::max<wide>(low_of(type), -width / 2)};
      const wide low = starts[below(3)];
      const wide old = std::clamp(low + below(static_cast<int>(width) + 7) - 3, low_of(type), high_of(type));
      specs.push_back({type, low, low + width, old});
      symbols.push_back(path.add_symbol(type, low, low + width, old));
    }
  }

  /// A symbol plus a constant, or the difference of two.
  void push_simple() {
    const auto i = static_cast<std::size_t>(below(static_cast<int>(symbols.size())));
    const auto type = specs[i].type;
    const auto at = [&](wide value) { return path.terms().constant(wrapped(value, type), type); };
    auto left = symbols[i];
    const auto j = static_cast<std::size_t>(below(static_cast<int>(symbols.size())));
    const bool two = j != i && below(3) != 0;
    auto right = two ? symbols[j] : at(specs[i].low + below(static_cast<int>(specs[i].high - specs[i].low) + 3) - 1);
    if (two && type.is_signed && below(2) == 0) {
      const auto by = at(below(9) - 4);
      if (below(3) == 0) {
        left = path.terms().make(operation::subtract, left, right);
        right = by;
      } else {
        right = path.terms().make(operation::add, right, by);
      }
    }
    add({left, static_cast<relation>(below(6)), right});
  }

  /// Any term of this type.
  term_id term_of(number_type type, int depth) {
    auto& terms = path.terms();
    if (depth == 0 || below(4) == 0) {
      if (below(3) == 0) return terms.constant(wrapped(below(40) - 12, type), type);
      return terms.convert(symbols[static_cast<std::size_t>(below(static_cast<int>(symbols.size())))], type);
    }
    static constexpr operation all[] = {operation::add,         operation::subtract,  operation::multiply,
                                        operation::divide,      operation::remainder, operation::bit_and,
                                        operation::bit_or,      operation::bit_xor,   operation::shift_left,
                                        operation::shift_right, operation::negate,    operation::complement};
    const auto what = all[below(12)];
    const auto left = term_of(type, depth - 1);
    if (is_unary(what)) return terms.make(what, left);
    if (what == operation::shift_left || what == operation::shift_right)
      return terms.make(what, left, term_of(below(2) == 0 ? type : number_type{8, below(2) == 0}, depth - 1));
    return terms.make(what, left, term_of(type, depth - 1));
  }
  void push_any() {
    static constexpr number_type types[] = {{8, true},   {8, false}, {16, false}, int_type,
                                            {32, false}, {64, true}, {64, false}, {1, false}};
    const auto type = types[below(8)];
    const auto left = term_of(type, 2), right = term_of(type, 1);
    add({left, static_cast<relation>(below(6)), right});
  }

  void add(const condition& c) {
    path.push(c);
    pushed.push_back(c);
  }
  void pop_some() {
    const auto size = static_cast<std::size_t>(below(static_cast<int>(pushed.size()) + 1));
    path.pop_to(size);
    pushed.resize(size);
  }

  bool satisfies(std::span<const std::uint64_t> values) const {
    for (std::size_t i = 0; i < specs.size(); ++i) {
      const wide v = value_of(values[i], specs[i].type);
      if (v < specs[i].low || v > specs[i].high) return false;
    }
    return std::ranges::all_of(pushed, [&](const condition& c) {
      const auto a = path.terms().evaluate(c.left, values), b = path.terms().evaluate(c.right, values);
      const auto type = path.terms()[c.left].type;
      return a && b && holds(value_of(*a, type), c.how, value_of(*b, type));
    });
  }
  best distance(std::span<const std::uint64_t> values) const {
    best d{0, 0};
    for (std::size_t i = 0; i < specs.size(); ++i) {
      const wide moved = value_of(values[i], specs[i].type) - specs[i].old;
      d.changed += moved != 0;
      d.sum += moved < 0 ? -moved : moved;
    }
    return d;
  }
  std::optional<solutions> by_brute_force() const {
    std::optional<solutions> found;
    std::vector<std::uint64_t> values;
    for (const auto& s : specs) values.push_back(wrapped(s.low, s.type));
    for (;;) {
      if (satisfies(values)) {
        const auto d = distance(values);
        if (!found) found = {d, std::vector<wide>(specs.size(), wide{1} << 100)};
        auto& near = found->nearest;
        if (std::pair(d.changed, d.sum) < std::pair(near.changed, near.sum)) near = d;
        for (std::size_t i = 0; i < specs.size(); ++i)
          found->least[i] = std::min(found->least[i], value_of(values[i], specs[i].type));
      }
      std::size_t i = 0;
      for (; i < specs.size(); ++i) {
        const wide next = value_of(values[i], specs[i].type) + 1;
        if (next <= specs[i].high) {
          values[i] = wrapped(next, specs[i].type);
          break;
        }
        values[i] = wrapped(specs[i].low, specs[i].type);
      }
      if (i == specs.size()) return found;
    }
  }

  std::mt19937_64 random_;
  path_condition path;
  std::vector<symbol_spec> specs;
  std::vector<term_id> symbols;
  std::vector<condition> pushed;
  bool of_one_type = true;
};

int cases(int usual) {
  const char* const asked = std::getenv("KORAT_TEST_CASES");
  return asked != nullptr ? std::atoi(asked) : usual / so_many(1, 4);
}

/// What feasible_with() says is what feasible() says after a push, and nothing is left of it.
void ask_and_push(random_path& p) {
  const auto settled = p.path.feasible();
  p.push_simple();
  const auto added = p.pushed.back();
  const auto expected = p.path.feasible();
  p.path.pop_to(p.pushed.size() - 1);
  ASSERT_EQ(p.path.feasible(), settled);
  const std::vector<std::uint64_t> before(p.path.witness().begin(), p.path.witness().end());
  ASSERT_EQ(p.path.feasible_with(added), expected);
  ASSERT_TRUE(std::ranges::equal(p.path.witness(), before));
  p.path.push(added);
}

enum class promise { always_an_answer, no_wrong_answer };

void compare(random_path& p, promise what, int& answered) {
  const auto expected = p.by_brute_force();
  const auto verdict = p.path.feasible();
  ASSERT_TRUE(verdict != answer::unknown || what != promise::always_an_answer);
  if (verdict == answer::unknown) return;
  ++answered;
  ASSERT_EQ(verdict == answer::yes, expected.has_value());
  if (!expected) return;
  ASSERT_TRUE(p.satisfies(p.path.witness()));
  const auto small = p.path.smallest();
  ASSERT_TRUE(p.satisfies(small));
  const auto is_difference = [](const condition& c) { return c.how != relation::unequal; };
  const bool has_least = p.of_one_type && std::ranges::all_of(p.pushed, is_difference);
  for (std::size_t i = 0; has_least && i < small.size(); ++i)
    ASSERT_TRUE(value_of(small[i], p.specs[i].type) == expected->least[i]) << "symbol " << i;
  const auto found = p.path.nearest();
  ASSERT_EQ(found.feasible, answer::yes);
  ASSERT_TRUE(p.satisfies(found.bits));
  ASSERT_TRUE(found.smallest || what != promise::always_an_answer);
  if (!found.smallest) return;
  const auto d = p.distance(found.bits);
  ASSERT_EQ(d.changed, expected->nearest.changed);
  ASSERT_TRUE(d.sum == expected->nearest.sum)
      << static_cast<long long>(d.sum) << " is not " << static_cast<long long>(expected->nearest.sum);
}

TEST(RandomConditions, OfBoundsAndDifferencesAreDecidedAlone) {
  int answered = 0;
  for (int seed = 0; seed < cases(3000); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    random_path p(static_cast<std::uint64_t>(seed), nullptr);
    p.add_symbols(true);
    for (int round = 0; round < 3; ++round) {
      for (int n = 1 + p.below(5); n > 0; --n) p.push_simple();
      ASSERT_NO_FATAL_FAILURE(compare(p, promise::always_an_answer, answered));
      p.pop_some();
    }
    ASSERT_NO_FATAL_FAILURE(compare(p, promise::always_an_answer, answered));
  }
}

TEST(RandomConditions, CanBeAskedAboutBeforeTheyArePushed) {
  for (int seed = 0; seed < cases(1000); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    random_path p(static_cast<std::uint64_t>(seed), nullptr);
    p.add_symbols(true);
    for (int n = 0; n < 6; ++n) ASSERT_NO_FATAL_FAILURE(ask_and_push(p));
    int answered = 0;
    ASSERT_NO_FATAL_FAILURE(compare(p, promise::always_an_answer, answered));
  }
}

TEST(RandomConditions, WithoutASolverAreNeverAnsweredWrongly) {
  int answered = 0;
  for (int seed = 0; seed < cases(1500); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    random_path p(static_cast<std::uint64_t>(seed), nullptr);
    p.add_symbols(false);
    for (int n = 1 + p.below(4); n > 0; --n) p.push_any();
    ASSERT_NO_FATAL_FAILURE(compare(p, promise::no_wrong_answer, answered));
    p.pop_some();
    ASSERT_NO_FATAL_FAILURE(compare(p, promise::no_wrong_answer, answered));
  }
  EXPECT_GT(answered, 0);
}

#ifdef KORAT_TEST_Z3

TEST(RandomConditions, AreDecidedByZ3) {
  const auto z3 = make_z3_solver({.effort = 200'000'000});
  int answered = 0;
  for (int seed = 0; seed < cases(150); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    random_path p(static_cast<std::uint64_t>(seed), z3.get());
    p.add_symbols(false);
    for (int n = 1 + p.below(4); n > 0; --n) p.push_any();
    ASSERT_NO_FATAL_FAILURE(compare(p, promise::always_an_answer, answered));
    p.pop_some();
    ASSERT_NO_FATAL_FAILURE(compare(p, promise::always_an_answer, answered));
  }
}

/// The same problem to both, as bit-vectors and as differences.
TEST(RandomConditions, AreDecidedAlikeByZ3AndByDifferences) {
  const auto z3 = make_z3_solver({.effort = 200'000'000});
  for (int seed = 0; seed < cases(100); ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    random_path p(static_cast<std::uint64_t>(seed), nullptr);
    p.add_symbols(true);
    for (int n = 1 + p.below(6); n > 0; --n) p.push_simple();
    solver_problem problem{p.path.terms(), {}, p.pushed};
    for (symbol_id s = 0; s < p.specs.size(); ++s)
      problem.variables.push_back({s, p.specs[s].low, p.specs[s].high, p.specs[s].old});
    const auto theirs = z3->solve(problem, goal::nearest);
    const auto ours = p.path.nearest();
    ASSERT_EQ(ours.feasible, theirs.feasible);
    if (ours.feasible != answer::yes) continue;
    ASSERT_TRUE(theirs.smallest);
    std::vector<std::uint64_t> bits;
    for (std::size_t i = 0; i < p.specs.size(); ++i) bits.push_back(wrapped(theirs.values[i], p.specs[i].type));
    ASSERT_TRUE(p.satisfies(bits));
    ASSERT_EQ(p.distance(ours.bits), p.distance(bits));
  }
}

TEST(Z3, GivesUpInTime) {
  const auto z3 = make_z3_solver({.effort = 10'000});
  path_condition path(z3.get());
  constexpr number_type type{64, false};
  const auto x = path.add_symbol(type, 2, high_of(type), 3), y = path.add_symbol(type, 2, high_of(type), 3);
  path.push({path.terms().make(operation::multiply, x, y), relation::equal,
             path.terms().constant(0xffff'ffff'ffff'ffc5, type)});
  path.push({path.terms().make(operation::divide, path.terms().constant(0xffff'ffff'ffff'ffc5, type), x),
             relation::equal, y});
  EXPECT_EQ(path.feasible(), answer::unknown);
}

TEST(Z3, IsNotAskedWhenTheTimeIsOver) {
  const auto z3 = make_z3_solver();
  path_condition path(z3.get());
  constexpr number_type type{32, true};
  const auto x = path.add_symbol(type, 2, 1'000, 3);
  path.push({path.terms().make(operation::multiply, x, x), relation::equal, path.terms().constant(49, type)});
  z3->stop_at(std::chrono::steady_clock::now());
  EXPECT_EQ(path.feasible(), answer::unknown);
  z3->stop_at(std::chrono::steady_clock::time_point::max());
  EXPECT_EQ(path.nearest().bits, std::vector<std::uint64_t>{7});
}

#endif

}  // namespace
}  // namespace korat_test::random_conditions_test
