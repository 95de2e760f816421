// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "subjects/large/trees.hpp"

#include "subjects/avl_tree.hpp"
#include "subjects/binary_tree.hpp"
#include "subjects/parts.hpp"
#include "subjects/red_black_tree.hpp"
#include "subjects/search_tree.hpp"
#include "subjects/ternary_tree.hpp"

namespace korat::subjects::parts {

subject binary_tree() { return growing(subjects::binary_tree::describe(), large::grow_binary_tree); }
subject search_tree() { return growing(sized(subjects::search_tree::describe()), large::grow_search_tree); }
subject red_black_tree() { return growing(sized(subjects::red_black_tree::describe()), large::grow_red_black_tree); }
subject avl_tree() { return growing(sized(subjects::avl_tree::describe()), large::grow_avl_tree); }
subject ternary_tree() { return growing(sized(subjects::ternary_tree::describe()), large::grow_ternary_tree); }

}  // namespace korat::subjects::parts
