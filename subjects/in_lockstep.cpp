// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Subjects whose predicates are checks in lockstep (docs/lockstep.md): those of the papers with the same bounds and the
// same solutions, and shapes alone, whose states merge so well that a diagram counts what no search visits.

#include <array>

#include "subjects/avl_tree.hpp"
#include "subjects/binomial_heap.hpp"
#include "subjects/parts.hpp"
#include "subjects/red_black_tree.hpp"
#include "subjects/search_tree.hpp"

namespace korat::subjects {

namespace {

/// The same subject under another name, with other checks; of its known counts, those of solutions.
subject variant_of(subject s, std::function<description(const arguments&)> describe) {
  s.name += "-lockstep";
  s.summary += ", by checks in lockstep";
  for (auto& known : s.known) known.explored = 0;
  s.describe = std::move(describe);
  return sized(std::move(s));
}

subject search_tree_in_lockstep() {
  using namespace search_tree;
  return variant_of(search_tree::describe(), [](const arguments& a) {
    return korat::describe(a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1]),
                           all_of(&tree::is_tree, early(&tree::is_ordered_by_level)));
  });
}

subject avl_tree_in_lockstep() {
  using namespace avl_tree;
  return variant_of(avl_tree::describe(), [](const arguments& a) {
    return korat::describe(
        a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1]),
        all_of(&tree::is_tree, &tree::has_possible_heights, &tree::is_balanced, &tree::is_ordered_by_level));
  });
}

subject red_black_tree_in_lockstep() {
  using namespace red_black_tree;
  return variant_of(red_black_tree::describe(), [](const arguments& a) {
    return korat::describe(a.size() == 1 ? bounds(a[0]) : bounds(a[0], a[1]),
                           all_of(&tree::is_tree, early(&tree::is_coloured), &tree::is_ordered));
  });
}

subject binomial_heap_in_lockstep() {
  using namespace binomial_heap;
  return variant_of(binomial_heap::describe(), [](const arguments& a) {
    return korat::describe(bounds(a[0]), all_of(&heap::is_forest, early(&heap::roots_have_degrees), &heap::keys_ok));
  });
}

subject red_black_shapes() {
  using namespace red_black_tree;
  return sized({
      .name = "red-black-shapes",
      .summary = "red-black trees without keys, by checks in lockstep",
      .forms = {{"n"}},
      .known = {{{6}, 0, 20}, {{8}, 0, 64}, {{10}, 0, 260}},
      .describe =
          [](const arguments& a) {
            return korat::describe(shapes(a[0]), all_of(&tree::is_tree, early(&tree::is_coloured)));
          },
  });
}

}  // namespace

namespace avl_shapes {

/// Here the height is a field, as in most AVL trees: what is wrong shows between a node and its children.
struct node {
  field<node*> left, right;
  field<int> height;
};

struct tree {
  field<node*> root;
  field<int> size;

  bool is_tree() const { return search_tree::is_tree_of(root, size); }

  /// Breadth first, as is_tree().
  bool is_balanced() const {
    struct part {
      const node* top;
      int height;
    };
    korat::queue<part> work;
    const auto meet = [&](const node* n) {
      const int height = n ? static_cast<int>(n->height) : 0;
      if (n) work.push({n, height});
      return height;
    };
    meet(root);
    while (!work.empty()) {
      const auto p = work.front();
      work.pop();
      const int left = meet(p.top->left);
      if (left != p.height - 1 && left != p.height - 2) return false;
      const int right = meet(p.top->right);
      if (std::max(left, right) != p.height - 1 || right < p.height - 2) return false;
    }
    return true;
  }
};

inline finitization<tree> bounds(std::int64_t n) {
  expect("avl-shapes", "n", n, 0);
  finitization<tree> space("avl-shapes");
  const auto any_node = space.objects<node>(n);
  space.set<&tree::root>(any_node).set<&tree::size>(exactly(n));
  space.set<&node::left>(any_node).set<&node::right>(any_node).set<&node::height>(
      between(1, std::max(avl_tree::tree::highest_of(static_cast<int>(n)), 1)));
  return space;
}

inline subject describe() {
  return sized({
      .name = "avl-shapes",
      .summary = "AVL trees with heights and without keys, by checks in lockstep",
      .forms = {{"n"}},
      .known = {{{7}, 0, 17}, {{10}, 0, 60}},
      .describe =
          [](const arguments& a) {
            return korat::describe(bounds(a[0]), all_of(&tree::is_tree, early(&tree::is_balanced)));
          },
  });
}

}  // namespace avl_shapes

std::span<const subject> in_lockstep() {
  static const std::array subjects = {search_tree_in_lockstep(),   avl_tree_in_lockstep(), red_black_tree_in_lockstep(),
                                      binomial_heap_in_lockstep(), avl_shapes::describe(), red_black_shapes()};
  return subjects;
}

}  // namespace korat::subjects
