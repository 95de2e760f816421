// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "subjects/large/heaps.hpp"

#include "subjects/binomial_heap.hpp"
#include "subjects/fibonacci_heap.hpp"
#include "subjects/heap_array.hpp"
#include "subjects/parts.hpp"

namespace korat::subjects::parts {

subject binomial_heap() { return growing(sized(subjects::binomial_heap::describe()), large::grow_binomial_heap); }
subject fibonacci_heap() { return growing(sized(subjects::fibonacci_heap::describe()), large::grow_fibonacci_heap); }
subject heap_array() { return growing(subjects::heap_array::describe(), large::grow_heap_array); }

}  // namespace korat::subjects::parts
