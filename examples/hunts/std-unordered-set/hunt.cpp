// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// std::unordered_set of libstdc++: one list through all nodes, in which the nodes of a bucket stand together; a bucket
// holds the node before its first one, which may be the table itself. Real sets, real nodes; private members by name.

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "hash_model.hpp"

namespace {

/// Two of the buckets are used: many keys meet.
struct parity {
  std::size_t operator()(int key) const noexcept { return static_cast<std::size_t>(key % 2); }
};
using set = std::unordered_set<int, parity>;
using hashtable = std::__uset_hashtable<int, parity>;
using node_base = std::__detail::_Hash_node_base;
using node = std::__detail::_Hash_node<int, false>;
using policy = std::__detail::_Prime_rehash_policy;

constexpr int bucket_count = 5;
struct bucket_array {
  node_base* buckets[bucket_count];
};

}  // namespace

struct the_table : korat::private_name<the_table> {};
template struct korat::private_member<the_table, &set::_M_h>;
struct the_buckets : korat::private_name<the_buckets> {};
template struct korat::private_member<the_buckets, &hashtable::_M_buckets>;
struct the_bucket_count : korat::private_name<the_bucket_count> {};
template struct korat::private_member<the_bucket_count, &hashtable::_M_bucket_count>;
struct the_list : korat::private_name<the_list> {};
template struct korat::private_member<the_list, &hashtable::_M_before_begin>;
struct the_size : korat::private_name<the_size> {};
template struct korat::private_member<the_size, &hashtable::_M_element_count>;
struct the_policy : korat::private_name<the_policy> {};
template struct korat::private_member<the_policy, &hashtable::_M_rehash_policy>;

namespace {

hashtable& table_of(set& s) { return s.*member_of(the_table()); }
const hashtable& table_of(const set& s) { return s.*member_of(the_table()); }
node_base**& buckets(set& s) { return table_of(s).*member_of(the_buckets()); }
std::size_t& buckets_kept(set& s) { return table_of(s).*member_of(the_bucket_count()); }
node_base& before_first(set& s) { return table_of(s).*member_of(the_list()); }
node_base*& first(set& s) { return before_first(s)._M_nxt; }
std::size_t& size_kept(set& s) { return table_of(s).*member_of(the_size()); }
std::size_t& next_resize(set& s) { return (table_of(s).*member_of(the_policy()))._M_next_resize; }
node_base*& first_bucket(bucket_array& a) { return a.buckets[0]; }
int& key(node& n) { return n._M_v(); }

struct library {
  using table = set;

  static korat::finitization<table> bounds(int n) {
    korat::finitization<table> bounds("std::unordered_set");
    const auto arrays = bounds.objects<bucket_array>(1, {.null = korat::null_value::excluded});
    const auto nodes = bounds.objects<node>(n);
    bounds.set<&buckets>(arrays.part<&first_bucket>()).set<&buckets_kept>(korat::exactly(bucket_count));
    bounds.set<&bucket_array::buckets>(korat::any_of(nodes, bounds.root().part<&before_first>()));
    bounds.set<&first>(nodes).set<&node_base::_M_nxt>(nodes).set<&key>(korat::between(0, n - 1));
    bounds.set<&size_kept>(korat::exactly(n)).set<&next_resize>(korat::exactly(bucket_count));
    return bounds;
  }
  static bool rep_ok(const table& s, int n) {
    const auto& t = table_of(s);
    const node_base* before = &(t.*member_of(the_list()));
    node_base* const* const places = t.*member_of(the_buckets());
    korat::set<int> keys;
    std::size_t last = bucket_count;
    node_base* expected[bucket_count] = {};
    for (const node_base* i = before->_M_nxt; i; before = i, i = i->_M_nxt) {
      const int k = static_cast<const node*>(i)->_M_v();
      if (!keys.insert(k).second) return false;
      const auto bucket = parity()(k);
      if (bucket == last) continue;
      if (expected[bucket]) return false;  // its nodes do not stand together
      expected[last = bucket] = const_cast<node_base*>(before);
    }
    return keys.size() == static_cast<std::size_t>(n) && std::equal(expected, expected + bucket_count, places);
  }

  static bool insert(table& s, int key) { return s.insert(key).second; }
  static void take_back(table& s, int key) { s.extract(key); }  // its node is not the search's: out, and freed
  static bool erase(table& s, int key) { return s.erase(key) == 1; }
  static bool contains(const table& s, int key) { return s.contains(key); }
  static int size(const table& s) {
    const auto met = std::distance(s.begin(), s.end());
    return static_cast<std::size_t>(met) == s.size() ? static_cast<int>(met) : -1;
  }
};

}  // namespace

int main() {
  hunt_tables<library>("unordered sets", 5,
                       [](int n) { return (n > 1 ? 2 : 1) * factorial((n + 1) / 2) * factorial(n / 2); });
}
