// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The program's operator new, so that what a predicate allocates can be saved and restored with its state. Outside such
// a predicate it is malloc, behind one test. The definitions are weak: a program that brings its own keeps it, and
// searches then re-execute (see heap::serves_operator_new). Not under the sanitizers, which bring theirs.

#include <cstdlib>
#include <new>
#include <utility>

#include "undo/allowance.hpp"
#include "undo/has_context.h"
#include "undo/heap.hpp"
#include "undo/release.hpp"

namespace korat::detail {

constinit thread_local heap* current_heap = nullptr;
constinit thread_local allowance* current_allowance = nullptr;

heap* use_heap(heap* next) noexcept { return std::exchange(current_heap, next); }

}  // namespace korat::detail

#if KORAT_HAS_CONTEXT

namespace {

using korat::detail::current_heap;

void* from_malloc(std::size_t size, std::size_t alignment) {
  for (;;) {
    void* const block = alignment <= alignof(std::max_align_t)
                            ? std::malloc(size == 0 ? 1 : size)
                            : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    if (block != nullptr) return block;
    if (const auto handler = std::get_new_handler())
      handler();
    else
      throw std::bad_alloc();
  }
}

void* allocate(std::size_t size, std::size_t alignment) {
  if (current_heap != nullptr) [[unlikely]]
    return current_heap->allocate(size, alignment);
  return from_malloc(size, alignment);
}

void* allocate_or_null(std::size_t size, std::size_t alignment) noexcept {
  try {
    return allocate(size, alignment);
  } catch (...) {
    return nullptr;
  }
}

void release(void* block) noexcept {
  if (!korat::detail::take_back(block)) std::free(block);
}

constexpr std::size_t usual = alignof(std::max_align_t);

}  // namespace

#define KORAT_WEAK [[gnu::weak]]

KORAT_WEAK void* operator new(std::size_t size) { return allocate(size, usual); }
KORAT_WEAK void* operator new[](std::size_t size) { return allocate(size, usual); }
KORAT_WEAK void* operator new(std::size_t size, std::align_val_t a) {
  return allocate(size, static_cast<std::size_t>(a));
}
KORAT_WEAK void* operator new[](std::size_t size, std::align_val_t a) {
  return allocate(size, static_cast<std::size_t>(a));
}
KORAT_WEAK void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return allocate_or_null(size, usual);
}
KORAT_WEAK void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return allocate_or_null(size, usual);
}
KORAT_WEAK void* operator new(std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate_or_null(size, static_cast<std::size_t>(a));
}
KORAT_WEAK void* operator new[](std::size_t size, std::align_val_t a, const std::nothrow_t&) noexcept {
  return allocate_or_null(size, static_cast<std::size_t>(a));
}
KORAT_WEAK void operator delete(void* block) noexcept { release(block); }
KORAT_WEAK void operator delete[](void* block) noexcept { release(block); }
KORAT_WEAK void operator delete(void* block, std::size_t) noexcept { release(block); }
KORAT_WEAK void operator delete[](void* block, std::size_t) noexcept { release(block); }
KORAT_WEAK void operator delete(void* block, std::align_val_t) noexcept { release(block); }
KORAT_WEAK void operator delete[](void* block, std::align_val_t) noexcept { release(block); }
KORAT_WEAK void operator delete(void* block, std::size_t, std::align_val_t) noexcept { release(block); }
KORAT_WEAK void operator delete[](void* block, std::size_t, std::align_val_t) noexcept { release(block); }
KORAT_WEAK void operator delete(void* block, const std::nothrow_t&) noexcept { release(block); }
KORAT_WEAK void operator delete[](void* block, const std::nothrow_t&) noexcept { release(block); }
KORAT_WEAK void operator delete(void* block, std::align_val_t, const std::nothrow_t&) noexcept { release(block); }
KORAT_WEAK void operator delete[](void* block, std::align_val_t, const std::nothrow_t&) noexcept { release(block); }

#endif
