// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The tail queue of the BSDs (libbsd, <bsd/sys/queue.h>). An entry's way back is the address of the pointer that leads
// to it: of a member of the entry before, or of the head. Such pointers lead to a part of an object.

#include <bsd/sys/queue.h>

#include "list_model.hpp"

namespace {

struct entry {
  TAILQ_ENTRY(entry) link;
  int value;
};
TAILQ_HEAD(queue, entry);

entry*& next(entry& e) { return e.link.tqe_next; }
entry**& way_back(entry& e) { return e.link.tqe_prev; }

struct library {
  using list = queue;

  static korat::finitization<list> bounds(int n) {
    korat::finitization<list> bounds;
    const auto entries = bounds.objects<entry>(n);
    const auto places = korat::any_of(bounds.root().part<&queue::tqh_first>(), entries.without_null().part<&next>());
    bounds.set<&queue::tqh_first>(entries).set<&queue::tqh_last>(places);
    bounds.set<&next>(entries).set<&way_back>(places).set<&entry::value>(korat::one_of(1, 2));
    return bounds;
  }
  static bool rep_ok(const queue& q, int size) {
    int count = 0;
    entry* const* place = &q.tqh_first;
    for (const entry* e = q.tqh_first; e; e = e->link.tqe_next) {
      if (e->link.tqe_prev != place || ++count > size) return false;  // a cycle would lead back to another way back
      place = &e->link.tqe_next;
    }
    return count == size && q.tqh_last == place;
  }

  static values front_to_back(const queue& q) {
    values found;
    const entry* e;
    TAILQ_FOREACH(e, &q, link) found.push_back(e->value);
    return found;
  }
  static values back_to_front(const queue& q) {
    values found;
    const entry* e;
    TAILQ_FOREACH_REVERSE(e, &q, queue, link) found.push_back(e->value);
    return found;
  }
};

entry* at(const queue& q, int place) {
  entry* e = TAILQ_FIRST(&q);
  while (place-- > 0) e = TAILQ_NEXT(e, link);
  return e;
}
entry* fresh() {
  static entry added;
  added = {};
  added.value = added_value;
  return &added;
}

void operations() {
  // Arguments first: the macros look at them more than once.
  hunt_lists<library>(
      "TAILQ_INSERT_HEAD", places::none,
      [](queue& q, int) {
        entry* const added = fresh();
        TAILQ_INSERT_HEAD(&q, added, link);
      },
      insert_at);
  hunt_lists<library>(
      "TAILQ_INSERT_TAIL", places::none,
      [](queue& q, int) {
        entry* const added = fresh();
        TAILQ_INSERT_TAIL(&q, added, link);
      },
      [](values& v, int) { v.push_back(added_value); });
  hunt_lists<library>(
      "TAILQ_REMOVE", places::values,
      [](queue& q, int place) {
        entry* const old = at(q, place);
        TAILQ_REMOVE(&q, old, link);
      },
      erase_at);
  hunt_lists<library>(
      "TAILQ_INSERT_AFTER", places::values,
      [](queue& q, int place) {
        entry *const before = at(q, place), *const added = fresh();
        TAILQ_INSERT_AFTER(&q, before, added, link);
      },
      [](values& v, int place) { insert_at(v, place + 1); });
  hunt_lists<library>(
      "TAILQ_INSERT_BEFORE", places::values,
      [](queue& q, int place) {
        entry *const behind = at(q, place), *const added = fresh();
        TAILQ_INSERT_BEFORE(behind, added, link);
      },
      insert_at);
}

}  // namespace

int main() {
  count_lists<library>("tail queues");
  operations();
}
