// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "undo/heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

namespace korat::detail {

namespace {

constexpr std::size_t granule = 16;

/// Lies before every block.
struct block_header {
  std::uint64_t granules;  // of the block
};

block_header* header_of(void* block) { return static_cast<block_header*>(block) - 1; }

}  // namespace

heap::heap(std::size_t limit) : limit_(std::min(limit, memory_size)) {}

// As with slices (space/slice.hpp), the kernel hands out the places. When the first block is asked for: most predicates
// ask for none.
void heap::map() {
  constexpr auto count = (std::size_t{1} << region_bits) / memory_size;
  for (std::size_t i = 0; i < count && memory_ == nullptr; ++i) {
    void* const wanted = reinterpret_cast<void*>(region_begin + i * memory_size);
    void* const got = mmap(wanted, memory_size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == wanted) memory_ = static_cast<std::byte*>(got);
    else if (got != MAP_FAILED) munmap(got, memory_size);
  }
  if (memory_ == nullptr) throw std::bad_alloc();
}

heap::~heap() {
  if (touched_ && !retired_) munmap(memory_, memory_size);
}

void* heap::allocate(std::size_t size, std::size_t alignment) {
  if (!touched_) map();
  touched_ = true;
  eventful_ = true;
  auto& h = header();
  if (h.used == 0) h.used = (sizeof(bookkeeping) + granule - 1) / granule * granule;
  ++h.live;
  const std::size_t granules = std::max<std::size_t>(1, (size + granule - 1) / granule);
  if (granules < classes && alignment <= granule && h.free[granules] != 0) {
    void* const block = memory_ + h.free[granules];
    std::memcpy(&h.free[granules], block, sizeof h.free[granules]);
    return block;
  }
  // 'used' is a multiple of the granule; one granule before the block is for its header.
  const std::size_t offset = (h.used + granule + alignment - 1) / alignment * alignment;
  if (size > limit_ || offset + granules * granule > limit_) {
    --h.live;
    throw std::bad_alloc();
  }
  void* const block = memory_ + offset;
  header_of(block)->granules = granules;
  h.used = offset + granules * granule;
  return block;
}

// The block may belong to a heap of another search, or to one that is retired: its place tells.
void heap::release(void* block) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  auto* const memory = reinterpret_cast<std::byte*>(address & ~(memory_size - 1));
  auto& h = *reinterpret_cast<bookkeeping*>(memory);
  --h.live;
  const auto granules = header_of(block)->granules;
  if (granules >= classes) return;  // large blocks are not reused
  std::memcpy(block, &h.free[granules], sizeof h.free[granules]);
  h.free[granules] = address - reinterpret_cast<std::uintptr_t>(memory);
}

std::size_t heap::size_of(void* block) noexcept { return header_of(block)->granules * granule; }

void heap::restore(const std::byte* image, std::size_t size) noexcept {
  if (size != 0) std::memcpy(memory_, image, size);
  else clear();
}

void heap::clear() noexcept {
  if (in_use()) std::memset(memory_, 0, sizeof(bookkeeping));
}

namespace {

/// Whether blocks come from the current heap.
bool served(void* (*allocate)(std::size_t), void (*release)(void*)) {
  heap probe;
  heap* const before = std::exchange(current_heap, &probe);
  // The compiler knows that allocation reads no variable of the program, and that a block nobody uses need not be made.
  asm volatile("" ::: "memory");
  void* volatile block = allocate(1);
  current_heap = before;
  const bool ours = heap::owns(block);
  release(block);
  return ours;
}

}  // namespace

bool heap::serves_operator_new() {
  static const bool ours = served(::operator new, ::operator delete);
  return ours;
}

bool heap::serves_malloc() {
  static const bool ours = served(std::malloc, std::free);
  return ours;
}

}  // namespace korat::detail
