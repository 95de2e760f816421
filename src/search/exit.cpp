// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A predicate that ends the program is reported like one that crashes: a search that ends so would look complete, with
// an exit status of the predicate's choice. The linker's --wrap option sends the program's calls here.

#include "search/guard.hpp"

#define KORAT_WRAPPED_EXIT(name)                                 \
  extern "C" [[noreturn]] void __real_##name(int);               \
  extern "C" [[noreturn]] void __wrap_##name(int);               \
  void __wrap_##name(int status) {                               \
    using korat::detail::fault;                                  \
    korat::detail::end_running_predicate({fault::kind::exited}); \
    __real_##name(status);                                       \
  }

KORAT_WRAPPED_EXIT(exit)
KORAT_WRAPPED_EXIT(_exit)
KORAT_WRAPPED_EXIT(_Exit)
KORAT_WRAPPED_EXIT(quick_exit)
