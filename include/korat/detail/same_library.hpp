// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Containers of the standard library travel between a program and libkorat.a, so both must have the same: with
// _GLIBCXX_DEBUG they have another size. Objects must lie where both look for them (KORAT_ADDRESS_BITS). And a library
// without shadow call stacks copies stacks, which a program with them does not survive. Whoever makes a finitization
// refers to variables that only such a library has, and the linker's message names them.

#pragma once

#include "korat/detail/notice.hpp"
#include "korat/detail/requirements.hpp"

#if !defined(__cpp_exceptions)
#define KORAT_CANNOT_BE_COMPILED
#error \
    "Korat needs exceptions: compile this file without -fno-exceptions (a file that only uses korat/field.hpp need not)."
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

#if KORAT_ADDRESS_BITS < 42
#define KORAT_LIBRARY_OF_THESE_ADDRESSES libkorat_was_not_built_with_KORAT_ADDRESS_BITS_39_as_this_program_was
#elif KORAT_ADDRESS_BITS < 47
#define KORAT_LIBRARY_OF_THESE_ADDRESSES libkorat_was_not_built_with_KORAT_ADDRESS_BITS_42_as_this_program_was
#else
#define KORAT_LIBRARY_OF_THESE_ADDRESSES libkorat_was_built_with_another_KORAT_ADDRESS_BITS_than_this_program
#endif
extern const char KORAT_LIBRARY_OF_THESE_ADDRESSES;

#if defined(__has_feature)
#if __has_feature(shadow_call_stack)
#define KORAT_LIBRARY_WITH_SHADOW_CALL_STACKS libkorat_was_built_without_shadow_call_stacks_so_build_it_with_them_too
extern const char KORAT_LIBRARY_WITH_SHADOW_CALL_STACKS;
#endif
#endif

namespace detail {
[[gnu::used]] inline const char* const same_library = &KORAT_LIBRARY_LIKE_THIS_PROGRAM;
[[gnu::used]] inline const char* const same_addresses = &KORAT_LIBRARY_OF_THESE_ADDRESSES;
#if defined(KORAT_LIBRARY_WITH_SHADOW_CALL_STACKS)
[[gnu::used]] inline const char* const same_stacks = &KORAT_LIBRARY_WITH_SHADOW_CALL_STACKS;
#endif
}  // namespace detail

}  // namespace korat
