// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// boost::intrusive::unordered_set: a ring through each of its buckets, so that a pointer leads to an object or to one of
// several parts of the root. Every table of up to six objects in two buckets, and on each every insert, erase and find.

#include <boost/intrusive/unordered_set.hpp>

#include "every_operation.hpp"

namespace {

namespace bi = boost::intrusive;

struct item : bi::unordered_set_base_hook<bi::link_mode<bi::normal_link>> {
  int key = 0;
  friend bool operator==(const item& a, const item& b) { return a.key == b.key; }
  friend std::size_t hash_value(const item& i) { return static_cast<std::size_t>(i.key); }
};
using node = bi::slist_node<void*>;  // what the hook is
using set = bi::unordered_set<item, bi::constant_time_size<false>>;

struct table {
  static constexpr std::size_t bucket_count = 2;
  set::bucket_type buckets[bucket_count];
  set items{set::bucket_traits(buckets, bucket_count)};
};

template <std::size_t Bucket>
node& header(table& t) { return *t.buckets[Bucket].before_begin().pointed_node(); }
template <std::size_t Bucket>
node*& first(table& t) { return header<Bucket>(t).next_; }
const node& header_of(const table& t, std::size_t bucket) { return *t.buckets[bucket].before_begin().pointed_node(); }
int key_of(const node* n) { return static_cast<const item*>(n)->key; }

bool rep_ok(const table& t, std::size_t size) {
  korat::set<int> keys;
  for (std::size_t b = 0; b < table::bucket_count; ++b) {
    korat::set<const node*> met;
    for (const node* n = header_of(t, b).next_; n != &header_of(t, b); n = n->next_) {
      if (n == &header_of(t, 1 - b) || !met.insert(n).second) return false;
      if (static_cast<std::size_t>(key_of(n)) % table::bucket_count != b || !keys.insert(key_of(n)).second) return false;
    }
  }
  return keys.size() == size;
}

korat::search<table> tables(int n) {
  korat::finitization<table> bounds("boost::intrusive::unordered_set");
  const auto items = bounds.objects<item>(n, {.null = korat::null_value::excluded});
  const auto nodes = korat::any_of(items, bounds.root().part<&header<0>>(), bounds.root().part<&header<1>>());
  bounds.set<&first<0>>(nodes).set<&first<1>>(nodes).set<&node::next_>(nodes);
  bounds.set<&item::key>(korat::between(0, n - 1));
  return {bounds, [n](const table& t) { return rep_ok(t, static_cast<std::size_t>(n)); }};
}

/// Every order of the even keys in one bucket, every order of the odd ones in the other.
std::uint64_t number_of_tables(int n) {
  const auto factorial = [](int k) {
    std::uint64_t product = 1;
    for (int i = 2; i <= k; ++i) product *= static_cast<std::uint64_t>(i);
    return product;
  };
  return factorial((n + 1) / 2) * factorial(n / 2);
}

/// Seen by the library's own iterators and its find().
std::string fault_of(const table& t, int n, int extra, int missing) {
  for (int key = 0; key <= n + 1; ++key) {
    item wanted;
    wanted.key = key;
    const bool expected = (key < n && key != missing) || key == extra;
    if ((t.items.find(wanted) != t.items.end()) != expected) return "find() errs about " + std::to_string(key);
  }
  const auto left = n + (extra >= 0 ? 1 : 0) - (missing >= 0 ? 1 : 0);
  return std::distance(t.items.begin(), t.items.end()) == left ? "" : "iterating finds another number";
}

std::vector<operation<table>> operations(int n) {
  std::vector<operation<table>> all;
  for (int key = 0; key < n; ++key)
    all.push_back({"erase " + std::to_string(key), [=](table& t) -> std::string {
                     item wanted;
                     wanted.key = key;
                     return t.items.erase(wanted) == 1 ? fault_of(t, n, -1, key) : "it is not found";
                   }});
  for (int key = n; key <= n + 1; ++key)
    all.push_back({"insert " + std::to_string(key), [=](table& t) -> std::string {
                     item added;
                     added.key = key;
                     return t.items.insert(added).second ? fault_of(t, n, key, -1) : "it is said to be there already";
                   }});
  return all;
}

}  // namespace

int main() {
  bool ok = true;
  for (int n = 1; n <= 6; ++n) {
    const auto done = run_every_operation(tables(n), [n](const table&) { return operations(n); });
    ok &= report("unordered intrusive sets", n, done, number_of_tables(n));
  }
  return ok ? 0 : 1;
}
