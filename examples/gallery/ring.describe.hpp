// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "ring.hpp"

using structure = ring;
inline constexpr int last_size = structure::capacity;

inline korat::finitization<structure> bounds(int n) {
  korat::finitization<structure> bounds;
  bounds.set<&structure::size>(korat::exactly(n)).set<&structure::first>(korat::between(0, structure::capacity - 1));
  bounds.set<&structure::slots>(korat::between(0, 2));
  return bounds;
}
/// What is left in the free slots does not matter: nothing, so that every ring is generated once.
inline bool has_size(const structure& s, int n) {
  if (!s.rep_ok()) return false;
  for (int i = n; i < structure::capacity; ++i)
    if (s.slots[(s.first + i) % structure::capacity] != 0) return false;
  return true;
}

inline int ring_values(int) { return 3; }
inline bool has_room(const contents& c) { return c.size() < structure::capacity; }
inline const std::vector<operation<structure>> operations = {
    {"push_back", [](structure& s, int value) { s.push_back(value); },
     [](contents& c, int value) {
       if (has_room(c)) c.push_back(value);
     },
     ring_values},
    {"push_front", [](structure& s, int value) { s.push_front(value); },
     [](contents& c, int value) {
       if (has_room(c)) c.insert(c.begin(), value);
     },
     ring_values},
    {"pop_front", [](structure& s, int) { s.pop_front(); },
     [](contents& c, int) {
       if (!c.empty()) c.erase(c.begin());
     },
     once},
    {"erase_at", [](structure& s, int place) { s.erase_at(place); },
     [](contents& c, int place) {
       if (place < static_cast<int>(c.size())) c.erase(c.begin() + place);
     },
     places},
};
