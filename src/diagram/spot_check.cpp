// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/spot_check.hpp"

#include <algorithm>
#include <random>

#include "diagram/automaton.hpp"
#include "search/engine.hpp"
#include "search/program_variables.hpp"

namespace korat::detail {

namespace {

constexpr int rounds = 8;
constexpr int candidates_in_round = 32;

bool accepts(const graph& g, const candidate_vector& v) {
  auto node = g.root();
  while (!g.is_leaf(node)) {
    const auto edge = std::ranges::find(g.live(node), v[g.cell(node)], &graph_edge::value);
    if (edge == g.live(node).end()) return false;
    node = edge->child;
  }
  return g.is_live(node);
}

/// Not all are equally likely. There is one.
candidate_vector random_solution(const graph& g, std::size_t cells, std::mt19937_64& random) {
  candidate_vector v(cells);
  for (auto node = g.root(); !g.is_leaf(node);) {
    const auto live = g.live(node);
    const auto& edge = live[random() % live.size()];
    v[g.cell(node)] = edge.value;
    node = edge.child;
  }
  return v;
}

bool one_round(search_engine& engine, const graph& g, std::mt19937_64& random) {
  for (int i = 0; i < candidates_in_round; ++i) {
    const auto found = engine.sample(random);
    if (found.valid != accepts(g, found.vector)) return false;
  }
  return !g.is_live(g.root()) || engine.accepts(random_solution(g, engine.searched().cells().size(), random));
}

}  // namespace

// A static that is used for the first time changes once, and what others write changes without the predicate too.
void spot_check(search_engine& engine, const graph& g) {
  std::mt19937_64 random(1);
  program_variables variables;
  int changes = 0;
  for (int i = 0; i < rounds; ++i) {
    variables.take();
    if (!one_round(engine, g, random))
      throw cannot_merge(
          "the predicate keeps state that is neither in local variables nor allocated with new: run from its "
          "beginning it does not answer as the diagram does");
    changes += variables.changed() ? 1 : 0;
  }
  variables.take();
  if (changes > 2 && !variables.changed()) throw cannot_merge("the predicate changes global or thread-local variables");
}

}  // namespace korat::detail
