// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How a read is noticed: one question about an address.
//
// Every search keeps its objects in a slice of one region of the address space that nothing else uses. A slice holds
// the objects in its lower part and, a fixed distance above each of their bytes, a shadow byte that is not zero while
// the field there has not been read since the search last forgot it. So asking "is this the first read?" takes one
// compare (is the address in the region?) and one byte, needs no variable of ours, and therefore no thread-local
// look-up: the search that owns an object is found from the object's address as well.
//
// The region lies where the sanitizers and valgrind also allow user memory, and far below where the kernel starts to
// place mappings.

#pragma once

#include "korat/detail/requirements.hpp"

#include <cstddef>
#include <cstdint>

namespace korat::detail {

inline constexpr std::uintptr_t region_begin = 0x7e80'0000'0000;
inline constexpr int region_bits = 38;                                    // 256 GiB: 128 searches at a time
inline constexpr std::size_t slice_size = std::size_t{1} << 31;           // objects and their shadow
// Fits the displacement of one instruction. No multiple of a page: a load from an address that shares its last twelve bits
// with a store still in flight waits for that store, and a value that was just put into a field is read at once.
inline constexpr std::size_t shadow_distance = (std::size_t{1} << 30) + 0x840;

inline bool in_region(const void* address) noexcept {
  return reinterpret_cast<std::uintptr_t>(address) >> region_bits == region_begin >> region_bits;
}

inline unsigned char* shadow_of(const void* address) noexcept {
  return reinterpret_cast<unsigned char*>(reinterpret_cast<std::uintptr_t>(address) + shadow_distance);
}

extern "C" {
/// The first read of a field: its search decides what the field holds before this returns.
void korat_first_read(const void* address) noexcept;
/// A write to an object of a search: an error while the predicate runs, which must not change what it checks.
void korat_write(const void* address) noexcept;
}

[[gnu::always_inline]] inline void notice_read(const void* address) noexcept {
  if (in_region(address) && __builtin_expect(*shadow_of(address) != 0, 0)) korat_first_read(address);
}

[[gnu::always_inline]] inline void notice_write(const void* address) noexcept {
  if (__builtin_expect(in_region(address), 0)) korat_write(address);
}

}  // namespace korat::detail
