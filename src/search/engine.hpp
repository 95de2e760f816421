// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The one engine. A candidate is a stack of choices; the next one is found by changing the last choice that has another
// value left and running the predicate on. Where it runs on from is a matter of cost only: from its beginning
// (re-execution), or from the nearest state saved at or below that choice (checkpoints). Nothing has to be replayed:
// fields chosen earlier keep their values and are not pending, so a predicate that comes by them again just reads on.
//
// The parts, a file each:
//   runner.*        running the predicate, what repair (src/repair) does in the same way
//   choose.cpp      a first read becomes a choice (on the predicate's stack; the hot path)
//   explore.cpp     the loop: next choice, run, complete, count
//   seek.cpp        going anywhere: to a given candidate, to either end, the other way, within a range
//   share.cpp       giving a part of the space to another search, and taking one
//   guide.*         which values a run takes that goes to a given candidate
//   live_guide.*    the same for a structure of the user's own objects
//   structure_guide.*  the same for a structure as data
//   symbolic_choices.*  integers that stay open, and what the predicate decides about them
//   skeleton.*      values of the other fields that lead anywhere, whatever the open ones are
//   expansion.*     values that they can have: how many (count_values.*), and one after the other
//   complete.cpp    fields the predicate did not read but the structure has
//   lockstep.*      a predicate of several checks, which take turns
//   choice_supply.cpp  choices that the predicate makes itself: choose()
//   siblings.hpp    values that are tried one after the other from the same state
//   checkpoints.*   saved states of the predicate
//   self_check.cpp  is the predicate a function of what it was noticed to read?
//   check_schedule.hpp  which candidates are asked that
//   poison.*        what unread fields hold meanwhile
//   blame.cpp       it is not: why?
//   unbound_reads.* members without a domain that it reads
//   closing_check.* the same question about others at the end
//   rehearsal.cpp   can it be resumed from saved states?
//   guard.*         signals: crashes, endless recursion, endless loops
//   snapshot.cpp    the current candidate as data
//   owned.cpp       the same as objects of their own (space/copier.*)
//   coverage.*      how much of the input space is covered
//   probe.*, sweep.*  how long would a search be? at random, in any order or in that of the search (strata.*)
//   accounting.*    what is counted along the way, if asked for: reach-space, rejections, solutions by part (tracker.*)

#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "korat/choose.hpp"
#include "korat/coverage.hpp"
#include "korat/diagnosis.hpp"
#include "korat/options.hpp"
#include "korat/probe.hpp"
#include "korat/search.hpp"
#include "search/accounting.hpp"
#include "search/check_schedule.hpp"
#include "search/choice.hpp"
#include "search/closing_check.hpp"
#include "search/complete.hpp"
#include "search/diagram_beside.hpp"
#include "search/guide.hpp"
#include "search/poison.hpp"
#include "search/runner.hpp"
#include "search/skeleton.hpp"
#include "search/symbolic_choices.hpp"
#include "search/unbound_reads.hpp"
#include "search/work.hpp"
#include "space/space.hpp"

namespace korat::detail {

/// Those of a search, and what diagnosis.hpp adds.
struct engine_options : search_options {
  engine_options(search_options o)
      : search_options(std::move(o)) {}  // NOLINT(google-explicit-constructor): a search has no more
  bool trace_reads = false;
  std::vector<std::uint32_t> read_first = {};
};

class diagram_builder;
class diagram_search;
class lockstep;

class search_engine final : public predicate_runner {
 public:
  search_engine(described, engine_options, basic_search* face);
  ~search_engine() override;

  static search_engine& of(basic_search& face) { return face.engine_in_use(); }

  enum class until { candidate, valid };
  enum class heading { on, back };  // in the direction of the search's options, or against it
  /// Goes to the next (valid) candidate. False: there is none, or a stop rule said so.
  bool advance(until, heading);

  // seek.cpp
  bool seek(const candidate_vector&, noncanonical);
  void to_start() noexcept;
  void to_end() noexcept;
  candidate_vector canonical(const candidate_vector&, noncanonical);
  candidate_vector canonical(const structure&);
  candidate_vector canonical_of(const void* live_root);
  candidate_vector at_share(double);
  sampled_candidate sample(random_source);
  /// What the predicate says of this candidate, run from its beginning.
  bool accepts(const candidate_vector&);
  void resume(const candidate_vector&, const korat::statistics&, const tallies&);
  void resume_at_end(const korat::statistics&, const tallies&);
  /// Sees whether the predicate can be resumed, and comes back to the start. `stop`: asked now and then. Throws
  /// diagram_error and predicate_error.
  diagram_beside& try_predicate(const std::function<bool()>& stop);

  // share.cpp. Each search of a team runs in its own thread, and all these but the first are called there.
  void request_part() noexcept {
    part_requested_.store(1, std::memory_order_relaxed);
    attention_.store(0, std::memory_order_release);
  }
  /// Others search the same space in other threads from now on. `give` is called when a part was requested.
  void share_with(std::function<void()> give);
  bool is_trying_out() const noexcept { return on_probation_; }
  /// Whether the predicate may be run by several threads at a time, as far as is known; false as long as it is being
  /// tried out.
  bool may_share() const noexcept {
    return !on_probation_ && symbolic_ == nullptr && !keeps_shared_state() && !builds_diagram();
  }
  /// The predicate was found to keep state that several threads would have in common.
  bool keeps_shared_state() const noexcept { return changes_variables_ || (resumable_ && !checkpoints_wanted_); }
  /// Between two candidates, before there are others: where no rehearsal tells, whether the predicate changes
  /// variables.
  void look_for_shared_state();
  /// `among`: how many will share what there is, where that can be said.
  std::optional<part> give_part(std::uint64_t among = 2);
  bool lists() const noexcept { return diagram_ != nullptr && diagram_->lists(); }
  void take(const part&);
  /// Throws position_error unless it lies in the range of the options.
  void take(const open_range&);
  /// What is still to be searched of the range, or part, if anything. Runs the predicate, and the search is over.
  std::optional<open_range> leave();
  /// The same of a part that nobody has taken.
  std::optional<open_range> left_in(const part&);
  /// What a search that ended has counted, in addition to what this one will.
  void carry(const korat::statistics&, const tallies&);
  /// Goes on for so many more, whatever the options say.
  void allow(std::uint64_t valid, std::uint64_t explored) noexcept;
  /// All parts are done, and nobody else searches any more: the check that ends a search.
  void end_sharing();
  /// Of the range, or part.
  natural covered_vectors() const;
  double share_covered() const { return covered_shares().of_space; }
  natural vectors_in_range() const;
  double share_in_range() const;

  // On the predicate's stack.
  void choose(const void* address, std::byte* stack_top);
  void unusual_read(const void* address, std::byte* stack_top) override;
  void symbolic_read(const void* address, std::byte* stack_top);
  bool tick() noexcept override;

  void contain(const fault&) noexcept override;

  void request_stop() noexcept {
    stop_requested_.store(1, std::memory_order_relaxed);
    attention_.store(0, std::memory_order_release);
  }
  void restore();

  std::span<const choice> choices() const noexcept { return {choices_.get(), depth_}; }
  /// The same without what is no choice of a field's value.
  std::span<const choice> chosen_fields() const;
  std::span<const std::uint32_t> accessed() const;
  std::span<const code_address> sites() const;
  korat::statistics statistics() const;
  korat::coverage coverage() const;
  double covered_share() const;  // of the range
  probe random_probe(std::uint64_t seed, const probe_options&);
  probe random_sweep(std::uint64_t seed, const probe_options&, sweep_memory&);
  const accounting* accounts() const noexcept { return accounting_.get(); }
  korat::outcome ended() const noexcept { return outcome_; }
  const concrete_count& concrete() const;
  bool current_valid() const noexcept { return current_valid_; }
  structure snapshot() const;
  std::vector<std::int64_t> predicate_choices() const;
  candidate_vector vector() const { return vector_of(chosen_fields()); }
  korat::engine kind() const noexcept;
  std::optional<diagram_summary> diagram() const;
  void moved_to(basic_search* face) noexcept { face_ = face; }
  void* root() const noexcept { return space_.root(); }

 private:
  friend class completion;
  friend class symbolic_choices;
  friend class prober;
  friend class sweeper;
  friend class automaton;
  friend class diagram_builder;
  friend class diagram_search;
  friend class skeleton_search;
  friend class lockstep;
  friend struct completed completed_candidates(search_engine&);
  friend void list_part(search_engine&, const part&);

  // choose.cpp
  choice& push(std::uint32_t cell);
  void put(const cell&, std::uint32_t value);
  void assign(const cell&, std::uint32_t value);
  bool next_value(choice&) noexcept;
  void take_value(choice&, std::uint32_t value);
  void undo(const choice&) noexcept;
  void pop() noexcept;
  static std::uint32_t in_use_at(const choice&, const cell&, std::uint32_t value) noexcept;
  void use(const choice&, const cell&) noexcept;
  void first_of_several(choice&, const cell&) noexcept;
  void use_several(choice&, const cell&) noexcept;
  void unuse_several(const choice&, const cell&) noexcept;
  bool next_of_several(choice&, const cell&) noexcept;
  bool allowed_of_several(const cell&, std::uint32_t value) const noexcept;
  void save_choice(std::byte* stack_top);
  void push_unread(std::uint32_t cell);
  void note_site(const std::byte* stack_top);
  bool is_predicates_own(const choice& c) const noexcept { return space_.choices().has(cells_[c.cell]); }
  bool is_left_open(std::uint32_t cell) const noexcept { return symbolic_ != nullptr && symbolic_->is_open(cell); }
  bool is_left_open(const choice& c) const noexcept { return is_left_open(c.cell); }
  std::uint32_t end_value(const choice& c) const noexcept { return c.limit & ~backward_; }
  bool on_last_value(const choice& c) const noexcept { return c.value == end_value(c); }
  bool is_pending(std::uint32_t cell) const noexcept {
    return (*shadow_of(cells_[cell].address) & pending_shadow) != 0;
  }

  // explore.cpp
  bool may_go_on() const noexcept;
  bool may_list_on() const noexcept;
  bool advance_by_candidates(until, heading);
  bool advance_slowly(until, heading);
  bool complete_on();
  bool go(until);
  bool list();
  bool list_slowly();
  bool end_of_list();
  void leave_diagram();
  bool explore(until);
  bool step();
  bool evaluate(until);
  void make_first_choices();
  bool next_choice() noexcept;
  bool change_choice() noexcept;
  bool run_to_solution();
  bool run(until);
  void account(bool valid);
  int run_once();
  int run_here();
  int run_on(std::uint64_t& rejected);
  bool answer(int ending);
  void raise_limits();
  bool next_candidate() noexcept override;
  void begin_siblings(const saved_state&, std::uint64_t attention) noexcept;
  void end_siblings() noexcept;
  void last_sibling() noexcept;
  void return_to_state() noexcept;
  void complete(completion::step);
  void keeps_memory();
  void reexecute_from_now_on(const std::string& why);
  [[noreturn]] void cannot_stop_checks(const std::string& why);
  void attend(bool valid);
  void set_attention() noexcept;
  bool stop(korat::outcome);
  bool stop_early();
  bool stop_again() noexcept;

  // search.cpp
  void begin_lockstep();

  // share.cpp
  void take_completions(const part&);

  // seek.cpp
  bool begin();
  void announce_start();
  void unwind() noexcept;
  void rebuild(std::span<const choice>);
  void turn() noexcept;
  bool evaluate_guided();
  bool run_guided();
  bool evaluate_symbolic(until);
  void verify_symbolic(bool valid, bool checked);
  bool accepts_values();
  void stand_for_several();
  bool expand_on();
  bool step_symbolic();
  bool is_to_stop();
  void verify_expanded();
  bool repeats(int ending);
  [[noreturn]] void depends_on_open_fields();
  int run_symbolic(until);
  bool next_symbolic_choice() noexcept;
  void work_on_skeleton();
  void keep_to(skeleton_walk&);
  std::optional<std::uint32_t> next_unasked() const;
  bool next_symbolic_candidate(std::uint64_t attention) noexcept;
  int reexecute_symbolic();
  void refuse_if_symbolic(const char* what) const;
  void steer();
  void settle_range();
  bool go_back();
  candidate_vector vector_of(std::span<const choice>) const;
  std::vector<choice> copy_of_choices() const { return {choices().begin(), choices().end()}; }
  bool settle();
  bool work_from_start(const std::function<bool()>& work);
  void use_diagram();
  template <class Action>
  auto undisturbed(Action);
  bool lead_by(guide&);
  bool lead_to(const candidate_vector&);
  candidate_vector checked(const candidate_vector& wanted, noncanonical);
  void check_in_range(const candidate_vector&);
  void begin_resumed();
  void carry_on(const korat::statistics&, const tallies&);
  void watch_bound() noexcept;
  void extend_shared() noexcept;
  bool within_bound() noexcept;

  // share.cpp
  bool builds_diagram() const noexcept { return diagram_ != nullptr && diagram_->due() != search_options::unlimited; }
  std::vector<choice> cut_behind(std::span<const choice>) const;
  candidate_vector last_with(std::span<const choice>);

  // coverage.cpp
  struct covered_parts {
    double of_space = 0;
    double of_range = 0;
  };
  covered_parts covered_shares() const;
  bool knows_range() const noexcept { return range_settled_ || (!options_.from && !options_.to); }

  // self_check.cpp
  void self_check(bool valid);
  bool is_deep_enough() const noexcept { return depth_ >= schedule_.deep_enough() && depth_ > to_account_.kept; }
  std::uint64_t self_check_quota() const noexcept;
  static constexpr const char* released_too_much =
      "the predicate releases memory that it has not allocated (a captured shared_ptr, say, that it copied)";
  void check(int ending, bool later);
  void trust_checks();
  bool does_the_same(poison::series which, int ending);
  bool does(std::span<const choice> chosen, poison::series which, int ending);
  void spread(poison::series which, std::span<const choice> chosen);
  int run_observed();
  void observe(const void* address);
  void restore_fields() noexcept;
  void choose_again() noexcept;

  void suspend(std::uint32_t cell, std::byte* stack_top) noexcept;

  // unbound_reads.cpp
  void watch_unbound_reads();
  void observe_unbound(const void* address);
  void judge_unbound_reads();
  std::string leads_to_objects(const void* address);
  void remark(const std::string& what);

  // closing_check.cpp
  void check_before_end(korat::outcome);
  void remember_last_candidate();
  void check_again(const closing_check::sample&);
  void blame_variables();

  // blame.cpp
  struct trial;
  trial try_again(std::span<const choice> chosen);
  trial try_as_spread();
  bool changes_variables();
  bool leaves_other_variables(std::span<const choice> first, std::span<const choice> second);
  void blame_missed_read(const trial& first, const std::vector<std::uint32_t>& cells, std::uint32_t rounds);
  std::vector<std::uint32_t> unread_within_reach() const;
  [[noreturn]] void blame();
  [[noreturn]] void keeps_state(const std::string& how);
  [[noreturn]] void fault_in_search(int ending);
  bool ran_out_of_memory(int ending) const;

  // rehearsal.cpp
  enum class way_back { resume, reexecute };
  /// Reads. A rehearsal takes as long as so many in re-executed candidates, and a search that ends earlier has none.
  static constexpr std::uint64_t least_reexecuted = 3'000;
  std::uint64_t fingerprint(int ending) const noexcept;
  void record(int ending);
  void begin_record();
  void end_probation();
  template <class Watch>
  bool rehearse(way_back, Watch after_each);

  // misbehaviour.cpp
  [[noreturn]] void misbehaved(misbehaviour, const std::string& reason, const std::string& advice);
  [[noreturn]] void report_fault(int ending);
  [[noreturn]] void report_fault_at(misbehaviour, const std::string& reason, const std::string& advice);
  [[noreturn]] void report_memory();
  [[noreturn]] void report_assignment();
  std::string name_at(const void* address) const;
  std::string name_of_object_at(const void* address) const;

  engine_options options_;
  basic_search* face_;  // as listeners know us

  // The stack of choices. Room for every field: a field is chosen once.
  std::unique_ptr<choice[]> choices_;
  std::uint32_t depth_ = 0;
  std::uint32_t unchanged_ = 0;  // choices, at least, that are as they were at the last valid candidate
  const cell* cells_;
  std::vector<std::uint32_t> used_;  // [class domain]: objects used by the choices so far
  choice_supply supply_;             // what the predicate may choose itself
  std::uint32_t backward_;           // all ones when the values are counted down, else 0
  std::uint32_t step_;               // from a value to the next: 1, or minus 1

  // Where a range ends. 'shared_' choices are at this moment those of the last candidate in it, so a change at one of
  // the first 'boundary_' = shared_ + 1 choices may end the search; all others may not, and are not looked at.
  std::uint32_t boundary_ = 0;  // 0: the range is open
  std::uint32_t shared_ = 0;
  std::vector<choice> bound_;  // the last candidate, or what the last ones have in common
  end_of_range low_, high_;
  bool range_settled_ = false;
  bool range_empty_ = false;
  guide* guide_ = nullptr;                // of the run to come
  std::unique_ptr<vector_guide> target_;  // where to begin, when not at the first candidate
  enum class standing : std::uint8_t { before, at_candidate, behind };  // as seen in the direction of the moment
  standing stand_ = standing::before;

  bool changes_variables_ = false;   // found by looking for it
  bool resumable_ = false;           // as far as the machine and the program are concerned
  bool checkpoints_wanted_ = false;  // and nothing speaks against them
  bool on_probation_ = false;        // they are, but the predicate has yet to show that it can be resumed
  bool has_resumed_ = false;         // and was resumed, until it kept memory
  bool announced_ = false;           // to the listener
  bool current_valid_ = false;
  korat::outcome outcome_ = korat::outcome::running;
  korat::outcome stopping_ = korat::outcome::running;  // how to end at the next opportunity

  completion completion_;
  std::unique_ptr<symbolic_choices> symbolic_;  // null: every field is enumerated
  std::unique_ptr<skeleton_beside> skeleton_;   // null: none, or complete
  concrete_count concrete_;                     // of the structures found
  bool expanded_ = false;                       // the candidate is one more that the last one stands for
  std::unique_ptr<lockstep> lockstep_;          // null: the predicate is one piece
  std::unique_ptr<diagram_beside> diagram_;     // null: states of the predicate are not merged
  std::unique_ptr<accounting> accounting_;      // null: nothing is counted but candidates
  struct {
    std::uint32_t kept;      // choices that stood when the predicate was started or resumed last
    std::uint64_t explored;  // candidates that were counted then
  } to_account_{};

  // Counters. 'attention_' is the one thing the loop compares per candidate: everything rare hides behind it.
  std::uint64_t explored_ = 0;
  std::uint64_t valid_ = 0;
  std::uint64_t completed_ = 0;     // candidates that needed no run of the predicate
  std::uint64_t popped_ = 0;        // choices undone
  std::uint64_t path_lengths_ = 0;  // sum of the depths of the candidates, while re-executing
  std::uint64_t begun_ = 0;         // candidates that were not reached from their neighbour
  korat::statistics carried_;       // work done before the search was resumed
  std::uint64_t self_checks_ = 0;
  std::uint64_t next_self_check_ = 1;  // at this candidate at the latest
  check_schedule schedule_{space_.cells().size()};
  closing_check closing_{space_.cells().size()};
  std::optional<unbound_reads> unbound_;  // once there is something to check
  bool trying_out_ = false;               // the predicate may do anything with what is put there: it is left early
  std::uint64_t next_poll_ = 0;
  std::uint64_t valid_limit_ = options_.max_valid;
  std::uint64_t explored_limit_ = options_.max_explored;
  std::vector<std::uint64_t> record_;  // fingerprints of the runs on probation
  candidate_vector record_begin_;      // the first of these candidates
  std::uint32_t kept_ = 0;             // choices that stood when the last run began
  std::atomic<std::uint64_t> attention_{0};
  // 1: yes. Words, because some processors exchange no bytes without another library.
  std::atomic<std::uint32_t> stop_requested_{0};
  std::atomic<std::uint32_t> part_requested_{0};
  std::function<void()> give_;  // empty: no other search shares the space

  // Running the predicate.
  bool running_ahead_ = false;  // rejected candidates are passed without leaving the predicate's stack
  bool exhausted_ = false;      // and so there was an end of them
  mutable std::vector<std::uint32_t> accessed_;
  struct {
    std::byte* at = nullptr;  // the top of the predicate's stack, or null: it has not been
    std::uint32_t cell = 0;   // the field read
    bool savable = true;
    std::uint64_t count = 0;
    bool elsewhere = false;              // a field was read on another stack, where the predicate cannot be stopped
  } suspended_;                          // mode suspend: where the predicate was stopped
  std::vector<std::uint32_t> observed_;  // mode observe: the first reads
  std::span<const choice> spread_ = {};  // what such a run is about
  std::vector<code_address> sites_;      // mode trace: for each choice, the code behind its read
  std::optional<poison> poison_;         // once there is something to check
};

}  // namespace korat::detail
