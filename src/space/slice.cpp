// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "space/slice.hpp"

#include <sys/mman.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>

#include "korat/error.hpp"
#include "space/large_vector.hpp"
#include "space/mapped_memory.hpp"

namespace korat::detail {

namespace {

constexpr std::size_t largest_kept = 256 * 1024;  // bytes of objects: more memory is given back

/// Of the addresses that this system gives to programs: it begins at the upper end with stacks.
int address_bits() {
  const int on_the_stack = 0;
  return static_cast<int>(std::bit_width(reinterpret_cast<std::uintptr_t>(&on_the_stack)));
}

[[noreturn]] void refuse(std::size_t most) {
  if (const auto bits = address_bits(); std::uintptr_t{1} << bits <= region_begin)
    throw resource_error("addresses have " + std::to_string(bits) + " bits on this system, and korat was built for " +
                         std::to_string(KORAT_ADDRESS_BITS) +
                         ": configure it with -DKORAT_ADDRESS_BITS=" + (bits < 42 ? "39" : "42"));
  throw resource_error("no address space for another search: " + std::to_string(most) +
                       " can exist at a time, and each needs 2 GiB of addresses (not memory; see 'ulimit -v')");
}

}  // namespace

slice::slice(std::size_t size) : size_(size) {
  if (size > max_size)
    throw finitization_error("the objects need " + std::to_string(size >> 20) + " MiB; a search has room for " +
                             std::to_string(max_size >> 20) + " MiB: use fewer objects or smaller arrays");
  begin_ = take_slice();
  constexpr auto count = (std::size_t{1} << region_bits) / slice_size;
  for (std::size_t i = 0; i < count && begin_ == nullptr; ++i) {
    void* const wanted = reinterpret_cast<void*>(region_begin + i * slice_size);
    void* const got = mmap(wanted, slice_size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted)
      begin_ = static_cast<std::byte*>(got);
    else if (got != MAP_FAILED)
      munmap(got, slice_size);  // a kernel that does not know the flag
  }
  if (begin_ == nullptr) refuse(count);
  if (size < worth_large_pages) return;
  prefer_large_pages(begin_, header_size + size);
  prefer_large_pages(shadow_of(begin_), header_size + size);
}

slice::~slice() {
  if (size_ > largest_kept || !keep_slice(begin_)) {
    munmap(begin_, slice_size);
    return;
  }
  std::memset(begin_, 0, header_size + size_);
  std::memset(shadow_of(objects()), 0, size_);
}

}  // namespace korat::detail
