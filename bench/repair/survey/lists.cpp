// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Objects linked into lists: one list, several over the same objects, with more than one key in a node.

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "kind.hpp"

namespace korat::bench::survey {
namespace {

/// First in, first out.
struct queue {
  struct node {
    field<node*> next;
    field<int> value;
  };
  field<node*> head, tail;
  field<int> size;

  bool rep_ok() const {
    korat::set<const node*> met;
    const node* last = nullptr;
    for (const node* n = head; n; last = n, n = n->next)
      if (!met.insert(n).second) return false;
    return tail == last && static_cast<int>(met.size()) == size;
  }
  void push(node* added) {
    (tail ? tail->next : head) = added;
    tail = added;
    size = size + 1;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    size = 0;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<node>();
      added->value = below(1'000, random);
      push(added);
    }
  }
  static finitization<queue> bounds() {
    finitization<queue> space("queue");
    const auto nodes = space.objects<node>(1);
    space.set<&queue::head>(nodes).set<&queue::tail>(nodes).set<&queue::size>(numbers());
    space.set<&node::next>(nodes).set<&node::value>(numbers());
    return space;
  }
};

/// A set of numbers in a singly linked list, sorted.
struct sorted_set {
  struct node {
    field<node*> next;
    field<int> key;
  };
  field<node*> first;
  field<int> size;

  bool rep_ok() const {
    int count = 0;
    for (const node* n = first; n; n = n->next, ++count)
      if (n->next && n->key >= n->next->key) return false;
    return count == size;
  }
  void insert(node* added) {
    field<node*>* place = &first;
    while (*place && (*place)->key < added->key) place = &(*place)->next;
    added->next = *place;
    *place = added;
    size = size + 1;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    size = 0;
    int key = 10 * n;  // from the largest, so that a long list grows quickly
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<node>();
      added->key = key -= 1 + below(9, random);
      insert(added);
    }
  }
  static finitization<sorted_set> bounds() {
    finitization<sorted_set> space("sorted-set");
    const auto nodes = space.objects<node>(1);
    space.set<&sorted_set::first>(nodes).set<&sorted_set::size>(numbers());
    space.set<&node::next>(nodes).set<&node::key>(numbers());
    return space;
  }
};

/// A ring without a header; entries have numbers that differ.
struct ring {
  struct entry {
    field<entry*> next, previous;
    field<int> number;
  };
  field<entry*> current;
  field<int> count;

  bool rep_ok() const {
    if (!current) return count == 0;
    korat::set<const entry*> met;
    korat::set<int> seen;
    const entry* e = current;
    do {
      if (!met.insert(e).second || !seen.insert(e->number).second) return false;
      if (!e->next || e->next->previous != e) return false;
      e = e->next;
    } while (e != current);
    return static_cast<int>(met.size()) == count;
  }
  void insert(entry* added) {
    if (!current) {
      current = added->next = added->previous = added;
    } else {
      added->next = current->next;
      added->previous = current;
      added->next->previous = added;
      current->next = added;
    }
    count = count + 1;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    count = 0;
    for (const int number : shuffled(n, random)) {
      auto* const added = owner.make<entry>();
      added->number = 3 * number;
      insert(added);
      if (below(3, random) == 0) current = added;
    }
  }
  static finitization<ring> bounds() {
    finitization<ring> space("ring");
    const auto entries = space.objects<entry>(1);
    space.set<&ring::current>(entries).set<&ring::count>(numbers());
    space.set<&entry::next>(entries).set<&entry::previous>(entries).set<&entry::number>(numbers());
    return space;
  }
};

/// The same people in the order of their names and of their ages.
struct two_orders {
  struct person {
    field<person*> next_by_name, next_by_age;
    field<int> name, age;
  };
  field<person*> first_by_name, first_by_age;
  field<int> size;

  bool rep_ok() const {
    korat::set<const person*> named;
    for (const person* p = first_by_name; p; p = p->next_by_name) {
      if (!named.insert(p).second) return false;
      if (p->next_by_name && p->name >= p->next_by_name->name) return false;
    }
    if (static_cast<int>(named.size()) != size) return false;
    int count = 0;
    for (const person* p = first_by_age; p; p = p->next_by_age) {
      if (++count > size || !named.contains(p)) return false;
      if (p->next_by_age && p->age > p->next_by_age->age) return false;
    }
    return count == size;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    std::vector<person*> all;
    for (int i = 0; i < n; ++i) {
      all.push_back(owner.make<person>());
      all.back()->name = 5 * i + below(5, random);
    }
    const auto ages = shuffled(n, random);
    std::vector<person*> by_age(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      all[i]->age = ages[i] / 2;
      by_age[static_cast<std::size_t>(ages[i])] = all[i];
    }
    for (std::size_t i = all.size(); i-- > 0;) {
      all[i]->next_by_name = std::exchange(first_by_name, all[i]);
      by_age[i]->next_by_age = std::exchange(first_by_age, by_age[i]);
    }
    size = n;
  }
  static finitization<two_orders> bounds() {
    finitization<two_orders> space("two-orders");
    const auto people = space.objects<person>(1);
    space.set<&two_orders::first_by_name>(people).set<&two_orders::first_by_age>(people);
    space.set<&two_orders::size>(numbers());
    space.set<&person::next_by_name>(people).set<&person::next_by_age>(people);
    space.set<&person::name>(numbers()).set<&person::age>(numbers());
    return space;
  }
};

/// Matches of a league: of each team those at home, in the order of the guests, and those as a guest, in the order of
/// the hosts.
struct league {
  struct match {
    field<match*> next_at_home, next_away;
    field<int> host, guest, goals;
  };
  array<match*> at_home, away;
  field<int> played;

  bool rep_ok() const {
    korat::set<const match*> met;
    for (int t = 0; t < at_home.size(); ++t) {
      int last = -1;
      for (const match* m = at_home[t]; m; m = m->next_at_home) {
        if (m->host != t || m->guest <= last || m->guest == t || m->goals < 0 || !met.insert(m).second) return false;
        last = m->guest;
      }
    }
    int left = played;
    if (static_cast<int>(met.size()) != left) return false;
    for (int t = 0; t < away.size(); ++t) {
      int last = -1;
      for (const match* m = away[t]; m; m = m->next_away, --left) {
        if (m->guest != t || m->host <= last || !met.contains(m)) return false;
        last = m->host;
      }
    }
    return left == 0;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    const int teams = std::max(6, n / 5);
    at_home.resize(teams);
    away.resize(teams);
    std::set<std::pair<int, int>> pairs;
    while (static_cast<int>(pairs.size()) < n) {
      const int host = below(teams, random), guest = below(teams, random);
      if (host != guest) pairs.emplace(host, guest);
    }
    for (auto p = pairs.rbegin(); p != pairs.rend(); ++p) {  // so that what is put in front comes first
      auto* const added = owner.make<match>();
      added->host = p->first;
      added->guest = p->second;
      added->goals = below(5, random);
      added->next_at_home = std::exchange(at_home[p->first], added);
      added->next_away = std::exchange(away[p->second], added);
    }
    played = n;
  }
  static finitization<league> bounds(int n) {
    finitization<league> space("league");
    const auto all = space.objects<match>(1);
    space.set<&league::at_home>(array_of(all).with_length(between(1, n)));
    space.set<&league::away>(array_of(all).with_length(between(1, n)));
    space.set<&league::played>(numbers()).set<&match::next_at_home>(all).set<&match::next_away>(all);
    space.set<&match::host>(numbers()).set<&match::guest>(numbers()).set<&match::goals>(numbers());
    return space;
  }
};

/// Several keys in a node, between two and four but in the last one; all in order.
struct unrolled_list {
  static constexpr int room = 4;
  struct node {
    field<node*> next;
    field<int> used;
    field<int> keys[room];
  };
  field<node*> first;
  field<int> total;

  bool rep_ok() const {
    korat::set<const node*> met;
    bool any = false;
    int last = 0, keys = 0;
    for (const node* n = first; n; n = n->next) {
      if (!met.insert(n).second || n->used > room || n->used < (n->next ? 2 : 1)) return false;
      for (int i = 0; i < n->used; ++i, ++keys) {
        if (any && n->keys[i] <= last) return false;
        last = n->keys[i];
        any = true;
      }
    }
    return keys == total;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    total = 0;
    field<node*>* place = &first;
    int key = 0;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<node>();
      added->used = 2 + below(3, random);
      for (int k = 0; k < room; ++k) added->keys[k] = k < added->used ? key += 1 + below(9, random) : 0;
      total = total + added->used;
      *place = added;
      place = &added->next;
    }
  }
  static finitization<unrolled_list> bounds() {
    finitization<unrolled_list> space("unrolled-list");
    const auto nodes = space.objects<node>(1);
    space.set<&unrolled_list::first>(nodes).set<&unrolled_list::total>(numbers());
    space.set<&node::next>(nodes).set<&node::used>(between(0, room)).set<&node::keys>(numbers());
    return space;
  }
};

/// Frames of a task, each one deeper than the one below it, and all of the same task.
struct frames {
  struct task {
    field<int> id;
  };
  struct frame {
    field<frame*> below;
    field<task*> owner;
    field<int> depth;
  };
  field<frame*> top;
  field<task*> running;
  field<int> height;

  bool rep_ok() const {
    if (!running || running->id <= 0) return false;
    int left = height;
    for (const frame* f = top; f; f = f->below, --left)
      if (left <= 0 || f->depth != left || f->owner != running) return false;
    return left == 0;
  }
  void grow(int n, arena& owner, random_numbers& random) {
    running = owner.make<task>();
    running->id = 1 + below(100, random);
    height = 0;
    for (int i = 0; i < n; ++i) {
      auto* const added = owner.make<frame>();
      added->below = top;
      added->owner = running;
      height = height + 1;
      added->depth = height;
      top = added;
    }
  }
  static finitization<frames> bounds() {
    finitization<frames> space("frames");
    const auto all = space.objects<frame>(1);
    const auto tasks = space.objects<task>(1);
    space.set<&frames::top>(all).set<&frames::running>(tasks).set<&frames::height>(numbers());
    space.set<&frame::below>(all).set<&frame::owner>(tasks).set<&frame::depth>(numbers());
    space.set<&task::id>(numbers());
    return space;
  }
};

}  // namespace

std::vector<kind> lists() {
  return {kind_of<queue>("queue", half::development),   kind_of<sorted_set>("sorted-set", half::reported),
          kind_of<ring>("ring", half::reported),        kind_of<two_orders>("two-orders", half::development),
          kind_of<league>("league", half::development), kind_of<unrolled_list>("unrolled-list", half::development),
          kind_of<frames>("frames", half::reported)};
}

}  // namespace korat::bench::survey
