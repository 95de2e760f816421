// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Subtrees that were explored, to be found again where they hold (see builder.hpp). Those of one state and one number of
// objects in use are told apart by what they read again, in the order in which they do: a tree of decisions, each a state
// at which a field is read again and where its value led. From one state the predicate comes to the same readings until
// one leads elsewhere, so a look-up follows one path, however many subtrees there are.

#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "diagram/automaton.hpp"
#include "diagram/graph.hpp"
#include "diagram/signature.hpp"

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

  std::size_t words;                  // of a set of cells
  std::vector<std::uint64_t> set;
  std::vector<std::uint32_t> values;  // [cell], where it is chosen
  chosen_fields_signature signature;
};

class known_subtrees {
 public:
  struct subtree_at {
    node_id node;
    completion_need need;
    signature chosen;                        // of the fields chosen when it was explored
    std::span<const reading> readings;
    std::span<const std::uint64_t> chooses;  // a set of cells
  };

  known_subtrees(automaton&, const chosen_fields&, std::size_t cells);

  /// One that holds for the fields as they are chosen now, or null. Valid until the next call of add().
  const subtree_at* find(std::uint64_t key);
  void add(std::uint64_t key, const subtree_at&);

  void clear();
  std::size_t bytes() const noexcept { return bytes_; }
  /// Readings that were followed, to find or to add.
  std::uint64_t followed() const noexcept { return followed_; }
  /// [cell]: how often a look-up found that this field, read again, leads elsewhere.
  const std::vector<std::uint64_t>& to_blame() const noexcept { return to_blame_; }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;

  struct entry {
    node_id node;
    completion_need need;
    signature chosen;
    std::size_t first_reading;
    std::uint32_t readings;
    std::size_t chooses;  // where in 'sets_'
    std::uint32_t next;   // with the same readings
  };
  struct junction {
    std::uint32_t entries = none;   // those whose readings end here
    std::uint32_t branches = none;  // the next reading; mostly there is one
  };
  struct branch {
    state_id at;
    std::size_t chooses;  // of a subtree that comes this way
    std::uint32_t next;
  };

  std::uint32_t find_from(std::uint32_t at);
  std::uint32_t along(std::uint32_t branch);
  std::uint32_t& junction_behind(std::uint32_t at, const reading&, std::size_t chooses);

  automaton& automaton_;
  const chosen_fields& chosen_;
  std::unordered_map<std::uint64_t, std::uint32_t> roots_;   // key -> junction
  std::unordered_map<std::uint64_t, std::uint32_t> behind_;  // branch and where it leads -> junction
  std::vector<junction> junctions_;
  std::vector<branch> branches_;
  std::vector<entry> entries_;
  std::vector<reading> readings_;
  std::vector<std::uint64_t> sets_;
  std::vector<std::uint64_t> to_blame_;
  subtree_at found_{};
  std::size_t bytes_ = 0;
  std::uint64_t followed_ = 0;
};

}  // namespace korat::detail
