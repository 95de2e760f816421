// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A predicate that answered true may not have looked at every field. The structures that differ only in such fields are
// all valid, and all are generated: a depth-first walk from the root makes a choice of every field it reaches unread.
// The walk can be taken up again behind each of its choices, like the predicate, but cheaply, because its state is
// three numbers: it keeps its stack as a list of frames that are never changed, only appended.

#pragma once

#include <cstdint>
#include <vector>

namespace korat::detail {

class search_engine;

class completion {
 public:
  explicit completion(search_engine& engine);

  enum class step { start, resume };
  /// The predicate answered true: walk, choosing first values.
  void start();
  /// The last choice, one of ours, has its next value: walk on behind it.
  void resume();
  /// The predicate runs again: no choice is ours any more.
  void forget() noexcept { base_ = none; }
  /// Whether the last choice is ours: there are `depth` choices.
  std::uint32_t base() const noexcept { return base_; }
  bool owns(std::uint32_t depth) const noexcept { return depth > base_; }

 private:
  struct frame {
    std::uint32_t next;    // cell to visit next
    std::uint32_t end;     // of the object's cells
    std::uint32_t parent;  // index of the frame to go on with behind the object
  };
  struct position {
    std::uint32_t cell;    // the choice
    std::uint32_t top;
    std::uint32_t frames;
    std::uint32_t visited;
  };
  static constexpr std::uint32_t none = 0xffff'ffff;

  bool nothing_unread() const noexcept;
  bool leads_to_new_fields(std::uint32_t cell) const noexcept;
  void walk();
  void follow(std::uint32_t cell);
  void visit(std::size_t object);
  std::uint32_t behind_array(std::uint32_t cell) const noexcept;
  void rewind(const position&);

  search_engine& engine_;
  std::uint32_t base_ = none;           // choices made by the predicate itself
  std::vector<frame> frames_;
  std::uint32_t top_ = none;
  std::vector<std::uint32_t> visited_;  // objects, in order
  std::vector<bool> is_visited_;
  std::vector<position> positions_;     // of our choices
};

}  // namespace korat::detail
