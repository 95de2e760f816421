
#include <chrono>
// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Properties of operations as tests of GoogleTest: each runs on every sorted list of up to four numbers.

#include <korat/gtest.hpp>
#include <korat/korat.hpp>

namespace {

struct node {
  korat::field<node*> next;
  korat::field<int> key;
};

struct sorted_list {
  korat::field<node*> head;

  bool rep_ok() const {
    for (const node* n = head; n && n->next; n = n->next)
      if (n->key >= n->next->key) return false;
    return true;
  }
  bool contains(int key) const {
    for (const node* n = head; n && n->key <= key; n = n->next)
      if (n->key == key) return true;
    return false;
  }
  node* remove(int key) {
    korat::field<node*>* place = &head;
    while (*place && (*place)->key < key) place = &(*place)->next;
    node* const removed = *place;
    if (!removed || removed->key != key) return nullptr;
    *place = removed->next;
    return removed;
  }
};

korat::finitization<sorted_list> lists(int length) {
  korat::finitization<sorted_list> bounds;
  const auto nodes = bounds.objects<node>(length);
  bounds.set<&sorted_list::head>(nodes).set<&node::next>(nodes).set<&node::key>(korat::between(1, length));
  return bounds;
}

// Every list with every key. The list is changed in place and put back.
KORAT_TEST(SortedList, RemovesTheKeyAndNoOther, (sorted_list& list, int key, int other), lists(4), &sorted_list::rep_ok,
           korat::between(1, 4), korat::between(1, 4)) {
  const bool had_other = list.contains(other);
  const bool had_key = list.contains(key);
  EXPECT_EQ(list.remove(key) != nullptr, had_key);
  EXPECT_TRUE(list.rep_ok());
  EXPECT_FALSE(list.contains(key));
  if (other != key) {
    EXPECT_EQ(list.contains(other), had_other);
  }
}

// A limit, and what becomes of a property that does not come to its end.
KORAT_TEST(SortedList, IsSorted, (const sorted_list& list), lists(10), &sorted_list::rep_ok,
           korat::property_options{.time_limit = std::chrono::seconds(60), .if_incomplete = korat::incomplete::failed}) {
  for (const node* n = list.head; n && n->next; n = n->next) ASSERT_LT(n->key, n->next->key);
}

}  // namespace
