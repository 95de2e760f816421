// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The tail queue of the BSDs (libbsd, <bsd/sys/queue.h>). An entry's way back is the address of the pointer that leads
// to it: of a member of the entry before, or of the head. Such pointers lead to a part of an object.

#include <bsd/sys/queue.h>

#include "every_operation.hpp"
#include "list_model.hpp"

namespace {

struct entry {
  TAILQ_ENTRY(entry) link;
  int value;
};
TAILQ_HEAD(queue, entry);

entry*& next(entry& e) { return e.link.tqe_next; }
entry**& way_back(entry& e) { return e.link.tqe_prev; }

bool rep_ok(const queue& q, int size) {
  int count = 0;
  entry* const* place = &q.tqh_first;
  for (const entry* e = q.tqh_first; e; e = e->link.tqe_next) {
    if (e->link.tqe_prev != place || ++count > size) return false;  // a cycle would lead back to another way back
    place = &e->link.tqe_next;
  }
  return count == size && q.tqh_last == place;
}

korat::search<queue> queues(int n) {
  korat::finitization<queue> bounds;
  const auto entries = bounds.objects<entry>(n);
  const auto places = korat::any_of(bounds.root().part<&queue::tqh_first>(), entries.without_null().part<&next>());
  bounds.set<&queue::tqh_first>(entries).set<&queue::tqh_last>(places);
  bounds.set<&next>(entries).set<&way_back>(places).set<&entry::value>(korat::one_of(1, 2));
  return {bounds, [n](const queue& q) { return rep_ok(q, n); }};
}

/// Seen by the library's own loops in both directions.
std::string fault_of(const queue& q, const values& expected) {
  values forward, backward;
  const entry* e;
  TAILQ_FOREACH(e, &q, link) forward.push_back(e->value);
  TAILQ_FOREACH_REVERSE(e, &q, queue, link) backward.push_back(e->value);
  return difference(forward, backward, expected);
}

entry* at(const queue& q, std::size_t place) {
  entry* e = TAILQ_FIRST(&q);
  while (place-- > 0) e = TAILQ_NEXT(e, link);
  return e;
}

std::vector<operation<queue>> operations(const queue& q) {
  values now;
  const entry* e;
  TAILQ_FOREACH(e, &q, link) now.push_back(e->value);
  std::vector<operation<queue>> all;
  const auto add = [&](const std::string& name, const values& expected, auto change) {
    all.push_back({name, [=](queue& changed) {
                     entry added{};
                     added.value = 3;
                     change(changed, added);
                     return fault_of(changed, expected);
                   }});
  };
  add("insert head", with(now, 0, 3), [](queue& c, entry& a) { TAILQ_INSERT_HEAD(&c, &a, link); });
  add("insert tail", with(now, now.size(), 3), [](queue& c, entry& a) { TAILQ_INSERT_TAIL(&c, &a, link); });
  for (std::size_t i = 0; i < now.size(); ++i) {
    add("remove", without(now, i), [=](queue& c, entry&) {
      entry* const old = at(c, i);  // first: the macros look at their arguments more than once
      TAILQ_REMOVE(&c, old, link);
    });
    add("insert after", with(now, i + 1, 3), [=](queue& c, entry& a) {
      entry* const before = at(c, i);
      TAILQ_INSERT_AFTER(&c, before, &a, link);
    });
    add("insert before", with(now, i, 3), [=](queue& c, entry& a) {
      entry* const behind = at(c, i);
      TAILQ_INSERT_BEFORE(behind, &a, link);
    });
  }
  return all;
}

}  // namespace

int main() {
  bool ok = true;
  for (int n = 0; n <= 7; ++n)
    ok &= report("BSD tail queues", n, run_every_operation(queues(n), operations), number_of_lists(n));
  return ok ? 0 : 1;
}
