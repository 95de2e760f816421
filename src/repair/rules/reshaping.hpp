// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A part of a balanced tree gets another shape, with its objects in the same order: of all shapes that keep the rule,
// one that changes the fewest fields. What hangs on an object's side is a run of objects next to it in the order; so
// for every run, from the shortest up, and each state it may have: the fewest changes with which it hangs on the object
// before it, and on the one behind it.

#pragma once

#include <cstdint>
#include <vector>

#include "repair/rules/tree_rule.hpp"

namespace korat::detail {

class reshaping {
 public:
  using state = tree_rule::state;
  static constexpr std::size_t most_objects = 200;
  static constexpr std::uint16_t impossible = 0x3fff;
  static constexpr std::uint8_t nobody = 0xff, somebody_else = 0xfe;

  /// An object as it is. Others are their places in the order.
  struct item {
    std::uint8_t child[2];
    std::uint8_t parent;       // where it says that it hangs; any_parent: it does not
    std::uint16_t recolor[2];  // [tree_rule::color]: fields changed to make it so
  };
  static constexpr std::uint8_t any_parent = 0xfd;
  reshaping(const tree_rule&, std::vector<item>, std::uint8_t top);

  /// States from this one on are impossible.
  state states() const noexcept { return states_; }
  /// Fields changed to bring the part into the state.
  std::uint16_t cost(state s) const noexcept { return whole_[s]; }

  struct shape {
    struct place {
      std::uint8_t child[2];
      tree_rule::color color;
    };
    std::uint8_t top;
    std::vector<place> places;
  };
  /// Where the cost is possible.
  shape cheapest(state) const;

 private:
  struct run {
    std::size_t begin, end;
  };
  /// One way to bring a run into a state.
  struct choice {
    std::uint16_t cost = impossible;
    std::uint8_t top = nobody;
    state sides[2] = {tree_rule::of_empty, tree_rule::of_empty};
  };

  std::size_t index(run r, int side) const noexcept {
    return (((r.end - 1) * r.end / 2 + r.begin) * 2 + static_cast<std::size_t>(side)) * states_;
  }
  /// Of the run on one side of an object, in the state.
  std::uint16_t cost_on_side(std::size_t object, int side, run, state) const noexcept;
  /// With one of the run's objects on top; the references between the run and the rest not included.
  choice best_with_top(run, std::size_t top, state) const noexcept;
  static int links_changed(std::uint8_t now, const item& top, std::size_t top_place, std::size_t parent) noexcept;
  std::uint8_t put(run, std::size_t parent, int side, state, shape& into) const;

  const tree_rule& rule_;
  std::vector<item> items_;
  std::uint8_t top_;
  state states_;
  std::vector<std::uint16_t> hanging_;  // [index(run, side) + state]: on which side of its neighbour
  std::vector<std::uint16_t> whole_;    // [state]
};

}  // namespace korat::detail
