// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures that are sorted: search trees, sorted lists. Some members lead to smaller keys and some to larger ones, so
// the objects have an order, in which their keys rise. Those out of line (outside a longest rising subsequence) are few
// in a damaged structure, and tell what is wrong: one object alone has a wrong key; a whole part hangs in the wrong
// place. Where a part belongs, its keys tell: behind the one before them, or before the one behind them.
// parts.cpp takes the structure apart, places.cpp puts the parts where they belong, ordering.cpp does the rest.

#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "repair/rules/balance.hpp"
#include "repair/rules/keys.hpp"

namespace korat::detail {

class key_order {
 public:
  /// False: the structure is not sorted nearly everywhere, and nothing is guessed.
  static bool propose(const view&, ledger&, const keys&);

 private:
  struct member {
    std::uint32_t object;
    std::uint32_t begin, end;  // in order, all that hangs on it
  };
  /// Objects that hang together.
  struct part {
    std::uint32_t top;
    std::uint32_t held_by;  // the cell that leads to it, or nobody
    large_vector<member> in_order;
    std::vector<bool> in_line;                // [in_order]
    std::size_t rising = 0;                   // so many are in line
    std::vector<std::uint32_t> or_else = {};  // ranks of others, ascending, whose keys may be right instead; or none
  };
  enum class direction : std::uint8_t { none, down, up };
  static constexpr std::size_t about_there = 16;  // objects in between: the keys do not contradict

  key_order(const view&, ledger&, const keys&);
  void propose();
  bool find_directions();
  void cut_contested(const std::vector<std::uint32_t>& contested);
  std::uint32_t right_claim(std::uint32_t object, const std::vector<std::uint32_t>& claims, bool certain);
  void cut_unanswered();
  std::uint32_t names_its_place(std::uint32_t object, std::uint32_t owner);
  std::vector<std::uint32_t> contested_from_the_top() const;
  void find_parts();
  std::uint32_t most_doubtful(const std::vector<std::uint32_t>& ring) const;
  part part_at(std::uint32_t top, std::uint32_t held_by);
  std::uint32_t distance_to(std::span<const std::uint32_t> ranks, std::uint32_t cell) const;
  void doubt_links(const part&) const;
  /// Only those whose ranks lie between the two.
  void put_in_line(part&, std::uint32_t low = nobody, std::uint32_t high = nobody) const;
  static std::vector<member> out_of_line(const part& whole);
  std::vector<member> wrongly_in_line(const part& whole) const;
  static std::uint32_t changes_to_put_in_line(const part& whole, std::uint32_t begin, std::uint32_t end);
  std::uint32_t rising_without(const part& whole, std::uint32_t begin, std::uint32_t end, const member&) const;
  std::vector<part> take_out(part& whole);
  std::vector<part> take_out(part& whole, std::vector<member> tops);
  std::vector<part> parts_as_guessed();
  bool regroup();
  void detach(const part&);
  void keep_together(part&) const;
  std::uint32_t placed_before(std::uint32_t rank) const;
  std::uint32_t placed_behind(std::uint32_t rank) const;
  bool place_or_keep(part);
  void cut(std::uint32_t cell);
  std::uint32_t holder_of(std::uint32_t object) const;
  bool is_answered(std::uint32_t object, std::uint32_t cell) const noexcept;
  std::uint32_t place_named_by(std::uint32_t object) const;
  void place_parts();
  void doubt_between(std::span<const std::uint32_t> ranks) const;
  bool place(const part&);
  std::size_t between(std::uint32_t low, std::uint32_t high, std::size_t more) const;
  large_vector<std::uint32_t> ranks_in_line(const part&) const;
  std::uint32_t hole_for(std::uint32_t low, std::uint32_t high, const std::unordered_set<std::uint32_t>& holes,
                         std::size_t most) const;
  std::vector<std::uint32_t> gaps_for(std::span<const std::uint32_t> ranks, std::uint32_t top) const;
  std::uint32_t rank_in_order(std::uint32_t object, bool before) const;
  void find_neighbours(const std::vector<part>&);
  void find_leaves(const std::vector<part>&);
  void move_leaves();
  bool decide_by_shape();
  bool is_undecided(std::uint32_t leaf, std::uint32_t cell) const;
  std::uint32_t guessed_target(std::uint32_t cell) const;
  std::optional<balance> shape_guessed() const;
  bool hangs_on(std::uint32_t object, std::uint32_t above) const;
  std::uint32_t free_cell(std::uint32_t owner, direction, std::uint32_t to) const;
  void attach(const part&);
  void guess_keys(const part&);
  bool is_keyed(std::uint32_t object) const noexcept { return keys_.has(object); }
  direction direction_of(std::uint32_t cell) const noexcept { return directions_[view_.member_of(cell)]; }
  bool is_link(std::uint32_t cell) const noexcept;

  const keys& keys_;
  const view& view_;
  ledger& ledger_;
  const space& space_;
  bool applies_ = false;
  std::vector<direction> directions_;        // [binding]
  std::unordered_set<std::uint32_t> cut_;    // cells that are perhaps wrong
  std::unordered_set<std::uint32_t> taken_;  // cells that were given away
  std::vector<std::pair<std::uint32_t, std::uint32_t>>
      leaves_;  // alone out of line: object and the cell that leads to it
  std::unordered_set<std::uint32_t> leaf_cells_;
  std::unordered_map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>>
      beside_;                                                         // out of line: ranks before, behind
  std::unordered_multimap<std::uint32_t, std::uint32_t> just_before_;  // and back: rank behind to object
  std::unordered_set<std::uint32_t> moved_;                            // leaves that hang elsewhere now
  struct place_or_other {
    std::uint32_t object, from, to;
  };  // an object, and two cells that may lead to it
  std::vector<place_or_other> undecided_;
  bool as_guessed_ = false;  // what leads where: as guessed, or as it is
  std::vector<part> parts_;
  std::vector<part> wholes_;          // what the root holds, as guessed
  std::vector<part> unplaced_;        // for which there is no room
  std::vector<bool> met_;             // [object]
  large_vector<std::uint32_t> line_;  // ranks of the largest part's objects in line, ascending
  std::set<std::uint32_t> attached_;  // ranks of those in other parts that have a place
};

}  // namespace korat::detail
