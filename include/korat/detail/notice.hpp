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
// place mappings. Some kernels of AArch64 give a program addresses of 39 or 42 bits only: for those there is another
// one, and who builds the library says so (KORAT_ADDRESS_BITS).

#pragma once

#include "korat/detail/requirements.hpp"

#include <cstddef>
#include <cstdint>

namespace korat::detail {

#ifndef KORAT_ADDRESS_BITS
#define KORAT_ADDRESS_BITS 47
#endif

inline constexpr int region_bits = KORAT_ADDRESS_BITS < 42 ? 36 : 38;  // 256 GiB: 128 searches at a time; or 32
inline constexpr std::uintptr_t region_begin = KORAT_ADDRESS_BITS < 42   ? 0x20'0000'0000
                                               : KORAT_ADDRESS_BITS < 47 ? 0x80'0000'0000
                                                                         : 0x7e80'0000'0000;
inline constexpr std::size_t slice_size = std::size_t{1} << 31;  // objects and their shadow
// Fits the displacement of one instruction. No multiple of a page: a load from an address that shares its last twelve
// bits with a store still in flight waits for that store, and a value that was just put into a field is read at once.
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
