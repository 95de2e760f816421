// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The function of a shared library that a predicate was in when it failed. The compiler pass has not seen that code: it
// reads fields that nobody has noticed, and then fails at what it finds there.

#pragma once

#include <string>

namespace korat::detail {

/// "std::_Rb_tree_increment of libstdc++.so.6"; empty: the instruction belongs to the same module as `program`, or to
/// none.
std::string library_function(const void* instruction, const void* program);

}  // namespace korat::detail
