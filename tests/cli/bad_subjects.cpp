// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Subjects that misbehave or are slow, in place of the real ones: the tests run the same program over them.

#include <algorithm>
#include <chrono>
#include <csignal>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "subjects/subject.hpp"

namespace korat::subjects {
namespace {

struct node {
  field<node*> next;
  field<int> key;
};

struct list {
  mutable field<node*> head;
  field<std::string> label;
};

using rule = bool (*)(const list&);

bool throws(const list& l) {
  if (l.head) throw std::runtime_error("no list is good enough \xff");
  return true;
}
bool crashes(const list& l) { return l.head->key == 0; }

/// The way back is used, so that no compiler makes a loop of the recursion.
struct path {
  const path* up;
  const node* at;
};
int length_of(const path* p) {
  if (p->at->next == nullptr) return p->up == nullptr ? 1 : 2;
  const path below{p, p->at->next};
  return length_of(&below);
}
bool recurses(const list& l) {
  const path start{nullptr, l.head};
  return l.head == nullptr || length_of(&start) > 0;
}

bool loops(const list& l) {
  int steps = 0;
  for (const node* n = l.head; n != nullptr; n = n->next) ++steps;
  return steps >= 0;
}

bool writes(const list& l) {
  if (l.head) l.head = nullptr;
  return true;
}

int times_asked = 0;
bool is_fickle(const list& l) {
  (void)l.head.get();
  return ++times_asked % 2 == 0;
}

bool is_slow(const list& l) {
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return !l.head || l.head->key > 0;
}

bool sleeps(const list& l) {
  std::this_thread::sleep_for(std::chrono::minutes(1));
  return !l.head;
}

bool is_labelled(const list& l) { return !l.head && !l.label->empty(); }

/// Right when it runs from its beginning; a saved state does not hold what it counts in.
int fields_seen = 0;
bool counts_in_a_variable(const list& l) {
  fields_seen = 0;
  for (const node* n = l.head; n && fields_seen < 2; n = n->next) ++fields_seen;
  return fields_seen == 1;
}

/// Right as long as one runs at a time: it remembers in variables of the program where it has been.
const node* been[100];
int steps = 0;
bool is_sorted_by_globals(const list& l) {
  steps = 0;
  for (const node* n = l.head; n != nullptr; n = n->next) {
    if (std::find(been, been + steps, n) != been + steps) return false;
    been[steps++] = n;
    if (steps > 1 && been[steps - 1]->key < been[steps - 2]->key) return false;
  }
  return true;
}

bool kills_its_process(const list& l) { return !l.head || std::raise(SIGKILL) == 0; }

constexpr int few_keys = 2, many_keys = 1000;

description described(rule good, int keys, const arguments& a) {
  finitization<list> bounds("list");
  const auto nodes = bounds.objects<node>(a[0]);
  bounds.set<&list::head>(nodes).set<&list::label>(one_of(std::vector<std::string>{"", "a\"<&>\n", "\xff"}));
  bounds.set<&node::next>(nodes).set<&node::key>(between(1, keys));
  return korat::describe(bounds, good);
}

subject describe(const char* name, rule good, int keys = few_keys) {
  return {.name = name,
          .summary = "lists with a predicate that misbehaves",
          .forms = {{"nodes"}},
          .known = {},
          .describe = [=](const arguments& a) { return described(good, keys, a); },
          .adapt = [](search_options& options) { options.stuck_after = std::chrono::milliseconds(300); }};
}

subject impossible(const char* name, void (*fail)()) {
  return {.name = name,
          .summary = "a search that cannot even start",
          .forms = {{"nodes"}},
          .known = {},
          .describe = [fail](const arguments&) -> description {
            fail();
            throw std::logic_error("it started");
          }};
}

struct nothing {};

subject chooses() {
  return {.name = "chooses",
          .summary = "a number that the predicate chooses itself",
          .forms = {{"largest"}},
          .known = {},
          .describe = [](const arguments& a) {
            finitization<nothing> bounds("chooses");
            bounds.choices(1, a[0] + 1);
            return korat::describe(
                bounds, [largest = a[0]](const nothing&) { return korat::choose(std::int64_t{0}, largest) >= 0; });
          }};
}

/// Counts that nobody will ever reproduce.
subject renowned(subject s) {
  s.known = {{{1}, 123'456, 7}};
  return s;
}

}  // namespace

std::span<const subject> all() {
  static const std::vector<subject> subjects = {
      describe("throws", throws),
      describe("crashes", crashes),
      describe("recurses", recurses),
      describe("loops", loops),
      describe("writes", writes),
      describe("fickle", is_fickle),
      describe("forgetful", counts_in_a_variable),
      describe("globals", is_sorted_by_globals),
      describe("deadly", kills_its_process),
      describe("slow", is_slow, many_keys),
      describe("asleep", sleeps),
      renowned(describe("labelled", is_labelled)),
      chooses(),
      impossible("no-memory", [] { throw std::bad_alloc(); }),
      impossible("no-room", [] { throw resource_error("no address space left"); }),
  };
  return subjects;
}

std::span<const subject> in_lockstep() { return {}; }

const subject* find(std::string_view name) {
  const auto found = std::ranges::find(all(), name, &subject::name);
  return found == all().end() ? nullptr : &*found;
}

}  // namespace korat::subjects
