// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A predicate of several checks that take turns. To the engine it is one predicate, the function 'run': it lets every
// check run until it needs a field that has no value, picks one of these fields, and reads it. That read is the
// engine's choice. Nothing else of the engine knows about checks, so saved states, re-execution, ranges and diagrams
// are as for any predicate.
//
// A check that stops leaves its frames behind. They are copied aside, into the memory of the predicate's containers,
// and copied back when it goes on; all checks use the same piece of the predicate's stack, below the frame of 'run'. So
// a saved state, which has the stack and that memory, has every check.
//
// Who protects whom. The first check that has not answered yet is the *leader*; it may read everything, as in a
// conjunction that is run in order. The others follow it: they choose values of their own (colours, keys), but
// references are chosen by the leader alone, and a reference to an object that another one already leads to (it may
// close a cycle) is read by the leader alone. So what a follower walks along is a tree. If it fails all the same (a
// null that the leader has not refused yet), it is put to sleep, and begins again when it is the leader: then all that
// was to protect it has been answered yes.
//
// Numbers that are left open (symbolic_choices) are read by everybody at once: they have no value to wait for. What is
// decided about them is decided in the middle of a check, and a state saved there is one like any other.
//
// What a run does depends on the values of fields only, not on which fields have a value already: a run from the
// beginning must come to the same choices. So fields that were chosen before the run comes to them are made pending
// again ('ahead').

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "korat/search.hpp"
#include "korat/undo/set.hpp"
#include "search/context.hpp"
#include "search/guard.hpp"

namespace korat::detail {

class heap;
class search_engine;

class lockstep {
 public:
  lockstep(search_engine&, std::vector<predicate> checks);

  /// The predicate that the engine runs, and what to call it with.
  static bool call(const void* function, const void* root);

  /// A read that is noticed. False: it is the engine's business. Does not return if it stops a check.
  bool takes(const void* address, std::byte* stack_top);
  /// A fault of the predicate. Does not return if it is one of a follower.
  void contain(const fault&) noexcept;
  /// Where the check that waits for the field read last has stopped: its registers, as korat_first_read has spilled
  /// them.
  const std::byte* stopped_at() const noexcept;
  /// The checks keep no memory.
  void trust() noexcept { trusted_ = true; }
  bool is_trusted() const noexcept { return trusted_; }
  /// A check has stopped in the middle of a copy or comparison of several fields, in a diagram.
  bool stopped_in_announcement() const noexcept { return stopped_in_announcement_; }
  /// The fields chosen have been given their values anew, and call for no attention any more.
  void hold_again() noexcept;
  /// Between these the checks are run as one predicate, which was noticed to read some fields that are held.
  void pause() noexcept { paused_ = std::exchange(now_, nullptr); }
  void go_on(std::span<const std::uint32_t> held);
  /// Images of checks are as large as in another search.
  void expect_images(std::vector<std::uint32_t> sizes) { largest_ = std::move(sizes); }
  std::span<const std::uint32_t> largest_images() const noexcept { return largest_; }
  /// Where a check has rested last.
  std::optional<std::uint32_t> open_number() const noexcept { return open_number_; }
  /// A check goes on from a state that was saved in the middle of it: choices behind it may stand.
  void check_resumed();

 private:
  static constexpr std::uint32_t nobody = 0xffff'ffff;
  /// What a check waits for: a field, or one of these.
  enum : std::uint32_t { answered = 0xffff'fffc, asleep, running, not_begun };
  /// How a check ended its turn.
  enum turn : int { no, yes, stopped, failed, rested };
  struct check_state {
    saved_state* at = nullptr;  // where it has stopped, with the image of its stack behind; null: it has not begun
    std::uint32_t waits_for = not_begun;
  };
  /// All that a run knows. It lies on the predicate's stack, so it returns with a saved state.
  struct progress {
    std::uint64_t first_met = 1;         // objects that a reference leads to, as bits: the first 64,
    korat::set<std::uint32_t> met = {};  // and the others; the root is one
    check_state* checks = nullptr;
    heap* memory = nullptr;  // for what checks allocate; null: the program's own
    // In a diagram, where memory is canonical, places that tell no history; null otherwise:
    std::uint64_t* marks = nullptr;  // bits for each object that was met, each field that has a value or is held
    std::byte* slots = nullptr;      // for images
    std::uint32_t chosen = 0;        // of the engine's choices, those made before it came here
    std::uint32_t leader = 0;
    std::uint32_t turn_of = nobody;
    std::uint32_t last = 0;  // the check whose field was chosen last
    bool abandoned = false;  // a check was left in the middle
  };

  template <std::size_t Room>
  bool run_with_room();
  bool run(progress&);
  bool everybody_runs(progress&);
  void stop_in_announcement() noexcept;
  void rest(std::uint32_t cell) noexcept;
  bool takes_for_engine(const void* address);
  bool may_run(const progress&, std::uint32_t check) const;
  int run_check(progress&, std::uint32_t check);
  int enter(progress&, std::uint32_t check);
  std::uint32_t next_to_serve(const progress&) const;
  void choose(progress&, std::uint32_t cell);
  void choose_one(progress&, std::uint32_t cell);
  void choose_forced(progress&);
  void choose_new_forced(std::uint32_t cell);
  void read(std::uint32_t cell);
  void choose_ahead(const progress&);
  void make_pending_again(const progress&);
  void keep_unasked(const progress&);
  void note_target(progress&, std::uint32_t cell);
  bool meet(progress&, std::size_t object);
  std::size_t mark_of_value(std::uint32_t cell) const noexcept;
  std::size_t mark_of_held(std::uint32_t cell) const noexcept;
  std::uint32_t behind_choice_of(std::uint32_t cell, std::uint32_t from) const;
  bool has_value(const progress&, std::uint32_t cell) const;
  bool is_held(const progress&, std::uint32_t cell) const;
  void shade_as(std::uint32_t cell, unsigned char shadow) const noexcept;

  void keep_image(progress&, std::byte* top);
  saved_state* room_for(const progress&, std::uint32_t check, std::uint32_t size);
  void drop_image(progress&, std::uint32_t check) noexcept;
  void make_places(progress&);
  std::byte* slot(const progress&, std::uint32_t check) const noexcept;

  search_engine& engine_;
  std::vector<predicate> checks_;
  bool trusted_ = false;
  bool stopped_in_announcement_ = false;
  std::vector<unsigned char> reference_;  // [cell]: whether it is one
  std::vector<unsigned char> ahead_;      // [cell]: has a value, but this run has not come to it
  context check_;                         // of the check whose turn it is
  saved_state beginning_{};               // where it begins
  progress* now_ = nullptr;               // at the same address in every run
  progress* paused_ = nullptr;
  std::optional<std::uint32_t> open_number_;  // where a check has rested
  std::vector<std::uint32_t> largest_;        // [check]: image so far
  std::vector<std::uint32_t> slot_ends_;      // [check]: in 'progress::slots'
};

}  // namespace korat::detail
