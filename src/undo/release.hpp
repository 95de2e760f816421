// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Not everything that a program releases is the system's to take back: it may be a block of a predicate's heap, or an
// object that a search lent to an operation under test. All ways to release something ask here first.

#pragma once

#include <cstddef>

#include "korat/detail/notice.hpp"
#include "undo/heap.hpp"

namespace korat::detail {

extern "C" {
/// An object of a search was released: it stays the search's, which must know that it is destroyed. While the predicate
/// runs this is an error, and does not return.
void korat_object_released(void* object) noexcept;
/// The bytes of an object of a search; 0 where none begins.
std::size_t korat_object_size(const void* object) noexcept;
}

/// True: the block is dealt with. False: it is the system's, or null.
inline bool take_back(void* block) noexcept {
  if (heap::owns(block)) [[unlikely]]
    return heap::release(block), true;
  if (in_region(block)) [[unlikely]]
    return korat_object_released(block), true;
  if (current_heap == nullptr || block == nullptr) [[likely]]
    return false;
  if (current_heap->elsewhere().gave_back(block)) return false;
  return current_heap->refuse_release(), true;
}

}  // namespace korat::detail
