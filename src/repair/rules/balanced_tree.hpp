// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Trees that are balanced by a rule. Where a member with two values colours a tree so that nearly no red object has a
// red child, and nearly all ways down from an object pass as many black ones, the colours that break the rule are
// wrong. Those to be changed are the fewest with which it holds: for every object and each state that what hangs on it
// may have, from the leaves up. Where no colours do, or the rule is about the shape alone, small parts of the tree get
// another shape.

#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "repair/propose.hpp"
#include "repair/rules/keys.hpp"
#include "repair/rules/reshaping.hpp"

namespace korat::detail {

class balanced_tree {
 public:
  balanced_tree(const view& v, ledger& l, const keys& k, interpretation how)
      : view_(v), ledger_(l), keys_(k), space_(v.image()), how_(how) {}
  /// On the tree as guessed so far.
  void propose();

 private:
  using state = tree_rule::state;
  using color = tree_rule::color;
  struct link {
    std::uint32_t cell;
    std::uint32_t child;  // place in nodes_, or nobody
  };
  struct node {
    std::uint32_t object;
    std::uint32_t color_cell;  // or nobody
    link links[2];
    std::uint32_t below = 1;                // so many hang on it, itself included
    std::vector<std::uint32_t> costs = {};  // [state]: fields changed so that what hangs on it is in that state
  };
  /// Nodes that get another shape.
  struct part {
    std::vector<std::uint32_t> in_order;  // places in nodes_
    reshaping shapes;
  };

  bool is_nearly_avl() const;
  void propose(const tree_rule&);
  bool add_node(std::uint32_t object);
  bool find_top();
  bool find_tree();
  void insert_strays();
  std::uint32_t add_balanced(std::span<const std::uint32_t> in_order);
  std::uint32_t color_cell(std::uint32_t object) const;
  std::uint32_t parent_cell(std::uint32_t object) const;
  std::uint64_t bits_of(const node&, color, bool swapped) const;
  std::uint16_t recoloring(const node&, color, bool swapped) const;
  void count_below();
  std::size_t most_in_part() const;
  std::uint32_t fewest_changes(const tree_rule&, bool swapped);
  std::uint32_t cost_on_side(const node&, int side, state) const;
  void find_costs(const tree_rule&, node&, bool swapped) const;
  void add_in_order(std::uint32_t top, std::vector<std::uint32_t>& to) const;
  void reshape(const tree_rule&, std::uint32_t top, bool swapped);
  void add_shape(const part&, state, std::uint32_t leading, bool swapped, std::vector<proposal>& to) const;
  std::vector<proposal> cheapest(const tree_rule&, bool swapped) const;

  const view& view_;
  ledger& ledger_;
  const keys& keys_;
  const space& space_;
  interpretation how_;
  std::vector<node> nodes_;                        // parents first
  std::vector<bool> in_tree_;                      // [object]
  std::uint32_t top_cell_ = 0;                     // the root's, that leads to the first
  std::unordered_map<std::uint32_t, part> parts_;  // by the place of their top in nodes_
};

}  // namespace korat::detail
