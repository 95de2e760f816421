// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A heap in an array, the least key on top. What does not fit is not taken.

#pragma once

#include <algorithm>
#include <utility>
#include <vector>

struct heap {
  static constexpr int capacity = 7;
  int keys[capacity] = {};
  int size = 0;

  void push(int key) {
    if (size == capacity) return;
    keys[size] = key;
    sift_up(size++);
  }
  void pop() {
    if (size > 0) erase_at(0);
  }
  void erase(int key) {
    for (int i = 0; i < size; ++i)
      if (keys[i] == key) return erase_at(i);
  }

  bool rep_ok() const {
    if (size < 0 || size > capacity) return false;
    for (int i = 1; i < size; ++i)
      if (keys[i] < keys[(i - 1) / 2]) return false;
    return true;
  }
  std::vector<int> contents() const {
    std::vector<int> sorted(keys, keys + size);
    std::sort(sorted.begin(), sorted.end());
    return sorted;
  }

 private:
  void erase_at(int place) {
    keys[place] = keys[--size];
    if (place == size) return;
    sift_down(place);
    sift_up(place);
  }
  void sift_up(int i) {
    for (int parent = (i - 1) / 2; i > 0 && keys[i] < keys[parent]; parent = (i - 1) / 2) {
      std::swap(keys[i], keys[parent]);
      i = parent;
    }
  }
  void sift_down(int i) {
    while (2 * i + 1 < size) {
      int child = 2 * i + 1;
      if (child + 1 < size && keys[child + 1] < keys[child]) ++child;
      if (keys[i] <= keys[child]) return;
      std::swap(keys[i], keys[child]);
      i = child;
    }
  }
};
