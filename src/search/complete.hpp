// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A predicate that answered true may not have looked at every field. The structures that differ only in such fields are
// all valid, and all are generated: a depth-first walk from the root makes a choice of every field it reaches unread.
// The walk can be taken up again behind each of its choices, like the predicate, but cheaply, because its state is
// a few numbers: it keeps its stack as a list of frames that are never changed, only appended. Mostly not even that is
// needed: behind a choice that leads nowhere new, the walk comes by the same fields as it did before. So it does from
// the root where the predicate has read the same fields as last time, with the same references and lengths; and whether
// it has is told by the few choices that have changed since.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace korat::detail {

class search_engine;
struct choice;

class completion {
 public:
  explicit completion(search_engine& engine);

  enum class step { start, start_again, resume };
  /// The predicate answered true: walk, choosing first values.
  void start();
  /// The same where the engine has changed choices only as it does from candidate to candidate. False: as last time,
  /// the predicate has read everything; else start_again() is next.
  bool is_needed() noexcept;
  void start_again();
  /// The last choice, one of ours, has its next value: walk on behind it.
  void resume();
  /// The predicate runs again: no choice is ours any more.
  void forget() noexcept { base_ = none; }
  /// Whether the last choice is ours: there are `depth` choices.
  std::uint32_t base() const noexcept { return base_; }
  bool owns(std::uint32_t depth) const noexcept { return depth > base_; }

 private:
  /// What a cell is to the walk, a set of these.
  static constexpr std::uint8_t reference = 1;  // it may refer to objects with fields
  static constexpr std::uint8_t length = 2;     // of an array
  static constexpr std::uint8_t way_on = reference | length;
  static constexpr std::uint8_t element = 4;       // of an array, maybe behind its length
  static constexpr std::uint8_t only_if_read = 8;  // else it is no part of the structure
  struct frame {
    std::uint32_t next;    // cell to visit next
    std::uint32_t end;     // of the object's cells
    std::uint32_t parent;  // index of the frame to go on with behind the object
  };
  struct position {
    std::uint32_t cell;  // the choice
    frame behind;
    std::uint32_t frames;
    std::uint32_t visited;
    bool leads_on;  // its value has led to fields that are visited behind it
  };
  struct array {
    std::uint32_t length_cell;
    const std::byte* elements;
    std::size_t stride;
  };
  struct walked_choice {
    std::uint32_t cell;
    std::uint32_t value;  // 0 where it leads nowhere
    bool operator==(const walked_choice&) const = default;
  };
  static constexpr std::uint32_t none = 0xffff'ffff;

  void know_ways();
  void walk_from_root();
  walked_choice to_remember(const choice&) const noexcept;
  bool goes_as_before(std::uint32_t unchanged) const noexcept;
  void remember_choices(std::uint32_t unchanged) noexcept;
  bool nothing_unread() const noexcept;
  bool leads_on(const position&) const noexcept;
  std::size_t fresh_object(std::uint32_t cell, std::uint32_t visited) const noexcept;
  void choose(position&);
  void choose_again(std::size_t first);
  void walk_behind(std::size_t last);
  void walk(frame);
  frame visit(std::size_t object, frame behind);
  std::int64_t length_in(std::uint32_t cell) const noexcept;
  std::uint32_t behind_array(std::uint32_t cell) const noexcept;
  void rewind(std::uint32_t frames, std::uint32_t visited) noexcept;

  search_engine& engine_;
  std::vector<std::uint8_t> ways_;  // [cell]
  std::vector<array> arrays_;
  std::uint32_t base_ = none;  // choices made by the predicate itself
  std::vector<frame> frames_;
  std::vector<std::uint32_t> visited_;       // objects, in order
  std::vector<std::uint32_t> visit_of_;      // [object]: its place among them, or none
  std::vector<position> positions_;          // of our choices, and behind them of those that were undone
  std::unique_ptr<walked_choice[]> walked_;  // those that the predicate had made when 'positions_' was begun,
  std::uint32_t walked_count_ = 0;  // so many; room for every field, because memory taken then is the predicate's
  bool repeats_ = false;            // with the same choices it would be the same
};

}  // namespace korat::detail
