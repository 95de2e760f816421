// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Lists sorted by an integer of their objects: one, or one for each value of another integer, as the rows of a sparse
// matrix are. Objects may be in several, by one link and integer each. Most links lead to the object that comes next by
// the integers; an object that does not lie between the two beside it has a wrong integer, and every other link is
// wrong that does not lead to the next.

#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "repair/ledger.hpp"

namespace korat::detail {

class sorted_lists {
 public:
  struct proposed {
    std::uint32_t member = nobody;     // by which the objects are linked
    double share = 0;                  // of the objects that need no change
    std::vector<proposal> known = {};  // references, and what objects have in common
    std::vector<proposal> near = {};   // keys: the nearest of those that would do
  };
  static std::vector<proposed> find(const view&, const ledger& so_far);

 private:
  /// Places among the fields of the objects of a class.
  struct order {
    std::uint32_t object_class = nobody, link = nobody, key = nobody;
    std::uint32_t common = nobody;  // integer or reference; or nobody: it is one list
    bool is_strict = true;
    double agreement = 0;
  };
  using number = std::int64_t;
  struct entry {
    number common, key;
    std::uint32_t object;
    auto operator<=>(const entry&) const = default;
  };
  static constexpr std::uint32_t about_there = 2 * thresholds::next_few;

  static order best_order(const view&, const ledger& so_far, std::uint32_t object_class, std::uint32_t link);
  sorted_lists(const view&, const ledger& so_far, order);
  /// How well the links agree with the integers, beyond chance: kappa (Cohen 1960).
  double agreement() const noexcept { return agreement_; }
  proposed propose();
  std::uint32_t link_of(std::uint32_t object) const noexcept;
  std::uint32_t next(std::uint32_t object) const;
  std::uint32_t behind(std::uint32_t object) const;
  number common(std::uint32_t object) const;
  bool is_entry(std::uint32_t object) const noexcept { return object != nobody && rank_[object] != nobody; }
  void find_entries();
  bool is_stranger(std::uint32_t object) const;
  void rank_entries();
  void measure_agreement();
  void find_claims();
  void follow_links_among_equals();
  bool comes_soon(std::uint32_t object, std::uint32_t after) const;
  bool is_overtaken(std::uint32_t object, std::uint32_t after) const;
  std::uint32_t beside(std::uint32_t object, int step) const;
  bool is_missed(std::uint32_t object) const;
  void find_wrong_integers();
  void propose_list(std::uint32_t first, std::uint32_t end);
  void propose_integers(const std::vector<std::uint32_t>& wrong, std::uint32_t before, std::uint32_t after);
  void propose_heads();
  number entered_by(std::uint32_t cell) const;
  bool may_be_entrance(std::uint32_t cell) const;
  bool is_common_object() const;
  void add(std::uint32_t cell, std::uint64_t value);

  const view& view_;
  const ledger& so_far_;
  const space& space_;
  order order_;
  large_vector<entry> entries_;        // as they should be linked
  large_vector<std::uint32_t> rank_;   // [object]: its place in entries_, or nobody
  large_vector<std::uint32_t> equal_;  // [rank]: the first one that has the same integers
  large_vector<std::uint32_t> claim_;  // [object]: the object whose link rightly leads to it, or nobody
  std::vector<bool> is_wrong_;         // [object]: its integers
  double agreement_ = 0;
  std::map<number, std::uint32_t> firsts_;  // objects that lists should begin with, by what those have in common
  proposed proposed_;
};

}  // namespace korat::detail
