// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures whose operations release their nodes, searched and emptied. With KORAT_TEST_PLAIN the classes are plain
// ones, to be compiled through the pass.

#pragma once

#include <cstdlib>
#include <memory>
#include <string>

#include "korat/korat.hpp"

namespace korat_test {

#ifdef KORAT_TEST_PLAIN
template <class T>
using member = T;
#else
template <class T>
using member = korat::field<T>;
#endif

/// Sorted lists of up to three keys, each 0 or 1: 1 + 2 + 3 + 4.
template <class Node>
bool short_and_sorted(const Node* n) {
  int length = 0, key = 0;
  for (; n != nullptr; n = n->next) {
    if (++length > 3 || n->key < key) return false;
    key = n->key;
  }
  return true;
}

/// A node owns a long string and an integer of its own.
namespace owning {

inline int made = 0, destroyed = 0;

struct node {
  member<node*> next{};
  member<int> key{};
  std::string text = std::string(100, 'x');
  int* number = new int(3);
  node() { ++made; }
  node(const node&) = delete;
  node& operator=(const node&) = delete;
  ~node() {
    ++destroyed;
    delete number;
  }
};
struct list {
  member<node*> head{};
  bool rep_ok() const { return short_and_sorted(static_cast<const node*>(head)); }
};

inline korat::finitization<list> bounds() {
  korat::finitization<list> result("list");
  const auto nodes = result.objects<node>(3);
  result.set<&list::head>(nodes).set<&node::next>(nodes).set<&node::key>(korat::between(0, 1));
  return result;
}

/// The number of lists; each one's nodes are deleted.
inline int emptied_in_a_visitor() {
  int lists = 0;
  korat::for_each(bounds(), &list::rep_ok, [&](list& l) {
    ++lists;
    while (node* const first = l.head) {
      if (first->text.size() != 100 || *first->number != 3) std::abort();
      l.head = static_cast<node*>(first->next);
      delete first;
    }
  });
  return lists;
}

/// The number of lists that had a first node, which is deleted and the structure put back, twice.
inline int first_removed_by_cursor() {
  int removed = 0;
  korat::search<list> lists(bounds(), &list::rep_ok);
  while (lists.next_valid()) {
    for (int i = 0; i < 2; ++i) {
      node* const first = lists.structure_to_change().head;
      if (first == nullptr) continue;
      removed += i;
      lists.structure_to_change().head = static_cast<node*>(first->next);
      delete first;
      lists.restore();
    }
  }
  return removed;
}

inline void left_deleted() {
  korat::search<list> lists(bounds(), &list::rep_ok);
  lists.next_valid();
  lists.next_valid();
  delete static_cast<node*>(lists.structure_to_change().head);
}

}  // namespace owning

/// A tree that owns its nodes by std::unique_ptr.
namespace unique {

inline int made = 0, destroyed = 0;

struct node {
  member<std::unique_ptr<node>> left{}, right{};
  std::string text = std::string(100, 'x');
  node() { ++made; }
  ~node() { ++destroyed; }
};
struct tree {
  member<std::unique_ptr<node>> root{};
};

inline bool of_three(const tree& t) {
  korat::set<const node*> seen;
  const auto all_new = [&](const auto& self, const node* n) -> bool {
    if (n == nullptr) return true;
    const auto& left = static_cast<const std::unique_ptr<node>&>(n->left);
    if (!seen.insert(n).second || !self(self, left.get())) return false;
    const auto& right = static_cast<const std::unique_ptr<node>&>(n->right);
    return self(self, right.get());
  };
  const auto& root = static_cast<const std::unique_ptr<node>&>(t.root);
  return all_new(all_new, root.get()) && seen.size() == 3;
}

/// The number of trees; each one's nodes are deleted.
inline int emptied() {
  korat::finitization<tree> bounds("tree");
  const auto nodes = bounds.objects<node>(3);
  bounds.set<&tree::root>(nodes).set<&node::left>(nodes).set<&node::right>(nodes);
  int trees = 0;
  korat::for_each(bounds, of_three, [&](tree& t) {
    ++trees;
    t.root = std::unique_ptr<node>();
  });
  return trees;
}

}  // namespace unique

/// Nodes of a library in C.
namespace in_c {

struct node {
  member<node*> next{};
  member<int> key{};
};
struct list {
  member<node*> head{};
  bool rep_ok() const { return short_and_sorted(static_cast<const node*>(head)); }
};

inline korat::finitization<list> bounds() {
  korat::finitization<list> result("list");
  const auto nodes = result.objects<node>(3);
  result.set<&list::head>(nodes).set<&node::next>(nodes).set<&node::key>(korat::between(0, 1));
  return result;
}

inline int emptied() {
  int lists = 0;
  korat::for_each(bounds(), &list::rep_ok, [&](list& l) {
    ++lists;
    while (node* const first = l.head) {
      l.head = static_cast<node*>(first->next);
      std::free(static_cast<void*>(first));
    }
  });
  return lists;
}

/// The number of lists that had a first node; it is moved to a larger block, which is freed.
inline int first_grown() {
  int grown = 0;
  korat::for_each(bounds(), &list::rep_ok, [&](list& l) {
    node* const first = l.head;
    if (first == nullptr) return;
    const int key = first->key;
    auto* const larger = static_cast<node*>(std::realloc(static_cast<void*>(first), 1'000));
    grown += larger->key == key ? 1 : 0;
    std::free(static_cast<void*>(larger));
  });
  return grown;
}

}  // namespace in_c

}  // namespace korat_test
