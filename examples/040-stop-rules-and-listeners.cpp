// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Watching a search, stopping it, going on. The structures: lists without a cycle.

#include <chrono>
#include <iostream>
#include <korat/korat.hpp>
#include <map>

struct node {
  korat::field<node*> next;
};

struct list {
  korat::field<node*> head;

  bool rep_ok() const {
    korat::set<const node*> visited;
    for (const node* n = head; n; n = n->next)
      if (!visited.insert(n).second) return false;
    return true;
  }
};

korat::finitization<list> bounds(int nodes) {
  korat::finitization<list> space;
  const auto any_node = space.objects<node>(nodes);
  space.set<&list::head>(any_node).set<&node::next>(any_node);
  return space;
}

/// How many fields the predicate had read when it said no.
class rejection_depths : public korat::listener {
 public:
  void on_start(const korat::basic_search& search) override { std::cout << search.fields() << " fields\n"; }
  void on_candidate(const korat::basic_search& search, bool valid) override {
    if (!valid) ++depths_[search.accessed().size()];
  }
  void on_end(const korat::basic_search& search, korat::outcome how) override {
    std::cout << name_of(how) << " after " << search.statistics().explored << " candidates; rejected at depth";
    for (const auto& [depth, count] : depths_) std::cout << ' ' << depth << ": " << count;
    std::cout << '\n';
  }

 private:
  std::map<std::size_t, int> depths_;
};

int main() {
  rejection_depths depths;
  korat::for_each(bounds(4), &list::rep_ok, [](const list&) {}, {.listener = &depths});

  // Limits by number. A search that a limit has stopped is not complete.
  korat::search first(bounds(4), &list::rep_ok, {.max_valid = 3});
  while (first.next_valid()) std::cout << korat::to_text(first.vector()) << '\n';
  std::cout << name_of(first.outcome()) << '\n';

  // A limit of time; see also request_stop(), which may be called from another thread or a signal handler.
  korat::search timed(bounds(4), &list::rep_ok, {.stop_when = korat::stop_after(std::chrono::seconds(60))});
  while (timed.next_valid()) continue;
  std::cout << name_of(timed.outcome()) << '\n';

  // A condition of one's own: pause whenever ten more candidates were considered. Calling again goes on.
  std::uint64_t pause_at = 10;
  korat::search slices(
      bounds(7), &list::rep_ok,
      {.stop_when = [&](const korat::statistics& now) { return now.explored >= pause_at; }, .poll_every = 1});
  while (slices.outcome() != korat::outcome::complete) {
    while (slices.next_valid()) continue;
    std::cout << name_of(slices.outcome()) << ": " << slices.statistics().explored << " candidates, "
              << slices.statistics().valid << " valid\n";
    pause_at += 10;
  }
}
