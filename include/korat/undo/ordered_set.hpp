// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <compare>
#include <initializer_list>

#include "korat/undo/ordered_tree.hpp"

namespace korat::undo {

/// An undoable std::set. (korat::set is quicker where the order does not matter.) In a predicate an element takes its
/// size and 40 bytes of the temporaries, rounded up to 16; one that is erased leaves its room to the next.
template <class T, class Compare = std::less<T>>
class ordered_set {
  struct entry {
    T key;
  };
  using tree = detail::ordered_tree<T, entry, Compare>;
  using node = typename tree::node;

 public:
  using key_type = T;
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using key_compare = Compare;
  using const_reference = const T&;
  using reference = const_reference;
  using const_iterator = detail::chain_iterator<node, ordered_set>;
  using iterator = const_iterator;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using reverse_iterator = const_reverse_iterator;

  ordered_set() = default;
  explicit ordered_set(const Compare& compare) : tree_(compare) {}
  ordered_set(std::initializer_list<T> values) { insert(values.begin(), values.end()); }
  template <detail::steps Iterator>
  ordered_set(Iterator first, Iterator last) {
    insert(first, last);
  }

  std::pair<iterator, bool> insert(const T& value) {
    const auto [at, inserted] = tree_.insert_once({value});
    return {iterator(*this, at), inserted};
  }
  template <detail::steps Iterator>
  void insert(Iterator first, Iterator last) {
    for (; first != last; ++first) insert(*first);
  }
  template <class... Arguments>
  std::pair<iterator, bool> emplace(Arguments&&... arguments) {
    return insert(T(std::forward<Arguments>(arguments)...));
  }
  std::size_t erase(const T& value) {
    node* const found = tree_.find(value);
    if (found != nullptr) tree_.erase(found);
    return found != nullptr ? 1 : 0;
  }
  iterator erase(const_iterator at) {
    const node* const next = at.node()->next;
    tree_.erase(const_cast<node*>(at.node()));
    return {*this, next};
  }
  void clear() noexcept { tree_.clear(); }

  bool contains(const T& value) const { return tree_.find(value) != nullptr; }
  std::size_t count(const T& value) const { return contains(value) ? 1 : 0; }
  iterator find(const T& value) const { return {*this, tree_.find(value)}; }
  iterator lower_bound(const T& value) const { return {*this, tree_.bound(value)}; }
  iterator upper_bound(const T& value) const { return {*this, tree_.bound(value, true)}; }
  std::pair<iterator, iterator> equal_range(const T& value) const { return {lower_bound(value), upper_bound(value)}; }

  std::size_t size() const noexcept { return tree_.size(); }
  bool empty() const noexcept { return size() == 0; }
  iterator begin() const noexcept { return {*this, tree_.first()}; }
  iterator end() const noexcept { return {*this, nullptr}; }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  void swap(ordered_set& other) noexcept { tree_.swap(other.tree_); }

  friend bool operator==(const ordered_set& a, const ordered_set& b) { return detail::equal_elements(a, b); }
  friend auto operator<=>(const ordered_set& a, const ordered_set& b) requires std::three_way_comparable<T> {
    return detail::order_of_elements(a, b);
  }

 private:
  friend const_iterator;
  static const T& look(const node& n) { return n.entry.key; }
  const node* tail() const noexcept { return tree_.last(); }

  tree tree_;
};

}  // namespace korat::undo

namespace korat {
using undo::ordered_set;
}
