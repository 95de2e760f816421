// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Undoable std::queue and std::stack. (The standard's own adaptors would hand out the containers' logged references
// where a plain look is meant.) Elements are handed out by value, so nobody knows where they lie.

#pragma once

#include "korat/undo/sequence.hpp"

namespace korat::undo {

template <class T>
class queue {
 public:
  using value_type = T;
  void push(const T& value) { elements_.push_back(value); }
  void pop() noexcept { elements_.pop_front(); }
  T front() const noexcept { return elements_.front(); }
  T back() const noexcept { return elements_.back(); }
  bool empty() const noexcept { return elements_.empty(); }
  std::size_t size() const noexcept { return elements_.size(); }

 private:
  detail::sequence<T, true> elements_;
};

template <class T>
class stack {
 public:
  using value_type = T;
  void push(const T& value) { elements_.push_back(value); }
  void pop() noexcept { elements_.pop_back(); }
  T top() const noexcept { return elements_.back(); }
  bool empty() const noexcept { return elements_.empty(); }
  std::size_t size() const noexcept { return elements_.size(); }

 private:
  detail::sequence<T, true> elements_;
};

}  // namespace korat::undo

namespace korat {
using undo::queue;
using undo::stack;
}  // namespace korat
