// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Coroutines: their frames lie on the heap and must come back with the state, suspended where they were.

#include <coroutine>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

class generator {
 public:
  struct promise_type {
    int value = 0;
    std::exception_ptr thrown;
    generator get_return_object() { return generator(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    std::suspend_always final_suspend() noexcept { return {}; }
    std::suspend_always yield_value(int v) noexcept { return value = v, std::suspend_always(); }
    void return_void() {}
    void unhandled_exception() { thrown = std::current_exception(); }
  };
  explicit generator(std::coroutine_handle<promise_type> h) : handle_(h) {}
  generator(generator&& other) noexcept : handle_(std::exchange(other.handle_, {})) {}
  generator& operator=(generator&&) = delete;
  ~generator() {
    if (handle_) handle_.destroy();
  }

  bool next() {
    handle_.resume();
    if (handle_.promise().thrown) std::rethrow_exception(handle_.promise().thrown);
    return !handle_.done();
  }
  int value() const { return handle_.promise().value; }

 private:
  std::coroutine_handle<promise_type> handle_;
};

generator numbers_of(const numbers& n) {
  co_yield n.a;
  co_yield n.b;
  co_yield n.c;
  co_yield n.d;
  co_yield n.e;
  co_yield n.f;
}

generator running_sums(generator from) {
  int sum = 0;
  while (from.next()) co_yield sum += from.value();
}

generator in_order(const node* n, int fuel) {
  if (n == nullptr || fuel == 0) co_return;
  auto left = in_order(n->left, fuel - 1);
  while (left.next()) co_yield left.value();
  co_yield n->key;
  auto right = in_order(n->right, fuel - 1);
  while (right.next()) co_yield right.value();
}

generator throwing_at_three(const numbers& n) {
  const auto owned = std::make_unique<int>(n.a);
  if (*owned == 3) throw 3;
  co_yield *owned;
  if (n.b == 3) throw 4;
  co_yield n.b + *owned;
}

const hostile_case cases[] = {
    {"a generator of what it reads", answer,
     [](const numbers& n) {
       int last = -1, rises = 0;
       for (auto g = numbers_of(n); g.next(); last = g.value()) rises += g.value() > last;
       return rises == 4;
     }},
    {"generators in a chain", answer,
     [](const numbers& n) {
       int fives = 0;
       for (auto g = running_sums(numbers_of(n)); g.next();) fives += g.value() == 5;
       return fives == 2;
     }},
    {"two generators in turn", answer,
     [](const numbers& n) {
       auto p = numbers_of(n), q = running_sums(numbers_of(n));
       int equal = 0;
       while (p.next() && q.next()) equal += p.value() == q.value();
       return equal == 3;
     }},
    {"a recursive generator", answer,
     [](const tree& t) {
       std::vector<int> keys;
       for (auto g = in_order(t.root, 4); g.next();) keys.push_back(g.value());
       return keys.size() == 3 && keys[0] <= keys[1] && keys[1] <= keys[2];
     }},
    {"a generator left in the middle", answer,
     [](const numbers& n) {
       auto g = numbers_of(n);
       for (int sum = 0; g.next();)
         if ((sum += g.value()) > 6) return g.value() == 2;
       return false;
     }},
    {"exceptions out of a generator", answer_or_refusal,
     [](const numbers& n) {
       auto g = throwing_at_three(n);
       int sum = 0;
       try {
         while (g.next()) sum += g.value();
       } catch (int thrown) {
         return n.c == 0 && thrown == 4;
       }
       return sum == 5;
     }},
};

}  // namespace

std::span<const hostile_case> coroutines() { return cases; }

}  // namespace hostile
