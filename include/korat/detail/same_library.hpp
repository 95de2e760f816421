// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Containers of the standard library travel between a program and libkorat.a, so both must have the same: with
// _GLIBCXX_DEBUG they have another size. Whoever makes a finitization refers to a variable that only such a library has,
// and the linker's message names it.

#pragma once

#include "korat/detail/requirements.hpp"

#if !defined(__cpp_exceptions)
#define KORAT_CANNOT_BE_COMPILED
#error "Korat needs exceptions: compile this file without -fno-exceptions (a file that only uses korat/field.hpp need not)."
#endif
#if !defined(__cpp_rtti)
#define KORAT_CANNOT_BE_COMPILED
#error "Korat needs run-time type information: compile this file without -fno-rtti."
#endif

namespace korat {

#if defined(_GLIBCXX_DEBUG)
#define KORAT_LIBRARY_LIKE_THIS_PROGRAM libkorat_was_built_without_GLIBCXX_DEBUG_so_build_this_program_without_it_too
#else
#define KORAT_LIBRARY_LIKE_THIS_PROGRAM libkorat_was_built_with_GLIBCXX_DEBUG_so_build_this_program_with_it_too
#endif
extern const char KORAT_LIBRARY_LIKE_THIS_PROGRAM;

namespace detail {
[[gnu::used]] inline const char* const same_library = &KORAT_LIBRARY_LIKE_THIS_PROGRAM;
}

}  // namespace korat
