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
      parts::avl_tree(),
      parts::ternary_tree(),
      parts::linked_disj_set(),
  };
  return subjects;
}

const subject* find(std::string_view name) {
  const auto every = all();
  const auto found = std::find_if(every.begin(), every.end(), [&](const subject& s) { return s.name == name; });
  return found == every.end() ? nullptr : &*found;
}

}  // namespace korat::subjects
