// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <compare>
#include <initializer_list>
#include <utility>

#include "korat/undo/node_memory.hpp"

namespace korat::undo {

/// An undoable std::list. Iterators only look: to change an element, insert another in its place and erase it. In a
/// predicate an element takes its size and two pointers of the temporaries, rounded up to 16 bytes.
template <class T>
class list {
  struct node {
    T value;
    node* previous;
    node* next;
  };

 public:
  using value_type = T;
  using size_type = std::size_t;
  using difference_type = std::ptrdiff_t;
  using const_reference = const T&;
  using reference = const_reference;
  using const_iterator = detail::chain_iterator<node, list>;
  using iterator = const_iterator;
  using const_reverse_iterator = std::reverse_iterator<const_iterator>;
  using reverse_iterator = const_reverse_iterator;

  list() = default;
  list(std::initializer_list<T> values) { assign(values.begin(), values.end()); }
  template <detail::steps Iterator>
  list(Iterator first, Iterator last) {
    assign(first, last);
  }
  list(const list& other) { assign(other.begin(), other.end()); }
  list(list&& other) noexcept { swap(other); }
  list& operator=(const list& other) {
    if (this != &other) {
      list copy(other);
      swap(copy);
    }
    return *this;
  }
  list& operator=(list&& other) noexcept {
    swap(other);
    return *this;
  }
  ~list() { nodes_.release_chain(head_); }

  std::size_t size() const noexcept { return size_; }
  bool empty() const noexcept { return size_ == 0; }
  const T& front() const noexcept { return head_->value; }
  const T& back() const noexcept { return tail_->value; }
  iterator begin() const noexcept { return {*this, head_}; }
  iterator end() const noexcept { return {*this, nullptr}; }
  iterator cbegin() const noexcept { return begin(); }
  iterator cend() const noexcept { return end(); }
  reverse_iterator rbegin() const noexcept { return reverse_iterator(end()); }
  reverse_iterator rend() const noexcept { return reverse_iterator(begin()); }

  iterator insert(const_iterator before, const T& value) {
    node* const after = const_cast<node*>(before.node());
    node* const ahead = after == nullptr ? tail_ : after->previous;
    node* const made = nodes_.make({value, ahead, after});
    link(ahead, made);
    link_back(after, made);
    ++size_;
    return {*this, made};
  }
  template <class... Arguments>
  iterator emplace(const_iterator before, Arguments&&... arguments) {
    return insert(before, T(std::forward<Arguments>(arguments)...));
  }
  iterator erase(const_iterator at) {
    node* const gone = const_cast<node*>(at.node());
    node* const next = gone->next;
    link(gone->previous, next);
    link_back(next, gone->previous);
    nodes_.release(gone);
    --size_;
    return {*this, next};
  }
  iterator erase(const_iterator first, const_iterator last) {
    while (first != last) first = erase(first);
    return last;
  }
  void push_back(const T& value) { insert(end(), value); }
  void push_front(const T& value) { insert(begin(), value); }
  template <class... Arguments>
  void emplace_back(Arguments&&... arguments) {
    push_back(T(std::forward<Arguments>(arguments)...));
  }
  template <class... Arguments>
  void emplace_front(Arguments&&... arguments) {
    push_front(T(std::forward<Arguments>(arguments)...));
  }
  void pop_back() { erase({*this, tail_}); }
  void pop_front() { erase(begin()); }
  void clear() noexcept {
    nodes_.release_chain(head_);
    head_ = tail_ = nullptr;
    size_ = 0;
  }
  template <class Iterator>
  void assign(Iterator first, Iterator last) {
    clear();
    for (; first != last; ++first) push_back(*first);
  }
  /// Those for which `predicate` holds; how many they were.
  template <class Predicate>
  std::size_t remove_if(Predicate predicate) {
    const auto before = size_;
    for (auto at = begin(); at != end();)
      if (predicate(*at))
        at = erase(at);
      else
        ++at;
    return before - size_;
  }
  std::size_t remove(const T& value) {
    return remove_if([kept = value](const T& v) { return v == kept; });
  }
  void swap(list& other) noexcept {
    nodes_.swap(other.nodes_);
    std::swap(head_, other.head_);
    std::swap(tail_, other.tail_);
    std::swap(size_, other.size_);
  }

  friend bool operator==(const list& a, const list& b) { return detail::equal_elements(a, b); }
  friend auto operator<=>(const list& a, const list& b) requires std::three_way_comparable<T> {
    return detail::order_of_elements(a, b);
  }

 private:
  friend const_iterator;
  static const T& look(const node& n) { return n.value; }
  const node* tail() const noexcept { return tail_; }

  void link(node* from, node* to) {
    if (from == nullptr)
      head_ = to;
    else
      nodes_.lead(from->next, to);
  }
  void link_back(node* from, node* to) {
    if (from == nullptr)
      tail_ = to;
    else
      nodes_.lead(from->previous, to);
  }

  detail::node_memory<node> nodes_;
  node* head_ = nullptr;
  node* tail_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace korat::undo

namespace korat {
using undo::list;
}
