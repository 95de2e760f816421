// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Vectors that may hold something for each field of a structure with millions of them. The system supplies memory page
// by page as it is first touched, and a processor knows where only so many pages are: in large pages both cost little.

#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

namespace korat::detail {

/// Bytes from which on memory is asked for in large pages.
inline constexpr std::size_t large_page = std::size_t{2} << 20;
inline constexpr std::size_t worth_large_pages = large_page;

/// Advice only: where the system has no large pages everything is as it was.
inline void prefer_large_pages(void* begin, std::size_t size) noexcept {
#ifdef MADV_HUGEPAGE
  madvise(begin, size, MADV_HUGEPAGE);
#else
  static_cast<void>(begin), static_cast<void>(size);
#endif
}

template <class T>
struct large_allocator {
  using value_type = T;
  large_allocator() = default;
  template <class U>
  large_allocator(const large_allocator<U>&) noexcept {}  // NOLINT(google-explicit-constructor): as allocators are

  T* allocate(std::size_t count) {
    const auto size = count * sizeof(T);
    if (size < worth_large_pages) return std::allocator<T>().allocate(count);
    const auto whole_pages = (size + large_page - 1) / large_page * large_page;
    void* const memory = ::operator new(whole_pages, std::align_val_t(large_page));
    prefer_large_pages(memory, whole_pages);
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t count) noexcept {
    if (count * sizeof(T) < worth_large_pages)
      std::allocator<T>().deallocate(memory, count);
    else
      ::operator delete(memory, std::align_val_t(large_page));
  }
  template <class U>
  bool operator==(const large_allocator<U>&) const noexcept {
    return true;
  }
};

template <class T>
using large_vector = std::vector<T, large_allocator<T>>;

}  // namespace korat::detail
