// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What an object and the one that it leads to have in common: that siblings have one parent, that a child names its
// owner as its parent, that degrees fall by one, that keys do not fall. What holds for nearly all references of a
// member, and would seldom hold by chance (relations.cpp), tells which references are wrong and where a lost object
// belongs (relations_owners.cpp), and what the other fields of both probably were (relations_others.cpp).

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_set>
#include <utility>
#include <vector>

#include "repair/ledger.hpp"

namespace korat::detail {

class relations {
 public:
  relations(const view&, ledger&);
  bool any() const noexcept;
  void propose();

  /// Speaks for a reference, above 0, or against it. The object may be nobody.
  double score(std::uint32_t cell, std::uint32_t object) const;
  /// The same, whether or not the object refers back to the owner.
  double score_but_answers(std::uint32_t cell, std::uint32_t object) const;

 private:
  /// An integer of an object, or of one that it carries: the cell's place among the object's cells.
  struct number_path {
    std::uint32_t place;                // nobody: the carried object's place among its like
    std::uint32_t carried_by = nobody;  // the place of the reference to the object that has it
  };
  /// Between a field of the owner and one of the object that it leads to.
  struct relation {
    enum class kind : std::uint8_t {
      names_owner,  // the object's field leads to the owner
      same,         // both fields lead to one object, or are null
      differs_by,   // the object's integer is so much more
      no_less,      // the object's integer is not less
      no_more,
      if_null,  // where the reference is null: the owner's integer is this
    } what;
    number_path of_owner, of_object;
    std::int64_t number = 0;
    double holds = 0, fails = 0;  // what it says for the reference when it holds, and when it does not
    bool votes = false;           // holds so often that where it does not, a field is wrong
    bool is_of_null() const noexcept { return what == kind::if_null; }
    bool is_between_own() const noexcept { return of_owner.carried_by == nobody && of_object.carried_by == nobody; }
  };
  struct match {
    double score;
    std::uint32_t cell, object;
  };

  void find_numbers();
  void learn(std::uint32_t binding, const std::vector<std::uint32_t>& sample);
  void learn_nulls(std::uint32_t binding, const std::vector<std::uint32_t>& sample);
  bool add(std::uint32_t binding, relation, double share, double by_chance);
  /// Nothing where that cannot be said.
  std::optional<bool> holds(const relation&, std::uint32_t owner, std::uint32_t object) const;
  std::optional<std::int64_t> number(std::uint32_t object, const number_path&) const;
  double best_score(std::uint32_t cell, std::uint32_t object) const;
  double at_stake(std::uint32_t field, std::uint32_t except) const;
  void find_lists();
  std::uint32_t list_of(std::uint32_t object);
  bool is_held(std::uint32_t object) { return held_lists_[list_of(object)]; }
  bool is_settled_here(std::uint32_t cell) const;
  bool leads_to_one_class(std::uint32_t cell) const noexcept;
  std::optional<std::uint64_t> value_by(const relation&, std::uint32_t owner, std::uint32_t object,
                                        bool of_owner) const;
  std::uint64_t value(std::uint32_t cell) const;
  bool is_integer(std::uint32_t cell) const noexcept;
  std::uint32_t cell_of(std::uint32_t object, std::uint32_t place) const noexcept {
    return space_.objects()[object].first_cell + place;
  }
  const std::vector<relation>& known(std::uint32_t cell) const noexcept { return known_[space_.place(cell).binding]; }
  void find_wrong_claims();
  void leave_what_is_shared(std::map<std::uint32_t, std::vector<std::uint32_t>>& contested) const;
  void place_lost();
  void find_holders();
  void vote();
  void vote_on(std::uint32_t suspect, std::uint32_t more);

  const view& view_;
  ledger& ledger_;
  const space& space_;
  std::vector<bool> regular_;                      // [class]: its objects have the same fields, and few
  std::vector<std::vector<number_path>> numbers_;  // [class]
  std::vector<std::vector<relation>> known_;       // [binding]
  std::vector<std::uint32_t> list_;                // [object]: another one of its list, or itself
  std::vector<bool> held_lists_;                   // [object of a list that stands for it]
  std::vector<std::uint32_t> holder_;              // [object]: the claim that leads to it, as guessed
  std::unordered_set<std::uint32_t> wrong_;        // claims that are perhaps wrong
  std::vector<std::uint32_t> lost_;                // objects that nothing claims but what may be wrong
};

}  // namespace korat::detail
