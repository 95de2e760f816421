// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A queue with two ends in a ring of slots. What does not fit is not taken.

#pragma once

#include <vector>

struct ring {
  static constexpr int capacity = 4;
  int slots[capacity] = {};
  int first = 0;
  int size = 0;

  void push_back(int value) {
    if (size == capacity) return;
    at(size++) = value;
  }
  void push_front(int value) {
    if (size == capacity) return;
    first = (first + capacity - 1) % capacity;
    ++size;
    at(0) = value;
  }
  void pop_front() {
    if (size == 0) return;
    first = (first + 1) % capacity;
    --size;
  }
  void erase_at(int place) {
    if (place >= size) return;
    for (int i = place; i + 1 < size; ++i) at(i) = at(i + 1);
    --size;
  }

  bool rep_ok() const { return 0 <= first && first < capacity && 0 <= size && size <= capacity; }
  std::vector<int> contents() const {
    std::vector<int> values;
    for (int i = 0; i < size; ++i) values.push_back(slots[(first + i) % capacity]);
    return values;
  }

 private:
  int& at(int place) { return slots[(first + place) % capacity]; }
};
