// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which field should refer to an object that no field claims, and which of two fields that claim one object is wrong.
// Where objects carry integers that are nearly all different (keys), a part of the structure is usually neighbour to the
// object that it hangs on: its keys lie together, and the key before or behind them is the owner's. Without keys one
// place is as good as another.

#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "repair/evidence.hpp"

namespace korat::detail {

class adoption {
 public:
  explicit adoption(evidence&);
  /// False: there is no order of keys to tell.
  bool guess_by_order();
  void guess();
  std::vector<std::uint32_t> places_for(std::uint32_t object) const;
  bool has_key(std::uint32_t object) const noexcept { return rank_[object] != nobody; }
  std::int64_t key_as_guessed(std::uint32_t object) const;

 private:
  void find_contested();
  void find_held_by_root();
  void find_keys();
  void learn_directions();
  void find_circles();
  void find_free_places();
  double against_direction(std::uint32_t cell) const;
  /// As guessed; or nobody where it lost a contest.
  std::uint32_t leads_to(std::uint32_t cell) const;
  /// The objects that hang on one, itself included; in_part() is about the part asked for last.
  const std::vector<std::uint32_t>& part_of(std::uint32_t top) const;
  bool in_part(std::uint32_t object) const noexcept { return stamp_[object] == parts_; }
  /// Owners next to the part asked for last, by key, nearest first.
  std::vector<std::uint32_t> neighbours() const;
  std::uint32_t place_at(std::uint32_t owner, std::uint32_t object, bool only_wrong) const;
  std::int64_t key(std::uint32_t object) const;
  std::int64_t key_of_bits(std::uint32_t cell, std::uint64_t bits) const;
  /// How little it speaks for a claim: 0 is best.
  double doubt(std::uint32_t cell, const std::vector<std::uint32_t>& near) const;
  void decide(std::uint32_t contested);
  bool hangs_on(std::uint32_t object, std::uint32_t above) const;
  void place(std::uint32_t lost);

  friend class ordering;

  evidence& e_;
  const space& space_;
  std::vector<std::uint32_t> contested_;
  std::vector<std::uint32_t> lost_;         // objects that no field claims, or only such as are in a circle with them
  std::vector<std::uint32_t> key_cell_;     // [object class]: the key's number among the object's cells, or nobody
  large_vector<std::uint32_t> by_key_;      // objects with a key, ascending
  large_vector<std::uint32_t> rank_;        // [object]: place in by_key_, or nobody
  large_vector<std::uint32_t> first_equal_;  // [rank]: the first one that has the same key
  std::vector<double> upward_;              // [binding]: share of its references that lead to a larger key
  std::vector<std::uint64_t> keyed_references_;  // [binding]: how many lead from a key to a key
  std::unordered_set<std::uint32_t> wrong_;  // cells that lost a contest
  std::vector<bool> held_by_root_;          // [object]: some field of the root leads to it
  std::vector<std::uint32_t> empty_;        // claiming cells that are null, of objects in the structure; for no keys
  std::unordered_set<std::uint32_t> taken_;  // cells that were given away
  mutable std::vector<std::uint32_t> part_;
  mutable std::vector<std::uint32_t> stamp_;  // [object]: the last part it was in
  mutable std::uint32_t parts_ = 0;
};

}  // namespace korat::detail
