// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A runtime assertion that repairs: a queue whose writer forgets the last entry, in a program that must go on.

#include <array>
#include <iostream>
#include <korat/ensure.hpp>
#include <korat/korat.hpp>

namespace {

struct entry {
  korat::field<entry*> next;
  int job = 0;
};

struct queue {
  korat::field<entry*> first;
  korat::field<entry*> last;

  /// `last` is what the links lead to. The predicate sees broken queues too, so it expects rings.
  bool rep_ok() const {
    korat::set<const entry*> visited;
    const entry* end = nullptr;
    for (const entry* e = first; e; e = e->next) {
      if (!visited.insert(e).second) return false;
      end = e;
    }
    return end == last;
  }

  static korat::finitization<queue> bounds() {
    korat::finitization<queue> space;
    const auto entries = space.objects<entry>(3);
    space.set<&queue::first>(entries).set<&queue::last>(entries).set<&entry::next>(entries);
    return space;
  }

  void push(entry& added) {
    if (last)
      last->next = &added;
    else
      first = &added;
    // last = &added, forgotten
    korat::ensure(*this, &queue::bounds, &queue::rep_ok, {.on_repair = [](const korat::ensure_report& report) {
      std::cout << "repaired in line " << report.where.line << ": " << explain(report.result);
    }});
  }
};

}  // namespace

int main() {
  std::array<entry, 3> entries;
  queue jobs;
  for (int i = 0; i < 3; ++i) {
    auto& e = entries[static_cast<std::size_t>(i)];
    e.job = i + 1;
    jobs.push(e);
  }
  for (const entry* e = jobs.first; e; e = e->next) std::cout << "job " << e->job << '\n';

  entry stray;
  jobs.last = &stray;  // nothing may change: there is no repair
  try {
    korat::ensure(jobs, &queue::bounds, &queue::rep_ok, {.repair = {.keep = {"first", "last", "next"}}});
  } catch (const korat::broken_structure& e) {
    std::cout << e.report().structure << " is broken: " << name_of(e.report().result.outcome) << '\n';
  }
}
