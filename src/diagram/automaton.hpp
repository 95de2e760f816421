// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The predicate as an automaton: its input is the sequence of values that it reads. It is stopped at every read of a
// field, not only at first reads; what it does between two reads depends on its state at the first of them and on the
// value found there, on nothing else. So a transition, from a state and a value to the next state or an answer, is run
// once, whatever structure it is part of, and looked up from then on.
//
// That a transition depends on nothing else is checked: some are run again with other values in all other fields
// ('check_some'). A predicate that looks at a field later than it was noticed to read it is found by that.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "diagram/number_map.hpp"
#include "diagram/state_table.hpp"

namespace korat::detail {

class search_engine;

/// States of this predicate cannot be compared, or it is not worth while; why.
struct cannot_merge : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The predicate looks at the order of a set's elements, which until then lay in the order of their contents: all that
/// is known is of no use, and building begins anew.
struct order_matters {};

class automaton {
 public:
  explicit automaton(search_engine&);

  /// In its scope the predicate's memory is canonical, and the automaton may run it.
  class at_work {
   public:
    explicit at_work(search_engine&);
    ~at_work();
    at_work(const at_work&) = delete;
    at_work& operator=(const at_work&) = delete;

   private:
    search_engine& engine_;
  };

  // Answers stand beside the states.
  static constexpr state_id rejected = 0xffff'fffe;
  static constexpr state_id accepted = 0xffff'ffff;
  static bool is_answer(state_id s) noexcept { return s >= rejected; }

  /// Where the predicate stands at its first read, or its answer if it reads nothing.
  state_id start();
  /// Where it stands after state `s` has found this value, which is in the field's memory. Throws cannot_merge,
  /// order_matters.
  state_id next(state_id s, std::uint32_t value);
  /// Forgets all states.
  void clear();
  bool is_known(state_id s, std::uint32_t value) const noexcept {
    return transitions_.find(transition(s, value)) != nullptr;
  }
  /// The field that a state waits for.
  std::uint32_t cell(state_id s) const noexcept { return states_.cell(s); }

  /// The cell of an open number that the predicate, or one of its checks, has come to; nothing: none has.
  std::optional<std::uint32_t> open_number() const;

  std::uint64_t runs() const noexcept { return runs_; }
  std::uint64_t checked() const noexcept { return checked_; }
  std::size_t states() const noexcept { return states_.size(); }
  std::size_t bytes() const noexcept;

 private:
  static std::uint64_t transition(state_id s, std::uint32_t value) noexcept { return std::uint64_t{s} << 32 | value; }
  state_id run_from(state_id s, std::uint32_t value);
  state_id run(const saved_state& from, std::span<const std::byte> temporaries);
  state_id suspended();
  void inherit_pinned(state_id s, std::uint32_t value);
  bool due() const noexcept;
  void check(state_id s, std::uint32_t value, state_id to);

  search_engine& engine_;
  state_table states_;
  number_map<std::uint64_t> transitions_;  // the state and the value -> the next state
  std::vector<bool>
      pinned_cells_;  // [cell]: always, for it is handed out by reference and there is no telling when it is looked at
  std::vector<pinned_value> pinned_;  // of the state that comes next, in the order of the cells
  std::optional<std::uint32_t> open_number_;
  std::uint64_t runs_ = 0;
  std::uint64_t checked_ = 0;
};

}  // namespace korat::detail
