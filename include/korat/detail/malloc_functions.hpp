// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdlib>

namespace korat::detail {

/// How a part of the program, the program itself or a shared library, takes memory. The linker's --wrap sends there
/// only the calls of the part that it links, so the addresses are those of who compiles this.
struct malloc_functions {
  void* (*allocate)(std::size_t) = std::malloc;
  void (*release)(void*) = std::free;
};

}  // namespace korat::detail
