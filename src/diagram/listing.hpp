// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Walks the solutions of a diagram in the order of the search, in either direction, from anywhere. Only what differs
// from the solution before is stored in memory; no rejected candidate is met on the way.
//
// Most nodes have one live edge: nothing is decided there. So an edge is taken with all that follows from it, up to the
// next node that has several or to a leaf; what has to be stored for that is written down once, when the walk is made,
// and once for all edges that store the same, so that it stays in the processor's cache. A position is the decisions:
// of each node with several live edges on the path, which one is taken.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diagram/graph.hpp"
#include "korat/position.hpp"
#include "search/choice.hpp"
#include "search/value_row.hpp"
#include "space/space.hpp"

namespace korat::detail {

class listing {
 public:
  listing(const graph&, const space&);

  /// Before the first solution, and behind the last.
  void reset() noexcept { depth_ = 0, leaf_ = graph::rejected, row_value_ = none; }
  /// To the solution behind, or before, the present one; from before the first or behind the last, to the next there
  /// is. False: there is none.
  bool next();
  bool previous();
  /// To a candidate, which need not be a solution: a step in that direction then leads to the first solution beyond it.
  enum class towards { next, previous };
  void seek(std::span<const choice> candidate, towards);
  /// To the solution with this number; `index` is what is left of it below the leaf.
  void to(big_integer& index);

  /// To the solution with these values, whatever they are below the leaf. False: there is none.
  bool to(const candidate_vector&);

  /// The solutions behind the one just stepped to, as long as they differ from it in one field. Whoever takes a step in
  /// the row has taken it here.
  void begin_row(solution_row&, towards) noexcept;

  /// The leaf that the path leads to.
  node_id leaf() const noexcept { return leaf_; }
  /// The path, as choices of which the cell and the value are set. Returns how many.
  std::uint32_t write(choice* choices) const;
  std::uint32_t path_length() const;
  /// What lies before the present path in the order of the search, the path's own choices included.
  subtree before() const;

 private:
  struct store {
    std::byte* address;
    std::uint64_t bits;  // or, of a value that is more than its bytes, its index
    std::uint32_t cell;
    std::uint32_t width;  // 0: such a value
  };
  struct jump {
    std::uint32_t first, end;  // stores
    node_id to;                // a node with several live edges, or a leaf
    std::uint32_t edges;       // of that node, live ones; 0: a leaf
    std::uint32_t
        edge;  // the first of them; to a leaf, the value where edges beside it lead there in the same way, or none
  };
  struct decision {
    std::uint32_t first;  // edge
    std::uint32_t count;
    std::uint32_t at;  // 'none': before the first
  };
  static constexpr std::uint32_t none = 0xffff'ffff;

  struct planner;
  void take(const jump&);
  template <int Step>
  bool step();
  template <int Step>
  bool begin();
  template <int Step>
  void descend(const jump&);
  void decide(node_id, std::uint32_t at) noexcept;
  jump way_to(node_id) const noexcept;
  template <class Visit>
  void along_path(Visit) const;

  const graph& graph_;
  const space& space_;
  std::vector<store> stores_;
  std::vector<jump> jumps_;  // [edge], of live ones
  jump begin_{};             // from the root to the first decision
  std::vector<decision> decisions_;
  std::uint32_t depth_ = 0;
  node_id leaf_ = graph::rejected;
  std::uint32_t row_value_ = none;  // of the last decision, if it leads to a row of solutions
};

}  // namespace korat::detail
