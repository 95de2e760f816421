// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>

#include "subjects/avl_tree.hpp"
#include "subjects/binary_tree.hpp"
#include "subjects/binomial_heap.hpp"
#include "subjects/dag.hpp"
#include "subjects/disj_set.hpp"
#include "subjects/doubly_linked_list.hpp"
#include "subjects/fibonacci_heap.hpp"
#include "subjects/heap_array.hpp"
#include "subjects/linked_disj_set.hpp"
#include "subjects/red_black_tree.hpp"
#include "subjects/search_tree.hpp"
#include "subjects/singly_linked_list.hpp"
#include "subjects/sorted_list.hpp"
#include "subjects/ternary_tree.hpp"

namespace korat::subjects {

std::span<const subject> all() {
  static const std::array subjects = {
      binary_tree::describe(),
      search_tree::describe(),
      red_black_tree::describe(),
      binomial_heap::describe(),
      fibonacci_heap::describe(),
      disj_set::describe(),
      heap_array::describe(),
      singly_linked_list::describe(),
      doubly_linked_list::describe(),
      sorted_list::describe(),
      dag::describe(),
      avl_tree::describe(),
      ternary_tree::describe(),
      linked_disj_set::describe(),
  };
  return subjects;
}

const subject* find(std::string_view name) {
  const auto every = all();
  const auto found = std::find_if(every.begin(), every.end(), [&](const subject& s) { return s.name == name; });
  return found == every.end() ? nullptr : &*found;
}

}  // namespace korat::subjects
