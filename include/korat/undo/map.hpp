// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <initializer_list>

#include "korat/error.hpp"
#include "korat/undo/hash_table.hpp"

namespace korat::undo {

/// An undoable map with the interface of std::map and std::unordered_map; it iterates in the order of insertion.
/// Values change through operator[] or insert_or_assign(), which log; iterators only look.
template <class Key, class Value>
class map {
  struct entry {
    Key key;
    std::uint32_t slot;
    bool alive;
    Value mapped;
  };
  struct pair_of {
    std::pair<const Key&, const Value&> operator()(const entry& e) const { return {e.key, e.mapped}; }
  };

 public:
  using key_type = Key;
  using mapped_type = Value;
  using value_type = std::pair<const Key, Value>;
  using size_type = std::size_t;

  class const_iterator : public detail::entry_iterator<entry, pair_of> {
   public:
    using detail::entry_iterator<entry, pair_of>::entry_iterator;
    struct arrow {
      std::pair<const Key&, const Value&> pair;
      const std::pair<const Key&, const Value&>* operator->() const { return &pair; }
    };
    arrow operator->() const { return {**this}; }
    const_iterator& operator++() {
      detail::entry_iterator<entry, pair_of>::operator++();
      return *this;
    }
    const_iterator operator++(int) {
      auto old = *this;
      ++*this;
      return old;
    }
  };
  using iterator = const_iterator;

  map() = default;
  map(std::initializer_list<value_type> values) {
    for (const auto& v : values) insert(v);
  }

  using reference = element_reference<Value, detail::hash_table<Key, entry>>;

  reference operator[](const Key& key) {
    const auto* const e = table_.insert(key, [](entry& made) { made.mapped = Value(); }).entry;
    return {table_, table_.number(e)};
  }
  std::pair<iterator, bool> insert(const value_type& v) {
    const auto result = table_.insert(v.first, [&](entry& made) { made.mapped = v.second; });
    return {iterator(result.entry, table_.end()), result.inserted};
  }
  std::pair<iterator, bool> emplace(const Key& key, const Value& value) { return insert({key, value}); }
  std::pair<iterator, bool> insert_or_assign(const Key& key, const Value& value) {
    const auto result = table_.insert(key, [&](entry& made) { made.mapped = value; });
    if (!result.inserted) detail::overwrite(table_.memory(), result.entry->mapped, value);
    return {iterator(result.entry, table_.end()), result.inserted};
  }
  std::size_t erase(const Key& key) { return table_.erase(key) ? 1 : 0; }
  void clear() noexcept { table_.clear(); }

  bool contains(const Key& key) const { return table_.find(key) != nullptr; }
  std::size_t count(const Key& key) const { return contains(key) ? 1 : 0; }
  iterator find(const Key& key) const {
    const auto* e = table_.find(key);
    return e == nullptr ? end() : iterator(e, table_.end());
  }
  const Value& at(const Key& key) const {
    const auto* e = table_.find(key);
    return e != nullptr ? e->mapped : throw out_of_range("korat::map: no such key");
  }
  std::size_t size() const noexcept { return table_.alive(); }
  bool empty() const noexcept { return size() == 0; }
  iterator begin() const noexcept { return {table_.begin(), table_.end()}; }
  iterator end() const noexcept { return {table_.end(), table_.end()}; }
  void swap(map& other) noexcept { table_.swap(other.table_); }

 private:
  detail::hash_table<Key, entry> table_;
};

}  // namespace korat::undo

namespace korat {
using undo::map;
}
