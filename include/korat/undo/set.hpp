// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <initializer_list>

#include "korat/undo/hash_table.hpp"

namespace korat::undo {

/// An undoable set with the interface of std::set and std::unordered_set; it iterates in the order of insertion.
template <class T>
class set {
  struct entry {
    T key;
    std::uint32_t slot;
    bool alive;
  };
  struct key_of {
    static constexpr bool of_a_set = true;
    const T& operator()(const entry& e) const { return e.key; }
  };

 public:
  using key_type = T;
  using value_type = T;
  using size_type = std::size_t;
  using const_iterator = detail::entry_iterator<entry, key_of>;
  using iterator = const_iterator;

  set() = default;
  set(std::initializer_list<T> values) {
    for (const T& v : values) insert(v);
  }

  std::pair<iterator, bool> insert(const T& value) {
    const auto result = table_.insert(value, [](entry&) {});
    return {iterator::at_living(result.entry, table_.end()), result.inserted};
  }
  std::size_t erase(const T& value) { return table_.erase(value) ? 1 : 0; }
  void clear() noexcept { table_.clear(); }

  bool contains(const T& value) const { return table_.find(value) != nullptr; }
  std::size_t count(const T& value) const { return contains(value) ? 1 : 0; }
  iterator find(const T& value) const {
    const auto* e = table_.find(value);
    return e == nullptr ? end() : iterator(e, table_.end());
  }
  std::size_t size() const noexcept { return table_.alive(); }
  bool empty() const noexcept { return size() == 0; }
  iterator begin() const noexcept {
    if (table_.alive() > 1) table_.show_order();
    return {table_.begin(), table_.end()};
  }
  iterator end() const noexcept { return {table_.end(), table_.end()}; }
  void swap(set& other) noexcept { table_.swap(other.table_); }

  /// As sets: the order of insertion does not matter.
  friend bool operator==(const set& a, const set& b) {
    if (a.size() != b.size()) return false;
    for (const entry& e : a.table_)
      if (e.alive && !b.contains(e.key)) return false;
    return true;
  }

 private:
  detail::hash_table<T, entry> table_;
};

}  // namespace korat::undo

namespace korat {
using undo::set;
}
