// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "hash_set.hpp"

using structure = hash_set;
inline constexpr int last_size = 4;

inline korat::finitization<structure> bounds(int n) {
  korat::finitization<structure> bounds;
  const auto nodes = bounds.objects<structure::node>(n);
  bounds.set<&structure::buckets>(nodes).set<&structure::node::next>(nodes);
  bounds.set<&structure::bucket_count>(korat::one_of(2, 4)).set<&structure::size>(korat::exactly(n));
  bounds.set<&structure::node::key>(korat::between(0, 5));
  return bounds;
}
inline bool has_size(const structure& s, int) { return s.rep_ok(); }

inline int set_keys(int) { return 8; }
inline const std::vector<operation<structure>> operations = {
    {"insert", [](structure& s, int key) { s.insert(key); }, add_new, set_keys},
    {"erase", [](structure& s, int key) { s.erase(key); }, remove_one, set_keys},
};
