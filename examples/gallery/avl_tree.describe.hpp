// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "avl_tree.hpp"

using structure = avl_tree;
inline constexpr int last_size = 8;

inline korat::finitization<structure> bounds(int n) {
  korat::finitization<structure> bounds;
  const auto nodes = bounds.objects<structure::node>(n);
  bounds.set<&structure::root>(nodes).set<&structure::node::left>(nodes).set<&structure::node::right>(nodes);
  bounds.set<&structure::node::height>(korat::between(1, 4));
  if (n > 0) bounds.set<&structure::node::key>(korat::one_of(even_keys(n)));
  return bounds;
}
inline bool has_size(const structure& s, int n) {
  return s.rep_ok() && s.contents().size() == static_cast<std::size_t>(n);
}

inline const std::vector<operation<structure>> operations = {
    {"insert", [](structure& s, int key) { s.insert(key); }, add_new, keys},
    {"erase", [](structure& s, int key) { s.erase(key); }, remove_one, keys},
};
