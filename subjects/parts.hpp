// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subjects with their large structures, compiled in four files at the same time: trees.cpp, heaps.cpp, lists.cpp,
// graphs.cpp. all.cpp puts them in order.

#pragma once

#include "subjects/subject.hpp"

namespace korat::subjects::parts {

inline subject growing(subject s, grown (*grow)(std::int64_t, std::mt19937_64&)) {
  s.grow = grow;
  return s;
}

subject binary_tree();
subject search_tree();
subject red_black_tree();
subject avl_tree();
subject ternary_tree();

subject binomial_heap();
subject fibonacci_heap();
subject heap_array();

subject singly_linked_list();
subject doubly_linked_list();
subject sorted_list();

subject dag();
subject fault_tree();
subject disj_set();
subject linked_disj_set();

}  // namespace korat::subjects::parts
