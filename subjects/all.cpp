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
#include "subjects/large/arrays.hpp"
#include "subjects/large/heaps.hpp"
#include "subjects/large/lists.hpp"
#include "subjects/large/trees.hpp"
#include "subjects/linked_disj_set.hpp"
#include "subjects/red_black_tree.hpp"
#include "subjects/search_tree.hpp"
#include "subjects/singly_linked_list.hpp"
#include "subjects/sorted_list.hpp"
#include "subjects/ternary_tree.hpp"

namespace korat::subjects {
namespace {

subject growing(subject s, grown (*grow)(std::int64_t, std::mt19937_64&)) {
  s.grow = grow;
  return s;
}

}  // namespace

std::span<const subject> all() {
  static const std::array subjects = {
      growing(binary_tree::describe(), large::grow_binary_tree),
      growing(search_tree::describe(), large::grow_search_tree),
      growing(red_black_tree::describe(), large::grow_red_black_tree),
      growing(binomial_heap::describe(), large::grow_binomial_heap),
      growing(fibonacci_heap::describe(), large::grow_fibonacci_heap),
      growing(disj_set::describe(), large::grow_disj_set),
      growing(heap_array::describe(), large::grow_heap_array),
      growing(singly_linked_list::describe(), large::grow_singly_linked_list),
      growing(doubly_linked_list::describe(), large::grow_doubly_linked_list),
      growing(sorted_list::describe(), large::grow_sorted_list),
      growing(dag::describe(), large::grow_dag),
      growing(avl_tree::describe(), large::grow_avl_tree),
      growing(ternary_tree::describe(), large::grow_ternary_tree),
      growing(linked_disj_set::describe(), large::grow_linked_disj_set),
  };
  return subjects;
}

const subject* find(std::string_view name) {
  const auto every = all();
  const auto found = std::find_if(every.begin(), every.end(), [&](const subject& s) { return s.name == name; });
  return found == every.end() ? nullptr : &*found;
}

}  // namespace korat::subjects
