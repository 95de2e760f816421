// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "subjects/large/lists.hpp"

#include "subjects/doubly_linked_list.hpp"
#include "subjects/parts.hpp"
#include "subjects/singly_linked_list.hpp"
#include "subjects/sorted_list.hpp"

namespace korat::subjects::parts {

subject singly_linked_list() {
  return growing(sized(subjects::singly_linked_list::describe()), large::grow_singly_linked_list);
}
subject doubly_linked_list() {
  return growing(sized(subjects::doubly_linked_list::describe()), large::grow_doubly_linked_list);
}
subject sorted_list() { return growing(subjects::sorted_list::describe(), large::grow_sorted_list); }

}  // namespace korat::subjects::parts
