// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <compare>
#include <initializer_list>

#include "korat/error.hpp"
#include "korat/undo/ordered_tree.hpp"

namespace korat::undo {

/// An undoable std::map. (korat::map is quicker where the order does not matter.) Values change through operator[] or
/// insert_or_assign(), which log; iterators only look. In a predicate an element takes its size and 40 bytes of the
/// temporaries, rounded up to 16; one that is erased leaves its room to the next.
template <class Key, class Value, class Compare = std::less<Key>>
class ordered_map {
  struct entry {
    Key key;
    Value mapped;
  };
  using tree = detail::ordered_tree<Key, entry, Compare>;
  using node = typename tree::node;

 public:
  using key_type = Key;
  using mapped_type = Value;
  using value_type = std::pair<const Key, Value>;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using key_compare = Compare;
  using reference = element_reference<Value, tree, node*>;
  using const_iterator = detail::chain_iterator<node, ordered_map>;
  using iterator = const_iterator;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using reverse_iterator = const_reverse_iterator;

  ordered_map() = default;
  explicit ordered_map(const Compare& compare) : tree_(compare) {}
  ordered_map(std::initializer_list<value_type> values) {
    for (const auto& v : values) insert(v);
  }

  reference operator[](const Key& key) { return {tree_, tree_.insert_once({key, Value()}).at}; }
  const Value& at(const Key& key) const {
    const node* const found = tree_.find(key);
    return found != nullptr ? found->entry.mapped : throw out_of_range("korat::ordered_map: no such key");
  }
  std::pair<iterator, bool> insert(const value_type& v) {
    const auto [at, inserted] = tree_.insert_once({v.first, v.second});
    return {iterator(*this, at), inserted};
  }
  std::pair<iterator, bool> emplace(const Key& key, const Value& value) { return insert({key, value}); }
  std::pair<iterator, bool> try_emplace(const Key& key, const Value& value) { return insert({key, value}); }
  std::pair<iterator, bool> insert_or_assign(const Key& key, const Value& value) {
    const entry wanted{key, value};
    const auto [at, inserted] = tree_.insert_once(wanted);
    if (!inserted) detail::overwrite(tree_.memory(), at->entry.mapped, wanted.mapped);
    return {iterator(*this, at), inserted};
  }
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
  void swap(ordered_map& other) noexcept { tree_.swap(other.tree_); }

  friend bool operator==(const ordered_map& a, const ordered_map& b) { return detail::equal_elements(a, b); }

 private:
  friend const_iterator;
  static std::pair<const Key&, const Value&> look(const node& n) { return {n.entry.key, n.entry.mapped}; }
  const node* tail() const noexcept { return tree_.last(); }

  tree tree_;
};

}  // namespace korat::undo

namespace korat {
using undo::ordered_map;
}
