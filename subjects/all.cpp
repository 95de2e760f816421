// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>

#include "subjects/parts.hpp"

namespace korat::subjects {

std::span<const subject> all() {
  static const std::array subjects = {
      parts::binary_tree(),
      parts::search_tree(),
      parts::red_black_tree(),
      parts::binomial_heap(),
      parts::fibonacci_heap(),
      parts::disj_set(),
      parts::heap_array(),
      parts::singly_linked_list(),
      parts::doubly_linked_list(),
      parts::sorted_list(),
      parts::dag(),
      parts::fault_tree(),
      parts::avl_tree(),
      parts::ternary_tree(),
      parts::linked_disj_set(),
  };
  return subjects;
}

const subject* find(std::string_view name) {
  for (const auto every : {all(), in_lockstep()})
    if (const auto found = std::ranges::find(every, name, &subject::name); found != every.end()) return &*found;
  return nullptr;
}

}  // namespace korat::subjects
