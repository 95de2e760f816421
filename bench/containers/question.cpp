// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What do undoable containers gain? The first 100 binary trees of 400 nodes, by the same predicate with containers of
// std:: and of korat::. What the first ones allocate is saved with every state, block by block.

#include "harness/question.hpp"

#include <deque>
#include <list>
#include <set>
#include <unordered_set>

#include "harness/engines.hpp"
#include "subjects/binary_tree.hpp"

namespace korat::bench {
namespace {

using subjects::binary_tree::node;
using subjects::binary_tree::tree;

template <class Set, class Queue>
bool holds(const tree& t) {
  if (!t.root) return t.size == 0;
  Set visited;
  Queue work;
  const auto meet = [&](const node* n) {
    if (!visited.insert(n).second) return false;
    work.push_back(n);
    return true;
  };
  meet(t.root);
  while (!work.empty()) {
    const node* const current = work.front();
    work.pop_front();
    if (current->left && !meet(current->left)) return false;
    if (current->right && !meet(current->right)) return false;
  }
  return static_cast<int>(visited.size()) == t.size;
}

template <class Set, class Queue>
workload with(std::string name, std::int64_t nodes) {
  const auto start = [nodes](search_options options) -> std::unique_ptr<basic_search> {
    return std::make_unique<search<tree>>(subjects::binary_tree::bounds(nodes), holds<Set, Queue>, std::move(options));
  };
  return {std::move(name), start, {.max_valid = 100}};
}

std::vector<workload> contenders(std::int64_t nodes) {
  using pointer = const node*;
  return {with<std::set<pointer>, std::list<pointer>>("std::set, std::list", nodes),
          with<korat::ordered_set<pointer>, korat::list<pointer>>("korat::ordered_set, korat::list", nodes),
          with<std::unordered_set<pointer>, std::deque<pointer>>("std::unordered_set, std::deque", nodes),
          with<korat::set<pointer>, korat::deque<pointer>>("korat::set, korat::deque", nodes)};
}

/// Which containers they are must not change what is searched.
void compare(const std::vector<workload>& works) {
  const auto first = walk_both(works.front());
  for (const auto& work : works)
    if (!(walk_both(work) == first)) throw disagreement(work.name + ": another search");
}

std::vector<cell> measure(const workload& work, const options& chosen) {
  const auto found = compare_engines(work, chosen);
  return {work.name, found.counts.explored, nanoseconds_per(found.reexecute, found.counts.explored),
          nanoseconds_per(found.checkpoint, found.counts.explored), found.speed_up()};
}

}  // namespace

std::vector<table> containers_question(const options& chosen) {
  table t{
      .name = "containers",
      .title =
          "The first 100 binary trees of 400 nodes, with containers of std:: and of korat:: (ns for each candidate)",
      .columns = {{"containers", "containers"},
                  {"explored", "explored"},
                  {"reexecute_ns", "re-execution", 1},
                  {"checkpoint_ns", "checkpoint", 1},
                  {"speed_up", "speed-up", 1}},
      .rows = {},
      .notes = {"The paper reports 69.2 for this search."}};
  compare(contenders(20));
  if (chosen.compare_only) return {t};
  for (const auto& work : contenders(chosen.scale == scale::quick ? 100 : 400)) t.rows.push_back(measure(work, chosen));
  return {t};
}

}  // namespace korat::bench
