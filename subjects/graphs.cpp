// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "subjects/dag.hpp"
#include "subjects/disj_set.hpp"
#include "subjects/fault_tree.hpp"
#include "subjects/large/arrays.hpp"
#include "subjects/large/lists.hpp"
#include "subjects/linked_disj_set.hpp"
#include "subjects/parts.hpp"

namespace korat::subjects::parts {

subject dag() { return growing(sized(subjects::dag::describe()), large::grow_dag); }
subject fault_tree() { return sized(subjects::fault_tree::describe()); }
subject disj_set() { return growing(sized(subjects::disj_set::describe()), large::grow_disj_set); }
subject linked_disj_set() { return growing(sized(subjects::linked_disj_set::describe()), large::grow_linked_disj_set); }

}  // namespace korat::subjects::parts
