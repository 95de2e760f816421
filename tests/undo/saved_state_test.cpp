// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The property checkpoints stand on: what the engine saves of a container is its head, a piece of the predicate's stack
// copied byte by byte, and a mark of the temporaries. Putting both back must bring back the container exactly, at any
// later time, any number of times, whatever was done to it in between.
//
// `stack` plays the predicate's stack: containers are made in it, changed, copied, swapped and destroyed; states of it
// are saved and returned to in the order the engine may use: later states are forgotten when an earlier one returns,
// and any state may be thinned out. A copy of the std:: models, taken at the same moments, knows what must be there.

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <new>
#include <utility>
#include <vector>

#include "every_model.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::saved_state_test {
namespace {

template <class Model>
class player {
 public:
  explicit player(std::uint32_t seed) : dice_(seed), keys_(keys_for<Model>(seed)) { memory_.logging(true); }

  std::string play(int steps) {
    const korat::detail::temporaries_scope scope(memory_);
    for (step_ = 0; step_ < steps; ++step_) {
      std::string wrong;
      const auto roll = dice_.below(100);
      if (roll < 8)
        save();
      else if (roll < 16)
        wrong = go_back();
      else if (roll < 17)
        thin_out();
      else
        wrong = change();
      if (wrong.empty() && step_ % 8 == 0) wrong = difference();
      if (!wrong.empty()) return "step " + std::to_string(step_) + " (" + what_ + "): " + wrong;
    }
    return "";
  }
  std::size_t returns() const { return returns_; }

 private:
  using container = typename Model::container;
  static constexpr number count = 4;

  struct knowledge {
    std::array<bool, count> alive{};
    std::array<typename Model::model, count> models;
  };
  struct stack_bytes {
    alignas(container) std::array<std::byte, count * sizeof(container)> bytes;
  };
  struct saved {
    stack_bytes stack;
    korat::detail::temporaries::mark mark;
    knowledge known;
  };

  void* place(number i) { return stack_.bytes.data() + i * sizeof(container); }
  container& at(number i) { return *std::launder(static_cast<container*>(place(i))); }

  void save() {
    what_ = "save";
    saves_.push_back({stack_, memory_.position(), known_});
  }

  std::string go_back() {
    what_ = "return";
    if (saves_.empty()) return "";
    // Mostly to the last one, as depth-first search does; it stays, to be returned to again, or is consumed.
    const auto back = dice_.one_in(3) ? dice_.below(static_cast<number>(saves_.size())) : 0;
    saves_.resize(saves_.size() - back);
    const saved& state = saves_.back();
    std::memcpy(stack_.bytes.data(), state.stack.bytes.data(), stack_.bytes.size());
    memory_.return_to(state.mark);
    known_ = state.known;
    if (memory_.position().next != state.mark.next || memory_.position().trail != state.mark.trail)
      return "the mark is not where it was";
    if (dice_.one_in(3)) saves_.pop_back();
    ++returns_;
    return difference();
  }

  void thin_out() {
    what_ = "thin out";
    if (!saves_.empty()) saves_.erase(saves_.begin() + dice_.below(static_cast<number>(saves_.size())));
  }

  std::string change() {
    const auto i = dice_.below(count), j = dice_.below(count);
    auto& alive = known_.alive;
    auto& models = known_.models;
    if (!alive[i]) {
      what_ = "make";
      if (alive[j] && dice_.one_in(2))
        ::new (place(i)) container(std::as_const(at(j))), models[i] = models[j];
      else
        ::new (place(i)) container(), models[i] = {};
      alive[i] = true;
      return "";
    }
    switch (dice_.below(60)) {
      case 0:
        what_ = "destroy";
        at(i).~container();
        alive[i] = false;
        return "";
      case 1:
        what_ = "assign";
        if (alive[j]) at(i) = std::as_const(at(j)), models[i] = models[j];
        return "";
      case 2:
        what_ = "swap";
        if (alive[j]) std::swap(at(i), at(j)), std::swap(models[i], models[j]);
        return "";
      case 3:
        what_ = "move";
        if (!alive[j] || i == j) return "";
        at(i) = std::move(at(j)), models[i] = models[j];
        at(j) = container(), models[j] = {};
        return "";
      default: what_ = "step"; return Model::step(at(i), models[i], dice_, keys_);
    }
  }

  std::string difference() {
    for (number i = 0; i < count; ++i) {
      if (!known_.alive[i]) continue;
      const auto wrong = Model::difference(at(i), known_.models[i], keys_);
      if (!wrong.empty()) return "container " + std::to_string(i) + ": " + wrong;
    }
    return "";
  }

  korat::detail::temporaries memory_{std::size_t{256} << 20};
  dice dice_;
  number keys_;
  stack_bytes stack_{};
  knowledge known_;
  std::vector<saved> saves_;
  int step_ = 0;
  std::size_t returns_ = 0;
  const char* what_ = "";
};

template <class Model>
class SavedState : public ::testing::Test {};
TYPED_TEST_SUITE(SavedState, every_model);

TYPED_TEST(SavedState, ReturnsExactlyWhateverHappenedSince) {
  std::size_t returns = 0;
  for (std::uint32_t seed = 1; seed <= so_many(16U, 4U); ++seed) {
    player<TypeParam> p(seed);
    ASSERT_EQ(p.play(2500), "") << "seed " << seed;
    returns += p.returns();
  }
  EXPECT_GT(returns, so_many(1000U, 250U));  // the test tests something
}

// Elements that never repeat: the containers grow far beyond their first room between a save and the return.
TYPED_TEST(SavedState, ReturnsAfterGrowingFarBeyondTheFirstRoom) {
  korat::detail::temporaries memory(std::size_t{256} << 20);
  memory.logging(true);
  const korat::detail::temporaries_scope scope(memory);
  using container = typename TypeParam::container;
  alignas(container) std::array<std::byte, sizeof(container)> live{}, copy{};
  auto* const c = ::new (live.data()) container();
  typename TypeParam::model m;
  dice d(5);
  for (int i = 0; i < 60; ++i) ASSERT_EQ(TypeParam::step(*c, m, d, 120), "");
  copy = live;
  const auto mark = memory.position();
  const auto known = m;
  for (int round = 0; round < 5; ++round) {
    for (int i = 0; i < 3000; ++i) ASSERT_EQ(TypeParam::step(*c, m, d, 120), "") << round;
    std::memcpy(live.data(), copy.data(), live.size());
    memory.return_to(mark);
    m = known;
    ASSERT_EQ(TypeParam::difference(*c, m, 120), "") << round;
  }
}

}  // namespace
}  // namespace korat_test::saved_state_test
