// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// boost::intrusive::unordered_set: a ring through each of its buckets, so that a pointer leads to an object or to one
// of several parts of the root.

#include <boost/intrusive/unordered_set.hpp>
#include <iterator>

#include "hash_model.hpp"

namespace {

namespace bi = boost::intrusive;

struct item : bi::unordered_set_base_hook<bi::link_mode<bi::normal_link>> {
  int key = 0;
  friend bool operator==(const item& a, const item& b) { return a.key == b.key; }
  friend std::size_t hash_value(const item& i) { return static_cast<std::size_t>(i.key); }
};
using node = bi::slist_node<void*>;  // what the hook is
using set = bi::unordered_set<item, bi::constant_time_size<false>>;

struct buckets_and_set {
  static constexpr std::size_t bucket_count = 2;
  set::bucket_type buckets[bucket_count];
  set items{set::bucket_traits(buckets, bucket_count)};
};

template <std::size_t Bucket>
node& header(buckets_and_set& t) {
  return *t.buckets[Bucket].before_begin().pointed_node();
}
template <std::size_t Bucket>
node*& first(buckets_and_set& t) {
  return header<Bucket>(t).next_;
}
const node& header_of(const buckets_and_set& t, std::size_t bucket) {
  return *t.buckets[bucket].before_begin().pointed_node();
}
int key_of(const node* n) { return static_cast<const item*>(n)->key; }

struct library {
  using table = buckets_and_set;

  static korat::finitization<table> bounds(int n) {
    korat::finitization<table> bounds("boost::intrusive::unordered_set");
    const auto items = bounds.objects<item>(n, {.null = korat::null_value::excluded});
    const auto nodes = korat::any_of(items, bounds.root().part<&header<0>>(), bounds.root().part<&header<1>>());
    bounds.set<&first<0>>(nodes).set<&first<1>>(nodes).set<&node::next_>(nodes);
    bounds.set<&item::key>(korat::between(0, n - 1));
    return bounds;
  }
  static bool rep_ok(const table& t, int n) {
    korat::set<int> keys;
    for (std::size_t b = 0; b < table::bucket_count; ++b) {
      korat::set<const node*> met;
      for (const node* i = header_of(t, b).next_; i != &header_of(t, b); i = i->next_) {
        if (i == &header_of(t, 1 - b) || !met.insert(i).second) return false;
        if (static_cast<std::size_t>(key_of(i)) % table::bucket_count != b || !keys.insert(key_of(i)).second)
          return false;
      }
    }
    return keys.size() == static_cast<std::size_t>(n);
  }

  static bool insert(table& t, int key) {
    static item added;
    added = item();
    added.key = key;
    return t.items.insert(added).second;
  }
  static bool erase(table& t, int key) {
    item wanted;
    wanted.key = key;
    return t.items.erase(wanted) == 1;
  }
  static bool contains(const table& t, int key) {
    item wanted;
    wanted.key = key;
    return t.items.find(wanted) != t.items.end();
  }
  static int size(const table& t) { return static_cast<int>(std::distance(t.items.begin(), t.items.end())); }
};

}  // namespace

int main() {
  hunt_tables<library>("unordered sets", 6, [](int n) { return factorial((n + 1) / 2) * factorial(n / 2); });
}
