// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Arrays, most of them with indices where others have pointers. Their elements count as objects.

#include <algorithm>
#include <vector>

#include "kind.hpp"

namespace korat::bench::survey {
namespace {

/// The room that is in use begins anywhere and goes round; the rest is empty.
struct ring_buffer {
  array<int> slots;
  field<int> first, count, sum;

  bool rep_ok() const {
    const int room = slots.size();
    if (first < 0 || first >= room || count < 0 || count > room) return false;
    int found = 0;
    for (int i = 0; i < room; ++i) {
      const int at = (first + i) % room, value = slots[at];
      if (i < count ? value <= 0 : value != 0) return false;
      found += value;
    }
    return found == sum;
  }
  void grow(int n, arena&, random_numbers& random) {
    slots.resize(n);
    for (int i = 0; i < n; ++i) slots[i] = 0;
    first = below(n, random);
    count = sum = 0;
    for (int i = 0; i < 3 * n / 4; ++i) {
      auto& slot = slots[(first + count) % n];
      slot = 1 + below(50, random);
      sum = sum + slot;
      count = count + 1;
    }
  }
  static finitization<ring_buffer> bounds(int n) {
    finitization<ring_buffer> space("ring-buffer");
    space.set<&ring_buffer::slots>(array_of(numbers()).with_length(between(1, n)));
    space.set<&ring_buffer::first>(numbers()).set<&ring_buffer::count>(numbers()).set<&ring_buffer::sum>(numbers());
    return space;
  }
};

/// A list and a list of free places, both by index; every place is in one of them.
struct index_list {
  array<int> next, value;
  field<int> first, free, size;

  bool rep_ok() const {
    const int room = next.size();
    if (value.size() != room) return false;
    std::vector<bool> met(static_cast<std::size_t>(room));
    int listed = 0, all = 0;
    for (int i = first; i != -1; i = next[i], ++listed, ++all) {
      if (i < 0 || i >= room || met[static_cast<std::size_t>(i)] || value[i] < 0) return false;
      met[static_cast<std::size_t>(i)] = true;
    }
    for (int i = free; i != -1; i = next[i], ++all) {
      if (i < 0 || i >= room || met[static_cast<std::size_t>(i)] || value[i] != -1) return false;
      met[static_cast<std::size_t>(i)] = true;
    }
    return listed == size && all == room;
  }
  void insert(int added) {
    const int place = free;
    free = static_cast<int>(next[place]);
    next[place] = static_cast<int>(first);
    value[place] = added;
    first = place;
    size = size + 1;
  }
  void grow(int n, arena&, random_numbers& random) {
    next.resize(n);
    value.resize(n);
    free = -1;
    first = -1;
    size = 0;
    for (const int i : shuffled(n, random)) {
      next[i] = static_cast<int>(free);
      value[i] = -1;
      free = i;
    }
    for (int i = 0; i < 2 * n / 3; ++i) insert(below(100, random));
  }
  static finitization<index_list> bounds(int n) {
    finitization<index_list> space("index-list");
    space.set<&index_list::next>(array_of(numbers()).with_length(between(1, n)));
    space.set<&index_list::value>(array_of(numbers()).with_length(between(1, n)));
    space.set<&index_list::first>(numbers()).set<&index_list::free>(numbers()).set<&index_list::size>(numbers());
    return space;
  }
};

/// Sets of elements that name, in the end, one of them; this one knows how many they are.
struct union_find {
  array<int> parent, members;
  field<int> sets;

  bool rep_ok() const {
    const int n = parent.size();
    if (members.size() != n) return false;
    std::vector<int> count(static_cast<std::size_t>(n));
    int found = 0;
    for (int i = 0; i < n; ++i) {
      int top = i;
      for (int steps = 0; parent[top] != top; top = parent[top])
        if (parent[top] < 0 || parent[top] >= n || ++steps > n) return false;
      ++count[static_cast<std::size_t>(top)];
      found += top == i ? 1 : 0;
    }
    for (int i = 0; i < n; ++i)
      if (members[i] != count[static_cast<std::size_t>(i)]) return false;
    return found == sets;
  }
  void unite(int a, int b) {
    while (parent[a] != a) a = parent[a];
    while (parent[b] != b) b = parent[b];
    if (a == b) return;
    if (members[a] < members[b]) std::swap(a, b);
    parent[b] = a;
    members[a] = members[a] + members[b];
    members[b] = 0;
    sets = sets - 1;
  }
  void grow(int n, arena&, random_numbers& random) {
    parent.resize(n);
    members.resize(n);
    sets = n;
    for (int i = 0; i < n; ++i) parent[i] = i, members[i] = 1;
    for (int i = 0; i < n; ++i) unite(below(n, random), below(n, random));
  }
  static finitization<union_find> bounds(int n) {
    finitization<union_find> space("union-find");
    space.set<&union_find::parent>(array_of(numbers()).with_length(between(1, n)));
    space.set<&union_find::members>(array_of(numbers()).with_length(between(1, n)));
    space.set<&union_find::sets>(numbers());
    return space;
  }
};

/// A heap of items that know where in it they are.
struct index_heap {
  array<int> item_at, place_of, priority;

  bool rep_ok() const {
    const int n = item_at.size();
    if (place_of.size() != n || priority.size() != n) return false;
    for (int i = 0; i < n; ++i) {
      const int item = item_at[i];
      if (item < 0 || item >= n || place_of[item] != i) return false;
      if (i > 0 && priority[item_at[(i - 1) / 2]] < priority[item]) return false;
    }
    return true;
  }
  void exchange(int a, int b) {
    const int item = item_at[a];
    item_at[a] = static_cast<int>(item_at[b]);
    item_at[b] = item;
    place_of[item_at[a]] = a;
    place_of[item_at[b]] = b;
  }
  void grow(int n, arena&, random_numbers& random) {
    item_at.resize(n);
    place_of.resize(n);
    priority.resize(n);
    for (int i = 0; i < n; ++i) {
      item_at[i] = place_of[i] = i;
      priority[i] = below(5 * n, random);
      for (int at = i; at > 0 && priority[item_at[(at - 1) / 2]] < priority[item_at[at]]; at = (at - 1) / 2)
        exchange(at, (at - 1) / 2);
    }
  }
  static finitization<index_heap> bounds(int n) {
    finitization<index_heap> space("index-heap");
    const auto any = array_of(numbers()).with_length(between(1, n));
    space.set<&index_heap::item_at>(any).set<&index_heap::place_of>(any).set<&index_heap::priority>(any);
    return space;
  }
};

/// A hash set without chains: a key is at its place, or at the first free one behind it.
struct open_hash {
  array<int> slots;
  field<int> size;

  bool rep_ok() const {
    const int room = slots.size();
    korat::set<int> keys;
    for (int i = 0; i < room; ++i) {
      const int key = slots[i];
      if (key == -1) continue;
      if (key < 0 || !keys.insert(key).second) return false;
      for (int at = key % room; at != i; at = (at + 1) % room)
        if (slots[at] == -1) return false;
    }
    return static_cast<int>(keys.size()) == size;
  }
  void insert(int key) {
    int at = key % slots.size();
    for (; slots[at] != -1; at = (at + 1) % slots.size())
      if (slots[at] == key) return;
    slots[at] = key;
    size = size + 1;
  }
  void grow(int n, arena&, random_numbers& random) {
    slots.resize(n);
    for (int i = 0; i < n; ++i) slots[i] = -1;
    size = 0;
    for (int i = 0; i < n / 2; ++i) insert(below(10 * n, random));
  }
  static finitization<open_hash> bounds(int n) {
    finitization<open_hash> space("open-hash");
    space.set<&open_hash::slots>(array_of(numbers()).with_length(between(1, n))).set<&open_hash::size>(numbers());
    return space;
  }
};

/// Lists of entries, one for each remainder of the keys.
struct chained_hash {
  struct entry {
    field<entry*> next;
    field<int> key;
  };
  array<entry*> buckets;
  field<int> size;

  bool rep_ok() const {
    korat::set<const entry*> met;
    for (int b = 0; b < buckets.size(); ++b)
      for (const entry* e = buckets[b]; e; e = e->next)
        if (!met.insert(e).second || e->key < 0 || e->key % buckets.size() != b) return false;
    return static_cast<int>(met.size()) == size;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    buckets.resize(std::max(1, n / 2));
    size = n;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<entry>();
      added->key = below(100 * n, random);
      auto& bucket = buckets[added->key % buckets.size()];
      added->next = bucket;
      bucket = added;
    }
  }
  static finitization<chained_hash> bounds(int n) {
    finitization<chained_hash> space("chained-hash");
    const auto entries = space.objects<entry>(1);
    space.set<&chained_hash::buckets>(array_of(entries).with_length(between(1, n)));
    space.set<&chained_hash::size>(numbers()).set<&entry::next>(entries).set<&entry::key>(numbers());
    return space;
  }
};

}  // namespace

std::vector<kind> arrays() {
  return {kind_of<ring_buffer>("ring-buffer", half::reported), kind_of<index_list>("index-list", half::development),
          kind_of<union_find>("union-find", half::reported),   kind_of<index_heap>("index-heap", half::reported),
          kind_of<open_hash>("open-hash", half::development),  kind_of<chained_hash>("chained-hash", half::reported)};
}

}  // namespace korat::bench::survey
