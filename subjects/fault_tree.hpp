// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Abstract fault trees, which model how systems fail: events, and behind each the sequence of events that cause it. An
// event may be a cause of several others, but not of itself, and one event is the cause of none: the failure of the
// whole. What kind of gate joins the causes is left out. The order of causes matters, as it does to some gates.

#pragma once

#include <algorithm>
#include <cstdint>

#include "subjects/check.hpp"

namespace korat::subjects::fault_tree {

struct event {
  array<event*> causes;
};

struct fault_tree {
  field<int> size;
  array<event*> events;

  bool rep_ok() const {
    traversal t;
    korat::set<const event*> listed;
    const int count = events.size();
    for (int i = 0; i < count; ++i)
      if (!listed.insert(events[i]).second || (!t.visited.contains(events[i]) && !t.visit(events[i]))) return false;
    const bool one_on_top = count == 0 || t.visited.size() == t.causes.size() + 1;
    return static_cast<int>(t.visited.size()) == count && one_on_top && count == size;
  }

 private:
  struct traversal {
    korat::set<const event*> visited;
    korat::set<const event*> path;    // from where we started to where we are
    korat::set<const event*> causes;  // of any event

    /// Its causes differ, and none leads back to it.
    bool visit(const event* e) {
      if (e == nullptr) return false;
      visited.insert(e);
      path.insert(e);
      const int count = e->causes.size();
      for (int i = 0; i < count; ++i) {
        const event* const cause = e->causes[i];
        for (int j = 0; j < i; ++j)
          if (e->causes[j] == cause) return false;
        if (path.contains(cause)) return false;
        causes.insert(cause);
        if (!visited.contains(cause) && !visit(cause)) return false;
      }
      path.erase(e);
      return true;
    }
  };
};

inline finitization<fault_tree> bounds(std::int64_t n) {
  expect("fault-tree", "n", n, 0, most_squared);
  finitization<fault_tree> space("fault_tree");
  const auto any_event = space.objects<event>(n, {.null = null_value::excluded});
  space.set<&fault_tree::size>(exactly(n)).set<&fault_tree::events>(each_of(any_event));
  space.set<&event::causes>(array_of(any_event).with_length(between(0, std::max<std::int64_t>(n - 1, 0))));
  return space;
}

inline subject describe() {
  return checked({
      .name = "fault-tree",
      .summary = "fault trees of n events, each with a sequence of causes that others may share",
      .forms = {{"n"}},
      .known = {{{6}, 6'152'447, 1'026'944}},
      .describe = [](const arguments& a) { return described(bounds(a[0])); },
  });
}

}  // namespace korat::subjects::fault_tree
