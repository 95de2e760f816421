// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How far is the engine, which knows the predicate only by running it, from code written by hand for one structure?

#include "harness/question.hpp"

#include <fmt/format.h>

#include "handwritten/binary_tree.hpp"
#include "handwritten/binomial_heap.hpp"
#include "handwritten/disj_set.hpp"
#include "handwritten/doubly_linked_list.hpp"
#include "handwritten/fibonacci_heap.hpp"
#include "handwritten/heap_array.hpp"
#include "handwritten/search_tree.hpp"
#include "handwritten/singly_linked_list.hpp"
#include "harness/workload.hpp"
#include "proved/binary_tree.hpp"
#include "proved/heap_array.hpp"
#include "proved/search_tree.hpp"
#include "proved/singly_linked_list.hpp"

namespace korat::bench {
namespace {

using enumerator = result (*)(int);

struct structure {
  std::string subject;
  int n;
  int quick_n;  // also the size at which the order of the candidates is compared
  enumerator handwritten, counting_only;
  enumerator proved;                           // null: there is none
  double reexecute_target, checkpoint_target;  // times the hand-written one; 0: none
};

const structure structures[] = {
    {"binary-tree", 12, 10, handwritten::enumerate_binary_tree<tally>, handwritten::enumerate_binary_tree<counter>,
     proved::enumerate_binary_tree<tally>, 60, 10},
    {"heap-array", 9, 7, handwritten::enumerate_heap_array<tally>, handwritten::enumerate_heap_array<counter>,
     proved::enumerate_heap_array<tally>, 0, 10},
    {"singly-linked-list", 11, 9, handwritten::enumerate_singly_linked_list<tally>,
     handwritten::enumerate_singly_linked_list<counter>, proved::enumerate_singly_linked_list<tally>, 0, 20},
    {"search-tree", 9, 7, handwritten::enumerate_search_tree<tally>, handwritten::enumerate_search_tree<counter>,
     proved::enumerate_search_tree<tally>, 0, 20},
    {"doubly-linked-list", 11, 9, handwritten::enumerate_doubly_linked_list<tally>,
     handwritten::enumerate_doubly_linked_list<counter>, nullptr, 0, 10},
    {"binomial-heap", 9, 7, handwritten::enumerate_binomial_heap<tally>, handwritten::enumerate_binomial_heap<counter>,
     nullptr, 0, 10},
    {"disj-set", 6, 5, handwritten::enumerate_disj_set<tally>, handwritten::enumerate_disj_set<counter>, nullptr, 0,
     10},
    {"fibonacci-heap", 6, 5, handwritten::enumerate_fibonacci_heap<tally>,
     handwritten::enumerate_fibonacci_heap<counter>, nullptr, 0, 10},
};

workload of(const structure& s, int n) { return of_subject(s.subject, {n}); }

void require_same(const std::string& what, const result& a, const result& b) {
  if (a == b) return;
  throw disagreement(fmt::format("{}: {} of {} valid, checksum {:x}, against {} of {}, checksum {:x}", what, a.valid,
                                 a.explored, a.checksum, b.valid, b.explored, b.checksum));
}

// The order of the candidates at a small size, where the engines can be walked step by step in little time; between the
// enumerators also at the size that is timed. (The engines' counts there are compared when they run.)
result compare(const structure& s, int n) {
  const auto small = s.handwritten(s.quick_n);
  require_same(s.subject + ", engines against hand-written", walk_both(of(s, s.quick_n)), small);
  const auto large = s.handwritten(n);
  if (s.proved != nullptr) {
    require_same(s.subject + ", proved against hand-written", s.proved(s.quick_n), small);
    require_same(s.subject + ", proved against hand-written", s.proved(n), large);
  }
  return large;
}

// The targets are about the sizes that take a while.
cell within(double ratio, double target, const options& chosen) {
  return verdict(target != 0 && chosen.scale != scale::quick, ratio <= target);
}

std::vector<cell> measure(const structure& s, int n, const result& expected, const options& chosen) {
  const auto work = of(s, n);
  result last;  // what the run just timed found
  const auto by_hand = [&](enumerator enumerate) { return [&last, enumerate, n] { last = enumerate(n); }; };
  const auto by_engine = [&](engine with) {
    return [&, with] {
      const auto counts = consume(work, with);
      if (counts.explored != expected.explored || counts.valid != expected.valid)
        throw disagreement(fmt::format("{}: the {} engine counts differently", work.name, name_of(with)));
    };
  };
  std::vector<contender> contenders{
      timed("hand-written", by_hand(s.handwritten)), timed("hand-written, counting only", by_hand(s.counting_only)),
      timed("re-execution", by_engine(engine::reexecute)), timed("checkpoints", by_engine(engine::checkpoint))};
  if (s.proved != nullptr) contenders.push_back(timed("proved", by_hand(s.proved)));
  const auto seconds = fastest(work.name, contenders, chosen);
  const auto each = [&](std::size_t i) { return nanoseconds_per(seconds[i], expected.explored); };
  const double reexecute = seconds[2] / seconds[0], checkpoint = seconds[3] / seconds[0];
  return {work.name,
          expected.explored,
          expected.valid,
          each(0),
          each(1),
          s.proved != nullptr ? cell(each(4)) : cell(),
          each(2),
          reexecute,
          within(reexecute, s.reexecute_target, chosen),
          each(3),
          checkpoint,
          seconds[3] / seconds[1],
          within(checkpoint, s.checkpoint_target, chosen)};
}

}  // namespace

std::vector<table> handwritten_question(const options& chosen) {
  table t{.name = "handwritten",
          .title = "The engine against enumerators written by hand (ns for each candidate)",
          .columns = {{"workload", "search"},
                      {"explored", "explored"},
                      {"valid", "valid"},
                      {"handwritten_ns", "by hand"},
                      {"counting_only_ns", "counting"},
                      {"proved_ns", "proved"},
                      {"reexecute_ns", "re-execution", 1},
                      {"reexecute_ratio", "/ by hand", 1},
                      {"reexecute_target_met", "ok"},
                      {"checkpoint_ns", "checkpoint", 1},
                      {"checkpoint_ratio", "/ by hand", 1},
                      {"checkpoint_counting_ratio", "/ counting", 1},
                      {"checkpoint_target_met", "ok"}},
          .rows = {},
          .notes = {"by hand: plain backtracking that makes the predicate's checks, counts and computes a checksum;",
                    "counting: the same without the checksum; proved: checks whose outcome can be proved left out.",
                    "Targets, times by hand: re-execution binary-tree 60; checkpoint 10, singly-linked-list and "
                    "search-tree 20."}};
  for (const auto& s : structures) {
    const int n = chosen.scale == scale::quick ? s.quick_n : s.n;
    const auto expected = compare(s, n);
    if (!chosen.compare_only) t.rows.push_back(measure(s, n, expected, chosen));
  }
  return {t};
}

}  // namespace korat::bench
