// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "smt/remembering_solver.hpp"

#include <gtest/gtest.h>

namespace korat_test::remembering_solver_test {
namespace {

using namespace korat::detail;

constexpr number_type int32{32, true};

/// Answers the first question with its number, and so on; gives up on every second one.
class counting_solver : public solver {
 public:
  explicit counting_solver(int& asked) : asked_(asked) {}
  solution solve(const solver_problem&, goal) override {
    if (++asked_ % 2 == 0) return {};
    return {.feasible = answer::yes, .values = {asked_}};
  }

 private:
  int& asked_;
};

struct RememberingSolver : testing::Test {
  int asked = 0;
  std::unique_ptr<solver> remembering = remember_answers(std::make_unique<counting_solver>(asked));
  term_table terms;
  term_id x = terms.symbol(int32);

  /// x * x == square, x in 0..high
  solution ask(int square, int high = 9, goal wanted = goal::any) {
    const auto before = terms.position();
    const auto product = terms.make(operation::multiply, x, x);
    const condition is{product, relation::equal, terms.constant(static_cast<std::uint64_t>(square), int32)};
    auto found = remembering->solve({terms, {{0, 0, high, 0}}, {is}}, wanted);
    terms.return_to(before);
    return found;
  }
};

TEST_F(RememberingSolver, AsksEachQuestionOnce) {
  EXPECT_EQ(ask(4).values, ask(4).values);
  EXPECT_EQ(asked, 1);
}

TEST_F(RememberingSolver, GivesUpAgainWhereItGaveUp) {
  ask(4);
  EXPECT_EQ(ask(5).feasible, answer::unknown);
  EXPECT_EQ(ask(5).feasible, answer::unknown);
  EXPECT_EQ(asked, 2);
}

TEST_F(RememberingSolver, KnowsQuestionsByWhatTheyMean) {
  ask(4);
  terms.constant(77, int32);  // terms have other numbers from here on
  ask(4);
  EXPECT_EQ(asked, 1);
}

TEST_F(RememberingSolver, TellsQuestionsApart) {
  ask(4);
  ask(5);
  ask(4, 10);
  ask(4, 9, goal::nearest);
  EXPECT_EQ(asked, 4);
}

TEST_F(RememberingSolver, ForgetsThatThereWasNoTime) {
  ask(1);
  remembering->stop_at(std::chrono::steady_clock::now());
  EXPECT_EQ(ask(4).feasible, answer::unknown);
  remembering->stop_at(std::chrono::steady_clock::time_point::max());
  EXPECT_EQ(ask(4).feasible, answer::yes);
}

}  // namespace
}  // namespace korat_test::remembering_solver_test
