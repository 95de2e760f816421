// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "korat/undo/ordered_tree.hpp"

namespace korat::undo {

/// An undoable std::priority_queue: top() is an element that none is larger than. Of elements that are equal the latest
/// is on top, so the order in which they leave is settled. In a predicate an element takes its size and 40 bytes of the
/// temporaries, rounded up to 16; one that is popped leaves its room to the next.
template <class T, class Compare = std::less<T>>
class priority_queue {
  struct entry {
    T key;
  };

 public:
  using value_type = T;
  using size_type = std::size_t;
  using value_compare = Compare;
  using const_reference = const T&;

  priority_queue() = default;
  explicit priority_queue(const Compare& compare) : elements_(compare) {}
  template <detail::steps Iterator>
  priority_queue(Iterator first, Iterator last) {
    for (; first != last; ++first) push(*first);
  }

  void push(const T& value) { elements_.insert_again({value}); }
  template <class... Arguments>
  void emplace(Arguments&&... arguments) {
    push(T(std::forward<Arguments>(arguments)...));
  }
  void pop() { elements_.erase(elements_.last()); }
  const T& top() const noexcept { return elements_.last()->entry.key; }
  bool empty() const noexcept { return elements_.size() == 0; }
  std::size_t size() const noexcept { return elements_.size(); }
  void swap(priority_queue& other) noexcept { elements_.swap(other.elements_); }

 private:
  detail::ordered_tree<T, entry, Compare> elements_;
};

}  // namespace korat::undo

namespace korat {
using undo::priority_queue;
}
