// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/context.hpp"

#include <sys/mman.h>

#include "korat/error.hpp"

namespace korat::detail {

predicate_stack::predicate_stack(std::size_t size) : size_(size) {
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) throw resource_error("no memory for the predicate's stack");
  memory_ = static_cast<std::byte*>(memory);
  mprotect(memory, guard_size, PROT_NONE);
}

predicate_stack::~predicate_stack() { munmap(memory_, size_); }

}  // namespace korat::detail
