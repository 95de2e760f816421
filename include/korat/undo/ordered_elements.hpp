// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <compare>
#include <initializer_list>

#include "korat/undo/ordered_tree.hpp"

namespace korat::undo {

/// What ordered_set and ordered_map have in common: elements in the order of their keys, of which no two are equal. In
/// a predicate an element takes its size and 40 bytes of the temporaries, rounded up to 16; one that is erased leaves
/// its room to the next. Entry: {Key key; ...}. Look makes of an entry what an iterator shows.
template <class Key, class Entry, class Look, class Compare>
class ordered_elements {
 protected:
  using tree = detail::ordered_tree<Key, Entry, Compare>;
  using node = typename tree::node;

 public:
  using key_type = Key;
  using value_type = typename Look::value_type;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using key_compare = Compare;
  using const_iterator = detail::chain_iterator<node, ordered_elements>;
  using iterator = const_iterator;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using reverse_iterator = const_reverse_iterator;

  std::size_t erase(const Key& key) {
    node* const found = tree_.find(key);
    if (found != nullptr) tree_.erase(found);
    return found != nullptr ? 1 : 0;
  }
  iterator erase(const_iterator at) {
    const node* const next = at.node()->next;
    tree_.erase(const_cast<node*>(at.node()));
    return {*this, next};
  }
  void clear() noexcept { tree_.clear(); }

  bool contains(const Key& key) const { return tree_.find(key) != nullptr; }
  std::size_t count(const Key& key) const { return contains(key) ? 1 : 0; }
  iterator find(const Key& key) const { return {*this, tree_.find(key)}; }
  iterator lower_bound(const Key& key) const { return {*this, tree_.bound(key)}; }
  iterator upper_bound(const Key& key) const { return {*this, tree_.bound(key, true)}; }
  std::pair<iterator, iterator> equal_range(const Key& key) const { return {lower_bound(key), upper_bound(key)}; }

  std::size_t size() const noexcept { return tree_.size(); }
  bool empty() const noexcept { return size() == 0; }
  iterator begin() const noexcept { return {*this, tree_.first()}; }
  iterator end() const noexcept { return {*this, nullptr}; }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }
  void swap(ordered_elements& other) noexcept { tree_.swap(other.tree_); }

  friend bool operator==(const ordered_elements& a, const ordered_elements& b) { return detail::equal_elements(a, b); }

 protected:
  ordered_elements() = default;
  explicit ordered_elements(const Compare& compare) : tree_(compare) {}

  /// Where it is; true: it was not there before.
  std::pair<iterator, bool> insert_once(const Entry& entry) {
    const auto [at, inserted] = tree_.insert_once(entry);
    return {iterator(*this, at), inserted};
  }

  tree tree_;

 private:
  friend const_iterator;
  static decltype(auto) look(const node& n) { return Look()(n.entry); }
  const node* tail() const noexcept { return tree_.last(); }
};

}  // namespace korat::undo
