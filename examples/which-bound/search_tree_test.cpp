// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Its test, at the bound that KORAT_BOUND says: removing a number removes that one, and no other.

#include "search_tree.hpp"

#include <iostream>
#include <korat/korat.hpp>
#include <korat/property.hpp>

namespace {

korat::finitization<search_tree> bounds(int nodes) {
  korat::finitization<search_tree> space;
  const auto all = space.objects<tree_node>(nodes);
  space.set<&search_tree::root>(all).set<&tree_node::left>(all).set<&tree_node::right>(all);
  space.set<&tree_node::key>(korat::between(1, nodes));
  return space;
}

bool removes(search_tree& tree, int key, int other) {
  const bool had = tree.contains(key);
  const bool has_other = key != other && tree.contains(other);
  const auto* const removed = tree.remove(key);
  return (removed != nullptr) == had && tree.rep_ok() && tree.contains(other) == has_other;
}

}  // namespace

int main() {
  const int nodes = korat::bound(4);
  korat::property property("remove", bounds(nodes), &search_tree::rep_ok, &removes, {}, korat::between(0, nodes),
                           korat::between(1, nodes + 1));
  const auto result = property.check();
  if (result.failed) std::cout << explain(*result.failed);
  return result.failed ? 1 : 0;
}
