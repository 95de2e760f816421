// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a search tree looks like when some fields are damaged: parts, wrong fields, objects whose keys are in order
// (sorted_structure.cpp); and where the parts belong, and what the keys were (sorted_places.cpp).

#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "repair/rules/keys.hpp"
#include "repair/rules/union_find.hpp"

namespace korat::detail {

class sorted_structure {
 public:
  sorted_structure(const view& v, const ledger& l, const keys& k)
      : keys_(k), view_(v), so_far_(l), space_(v.image()), speaks_(v.objects()), hanging_(v.objects()) {}

  bool find_links();
  bool find_right_claims();
  void find_parts();
  double share_in_order() const;
  void place_parts();
  std::vector<proposal> references() const;
  std::vector<proposal> wrong_keys();
  std::size_t parts() const noexcept { return parts_.size(); }

 private:
  enum side : std::uint8_t { down, up };
  static constexpr int longest_way = 256;  // down a tree
  /// Between two keys, by their ranks; neither included.
  struct interval {
    std::int64_t low, high;
    bool has(std::int64_t rank) const noexcept { return low < rank && rank < high; }
  };
  static constexpr side other(side s) noexcept { return s == up ? down : up; }
  /// What hangs on an object, itself included.
  struct part {
    std::uint32_t top;
    large_vector<std::uint32_t> in_order = {}, from_the_top = {};
  };

  std::uint32_t target(std::uint32_t cell) const;
  std::int64_t rank(std::uint32_t object) const noexcept { return keys_.first_equal[keys_.rank[object]]; }
  std::int64_t ranks() const noexcept { return static_cast<std::int64_t>(keys_.by_rank.size()); }
  std::uint32_t link(std::uint32_t object, side) const noexcept;
  std::uint32_t below(std::uint32_t object, side) const;
  bool is_claim(std::uint32_t cell) const;
  bool hangs_on(std::uint32_t claim) const;
  std::int64_t distance(std::uint32_t claim) const;
  void walk_all();
  std::uint32_t top_of_ring(std::uint32_t object) const;
  part walk(std::uint32_t top);
  std::vector<bool> rising(const part&) const;
  bool cut_off(const part&);
  bool any_below(std::uint32_t object, const interval&) const;
  std::uint32_t next_below(std::uint32_t object, side) const;
  bool has_wrong_key(std::uint32_t object, const interval&) const;
  bool lies_within(const part& inner, const part& outer) const;
  void speak(const part&);
  void measure(std::uint32_t top);
  int height(std::uint32_t object) const noexcept { return object == nobody ? 0 : height_[object]; }
  int unbalanced_above(std::uint32_t cell, int height) const;
  bool balances(std::uint32_t cell, std::uint32_t home) const;
  bool place(const part&);
  std::uint32_t neighbour(std::uint32_t object, side);
  bool is_free(std::uint32_t cell) const;
  std::uint32_t end_of(std::uint32_t cell, side) const;
  std::uint32_t named_by(std::uint32_t object) const;
  bool lead(std::uint32_t cell, std::uint32_t to);
  std::uint32_t entry() const;
  void add_keys(const part&, std::vector<proposal>&) const;

  const keys& keys_;
  const view& view_;
  const ledger& so_far_;
  const space& space_;
  std::vector<std::uint32_t> links_[2];      // [class]: the number of the member's cell among the object's; or nobody
  large_vector<std::uint32_t> claim_;        // [object]: the field that rightly leads to it; or nobody
  std::unordered_set<std::uint32_t> wrong_;  // fields that lead where they should not
  std::unordered_map<std::uint32_t, std::uint32_t> placed_;  // fields, and where they lead now
  std::unordered_map<std::uint32_t, std::uint32_t> home_;    // leaves, and the fields that led to them
  large_vector<int> height_;                                 // [object]: of what hangs on it; when it has been measured
  bool is_balanced_ = false;       // both sides of nearly every object are equally high, but for one
  std::vector<bool> speaks_;       // [object]: its key tells where others belong
  std::vector<bool> met_, risen_;  // [object]; and its key is in order
  std::vector<part> parts_;
  union_find hanging_;    // objects on each other
  bool is_held_ = false;  // a part, by what has no key
};

}  // namespace korat::detail
