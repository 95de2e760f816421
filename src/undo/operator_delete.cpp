// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A structure under test may delete an object that a search lent it. Whoever's operator delete the program has (ours,
// its own, a sanitizer's) must not see it: the linker's --wrap option sends the program's calls here first.

#include <new>

#include "undo/release.hpp"

// KORAT_WRAPPED_DELETE(mangled name, parameters behind the block, the same as arguments). The heap's blocks, the
// commonest in a predicate, are released on the shortest way.
#define KORAT_WRAPPED_DELETE(name, parameters, arguments)                             \
  extern "C" void __real_##name(void* block KORAT_LIST parameters);                   \
  extern "C" void __wrap_##name(void* block KORAT_LIST parameters);                   \
  void __wrap_##name(void* block KORAT_LIST parameters) {                             \
    if (korat::detail::heap::owns(block)) return korat::detail::heap::release(block); \
    if (korat::detail::in_region(block)) [[unlikely]]                                 \
      return korat::detail::korat_object_released(block);                             \
    __real_##name(block KORAT_LIST arguments);                                        \
  }
#define KORAT_LIST(...) __VA_OPT__(, ) __VA_ARGS__

KORAT_WRAPPED_DELETE(_ZdlPv, (), ())
KORAT_WRAPPED_DELETE(_ZdaPv, (), ())
KORAT_WRAPPED_DELETE(_ZdlPvm, (std::size_t size), (size))
KORAT_WRAPPED_DELETE(_ZdaPvm, (std::size_t size), (size))
KORAT_WRAPPED_DELETE(_ZdlPvSt11align_val_t, (std::align_val_t alignment), (alignment))
KORAT_WRAPPED_DELETE(_ZdaPvSt11align_val_t, (std::align_val_t alignment), (alignment))
KORAT_WRAPPED_DELETE(_ZdlPvmSt11align_val_t, (std::size_t size, std::align_val_t alignment), (size, alignment))
KORAT_WRAPPED_DELETE(_ZdaPvmSt11align_val_t, (std::size_t size, std::align_val_t alignment), (size, alignment))
