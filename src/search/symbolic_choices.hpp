// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Integers that a search leaves open instead of trying each of their values. A first read makes such a field a symbol;
// comparisons of it are *decisions*, choices of two values on the same stack as those of fields: yes and no, where both
// can be. When the predicate has answered true, the symbols take the smallest values that satisfy all that was decided,
// and the candidate is one like any other.
//
// What a run has assumed of its symbols is recorded as *steps*, and the path condition is that of the steps. When
// choices are undone it is cut back; so it belongs to the saved states of the predicate, and costs nothing to save. A
// run that begins before the last choice, as by re-execution, passes the steps that stand: a decision that was made
// costs a look into a table.
//
// Where the conditions are too hard (answer::unknown), and where the predicate needs a plain number, the symbols in
// question take one value after the other: is it the least? the next? All of these are decisions as well. With every
// symbol at one value nothing is hard.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "search/choice.hpp"
#include "search/expansion.hpp"
#include "search/skeleton.hpp"
#include "space/space.hpp"
#include "symbolic/path_condition.hpp"
#include "symbolic/run.hpp"

namespace korat::detail {

class search_engine;

class symbolic_choices final : public symbolic_run {
 public:
  /// `members`: "node::key", or "key" for every class; "*" for all that can be left open. Throws usage_error.
  symbolic_choices(search_engine&, const std::vector<std::string>& members, std::shared_ptr<solver> beyond);

  bool is_open(std::uint32_t cell) const noexcept { return cell < symbol_of_.size() && symbol_of_[cell] != none; }
  bool is_decision(const choice& c) const noexcept { return c.cell == decision_cell(); }
  bool is_enumerated(const choice& c) const noexcept { return !is_decision(c) && !is_open(c.cell); }
  /// The fields' cells, and one that all decisions share.
  const cell* cells() const noexcept { return cells_.data(); }
  /// The choices without the decisions.
  std::span<const choice> of_fields(std::span<const choice>);

  /// The predicate is about to run on the choices made, from a state with the first so many of them. Of its steps,
  /// those stay that came before the last choice.
  void begin_run(std::uint32_t from);
  /// The same after a run that rejected its candidate.
  void begin_next_run(std::uint32_t from) {
    changed_its_mind_ = changed_its_mind();
    begin_run(from);
  }
  /// A read of a field that is not chosen, or open; or of a choice point.
  void read(std::uint32_t cell, std::byte* stack_top);
  /// The choice is that of a field which the predicate has not read: if it is open, its least value stands for all.
  void choose_unread(choice&);
  /// Values that lead nowhere, whatever the open fields are, are not taken any more.
  void follow(skeleton);
  /// Whether the value of this choice leads anywhere, as far as is known; and whether anything is.
  bool may_take(std::size_t choice) { return !walk_.begun() || walk_.take(choice, engine_choices()[choice].value); }
  bool is_guided(std::size_t choice) const { return walk_.begun() && !walk_.allowed(choice).empty(); }
  /// When the skeleton came, the last of so many choices had a value that leads nowhere: those behind it are to be
  /// undone.
  std::size_t worth_keeping() noexcept { return std::exchange(worth_keeping_, all_choices); }
  /// After so many choices: the field that is chosen without anybody asking for it, if there is one. With the choices
  /// that stand it is as it was when they were made.
  std::optional<std::uint32_t> forced_field(std::uint32_t choices) const;
  /// It was chosen, as the last of so many.
  void note_forced(std::uint32_t choices) { walk_.note_forced(choices - 1); }
  /// For one choice more: there may be more decisions than fields.
  void make_room();
  /// The predicate has answered, and the answer counts: gives every symbol the least value it can have, or that of the
  /// witness. False: there are none after all, which only conditions that were too hard can bring about.
  enum class values { smallest, any };
  bool settle(values);
  /// Of the structure found, with what the predicate has not read: how many structures it stands for.
  std::optional<big_integer> stands_for() { return path(), expansion_.count(symbols_chosen()); }
  /// Gives its open fields the first values that they can have together, and then, each time, the next: so many times.
  void begin_expansion(std::uint64_t most);
  bool next_of_expansion();
  /// There may be a next one, but the search was to stop first.
  bool is_paused() const noexcept { return paused_; }
  /// Coming by its steps again, the predicate asked for something else than before, or did not come by all of them.
  bool changed_its_mind() const noexcept { return changed_its_mind_ || (passes_steps() && !in_dead_end()); }

  std::uint32_t term_of(const void* address) override;
  bool decide(operand left, relation, operand right, number_type) override;
  bool chosen() override;
  std::uint32_t operate(operation, operand left, operand right, number_type to, number_type other) override;
  std::uint64_t fix(std::uint32_t term) override;
  std::uint64_t fix_at(const void* address) override;

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;

  /// Something that the run assumed of its symbols.
  struct step {
    enum class kind : std::uint8_t {
      forced,    // the other answer is impossible
      implied,   // the same, and the path says it already
      chosen,    // a decision
      by_value,  // too hard: the symbols take values first, in the steps that follow
      dead_end,  // nothing is possible; the run goes on with any values, and counts for nothing
    } how;
    bool answer;
    std::uint32_t depth;  // choices made before
    condition asked;
    path_condition::mark before;
  };

  /// The values of a domain: from low to high, but for the gaps.
  struct numbers {
    wide low, high;
    std::vector<wide> gaps;
  };
  /// Nothing: they are too many, or lie too far apart.
  static std::optional<numbers> numbers_in(const field_domain&);

  std::uint32_t decision_cell() const noexcept { return static_cast<std::uint32_t>(symbol_of_.size()); }
  void open(std::uint32_t cell, const numbers&);
  struct open_field {
    std::uint32_t cell, depth;
  };
  void leave_open(std::uint32_t cell, std::uint32_t depth);
  void leave_open(const open_field&);
  void leave_all_open();
  void save(std::byte* stack_top);
  void put(choice&, std::uint64_t bits);
  void put_value(choice&, symbol_id, wide value);
  std::span<const choice> engine_choices() const noexcept;
  path_condition& path();
  condition assumed(const step& s) const {
    return {s.asked.left, s.answer ? s.asked.how : negated(s.asked.how), s.asked.right};
  }
  template <class Put>
  void put_all_read(const Put&);
  bool settle_by_differences();
  bool passes_steps() const noexcept { return at_ < steps_.size(); }
  bool in_dead_end() const noexcept { return passes_steps() && steps_[at_].how == step::kind::dead_end; }
  const step& pass(const condition& asked);
  const step& take(const condition& asked, step::kind, bool answer);
  enum class within { decision, fixing };  // an answer, or values one after the other
  bool decide(const condition& asked);
  bool choose(const condition& asked, bool yes, bool no, within);
  std::uint64_t fix_symbol(symbol_id);
  void fix_all_of(term_id);
  bool holds_now(const condition&);
  std::vector<std::uint64_t> values_now();
  std::vector<symbol_id> symbols_chosen() const;
  void mention_left_out(const condition& defined);
  std::uint64_t bits_in_memory(std::uint32_t cell) const;

  search_engine& engine_;
  std::shared_ptr<solver> solver_;
  path_condition path_;  // of the steps, but for the last if it is
  bool owed_ = false;
  std::vector<std::uint32_t> symbol_of_;   // [cell]: its symbol, or none
  std::vector<std::uint32_t> open_cells_;  // [symbol]
  std::vector<wide> low_;                  // [symbol]: the least value of its domain
  std::vector<unsigned char> in_row_;      // [symbol]: each value of its domain is one more than the one before
  large_vector<cell> cells_;
  std::byte scratch_{};           // where decisions are stored, for nobody to read
  std::vector<step> steps_;       // of the last run, or those that stand
  std::size_t at_ = 0;            // so many the run has passed
  std::vector<open_field> read_;  // what the run has read and left open, with the choices made by then
  std::uint64_t runs_ = 0;
  std::size_t room_;  // for choices
  std::vector<choice> chosen_fields_;
  expansion expansion_;
  skeleton_walk walk_;
  bool may_force_ = false;
  static constexpr auto all_choices = ~std::size_t{0};
  std::size_t worth_keeping_ = all_choices;
  std::uint64_t left_to_expand_ = 0;      // structures, at most
  std::vector<std::uint64_t> given_out_;  // values of one that was given out before its turn
  bool paused_ = false;
  condition deciding_{};      // what choice_point is about
  bool left_out_ = false;     // values with which something would be undefined; it was said
  bool values_shown_ = true;  // the fields hold values, not what is left open,
  bool unread_shown_ = true;  // also those that the predicate did not read
  bool changed_its_mind_ = false;
};

}  // namespace korat::detail
