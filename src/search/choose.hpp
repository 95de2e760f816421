// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Making a choice, changing it, undoing it: with the predicate itself, what a search spends its time on.
//
// Isomorphism breaking: a reference may be null, any object of its class that an earlier choice uses, or one fresh one.
// Objects are used in order, so one counter for each class domain says which those are, and the values allowed are
// [0, limit]. Fields that are no references share a counter that allows everything: no case distinction.

#pragma once

#include <algorithm>

#include "search/engine.hpp"

namespace korat::detail {

// The objects in use after a choice: the counter is at least one above the object chosen.
inline std::uint32_t search_engine::in_use_at(const choice& made, const cell& c, std::uint32_t value) noexcept {
  return std::max(made.used_before, value + 1 - c.null_first);
}
inline void search_engine::use(const choice& made, const cell& c) noexcept {
  used_[c.class_domain] = in_use_at(made, c, made.value);
}

// A value that is more than its bytes is assigned by its type, which may allocate: not from the predicate's heap.
inline void search_engine::put(const cell& c, std::uint32_t value) {
  if (c.what == cell::kind::assigned) [[unlikely]]
    return assign(c, value);
  space_.put(c, value);
}

// Inlined by order: compilers that see all its callers at once would not do it where it is called for every choice.
[[gnu::always_inline]] inline choice& search_engine::push(std::uint32_t index) {
  const cell& c = cells_[index];
  choice& made = choices_[depth_++];
  made.cell = index;
  made.used_before = used_[c.class_domain];
  made.limit = std::min(c.last, made.used_before + c.null_first);
  made.value = made.limit & backward_;
  if (c.what == cell::kind::several_classes) [[unlikely]]
    first_of_several(made, c);
  else
    use(made, c);
  if (c.what == cell::kind::assigned) [[unlikely]]
    assign(c, made.value);
  else
    store_chosen(c, c.values[made.value]);
  return made;
}

// The last choice takes its next value, if it has one.
inline bool search_engine::next_value(choice& last) noexcept {
  const cell& c = cells_[last.cell];
  if (c.what == cell::kind::several_classes) [[unlikely]] {
    if (!next_of_several(last, c)) return false;
  } else {
    if (on_last_value(last)) return false;
    last.value += step_;
    use(last, c);
  }
  put(c, last.value);
  return true;
}

inline void search_engine::save_choice(std::byte* stack_top) {
  if (checkpoints_.last().depth != 0 && depth_ - checkpoints_.last().depth < options_.checkpoint_distance) return;
  save_state(depth_, stack_top);
}

inline void search_engine::undo(const choice& last) noexcept {
  const cell& c = cells_[last.cell];
  if (c.what == cell::kind::several_classes) [[unlikely]]
    unuse_several(last, c);
  else
    used_[c.class_domain] = last.used_before;
  set_pending(c);
}
inline void search_engine::pop() noexcept { undo(choices_[--depth_]); }

}  // namespace korat::detail
