// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A hash set with chains, which doubles its two buckets once.

#pragma once

#include <algorithm>
#include <vector>

struct hash_set {
  struct node {
    int key;
    node* next;
  };
  node* buckets[4] = {};
  int bucket_count = 2;
  int size = 0;

  void insert(int key) {
    if (*find(key)) return;
    if (size == 3 && bucket_count == 2) grow();
    node*& head = buckets[key % bucket_count];
    head = new node{key, head};
    ++size;
  }
  void erase(int key) {
    node** const place = find(key);
    node* const old = *place;
    if (!old) return;
    *place = old->next;
    --size;
    delete old;
  }

  bool rep_ok() const {
    if (bucket_count != 2 && bucket_count != 4) return false;
    std::vector<int> met;
    for (int b = 0; b < 4; ++b) {
      if (b >= bucket_count && buckets[b]) return false;
      for (const node* n = buckets[b]; n; n = n->next) {
        if (n->key % bucket_count != b || std::find(met.begin(), met.end(), n->key) != met.end()) return false;
        met.push_back(n->key);
      }
    }
    return static_cast<int>(met.size()) == size && (bucket_count == 4 || size <= 3);
  }
  std::vector<int> contents() const {
    std::vector<int> keys;
    for (const node* n : buckets)
      for (; n && keys.size() < 100; n = n->next) keys.push_back(n->key);
    std::sort(keys.begin(), keys.end());
    return keys;
  }

 private:
  node** find(int key) {
    node** place = &buckets[key % bucket_count];
    while (*place && (*place)->key != key) place = &(*place)->next;
    return place;
  }
  void grow() {
    const int old_count = bucket_count;
    bucket_count *= 2;
    for (int b = 0; b < old_count; ++b) {
      node* n = buckets[b];
      buckets[b] = nullptr;
      while (n) {
        node* const next = n->next;
        node*& head = buckets[n->key % bucket_count];
        n->next = head;
        head = n;
        n = next;
      }
    }
  }
};
