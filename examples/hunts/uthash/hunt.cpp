// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// uthash: macros that make a hash table of one's own structs. Every item is in two doubly linked lists: that of its
// bucket, whose pointers lead to a part of an item, and that of all items in the order of the application, by untyped
// pointers.

#define HASH_FUNCTION(keyptr, keylen, hashv) hashv = *reinterpret_cast<const unsigned*>(keyptr)
#include <uthash.h>
#undef HASH_BKT_CAPACITY_THRESH
#define HASH_BKT_CAPACITY_THRESH 3U  // small tables grow, too

#include <algorithm>

#include "hash_model.hpp"

namespace {

struct item {
  unsigned key;
  UT_hash_handle hh;
};
struct items {
  item* head;
};

constexpr unsigned bucket_count = 2;
struct bucket_array {
  UT_hash_bucket buckets[bucket_count];
};

// Parts and members of members.
UT_hash_handle& handle(item& i) { return i.hh; }
UT_hash_table*& table_of(item& i) { return i.hh.tbl; }
item*& previous(item& i) { return reinterpret_cast<item*&>(i.hh.prev); }
item*& next(item& i) { return reinterpret_cast<item*&>(i.hh.next); }
UT_hash_handle*& previous_in_bucket(item& i) { return i.hh.hh_prev; }
UT_hash_handle*& next_in_bucket(item& i) { return i.hh.hh_next; }
unsigned*& key_place(item& i) { return reinterpret_cast<unsigned*&>(const_cast<void*&>(i.hh.key)); }
unsigned& key_length(item& i) { return i.hh.keylen; }
unsigned& hash_value(item& i) { return i.hh.hashv; }
UT_hash_bucket& first_bucket(bucket_array& a) { return a.buckets[0]; }
template <std::size_t I>
UT_hash_handle*& bucket_head(bucket_array& a) {
  return a.buckets[I].hh_head;
}
template <std::size_t I>
unsigned& bucket_size(bucket_array& a) {
  return a.buckets[I].count;
}

/// All items in the order of the application; an item more than `most` says that something is wrong.
std::vector<const item*> in_order(const items& t, std::size_t most) {
  std::vector<const item*> all;
  const item* before = nullptr;
  for (const item* i = t.head; i; before = i, i = static_cast<const item*>(i->hh.next)) {
    if (i->hh.prev != before || all.size() == most) return std::vector<const item*>(most + 1);
    all.push_back(i);
  }
  return all;
}

bool item_ok(const item& i, const UT_hash_table* table) {
  return i.hh.tbl == table && i.hh.key == &i.key && i.hh.keylen == sizeof i.key && i.hh.hashv == i.key;
}

bool bucket_ok(const UT_hash_table& table, unsigned index, korat::set<unsigned>& keys) {
  const UT_hash_bucket& bucket = table.buckets[index];
  unsigned count = 0;
  const UT_hash_handle* before = nullptr;
  for (const UT_hash_handle* h = bucket.hh_head; h; before = h, h = h->hh_next) {
    if (h->hh_prev != before || h->hashv % table.num_buckets != index || !keys.insert(h->hashv).second) return false;
    ++count;
  }
  return bucket.count == count;
}

/// The items in order, none if something is wrong.
std::vector<const item*> checked_items(const items& t, std::size_t most) {
  const auto all = in_order(t, most);
  if (all.empty() || all.size() > most) return {};
  const UT_hash_table* const table = t.head->hh.tbl;
  for (const item* i : all)
    if (!item_ok(*i, table)) return {};
  if (table->num_items != all.size() || table->tail != &all.back()->hh) return {};
  korat::set<unsigned> keys;
  for (unsigned b = 0; b < table->num_buckets; ++b)
    if (!bucket_ok(*table, b, keys)) return {};
  return keys.size() == all.size() ? all : std::vector<const item*>();
}

struct library {
  using table = items;

  static korat::finitization<table> bounds(int n) {
    korat::finitization<table> bounds;
    const auto arrays = bounds.objects<bucket_array>(1, {.null = korat::null_value::excluded});
    const auto tables = bounds.objects<UT_hash_table>(1, {.null = korat::null_value::excluded});
    const auto all = bounds.objects<item>(n);
    const auto handles = all.part<&handle>();
    bounds.set<&items::head>(all).set<&table_of>(tables).set<&previous>(all).set<&next>(all);
    bounds.set<&previous_in_bucket>(handles).set<&next_in_bucket>(handles);
    bounds.set<&item::key>(korat::between(0, n - 1)).set<&key_place>(all.without_null().part<&item::key>());
    bounds.set<&key_length>(korat::exactly(sizeof(unsigned))).set<&hash_value>(korat::between(0, n - 1));
    bounds.set<&UT_hash_table::buckets>(arrays.part<&first_bucket>())
        .set<&UT_hash_table::num_buckets>(korat::exactly(bucket_count));
    bounds.set<&UT_hash_table::log2_num_buckets>(korat::exactly(1)).set<&UT_hash_table::num_items>(korat::exactly(n));
    bounds.set<&UT_hash_table::tail>(all.without_null().part<&handle>());
    bounds.set<&UT_hash_table::hho>(korat::exactly(static_cast<std::int64_t>(offsetof(item, hh))));
    bounds.set<&bucket_head<0>>(handles).set<&bucket_head<1>>(handles);
    bounds.set<&bucket_size<0>>(korat::between(0, n)).set<&bucket_size<1>>(korat::between(0, n));
    return bounds;
  }
  static bool rep_ok(const table& t, int n) {
    return checked_items(t, static_cast<std::size_t>(n)).size() == static_cast<std::size_t>(n);
  }

  static bool insert(table& t, int key) {
    static item added;
    if (contains(t, key)) return false;
    added = {};
    added.key = static_cast<unsigned>(key);
    HASH_ADD(hh, t.head, key, sizeof(unsigned), &added);
    return true;
  }
  static bool erase(table& t, int key) {
    item* const found = find(t, key);
    if (found) HASH_DEL(t.head, found);
    return found != nullptr;
  }
  static bool contains(const table& t, int key) { return find(t, key) != nullptr; }
  /// By our own check of everything: an empty table has no head, and nothing else is left of it.
  static int size(const table& t) { return t.head ? static_cast<int>(checked_items(t, 100).size()) : 0; }

  static item* find(const table& t, int key) {
    const auto wanted = static_cast<unsigned>(key);
    item* found = nullptr;
    HASH_FIND(hh, t.head, &wanted, sizeof wanted, found);
    return found;
  }
};

bool sorts(items& t, int n) {
  HASH_SORT(t.head, [](const item* a, const item* b) { return static_cast<int>(a->key) - static_cast<int>(b->key); });
  const auto all = checked_items(t, static_cast<std::size_t>(n));
  return all.size() == static_cast<std::size_t>(n) && std::ranges::is_sorted(all, {}, &item::key);
}

}  // namespace

int main() {
  // Any order of the application, any order in each bucket.
  hunt_tables<library>("tables", 4, [](int n) { return factorial(n) * factorial((n + 1) / 2) * factorial(n / 2); });
  hunt("HASH_SORT", 1, 4, [](int n) {
    return korat::property(
        "sort", library::bounds(n), [n](const items& t) { return library::rep_ok(t, n); },
        [n](items& t) { return sorts(t, n); }, {});
  });
}
