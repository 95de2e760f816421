// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What does a property cost over the loop that somebody would write? The right-most node of each search tree is cut off
// in place, and the tree is checked.

#include "korat/property.hpp"

#include "harness/question.hpp"
#include "harness/workload.hpp"

namespace korat::bench {
namespace {

struct cut_node {
  field<cut_node*> left, right;
  field<int> key;
};
struct cut_tree {
  field<cut_node*> root;
  bool rep_ok() const {
    korat::set<const cut_node*> seen;
    return sorted(root, -1, 1000, seen);
  }
  static bool sorted(const cut_node* n, int above, int below, korat::set<const cut_node*>& seen) {
    if (!n) return true;
    if (!seen.insert(n).second) return false;
    const int key = n->key;
    return key > above && key < below && sorted(n->left, above, key, seen) && sorted(n->right, key, below, seen);
  }
  void cut() {
    field<cut_node*>* place = &root;
    if (!*place) return;
    while ((*place)->right) place = &(*place)->right;
    *place = static_cast<cut_node*>((*place)->left);
  }
};

finitization<cut_tree> cut_bounds(int count) {
  finitization<cut_tree> bounds;
  const auto nodes = bounds.objects<cut_node>(count);
  bounds.set<&cut_tree::root>(nodes).set<&cut_node::left>(nodes).set<&cut_node::right>(nodes);
  bounds.set<&cut_node::key>(between(1, count));
  return bounds;
}

bool cut_and_check(cut_tree& tree) {
  tree.cut();
  return tree.rep_ok();
}

std::uint64_t by_loop(int count) {
  korat::search search(cut_bounds(count), &cut_tree::rep_ok);
  std::uint64_t held = 0;
  while (search.next_valid()) {
    if (!cut_and_check(search.structure_to_change())) break;
    search.restore();
    ++held;
  }
  return held;
}

std::uint64_t by_property(int count) {
  property all("cut", cut_bounds(count), &cut_tree::rep_ok, &cut_and_check, {});
  return all.check().structures;
}

std::vector<cell> measure_property(int count, const options& chosen) {
  const auto structures = by_loop(count);
  const auto seconds =
      fastest("search trees of up to " + std::to_string(count),
              {timed("loop", [=] { by_loop(count); }), timed("property", [=] { by_property(count); })}, chosen);
  const double ratio = seconds[1] / seconds[0];
  return {static_cast<std::uint64_t>(count),       structures, nanoseconds_per(seconds[0], structures),
          nanoseconds_per(seconds[1], structures), ratio,      verdict(chosen.scale != scale::quick, ratio <= 1.2)};
}

}  // namespace

std::vector<table> property_question(const options& chosen) {
  table t{.name = "property",
          .title = "A property against a loop (ns for each structure, its search included)",
          .columns = {{"nodes", "nodes"},
                      {"structures", "structures"},
                      {"loop_ns", "loop", 0},
                      {"property_ns", "property", 0},
                      {"ratio", "ratio", 2},
                      {"within_target", "ok"}},
          .rows = {},
          .notes = {"ok: a property takes at most 1.2 times as long as the loop."}};
  for (const int count : {6, 8}) {
    if (by_loop(count) != by_property(count)) throw disagreement("a property visits other structures than a loop");
    if (!chosen.compare_only) t.rows.push_back(measure_property(count, chosen));
  }
  return {t};
}

}  // namespace korat::bench
