// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "korat/undo/ordered_elements.hpp"

namespace korat::detail {

template <class T>
struct set_entry {
  T key;
};
template <class T>
struct key_alone {
  using value_type = T;
  const T& operator()(const set_entry<T>& e) const { return e.key; }
};

}  // namespace korat::detail

namespace korat::undo {

/// An undoable std::set. (korat::set is quicker where the order does not matter.)
template <class T, class Compare = std::less<T>>
class ordered_set : public ordered_elements<T, detail::set_entry<T>, detail::key_alone<T>, Compare> {
  using base = ordered_elements<T, detail::set_entry<T>, detail::key_alone<T>, Compare>;

 public:
  using const_reference = const T&;
  using reference = const_reference;
  using typename base::iterator;

  ordered_set() = default;
  explicit ordered_set(const Compare& compare) : base(compare) {}
  ordered_set(std::initializer_list<T> values) { insert(values.begin(), values.end()); }
  template <detail::steps Iterator>
  ordered_set(Iterator first, Iterator last) {
    insert(first, last);
  }

  std::pair<iterator, bool> insert(const T& value) { return this->insert_once({value}); }
  template <detail::steps Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(*first);
  }
  template <class... Arguments>
  std::pair<iterator, bool> emplace(Arguments&&... arguments) {
    return insert(T(std::forward<Arguments>(arguments)...));
  }

  friend auto operator<=>(const ordered_set& a, const ordered_set& b) requires std::three_way_comparable<T> {
    return detail::order_of_elements(a, b);
  }
};

}  // namespace korat::undo

namespace korat {
using undo::ordered_set;
}
