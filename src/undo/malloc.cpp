// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// malloc and its relatives, for predicates that use them: the linker's --wrap option, which comes with the CMake target
// korat::korat, sends the program's calls here. Outside a predicate whose states are saved they go on to the C library.
// A program linked without the option never comes here, and its searches re-execute (heap::serves_malloc).

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <new>

#include "undo/heap.hpp"

extern "C" {

// Null when the program is not linked with --wrap.
[[gnu::weak]] void* __real_malloc(std::size_t);
[[gnu::weak]] void* __real_calloc(std::size_t, std::size_t);
[[gnu::weak]] void* __real_realloc(void*, std::size_t);
[[gnu::weak]] void __real_free(void*);
[[gnu::weak]] void* __real_aligned_alloc(std::size_t, std::size_t);
[[gnu::weak]] int __real_posix_memalign(void**, std::size_t, std::size_t);
[[gnu::weak]] char* __real_strdup(const char*);
}

namespace {

using korat::detail::current_heap;
using korat::detail::heap;

void* allocate(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  try {
    return current_heap->allocate(size, alignment);
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return nullptr;
  }
}

}  // namespace

extern "C" {

void* __wrap_malloc(std::size_t size) { return current_heap != nullptr ? allocate(size) : __real_malloc(size); }

void* __wrap_calloc(std::size_t count, std::size_t size) {
  if (current_heap == nullptr) return __real_calloc(count, size);
  std::size_t total;
  void* const block = __builtin_mul_overflow(count, size, &total) ? nullptr : allocate(total);
  return block != nullptr ? std::memset(block, 0, total) : nullptr;
}

void __wrap_free(void* block) {
  if (heap::owns(block))
    heap::release(block);
  else if (current_heap != nullptr && block != nullptr)
    current_heap->refuse_release();
  else
    __real_free(block);
}

void* __wrap_realloc(void* block, std::size_t size) {
  if (current_heap == nullptr && !heap::owns(block)) return __real_realloc(block, size);
  if (block == nullptr) return __wrap_malloc(size);
  if (!heap::owns(block)) return __real_realloc(block, size);  // older than the predicate: not ours to move
  void* const grown = __wrap_malloc(size);
  if (grown == nullptr) return nullptr;
  std::memcpy(grown, block, std::min(size, heap::size_of(block)));
  heap::release(block);
  return grown;
}

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  return current_heap != nullptr ? allocate(size, alignment) : __real_aligned_alloc(alignment, size);
}

int __wrap_posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  if (current_heap == nullptr) return __real_posix_memalign(result, alignment, size);
  void* const block = allocate(size, alignment);
  if (block == nullptr) return ENOMEM;
  *result = block;
  return 0;
}

char* __wrap_strdup(const char* text) {
  if (current_heap == nullptr) return __real_strdup(text);
  const std::size_t size = std::strlen(text) + 1;
  void* const copy = allocate(size);
  return copy != nullptr ? static_cast<char*>(std::memcpy(copy, text, size)) : nullptr;
}
}
