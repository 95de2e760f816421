// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The nodes of list, ordered_set, ordered_map and priority_queue. A node stays where it is as long as its element
// exists, so iterators and references do too.
//
// In a predicate nodes are temporaries. Whatever changes in a node that exists is logged; making a new one is not,
// because no earlier state leads to it. A node that is given back is kept for the next one: its link to the next free
// one is logged like any other.

#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>  // as all containers, it has the tags of iterators, and std::reverse_iterator

#include "korat/undo/elements.hpp"
#include "korat/undo/reference.hpp"

namespace korat::detail {

template <class Node>  // with a member `next`
class node_memory {
  static_assert(std::is_trivially_copyable_v<Node> && std::is_trivially_destructible_v<Node>,
                "korat's containers hold plain values; std:: containers hold anything and work in predicates too");

 public:
  Node* make(const Node& value) {
    if (free_ == nullptr) return ::new (memory_.allocate(sizeof(Node))) Node(value);
    Node* const reused = free_;
    free_ = reused->next;
    overwrite(memory_, *reused, value);
    return reused;
  }
  void release(Node* node) {
    if (!memory_.temporary()) return memory_.release(node, sizeof(Node));
    overwrite(memory_, node->next, free_);
    free_ = node;
  }
  /// All nodes of a chain. What earlier states see stays.
  void release_chain(Node* node) noexcept {
    if (memory_.temporary()) return;
    while (node != nullptr) {
      Node* const next = node->next;
      memory_.release(node, sizeof(Node));
      node = next;
    }
  }
  /// A link of a node that exists.
  void lead(Node*& link, Node* to) const { overwrite(memory_, link, to); }
  const element_memory& memory() const noexcept { return memory_; }
  void swap(node_memory& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(free_, other.free_);
  }

 private:
  element_memory memory_;
  Node* free_ = nullptr;  // in a predicate only
};

/// An iterator along the chain of nodes; it only looks. Nodes: a container with `tail()`, the last node, and a static
/// `look(const Node&)`, what an element is to the user.
template <class Node, class Nodes>
class chain_iterator {
 public:
  using iterator_category = std::bidirectional_iterator_tag;
  using difference_type = std::ptrdiff_t;
  using reference = decltype(Nodes::look(std::declval<const Node&>()));
  using value_type = typename Nodes::value_type;
  struct arrow {
    reference looked_at;
    const std::remove_reference_t<reference>* operator->() const { return &looked_at; }
  };
  using pointer = arrow;

  chain_iterator() = default;
  chain_iterator(const Nodes& in, const Node* at) noexcept : in_(&in), at_(at) {}
  reference operator*() const { return Nodes::look(*at_); }
  arrow operator->() const { return {**this}; }
  chain_iterator& operator++() {
    at_ = at_->next;
    return *this;
  }
  chain_iterator& operator--() {
    at_ = at_ == nullptr ? in_->tail() : at_->previous;
    return *this;
  }
  chain_iterator operator++(int) {
    auto old = *this;
    ++*this;
    return old;
  }
  chain_iterator operator--(int) {
    auto old = *this;
    --*this;
    return old;
  }
  friend bool operator==(const chain_iterator& a, const chain_iterator& b) { return a.at_ == b.at_; }
  /// For the container.
  const Node* node() const noexcept { return at_; }

 private:
  const Nodes* in_ = nullptr;  // asked when the step is back from the end
  const Node* at_ = nullptr;   // null: the end
};

}  // namespace korat::detail
