// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// malloc and its relatives, for predicates that use them: the linker's --wrap option, which comes with the CMake target
// korat::korat, sends the program's calls here. Outside a predicate they go on to the C library; from one whose states
// are saved, to its heap; from one that is re-executed, to the C library within its allowance. A program linked without
// the option does not even contain this file, and its searches re-execute (heap::serves).

#include <algorithm>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "undo/allowance.hpp"
#include "undo/held_elsewhere.hpp"
#include "undo/release.hpp"

extern "C" {

void* __real_malloc(std::size_t);
void* __real_calloc(std::size_t, std::size_t);
void* __real_realloc(void*, std::size_t);
void __real_free(void*);
void* __real_aligned_alloc(std::size_t, std::size_t);
int __real_posix_memalign(void**, std::size_t, std::size_t);
std::size_t __real_malloc_usable_size(void*);
char* __real_strdup(const char*);
char* __real_strndup(const char*, std::size_t);
int __real_vasprintf(char**, const char*, va_list);
void* __real___cxa_allocate_exception(std::size_t);
}

namespace {

using korat::detail::current_allowance;
using korat::detail::current_heap;
using korat::detail::heap;
using korat::detail::in_region;
using korat::detail::korat_object_size;
using korat::detail::take_back;

void* allocate(std::size_t size, std::size_t alignment = alignof(std::max_align_t)) noexcept {
  try {
    return current_heap->allocate(size, alignment);
  } catch (const std::bad_alloc&) {
    errno = ENOMEM;
    return nullptr;
  }
}

/// The system's block, if the predicate that runs may have so much.
template <class Allocate>
void* within_allowance(std::size_t size, Allocate take) {
  if (current_allowance == nullptr) [[likely]]
    return take();
  current_allowance->used();
  if (!current_allowance->permits(size)) {
    errno = ENOMEM;
    return nullptr;
  }
  void* const block = take();
  if (block != nullptr) current_allowance->take(__real_malloc_usable_size(block));
  return block;
}

void release_to_system(void* block) noexcept {
  if (current_allowance != nullptr && block != nullptr) {
    current_allowance->used();
    current_allowance->give_back(__real_malloc_usable_size(block));
  }
  __real_free(block);
}

/// Neither to be moved nor freed by the system: a block of a heap, or an object of a search.
bool is_ours(const void* block) noexcept { return heap::owns(block) || in_region(block); }
std::size_t room_in(void* block) noexcept {
  if (heap::owns(block)) return heap::size_of(block);
  return in_region(block) ? korat_object_size(block) : __real_malloc_usable_size(block);
}

char* copy_of(const char* text, std::size_t length) noexcept {
  auto* const copy = static_cast<char*>(allocate(length + 1));
  if (copy == nullptr) return nullptr;
  std::memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

}  // namespace

namespace korat::detail {

const system_memory system_functions{__real_malloc, __real_calloc, __real_realloc, __real_free};

}  // namespace korat::detail

extern "C" {

void* __wrap_malloc(std::size_t size) {
  if (current_heap != nullptr) return allocate(size);
  return within_allowance(size, [&] { return __real_malloc(size); });
}

void* __wrap_calloc(std::size_t count, std::size_t size) {
  std::size_t total;
  if (__builtin_mul_overflow(count, size, &total)) {
    errno = ENOMEM;
    return nullptr;
  }
  if (current_heap == nullptr) return within_allowance(total, [&] { return __real_calloc(count, size); });
  void* const block = allocate(total);
  return block != nullptr ? std::memset(block, 0, total) : nullptr;
}

void __wrap_free(void* block) {
  if (!take_back(block)) release_to_system(block);
}

// Of size 0 it frees, as glibc's does.
void* __wrap_realloc(void* block, std::size_t size) {
  if (block == nullptr) return __wrap_malloc(size);
  if (size == 0) return __wrap_free(block), nullptr;
  if (current_heap == nullptr && current_allowance == nullptr && !is_ours(block)) [[likely]]
    return __real_realloc(block, size);
  if (heap::owns(block) && size <= heap::size_of(block)) return block;
  void* const moved = __wrap_malloc(size);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, block, std::min(size, room_in(block)));
  __wrap_free(block);
  return moved;
}

void* __wrap_reallocarray(void* block, std::size_t count, std::size_t size) {
  std::size_t total;
  if (!__builtin_mul_overflow(count, size, &total)) return __wrap_realloc(block, total);
  errno = ENOMEM;
  return nullptr;
}

std::size_t __wrap_malloc_usable_size(void* block) { return room_in(block); }

void* __wrap_aligned_alloc(std::size_t alignment, std::size_t size) {
  if (current_heap != nullptr) return allocate(size, alignment);
  return within_allowance(size, [&] { return __real_aligned_alloc(alignment, size); });
}

int __wrap_posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  int failed = ENOMEM;
  const auto of_the_system = [&]() -> void* {  // not aligned_alloc(): sanitizers insist on a size that is a multiple
    void* taken = nullptr;
    failed = __real_posix_memalign(&taken, alignment, size);
    return taken;
  };
  void* const block = current_heap != nullptr ? allocate(size, alignment) : within_allowance(size, of_the_system);
  if (block == nullptr) return failed;
  *result = block;
  return 0;
}

char* __wrap_strdup(const char* text) {
  return current_heap != nullptr ? copy_of(text, std::strlen(text)) : __real_strdup(text);
}

char* __wrap_strndup(const char* text, std::size_t most) {
  return current_heap != nullptr ? copy_of(text, strnlen(text, most)) : __real_strndup(text, most);
}

int __wrap_vasprintf(char** result, const char* format, va_list values) {
  if (current_heap == nullptr) return __real_vasprintf(result, format, values);
  va_list again;
  va_copy(again, values);
  const int length = std::vsnprintf(nullptr, 0, format, again);
  va_end(again);
  *result = length < 0 ? nullptr : static_cast<char*>(allocate(static_cast<std::size_t>(length) + 1));
  return *result == nullptr ? -1 : std::vsnprintf(*result, static_cast<std::size_t>(length) + 1, format, values);
}

// An exception's memory is the language runtime's. Nothing is held here yet, but soon the locks of the unwinder and,
// with a sanitizer, of its record of call stacks: a predicate that loops in try and catch is ended before it takes
// them.
void* __wrap___cxa_allocate_exception(std::size_t size) {
  if (current_allowance != nullptr) current_allowance->used();
  return __real___cxa_allocate_exception(size);
}

[[gnu::format(printf, 2, 3)]] int __wrap_asprintf(char** result, const char* format, ...) {
  va_list values;
  va_start(values, format);
  const int length = __wrap_vasprintf(result, format, values);
  va_end(values);
  return length;
}
}
