// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The repair engine. The predicate runs on what is there; its first reads are recorded, and its state is saved now and
// then. When it rejects, one field that it has read gets another value, and it runs on from the last state saved before
// that read. A change is kept when the predicate then comes further than before: faults that lie apart are repaired one
// after the other on one way through the structure, so the cost grows with the structure plus its faults.
//
// The parts, a file each:
//   engine.cpp       reads, runs, changes
//   view.*           the structure: objects, references, who refers, kinds of members
//   covering.*       fields that together lead to every object once
//   rules/           what fields probably were: a file or two for each invariant that a damaged structure shows
//   propose.*        asks all rules; ledger.* has their proposals, thresholds.hpp what they are measured with
//   symbols.*        integers left open, and the values that the predicate's comparisons ask for
//   moves.cpp        the values that a field may take instead
//   limits.cpp       what the options allow
// the search, in three ways:
//   all_at_once.cpp  all that looks wrong is changed at once; in another way where it is in doubt what is wrong
//   iterated_greedy.cpp  near the failure: which changes are made (failure.cpp: where the predicate rejected;
//                    attempts.cpp: what is tried there; measure.cpp: what a change brings)
//   exhaustive.*     every repair that changes one field, two fields, and so on, of small structures
// and what is done with what it finds:
//   cost.cpp         what a repair costs, and which of two is given back
//   shrink.cpp       undoes the changes that are not needed
// src/image has the user's objects, and structures that are data, as the copy that is worked on.

#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "korat/repair.hpp"
#include "repair/propose.hpp"
#include "repair/rules/distinct.hpp"
#include "repair/symbols.hpp"
#include "search/runner.hpp"

namespace korat::detail {

class repair_engine final : public predicate_runner {
 public:
  /// Cells. What takes time in proportion to the structure is not done at every trial from here on.
  static constexpr std::size_t large = 20'000;

  /// The described has room for the structure and for fresh objects; `fresh_from`: [class] where these begin.
  repair_engine(described, const repair_options&, std::vector<std::uint32_t> fresh_from);
  ~repair_engine() override;

  /// The memory of the structure. It is to be filled before run().
  const space& image() const noexcept { return space_; }

  /// Every object belongs to the structure, also one without fields that the root does not reach.
  void vouch_for_all() noexcept { all_belong_ = true; }
  /// True: the structure satisfies the predicate now.
  bool run();
  /// Why it does not.
  const std::string& why() const noexcept { return why_; }

  struct change {
    std::uint32_t cell;
    std::uint64_t before, after;
    bool operator==(const change&) const = default;
  };
  /// What differs from the structure as it was, in the order of the cells.
  std::vector<change> changes() const;
  /// The name of the rule that proposes the value; empty: it was found by trying.
  std::string_view rule_behind(const change&) const;

  /// What belongs to the structure and the root does not reach.
  struct loss {
    std::size_t objects = 0;
    std::size_t elements = 0;  // of arrays of values
    std::size_t fields = 0;    // of objects, and elements of all arrays
    std::size_t parts() const noexcept { return objects + elements; }
  };
  struct found_repair {
    std::vector<change> changes;
    double weight;  // of the fields changed
    loss lost;
    double score;  // how natural it looks
  };
  /// Repairs found by trying everything nearby, the nearest first. None of them includes another.
  const std::vector<found_repair>& nearest() const noexcept { return nearest_; }
  /// Proven: nothing of less weight than the present changes would do.
  bool is_smallest();
  /// Whether the present changes are worth the objects they lose.
  bool may_be_made();
  bool may_be_made(const loss&, std::size_t fields_changed) const noexcept;
  /// Puts the structure back, and the present changes among nearest(), first.
  void offer();
  /// [object]: whether it should be reached by the root, and whether it was, as the structure was.
  const std::vector<bool>& belonging() const noexcept { return belongs_; }
  const std::vector<bool>& reached_before() const noexcept { return reached_at_first_; }
  std::vector<bool> reached_after();
  /// Elements that arrays of values have no more.
  std::vector<std::uint32_t> lost_elements() const;
  /// Puts the structure back to what it was, or to what was found.
  void show_before();
  void show_after();
  void show(const found_repair&);
  bool was_fine() const noexcept { return was_fine_; }
  std::uint64_t executions() const noexcept { return executions_; }
  korat::statistics work() const;
  bool is_fresh(std::uint32_t object) const noexcept;

  void unusual_read(const void* address, std::byte* stack_top) override;
  bool tick() noexcept override;

 private:
  /// A change to be tried: at the read number `position`, counted from 0.
  struct move {
    std::uint32_t position;
    std::uint32_t cell;
    std::uint64_t bits;
    double score;
  };

  /// One change, or some that go together.
  struct attempt {
    std::vector<move> moves;
    double score;
    // Once it was tried:
    std::uint32_t reached = 0;           // reads
    std::uint64_t way = 0;               // way_now()
    std::uint32_t read = 0;              // fields, new or not
    std::int64_t gain = 0;               // fields read that were not before, less elements that are not any more
    std::int64_t value = 0;              // of the candidate with these changes
    bool passed = false, loses = false;  // the failure; and parts that were reached
  };

  class exhaustive;

  /// What the options say of a member.
  struct limits {
    bool kept = false;  // never to be changed
    std::optional<std::pair<std::int64_t, std::int64_t>> range = {};
    double weight = 1;  // what a change costs
  };

  // engine.cpp
  bool next_candidate() noexcept override { return false; }
  int run_from(std::uint32_t kept);
  int enter_predicate();
  bool accepts(int ending);
  void run_anew();
  bool search_on();
  bool holds_afresh();
  bool holds_shrunk();
  void undo_unread();
  bool undo_needless();
  void rewind(std::uint32_t kept) noexcept;
  void make_pending(std::uint32_t cell) noexcept;
  void restore_read(std::uint32_t cell) noexcept;
  bool open(std::uint32_t cell);
  void save_now_and_then(std::byte* stack_top);
  std::uint64_t contribution(std::uint32_t cell, std::uint64_t bits) const noexcept;
  std::uint64_t bits(std::uint32_t cell) const noexcept { return space_.bits_in_memory(cell); }
  void set(std::uint32_t cell, std::uint64_t bits);
  std::uint32_t depth() const noexcept { return static_cast<std::uint32_t>(reads_.size()); }
  bool budget_left();
  [[noreturn]] void refuse_writes();
  void read_options();
  void set_range(std::size_t place, const value_source&);
  bool hold_ranges();
  void put_back();
  std::uint64_t work_done() const noexcept;
  void take_guess(std::uint32_t cell);

  // all_at_once.cpp
  void learn(interpretation = {});
  bool distrust();
  bool search_all_at_once();
  bool follow_guesses();
  std::optional<std::uint32_t> last_guess_taken();
  bool read_otherwise();
  bool read_as(interpretation);

  // iterated_greedy.cpp
  /// A set of changes from which the search may go on.
  struct candidate {
    std::vector<move> moves = {};  // in the order in which they were made
    std::int64_t value = 0;        // fields that the predicate has read with these changes, less those that are lost
    std::uint32_t level = 0;       // the last so many changes did not let it pass the failure
    std::uint64_t assignment = 0;  // a hash of the changes
  };
  struct child {
    attempt change;
    std::uint32_t level;
  };
  bool search_with_rules();
  bool search_near_failures();
  void begin_search();
  bool construct(candidate, std::size_t tries, std::uint64_t never = 0);
  candidate without_some(candidate);
  void make(const candidate&);
  candidate with(candidate, const child&) const;
  const child* choose_child();
  bool expand(std::size_t tries);
  bool is_level(const attempt&) const;
  bool was_tried(const attempt&);
  std::vector<std::uint32_t> cells_changed_last(std::size_t most) const;

  // failure.cpp
  bool begin_failure();
  bool try_attempt(attempt&);
  std::uint32_t reached_now();
  std::vector<repair_symbols::proposal> asked_by_comparisons(std::size_t most);
  void open_integers(std::uint32_t window);
  void close_integers();
  bool restore_failure();
  bool was_read(std::uint32_t cell) const noexcept;
  std::uint32_t first_read(std::uint32_t cell) const noexcept;
  void index_reads();

  // measure.cpp
  struct cut_parts {
    std::int64_t parts = 0, fields = 0;
  };
  std::uint32_t progress();
  std::uint32_t unfinished();
  void note_usually_read();
  void note_known(std::uint32_t position);
  void measure(attempt&, std::uint32_t first);
  bool is_added(std::uint32_t cell) const noexcept;
  bool is_known(std::uint32_t cell) const noexcept;
  std::vector<std::vector<bool>> reached_by_group() const;
  void note_reached();
  cut_parts cut_off();
  std::uint64_t way_now() const noexcept;

  // attempts.cpp
  static constexpr double score_of_repeated = 10;
  std::vector<attempt> attempts_within(std::uint32_t window);
  std::vector<move> suspects(std::uint32_t window);
  void lost_objects(std::vector<attempt>&);
  void reattachments(std::vector<attempt>&);
  void exchanges(std::vector<attempt>&);
  template <class Use>
  void way_to_failure(const Use&);
  bool leads_by(std::uint32_t member, std::uint32_t from, std::uint32_t to) const;
  std::optional<std::uint32_t> answered_by(std::span<const std::uint32_t> cells) const;
  std::vector<move> repeated_change();

  // cost.cpp
  bool search_exhaustively();
  bool search_the_rest();
  struct price {
    double cost;  // fields changed, by their weights, and fields lost
    std::size_t lost;
    auto operator<=>(const price&) const = default;
  };
  static price price_of(double weight, const loss&);
  price price_now();
  loss lost_now();
  double weight() const;
  void note_belonging();
  bool set_aside();
  bool settle(bool found);

  // moves.cpp
  static double score_of_age(std::uint32_t reads) noexcept;
  static double score_of_proposal(double score) noexcept;
  std::vector<move> every_move(std::uint32_t position, double score);
  std::vector<move> moves_at(std::uint32_t position, double score, bool all);
  void reference_moves(std::vector<move>&, const move& base, bool all) const;
  void integer_moves(std::vector<move>&, const move& base, bool all);
  void listed_moves(std::vector<move>&, const move& base) const;
  const limits& limits_of(std::uint32_t cell) const noexcept {
    return limits_[2 * space_.place(cell).binding + (space_.is_length(cell) ? 1 : 0)];
  }
  bool may_change(std::uint32_t cell) const noexcept { return !limits_of(cell).kept; }
  std::optional<std::pair<std::int64_t, std::int64_t>> range_of(std::uint32_t cell) const noexcept;
  bool in_range(std::uint32_t cell, std::uint64_t bits) const noexcept;
  std::optional<std::uint64_t> reference_bits(std::uint32_t cell, std::uint32_t object) const;
  std::optional<std::uint64_t> guessed_bits(const proposal&) const;
  std::uint32_t next_fresh(std::uint32_t cell) const;
  std::int64_t integer_at(std::uint32_t cell) const;
  double moved(std::uint32_t cell) const;
  bool is_integer(std::uint32_t cell) const noexcept;
  std::uint64_t mask_of(std::uint32_t cell) const noexcept;
  const std::vector<std::int64_t>& objects_met();
  void forget_met(std::uint32_t kept) noexcept;

  repair_options options_;
  rule_set rules_;
  std::vector<std::uint32_t> fresh_from_;
  std::vector<limits> limits_;               // [2 * binding, and one more for the length of an array]
  std::vector<std::uint32_t> out_of_range_;  // cells that the ranges say to change
  double least_change_ = 1;                  // the least weight of what may be changed
  bool whole_weights_ = true;
  std::unordered_map<std::uint32_t, std::uint64_t> original_;  // of the cells that were ever changed
  std::unordered_map<std::uint32_t, std::uint64_t> found_;     // while the structure is shown as it was

  std::vector<std::uint32_t> lengths_changed_;  // of arrays, ever

  // The cells read, in the order of their first reads.
  large_vector<std::uint32_t> reads_;
  large_vector<std::uint32_t> position_;  // [cell]: of its first read, for those indexed
  std::uint32_t indexed_ = 0;             // so many reads are
  std::uint32_t next_save_ = 0;
  std::shared_ptr<solver> solver_;  // may be null
  repair_symbols symbols_;
  std::uint32_t depth_now_ = 0;                  // for the conditions on symbols
  std::unique_ptr<view> view_;                   // once something is wrong
  std::unique_ptr<ledger> ledger_;               // with it
  std::unique_ptr<distinct_integers> distinct_;  // with it
  std::vector<bool> reached_at_first_;           // [object]: by the root, as it was
  bool all_belong_ = false;
  std::vector<bool> belongs_;                                   // [object]: lost if it is not reached
  bool following_ = false;                                      // guesses are taken as their fields are read
  std::unordered_set<std::uint32_t> refused_;                   // cells whose guesses are not
  std::set<std::pair<std::uint32_t, std::uint32_t>> repeated_;  // members, and those by which they are answered
  struct failure {
    std::uint32_t failed_at = 0;                  // reads when the predicate rejected
    std::uint32_t progress = 0;                   // progress(), then
    std::uint32_t from = 0;                       // reads from here on are not as they were then
    std::uint32_t number = 0;                     // of all failures
    std::uint32_t last = nobody;                  // the field read last
    std::uint32_t unfinished = nobody;            // the object of which it has seen less than usual
    bool lossy = false;                           // the predicate accepts, but objects are lost
    std::vector<std::uint32_t> suffix = {};       // fields read from `from` on, the last one first
    std::vector<std::vector<bool>> reached = {};  // reached_by_group(), or at first; empty: not known
  } failure_;
  std::uint32_t failures_ = 0;                    // so many there were
  large_vector<std::uint32_t> known_;             // [cell]: the last failure before which it was read, of its suffix
  std::vector<std::uint32_t> usually_read_;       // [class]: fields of an object
  std::vector<std::vector<bool>> reached_first_;  // reached_by_group() when the search began
  std::size_t changed_ = 0;                       // so many cells differ from what they were
  bool lossy_ = false;                            // the last run was accepted, but objects are lost
  bool accepted_ = false;
  /// A repair that loses objects, set aside while there may be a better one.
  struct spare_repair {
    repair_engine::price price;
    bool may_be_made;
    std::unordered_map<std::uint32_t, std::uint64_t> values;
  };
  void keep_spare(const loss&, const std::vector<change>&);
  std::optional<spare_repair> spare_;
  struct {
    std::vector<bool> objects;               // empty: not known
    std::uint64_t assignment = 0;            // then
  } root_reaches_;                           // as far as asked
  std::uint64_t assignment_ = 0;             // a hash of all that differs from the original
  std::unordered_set<std::uint64_t> tried_;  // assignments

  candidate best_;                                                 // of a construction
  const candidate* now_ = nullptr;                                 // the one whose children are tried
  std::vector<child> children_;                                    // what it may become
  bool by_chance_ = false;                                         // choices are made so
  std::mt19937_64 random_;                                         // the same for every structure
  std::unordered_map<std::uint32_t, std::uint64_t> before_moves_;  // what cells had that candidates have changed
  std::uint32_t furthest_ = 0;                                     // reads, of all candidates
  struct meeting {
    std::uint32_t read, object;
  };
  struct {
    std::uint32_t reads = 0;          // so many are counted
    std::vector<std::int64_t> count;  // [class]
    std::vector<bool> is_met;         // [object]
    std::vector<meeting> order;
  } met_;  // objects_met()

  std::vector<found_repair> nearest_;
  bool exhaustive_left_over_ = false;               // more changes at once are still to be tried
  bool rules_failed_ = false;                       // the search with rules did; then they are
  double least_cost_ = 0;                           // proven: a repair costs so much, or more
  std::uint64_t kept_back_ = 0;                     // executions for what is left over
  std::uint64_t better_until_ = ~std::uint64_t{0};  // work_done(), if there is a repair that may be made
  std::uint64_t stop_at_ = ~std::uint64_t{0};       // the same, before a level of nearby changes
  std::uint64_t other_work_ = 0;                    // in reads: learning, and runs that crash
  std::uint64_t executions_ = 0;
  std::uint64_t field_initializations_ = 0;         // fields read, once for each execution
  std::chrono::steady_clock::time_point deadline_;  // the caller's
  std::string why_;
  bool was_fine_ = false;
};

}  // namespace korat::detail
