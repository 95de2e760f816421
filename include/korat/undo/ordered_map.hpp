// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "korat/error.hpp"
#include "korat/undo/ordered_elements.hpp"

namespace korat::detail {

template <class Key, class Value>
struct map_entry {
  Key key;
  Value mapped;
};
template <class Key, class Value>
struct key_and_value {
  using value_type = std::pair<const Key, Value>;
  std::pair<const Key&, const Value&> operator()(const map_entry<Key, Value>& e) const { return {e.key, e.mapped}; }
};

}  // namespace korat::detail

namespace korat::undo {

/// An undoable std::map. (korat::map is quicker where the order does not matter.) Values change through operator[] or
/// insert_or_assign(), which log; iterators only look.
template <class Key, class Value, class Compare = std::less<Key>>
class ordered_map
    : public ordered_elements<Key, detail::map_entry<Key, Value>, detail::key_and_value<Key, Value>, Compare> {
  using base = ordered_elements<Key, detail::map_entry<Key, Value>, detail::key_and_value<Key, Value>, Compare>;
  using base::tree_;
  using typename base::node;
  using typename base::tree;

 public:
  using mapped_type = Value;
  using typename base::iterator;
  using typename base::value_type;
  using reference = element_reference<Value, tree, node*>;

  ordered_map() = default;
  explicit ordered_map(const Compare& compare) : base(compare) {}
  ordered_map(std::initializer_list<value_type> values) {
    for (const auto& v : values) insert(v);
  }

  reference operator[](const Key& key) { return {tree_, tree_.insert_once({key, Value()}).at}; }
  const Value& at(const Key& key) const {
    const node* const found = tree_.find(key);
    return found != nullptr ? found->entry.mapped : throw out_of_range("korat::ordered_map: no such key");
  }
  std::pair<iterator, bool> insert(const value_type& v) { return this->insert_once({v.first, v.second}); }
  std::pair<iterator, bool> emplace(const Key& key, const Value& value) { return this->insert_once({key, value}); }
  std::pair<iterator, bool> try_emplace(const Key& key, const Value& value) { return this->insert_once({key, value}); }
  std::pair<iterator, bool> insert_or_assign(const Key& key, const Value& value) {
    const detail::map_entry<Key, Value> wanted{key, value};
    const auto [at, inserted] = tree_.insert_once(wanted);
    if (!inserted) detail::overwrite(tree_.memory(), at->entry.mapped, wanted.mapped);
    return {iterator(*this, at), inserted};
  }
};

}  // namespace korat::undo

namespace korat {
using undo::ordered_map;
}
