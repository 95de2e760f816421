// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// htop's hash table (Hashtable.c): open addressing by Robin Hood's rule. An item knows how far it is from where its key
// belongs, and one that is farther takes the place of one that is nearer.

extern "C" {
#include <stdlib.h>
#include "config.h"
#define this self  // a parameter's name in the header
#include <Hashtable.h>
#undef this

// As in Hashtable.c.
struct HashtableItem {
  ht_key_t key;
  size_t probe;
  void* value;
};
struct Hashtable_ {
  size_t size;
  HashtableItem* buckets;
  size_t items;
  bool owner;
};

void CRT_fatalError(const char*) { abort(); }
void* xMalloc(size_t size) { return malloc(size); }
void* xCalloc(size_t count, size_t size) { return calloc(count, size); }
}

#include <cstdint>
#include <cstdlib>
#include <map>
#include <utility>

#include "hunt.hpp"

namespace {

constexpr unsigned slots = 7;         // the smallest table there is
constexpr unsigned keys = 2 * slots;  // two that belong into each slot

struct slot_array {
  HashtableItem items[slots];
};
HashtableItem& first_item(slot_array& a) { return a.items[0]; }
template <std::size_t I>
ht_key_t& key(slot_array& a) {
  return a.items[I].key;
}
template <std::size_t I>
size_t& probe(slot_array& a) {
  return a.items[I].probe;
}
template <std::size_t I>
std::uintptr_t& value(slot_array& a) {
  return reinterpret_cast<std::uintptr_t&>(a.items[I].value);
}  // a number, not an address

/// Behind an item at most one farther from home, behind an empty slot at home.
bool probes_ok(const Hashtable& t) {
  std::size_t items = 0;
  for (std::size_t i = 0; i < t.size; ++i) items += t.buckets[i].value ? 1 : 0;
  if (items != t.items || items == t.size) return false;
  for (std::size_t i = 0; i < t.size; ++i) {
    const auto &before = t.buckets[i], &item = t.buckets[(i + 1) % t.size];
    if (item.value && item.probe > (before.value ? before.probe + 1 : 0)) return false;
  }
  return true;
}

bool rep_ok(const Hashtable& t) {
  if (!probes_ok(t)) return false;
  korat::set<ht_key_t> met;
  for (std::size_t i = 0; i < t.size; ++i) {
    const auto& item = t.buckets[i];
    if (item.value && ((item.key + item.probe) % t.size != i || !met.insert(item.key).second)) return false;
  }
  return true;
}

/// What is left in an empty slot does not matter; here it is nothing, so that every table is generated once.
bool rep_ok_and_clean(const Hashtable& t) {
  if (!rep_ok(t)) return false;
  for (std::size_t i = 0; i < t.size; ++i)
    if (!t.buckets[i].value && (t.buckets[i].key != 0 || t.buckets[i].probe != 0)) return false;
  return true;
}

korat::finitization<Hashtable> tables(int n) {
  korat::finitization<Hashtable> bounds;
  const auto arrays = bounds.objects<slot_array>(1, {.null = korat::null_value::excluded});
  bounds.set<&Hashtable::buckets>(arrays.part<&first_item>()).set<&Hashtable::size>(korat::exactly(slots));
  bounds.set<&Hashtable::items>(korat::exactly(n)).set<&Hashtable::owner>(korat::one_of(false));
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (bounds.set<&key<I>>(korat::between(0, keys - 1)), ...);
    (bounds.set<&probe<I>>(korat::between(0, slots - 1)), ...);
    (bounds.set<&value<I>>(korat::between(0, 1)), ...);
  }
  (std::make_index_sequence<slots>());
  return bounds;
}

/// Each slot's keys are none, one of two, or both in either order; Robin Hood's rule leaves no other choice. So it is
/// the coefficient of xⁿ in (1 + 2x + 2x²)⁷.
std::uint64_t number_of_tables(int n) {
  std::vector<std::uint64_t> power{1};
  for (unsigned i = 0; i < slots; ++i) {
    std::vector<std::uint64_t> next(power.size() + 2);
    for (std::size_t k = 0; k < power.size(); ++k)
      next[k] += power[k], next[k + 1] += 2 * power[k], next[k + 2] += 2 * power[k];
    power = next;
  }
  return power[static_cast<std::size_t>(n)];
}

using contents = std::map<ht_key_t, void*>;
contents contents_of(const Hashtable& t) {
  contents found;
  Hashtable_foreach(
      const_cast<Hashtable*>(&t), [](ht_key_t k, void* v, void* to) { (*static_cast<contents*>(to))[k] = v; }, &found);
  return found;
}

bool holds(Hashtable& t, const contents& expected) {
  for (ht_key_t k = 0; k < keys + 3; ++k) {
    const auto place = expected.find(k);
    if (Hashtable_get(&t, k) != (place == expected.end() ? nullptr : place->second)) return false;
  }
  return rep_ok(t) && contents_of(t) == expected;
}

bool puts_item(Hashtable& t, unsigned k) {
  static int something;
  auto expected = contents_of(t);
  expected[k] = &something;
  Hashtable_put(&t, k, &something);
  return holds(t, expected);
}

bool removes(Hashtable& t, unsigned k) {
  auto expected = contents_of(t);
  const auto place = expected.find(k);
  void* const there = place == expected.end() ? nullptr : place->second;
  expected.erase(k);
  return Hashtable_remove(&t, k) == there && holds(t, expected);
}

bool grows(Hashtable& t, unsigned size) {
  const auto expected = contents_of(t);
  Hashtable_setSize(&t, size);
  return holds(t, expected);
}

}  // namespace

int main() {
  // Five: with more than 0.7 of the slots taken, the next one makes the table grow.
  count(
      "tables", 0, 5, tables, [](int) { return &rep_ok_and_clean; }, number_of_tables);
  const auto with_keys = korat::between(0, keys + 2);
  hunt("Hashtable_put", 0, 5,
       [&](int n) { return korat::property("puts", tables(n), &rep_ok_and_clean, &puts_item, {}, with_keys); });
  hunt("Hashtable_remove", 0, 5,
       [&](int n) { return korat::property("removes", tables(n), &rep_ok_and_clean, &removes, {}, with_keys); });
  hunt("Hashtable_setSize", 0, 5, [&](int n) {
    return korat::property("grows", tables(n), &rep_ok_and_clean, &grows, {}, korat::between(0, 14));
  });
}
