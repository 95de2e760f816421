// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Subtrees that were explored, to be found again where they hold (see builder.hpp). Those of one state and one number
// of objects in use are told apart by what they read again, in the order in which they do: a tree of decisions, each a
// state at which a field is read again and where its value led. From one state the predicate comes to the same readings
// until one leads elsewhere, so a look-up follows one path, however many subtrees there are. The tree branches only
// where several subtrees have come; what a single one reads from there on is followed in its own list. And mostly the
// fields that are read again have the very values with which a subtree was found before: so that is looked up first.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "diagram/automaton.hpp"
#include "diagram/graph.hpp"
#include "diagram/signature.hpp"
#include "space/large_vector.hpp"

namespace korat::detail {

/// A field chosen before, read again: at this state, and where its value led.
struct reading {
  state_id at;
  state_id to;
};

/// The structure as chosen so far.
struct chosen_fields {
  explicit chosen_fields(const space& s)
      : words((s.cells().size() + 63) / 64), set(words), values(s.cells().size()), signature(s) {}
  bool has(std::uint32_t cell) const noexcept { return (set[cell / 64] >> (cell % 64) & 1) != 0; }
  void add(std::uint32_t cell) noexcept { set[cell / 64] |= std::uint64_t{1} << (cell % 64); }
  void remove(std::uint32_t cell) noexcept { set[cell / 64] &= ~(std::uint64_t{1} << (cell % 64)); }
  bool disjoint_from(const std::uint64_t* other) const noexcept {
    for (std::size_t w = 0; w < words; ++w)
      if ((other[w] & set[w]) != 0) return false;
    return true;
  }

  std::size_t words;  // of a set of cells
  std::vector<std::uint64_t> set;
  std::vector<std::uint32_t> values;  // [cell], where it is chosen
  chosen_fields_signature signature;
};

class known_subtrees {
 public:
  struct subtree_at {
    std::uint32_t number;  // of those that were added
    node_id node;
    completion_need need;
    signature chosen;  // of the fields chosen when it was explored
    std::span<const reading> readings;
    std::span<const std::uint64_t> chooses;  // a set of cells
  };

  known_subtrees(automaton&, const chosen_fields&, std::size_t cells);

  /// One that holds for the fields as they are chosen now, or null. Valid until the next call of add().
  const subtree_at* find(std::uint64_t key);
  void add(std::uint64_t key, const subtree_at&);
  std::size_t size() const noexcept { return entries_.size(); }

  void clear();
  std::size_t bytes() const noexcept { return bytes_; }
  /// Readings that were followed, to find or to add, and fields that were looked at.
  std::uint64_t followed() const noexcept { return followed_; }
  /// [cell]: how often a look-up found that this field, read again, leads elsewhere.
  const std::vector<std::uint64_t>& to_blame() const noexcept { return to_blame_; }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;
  static constexpr std::uint32_t most_at_junction = 2;

  struct entry {
    node_id node;
    completion_need need;
    signature chosen;
    std::size_t first_reading;
    std::uint32_t readings;
    std::size_t chooses;  // where in 'sets_'
    std::uint32_t next;   // at the same junction
  };
  struct junction {
    std::uint32_t entries = none;   // once it branches, those whose readings end here
    std::uint32_t read_on = 0;      // of them, until it branches: how many read something more
    std::uint32_t branches = none;  // the next reading; mostly there is one
  };
  struct branch {
    state_id at;
    std::size_t chooses;  // of a subtree that comes this way
    std::uint32_t next;
  };

  /// Whether subtrees of a state are used again where what they read has other values, which lead the same way. In
  /// arrays that are heaps they never are, and hundreds of readings were followed in vain for each.
  struct chance {
    std::uint32_t tries = 0, hits = 0;
    bool worth_trying() noexcept { return ++tries <= 8 * (hits + 1) || tries % 8 == 0; }
  };
  /// Subtrees of one state and one number of objects in use.
  struct root {
    std::uint32_t junction;
    std::size_t reads;  // where in 'sets_': the fields that any of them reads again
    chance with_other_values;
  };

  root& root_of(std::uint64_t key);
  wide_unsigned values_read(std::uint64_t key, const root&) noexcept;
  bool holds(const entry&) const noexcept;
  std::uint32_t find(root&, wide_unsigned values);
  std::uint32_t find_from(std::uint32_t at, std::size_t depth);
  bool leads_on(const entry&, std::size_t depth);
  bool leads_to(const reading&);
  void put_at(std::uint32_t at, std::uint32_t number, std::size_t depth) noexcept;
  void branch_out(std::uint32_t at, std::size_t depth);
  std::uint32_t next_junction(std::uint32_t at, const entry&, std::size_t depth);
  std::uint32_t along(std::uint32_t branch);
  std::uint32_t new_junction();

  automaton& automaton_;
  const chosen_fields& chosen_;
  number_map<std::uint64_t> root_numbers_;  // key -> root
  number_map<std::uint64_t> behind_;        // branch and where it leads -> junction
  number_map<wide_unsigned> with_values_;   // key and the values that are read again -> a subtree that held there
  large_vector<root> roots_;
  large_vector<junction> junctions_;
  large_vector<branch> branches_;
  large_vector<entry> entries_;
  large_vector<reading> readings_;
  large_vector<std::uint64_t> sets_;
  std::vector<std::uint64_t> to_blame_;
  subtree_at found_{};
  std::size_t bytes_ = 0;
  std::uint64_t followed_ = 0;
};

}  // namespace korat::detail
