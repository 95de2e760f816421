// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A sorted list with links in both directions. Equal keys may stand in it.

#pragma once

#include <vector>

struct sorted_list {
  struct node {
    int key;
    node* next;
    node* previous;
  };
  node* head = nullptr;
  node* tail = nullptr;
  int size = 0;

  void insert(int key) {
    node* behind = head;
    while (behind && behind->key <= key) behind = behind->next;
    node* const before = behind ? behind->previous : tail;
    node* const added = new node{key, behind, before};
    if (before)
      before->next = added;
    else
      head = added;
    if (behind)
      behind->previous = added;
    else
      tail = added;
    ++size;
  }
  void erase(int key) {
    for (node* n = head; n; n = n->next)
      if (n->key == key) return unlink(n);
  }
  /// Of equal keys one stays.
  void unique() {
    for (node* n = head; n && n->next;) {
      if (n->next->key == n->key)
        unlink(n->next);
      else
        n = n->next;
    }
  }

  bool rep_ok() const {
    int count = 0;
    const node* before = nullptr;
    for (const node* n = head; n; before = n, n = n->next)
      if (n->previous != before || ++count > size || (before && before->key > n->key)) return false;
    return tail == before && count == size;
  }
  std::vector<int> contents() const {
    std::vector<int> keys;
    for (const node* n = head; n; n = n->next) keys.push_back(n->key);
    return keys;
  }

 private:
  void unlink(node* n) {
    if (n->previous)
      n->previous->next = n->next;
    else
      head = n->next;
    if (n->next)
      n->next->previous = n->previous;
    else
      tail = n->previous;
    --size;
    delete n;
  }
};
