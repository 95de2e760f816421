// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "heap.hpp"

using structure = heap;
inline constexpr int last_size = structure::capacity;
inline constexpr int different_keys = 4;

inline korat::finitization<structure> bounds(int n) {
  korat::finitization<structure> bounds;
  bounds.set<&structure::size>(korat::exactly(n)).set<&structure::keys>(korat::between(0, different_keys - 1));
  return bounds;
}
/// What is left in the free slots does not matter: nothing, so that every heap is generated once.
inline bool has_size(const structure& s, int n) {
  return s.rep_ok() && std::all_of(s.keys + n, s.keys + structure::capacity, [](int key) { return key == 0; });
}

inline int heap_keys(int) { return different_keys; }
inline const std::vector<operation<structure>> operations = {
    {"push", [](structure& s, int key) { s.push(key); },
     [](contents& c, int key) {
       if (c.size() < structure::capacity) add_sorted(c, key);
     },
     heap_keys},
    {"pop", [](structure& s, int) { s.pop(); },
     [](contents& c, int) {
       if (!c.empty()) c.erase(c.begin());
     },
     once},
    {"erase", [](structure& s, int key) { s.erase(key); }, remove_one, heap_keys},
};
