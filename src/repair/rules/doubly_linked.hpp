// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Lists whose entries know both neighbours. Where 'next' and 'previous' answer each other they are right; what is left
// of a damaged list are segments, whose ends lack an answer. The end of one says what its next was, the beginning of
// another what its previous was: as many segments as possible are joined as one of the two says (a matching); where the
// two do not agree, what else the entries have in common tells who is right. Where
// that closes a ring beside the list, two joints that could also be the other way round open it again. Segments that
// nothing leads to come where a joint is missing.

#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "repair/ledger.hpp"
#include "repair/rules/relations.hpp"

namespace korat::detail {

class doubly_linked {
 public:
  doubly_linked(const view& v, ledger& l, const relations& related)
      : view_(v), ledger_(l), space_(v.image()), related_(related) {}
  void propose();

 private:
  /// Two members of one class, by their places among an object's cells.
  struct members {
    std::uint32_t first_object, objects;
    std::uint32_t next, previous;
  };

  std::optional<members> partner_of(std::uint32_t binding) const;
  void find_segments();
  void find_beginnings(std::uint32_t next, std::uint32_t previous);
  void choose_direction();
  bool are_rings() const;
  void guess_beginning();
  void walk(std::uint32_t beginning);
  bool find_joint(std::uint32_t tail, std::unordered_set<std::uint32_t>& asked);
  void find_joints();
  void open_rings(std::uint32_t beginning);
  std::vector<std::uint32_t> candidates(std::uint32_t tail) const;
  std::unordered_set<std::uint32_t> reached_from(std::uint32_t head) const;
  void sort_left_overs();
  std::uint32_t left_over(std::uint32_t tail, bool at_end);
  bool is_open(std::uint32_t object) const;
  void join(std::uint32_t tail, std::uint32_t head);

  std::uint32_t next_cell(std::uint32_t object) const { return space_.objects()[object].first_cell + pair_.next; }
  std::uint32_t previous_cell(std::uint32_t object) const {
    return space_.objects()[object].first_cell + pair_.previous;
  }
  bool in_pair(std::uint32_t object) const { return object - pair_.first_object < pair_.objects; }
  std::uint32_t entry(std::uint32_t cell) const { return in_pair(view_.target(cell)) ? view_.target(cell) : nobody; }
  std::uint32_t next(std::uint32_t object) const { return entry(next_cell(object)); }
  std::uint32_t previous(std::uint32_t object) const { return entry(previous_cell(object)); }

  const view& view_;
  ledger& ledger_;
  const space& space_;
  const relations& related_;

  // Of the pair at hand.
  members pair_{};
  std::vector<std::uint32_t> beginnings_;
  bool rings_ = false;                                        // there are several lists, and they have no ends
  std::unordered_map<std::uint32_t, std::uint32_t> tail_of_;  // [head]
  std::vector<std::uint32_t> heads_;                          // ascending
  std::unordered_multimap<std::uint32_t, std::uint32_t>
      says_behind_;                                          // object to heads that name it their previous one
  std::unordered_map<std::uint32_t, std::uint32_t> behind_;  // tail to the head that follows
  std::unordered_map<std::uint32_t, std::uint32_t> before_;  // and back
  std::unordered_set<std::uint32_t> held_;                   // heads that are reached from a beginning
  std::vector<std::uint32_t> left_overs_;                    // heads, those in need of a place first
  std::size_t next_left_over_ = 0;
  std::unordered_set<std::uint32_t> placed_;  // heads
};

}  // namespace korat::detail
