// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Sorted structures: search trees, sorted lists. One member leads to smaller keys, one to larger ones. A walk from the
// root knows, as a search does, between which keys those must lie that hang on a field. What lies there is right. An
// object that lies elsewhere, but what hangs on it does not, has a wrong key. Where nothing fits, the field is wrong:
// what it leads to belongs elsewhere. The parts that the walk did not reach are walked by themselves, and come where a
// search for their keys ends: in a wrong field, or in an empty one (key_order_places.cpp).

#pragma once

#include <cstdint>
#include <span>
#include <unordered_set>
#include <vector>

#include "repair/rules/balance.hpp"
#include "repair/rules/keys.hpp"

namespace korat::detail {

class key_order {
 public:
  /// False: the structure is not sorted nearly everywhere, and nothing is proposed.
  static bool propose(const view&, ledger&, const keys&);

 private:
  enum side : std::uint8_t { down, up };
  /// Between two keys, by their ranks; neither included.
  struct interval {
    std::int64_t low, high;
    bool has(std::int64_t rank) const noexcept { return low < rank && rank < high; }
  };
  struct part {
    std::uint32_t top;
    large_vector<std::uint32_t> in_order;
    std::uint32_t place = nobody;  // the field that leads to it now
  };
  /// A field that leads where it should not, and between which keys it should.
  struct wrong_field {
    std::uint32_t cell;
    interval within;
    std::uint32_t leaf;  // what it leads to, if nothing hangs on that, so that perhaps the key is wrong; or nobody
  };

  static constexpr int longest_way = 256;          // down a tree, unless it is a ring
  static constexpr std::int64_t about_there = 16;  // keys in between: they do not contradict

  key_order(const view&, ledger&, const keys&);
  bool find_links();
  bool find_right_claims();
  large_vector<std::uint32_t> from_the_top() const;
  std::uint32_t right_claim(std::uint32_t object, std::span<const std::uint32_t> claims) const;
  std::int64_t distance_to(std::uint32_t object, std::uint32_t cell) const;
  bool hangs_on(std::uint32_t object, std::uint32_t above) const;
  bool names(std::uint32_t object, std::uint32_t owner) const;
  std::vector<std::uint32_t> claims_of(std::uint32_t object) const;
  bool is_claim(std::uint32_t cell) const noexcept;
  std::int64_t rank(std::uint32_t object) const noexcept { return keys_.first_equal[keys_.rank[object]]; }
  std::int64_t ranks() const noexcept { return static_cast<std::int64_t>(keys_.by_rank.size()); }
  std::uint32_t link(std::uint32_t object, side) const noexcept;
  std::uint32_t below(std::uint32_t object, side) const noexcept;
  std::uint32_t next_below(std::uint32_t object, side) const noexcept;
  void walk_all();
  part walk(std::uint32_t top);
  bool leads_on(std::uint32_t cell, const interval& within);
  bool has_wrong_key(std::uint32_t object, const interval& within) const;
  bool any_below(std::uint32_t object, const interval& within) const;
  std::uint32_t top_of_ring(std::uint32_t object) const;
  bool is_sorted() const noexcept;

  void place_parts();
  void lead(std::uint32_t cell, std::uint32_t to);
  void place(std::uint32_t number);
  std::vector<std::uint32_t> places_for(std::uint32_t object, std::uint32_t own) const;
  std::vector<std::uint32_t> fields_beside(std::uint32_t object, std::uint32_t own) const;
  std::uint32_t end_beside(std::uint32_t object, std::uint32_t own) const;
  int likelihood(std::uint32_t cell, std::uint32_t object) const;
  std::uint32_t place_named_by(std::uint32_t top) const;
  std::uint32_t entry() const;
  bool is_free(std::uint32_t cell) const;
  std::uint32_t neighbour(std::int64_t rank, side, std::uint32_t own) const;
  void exchange_leaves();
  void place_unreached(std::span<const std::uint32_t> loose);
  void decide_by_shape();
  bool fill(balance&) const;
  large_vector<std::uint32_t> in_order_as_proposed();
  std::vector<bool> rising(std::span<const std::uint32_t> in_order) const;
  void propose_keys();

  const keys& keys_;
  const view& view_;
  ledger& ledger_;
  const space& space_;
  std::vector<std::uint32_t> links_[2];        // [class]: the number of the member's cell among the object's; or nobody
  large_vector<std::uint32_t> claim_;          // [object]: the field that rightly leads to it; or nobody
  std::unordered_set<std::uint32_t> refuted_;  // claims that are not right
  std::vector<bool> met_, wrong_key_;          // [object]
  large_vector<std::uint32_t> part_of_;        // [object]
  bool only_reached_ = false;                  // objects count as neighbours
  bool is_held_ = false;                       // a part, by what has no key
  std::vector<wrong_field> wrong_;
  std::vector<std::uint32_t> tops_;          // of parts that are still to be walked
  std::unordered_set<std::uint32_t> given_;  // cells that lead elsewhere now
  std::vector<std::uint32_t> displaced_;     // leaves whose place was given to a part
  std::vector<part> parts_;
};

}  // namespace korat::detail
