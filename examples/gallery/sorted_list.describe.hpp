// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "sorted_list.hpp"

using structure = sorted_list;
inline constexpr int last_size = 4;

inline korat::finitization<structure> bounds(int n) {
  korat::finitization<structure> bounds;
  const auto nodes = bounds.objects<structure::node>(n);
  bounds.set<&structure::head>(nodes).set<&structure::tail>(nodes).set<&structure::size>(korat::exactly(n));
  bounds.set<&structure::node::next>(nodes).set<&structure::node::previous>(nodes);
  bounds.set<&structure::node::key>(korat::between(1, 3));
  return bounds;
}
inline bool has_size(const structure& s, int n) {
  return s.rep_ok() && s.contents().size() == static_cast<std::size_t>(n);
}

inline int list_keys(int) { return 5; }
inline const std::vector<operation<structure>> operations = {
    {"insert", [](structure& s, int key) { s.insert(key); }, add_sorted, list_keys},
    {"erase", [](structure& s, int key) { s.erase(key); }, remove_one, list_keys},
    {"unique", [](structure& s, int) { s.unique(); },
     [](contents& c, int) { c.erase(std::unique(c.begin(), c.end()), c.end()); }, once},
};
