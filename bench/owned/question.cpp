// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What does a structure for an operation cost: put back after a change in place, or as a copy of its own? Binary trees;
// a copy is made and freed.

#include "harness/question.hpp"

#include <algorithm>
#include <array>

#include "harness/workload.hpp"
#include "korat/korat.hpp"

namespace korat::bench {
namespace {

struct owned_node {
  field<owned_node*> left, right;
};
struct owned_tree {
  field<owned_node*> root;
  field<int> size;
  bool rep_ok() const {
    korat::set<const owned_node*> seen;
    return all_new(root, seen) && size == static_cast<int>(seen.size());
  }
  static bool all_new(const owned_node* n, korat::set<const owned_node*>& seen) {
    return !n || (seen.insert(n).second && all_new(n->left, seen) && all_new(n->right, seen));
  }
};

korat::search<owned_tree> trees(int count) {
  finitization<owned_tree> bounds;
  const auto nodes = bounds.objects<owned_node>(count);
  bounds.set<&owned_tree::root>(nodes).set<&owned_tree::size>(exactly(count));
  bounds.set<&owned_node::left>(nodes).set<&owned_node::right>(nodes);
  return {bounds, &owned_tree::rep_ok};
}

void compare_copies(int count) {
  auto search = trees(count);
  while (search.next_valid()) {
    const auto copied = copy(search.structure());
    if (!copied->rep_ok() || search.canonical(*copied) != search.vector())
      throw disagreement("a copy is another tree than its original");
  }
}

/// Seconds for each structure of `action(search)`, on some structures many times each.
template <class Action>
contender on_each(const char* name, int count, Action action) {
  return {name, [=] {
            constexpr int structures = 500, repetitions = 200;
            auto search = trees(count);
            double seconds = 0;
            int done = 0;
            for (; done < structures && search.next_valid(); ++done) {
              const double start = processor_seconds();
              for (int i = 0; i < repetitions; ++i) action(search);
              seconds += processor_seconds() - start;
            }
            return seconds / done / repetitions;
          }};
}

std::vector<cell> measure_copies(int count, const options& chosen) {
  const auto seconds = fastest("trees of " + std::to_string(count),
                               {on_each("restore", count, [](auto& search) { search.restore(); }),
                                on_each("copy", count, [](auto& search) { copy(search.structure()); }),
                                on_each("new and delete", count,
                                        [count](auto&) {
                                          std::array<owned_node*, 32> made;
                                          for (std::size_t i = 0; i <= static_cast<std::size_t>(count); ++i)
                                            made[i] = new owned_node;
                                          for (std::size_t i = 0; i <= static_cast<std::size_t>(count); ++i)
                                            delete made[i];
                                        })},
                               chosen);
  const double target = 100 + 20 * (count + 1);
  return {static_cast<std::uint64_t>(count),
          seconds[0] * 1e9,
          seconds[1] * 1e9,
          seconds[2] * 1e9,
          target,
          verdict(chosen.scale != scale::quick, seconds[1] * 1e9 <= target)};
}

}  // namespace

std::vector<table> owned_question(const options& chosen) {
  table t{.name = "owned",
          .title = "A structure to change: put back, or copied (ns for each)",
          .columns = {{"nodes", "nodes"},
                      {"restore_ns", "restore", 0},
                      {"copy_ns", "copy, made and freed", 0},
                      {"new_delete_ns", "its objects by new and delete alone", 0},
                      {"target_ns", "target", 0},
                      {"within_target", "ok"}},
          .rows = {},
          .notes = {"ok: a copy takes at most 100 ns and 20 ns for each object."}};
  for (const int count : {3, 5, 7, 10}) {
    compare_copies(std::min(count, 7));
    if (!chosen.compare_only) t.rows.push_back(measure_copies(count, chosen));
  }
  return {t};
}

}  // namespace korat::bench
