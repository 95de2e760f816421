// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "smt/remembering_solver.hpp"

#include <string>
#include <unordered_map>
#include <utility>

namespace korat::detail {

namespace {

/// The problem and the goal as bytes. Numbers of terms are no use: they are given anew when a path is cut back.
class question_text {
 public:
  question_text(const solver_problem& problem, goal wanted) : terms_(problem.terms) {
    add(wanted);
    for (const auto& v : problem.variables) add(v.symbol), add(v.low), add(v.high), add(v.old);
    for (const auto& c : problem.conditions) {
      const auto left = place_of(c.left), right = place_of(c.right);
      add('c'), add(left), add(c.how), add(right);
    }
  }
  std::string take() && { return std::move(text_); }

 private:
  template <class T>
  void add(const T& plain) {
    text_.append(reinterpret_cast<const char*>(&plain), sizeof plain);
  }

  /// Terms are counted in the order in which they are first needed, operands first.
  std::uint32_t place_of(term_id whole) {
    for (const auto id : terms_.parts(whole)) {
      const auto [found, is_new] = places_.try_emplace(id, static_cast<std::uint32_t>(places_.size() + 1));
      if (!is_new) continue;
      const auto& t = terms_[id];
      const auto operand = [&](term_id o) { return o == 0 ? 0 : places_.at(o); };
      add('t'), add(t.what), add(t.type.bits), add(t.type.is_signed), add(operand(t.left)), add(operand(t.right)),
          add(t.bits);
    }
    return places_.at(whole);
  }

  const term_table& terms_;
  std::unordered_map<term_id, std::uint32_t> places_;
  std::string text_;
};

class remembering_solver : public solver {
 public:
  explicit remembering_solver(std::unique_ptr<solver> of) : asked_(std::move(of)) {}

  solution solve(const solver_problem& problem, goal wanted) override {
    auto question = question_text(problem, wanted).take();
    if (const auto known = answers_.find(question); known != answers_.end()) return known->second;
    asked_->stop_at(deadline_);
    auto found = asked_->solve(problem, wanted);
    if (found.feasible == answer::unknown && std::chrono::steady_clock::now() >= deadline_)
      return found;  // it was not asked
    if (size_ > most_bytes) answers_.clear(), size_ = 0;
    size_ += question.size();
    answers_.emplace(std::move(question), found);
    return found;
  }

 private:
  static constexpr std::size_t most_bytes = std::size_t{64}
                                            << 20;  // far more than a search needs whose questions repeat

  std::unique_ptr<solver> asked_;
  std::unordered_map<std::string, solution> answers_;
  std::size_t size_ = 0;  // of the questions
};

}  // namespace

std::unique_ptr<solver> remember_answers(std::unique_ptr<solver> of) {
  return std::make_unique<remembering_solver>(std::move(of));
}

}  // namespace korat::detail
