// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Predicates that misbehave, and what is said about them. The examples of docs/predicates.md.

#include <chrono>
#include <iostream>
#include <korat/korat.hpp>
#include <memory>
#include <set>
#include <stdexcept>

namespace {

struct node {
  korat::field<node*> next;
  korat::field<int> key;
  int weight = 0;  // a plain member
};

struct list {
  mutable korat::field<node*> head;
};

bool throws(const list& l) {
  if (l.head) throw std::runtime_error("no list is good enough");
  return true;
}

bool dereferences_null(const list& l) { return l.head->key == 1; }

int length_from(const node* n) {
  if (!n) return 0;
  volatile int rest = length_from(n->next);  // a cycle has no end
  return rest + 1;
}
bool recurses(const list& l) { return length_from(l.head) >= 0; }

bool loops(const list& l) {
  int length = 0;
  for (const node* n = l.head; n; n = n->next) ++length;  // a cycle has no end
  return length >= 0;
}

bool writes(const list& l) {
  if (l.head) l.head = nullptr;
  return true;
}

bool misses_a_read(const list& l) { return l.head && l.head->weight == 1; }
bool notices_it(const list& l) { return l.head && korat::read(l.head->weight) == 1; }

int calls = 0;
bool changes_its_mind(const list& l) { return l.head && ++calls % 2 == 0; }

bool is_sorted(const list& l) {
  int last = 0;
  for (const node* n = l.head; n; n = n->next) {
    const int key = n->key;
    if (key <= last) return false;
    last = key;
  }
  return true;
}

bool counts_its_calls(const list& l) {
  ++calls;
  return is_sorted(l);
}

bool keeps_memory(const list& l) {
  static std::set<int> seen;
  if (l.head) seen.insert(l.head->key);
  return is_sorted(l);
}

bool shares_ownership(const list& l) {
  static const auto limit = std::make_shared<int>(100);
  const auto copy = limit;  // the count of owners goes up here and down at the end, and lies outside
  return is_sorted(l) && *copy == 100;
}

void hear(const char* name, bool (*predicate)(const list&), korat::search_options options = {}, int size = 2) {
  korat::finitization<list> bounds;
  const auto nodes = bounds.objects<node>(size);
  bounds.set<&list::head>(nodes).set<&node::next>(nodes);
  bounds.set<&node::key>(korat::between(1, size)).set<&node::weight>(korat::between(0, 1));
  std::cout << "--- " << name << '\n';
  korat::search lists(bounds, predicate, options);
  try {
    while (lists.next_valid()) continue;
    std::cout << "complete: " << lists.statistics().valid << " valid\n";
    if (const auto note = lists.engine_note()) std::cout << *note << '\n';
  } catch (const korat::predicate_error& e) {
    std::cout << name_of(e.why().kind) << ": " << e.what() << '\n';
  }
}

}  // namespace

int main() {
  hear("throws", throws);
  hear("dereferences_null", dereferences_null);
  hear("recurses", recurses);
  hear("loops", loops, {.stuck_after = std::chrono::milliseconds(200)});
  hear("writes", writes);
  hear("misses_a_read", misses_a_read);
  hear("notices_it", notices_it);
  hear("changes_its_mind", changes_its_mind);
  hear("counts_its_calls", counts_its_calls, {}, 6);
  hear("keeps_memory", keeps_memory, {}, 6);
  hear("shares_ownership", shares_ownership, {}, 6);
}
