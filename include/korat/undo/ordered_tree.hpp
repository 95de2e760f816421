// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What ordered_set, ordered_map and priority_queue have in common: a search tree, threaded in order.
//
// It is a treap (Seidel and Aragon, 1996): ordered by key, and a heap by priorities that come one after the other from
// a fixed sequence, so that its height is logarithmic whatever the order of the keys. Insertion and erasure change a
// constant number of links on average, and that is what they log. The order of iteration depends on the elements alone.

#pragma once

#include <cstdint>
#include <utility>

#include "korat/undo/node_memory.hpp"

namespace korat::detail {

/// Entry: {Key key; ...}
template <class Key, class Entry, class Compare>
class ordered_tree {
 public:
  struct node {
    Entry entry;
    std::uint32_t priority;
    node* left;
    node* right;
    node* previous;  // in order
    node* next;
  };

  ordered_tree() = default;
  explicit ordered_tree(const Compare& compare) : compare_(compare) {}
  ordered_tree(const ordered_tree& other) : compare_(other.compare_) {
    for (const node* n = other.first_; n != nullptr; n = n->next) insert_last(n->entry);
  }
  ordered_tree(ordered_tree&& other) noexcept { swap(other); }
  ordered_tree& operator=(const ordered_tree& other) {
    if (this != &other) {
      ordered_tree copy(other);
      swap(copy);
    }
    return *this;
  }
  ordered_tree& operator=(ordered_tree&& other) noexcept {
    swap(other);
    return *this;
  }
  ~ordered_tree() { nodes_.release_chain(first_); }

  std::size_t size() const noexcept { return size_; }
  node* first() const noexcept { return first_; }
  node* last() const noexcept { return last_; }
  bool before(Key a, Key b) const { return compare_(a, b); }
  const element_memory& memory() const noexcept { return nodes_.memory(); }
  // For element_reference, of a map's value.
  auto& slot(node* n) const noexcept { return n->entry.mapped; }

  /// The first element that is not before the key, or, with `behind`, that comes after it.
  node* bound(Key key, bool behind = false) const {
    node* found = nullptr;
    for (node* at = root_; at != nullptr;)
      if (behind ? !compare_(key, at->entry.key) : compare_(at->entry.key, key)) {
        at = at->right;
      } else {
        found = at;
        at = at->left;
      }
    return found;
  }
  node* find(Key key) const {
    node* const found = bound(key);
    return found != nullptr && !compare_(key, found->entry.key) ? found : nullptr;
  }

  struct insertion {
    node* at;
    bool inserted;
  };
  insertion insert_once(const Entry& entry) {
    node* const behind = bound(entry.key);
    if (behind != nullptr && !compare_(entry.key, behind->entry.key)) return {behind, false};
    return {insert_before(behind, entry), true};
  }
  /// Behind those that are equal.
  node* insert_again(const Entry& entry) { return insert_before(bound(entry.key, true), entry); }

  /// One that no other is equal to, or the last.
  void erase(node* gone) {
    node** link = link_to(gone);
    node *left = gone->left, *right = gone->right;
    while (left != nullptr && right != nullptr) {  // join the two sides under the link
      node*& upper = left->priority > right->priority ? left : right;
      node** const below = &upper == &left ? &left->right : &right->left;
      set(link, upper);
      link = below;
      upper = *below;
    }
    set(link, left != nullptr ? left : right);
    thread(gone->previous, gone->next);
    nodes_.release(gone);
    --size_;
  }
  void clear() noexcept {
    nodes_.release_chain(first_);
    root_ = first_ = last_ = nullptr;
    size_ = 0;
  }
  void swap(ordered_tree& other) noexcept {
    nodes_.swap(other.nodes_);
    std::swap(compare_, other.compare_);
    std::swap(root_, other.root_);
    std::swap(first_, other.first_);
    std::swap(last_, other.last_);
    std::swap(size_, other.size_);
    std::swap(random_, other.random_);
  }

 private:
  /// A link of the tree: the root is part of the head, which is saved with the stack.
  void set(node** link, node* to) {
    if (link == &root_)
      root_ = to;
    else
      nodes_.lead(*link, to);
  }
  void thread(node* from, node* to) {
    if (from == nullptr)
      first_ = to;
    else
      nodes_.lead(from->next, to);
    if (to == nullptr)
      last_ = from;
    else
      nodes_.lead(to->previous, from);
  }
  /// Where the node hangs. Of elements that are equal only the last can be looked for, and it is on the right.
  node** link_to(const node* wanted) {
    node** link = &root_;
    while (*link != wanted)
      link = wanted != last_ && compare_(wanted->entry.key, (*link)->entry.key) ? &(*link)->left : &(*link)->right;
    return link;
  }

  node* insert_last(const Entry& entry) { return insert_before(nullptr, entry); }

  node* insert_before(node* behind, const Entry& entry) {
    random_ = random_ * 747'796'405u + 2'891'336'453u;
    node* const ahead = behind == nullptr ? last_ : behind->previous;
    node* const made = nodes_.make({entry, random_ ^ (random_ >> 16), nullptr, nullptr, ahead, behind});
    hang(made, behind);
    thread(ahead, made);
    thread(made, behind);
    ++size_;
    return made;
  }

  /// Down to where the priority belongs; what was there is split into what comes before the new node and what behind.
  void hang(node* made, const node* behind) {
    const auto belongs_left_of = [&](const node* at) {
      return behind != nullptr && !compare_(at->entry.key, behind->entry.key);
    };
    node** link = &root_;
    while (*link != nullptr && (*link)->priority >= made->priority)
      link = belongs_left_of(*link) ? &(*link)->left : &(*link)->right;
    node* rest = *link;
    set(link, made);
    node** smaller = &made->left;
    node** larger = &made->right;
    while (rest != nullptr) {
      const bool left = belongs_left_of(rest);
      set(left ? larger : smaller, rest);
      (left ? larger : smaller) = left ? &rest->left : &rest->right;
      rest = left ? rest->left : rest->right;
    }
    set(smaller, nullptr);
    set(larger, nullptr);
  }

  node_memory<node> nodes_;
  [[no_unique_address]] Compare compare_;
  node* root_ = nullptr;
  node* first_ = nullptr;
  node* last_ = nullptr;
  std::size_t size_ = 0;
  std::uint32_t random_ = 0;  // the last priority's seed
};

}  // namespace korat::detail
