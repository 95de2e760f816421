// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "undo/heap.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "korat/error.hpp"
#include "undo/allowance.hpp"

namespace korat::detail {

/// Lies in the granule before every block.
struct heap::block_header {
  std::uint32_t granules;  // of the block
  std::uint32_t begin;     // where the memory ended when the block was appended: alignment may leave a gap
};

inline heap::block_header& heap::header_of(const void* block) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(block) - granule;
  return *reinterpret_cast<block_header*>(address);
}

namespace {

/// Blocks of up to 16 granules have the size asked for; larger ones are a power of two, or one and a half of it.
constexpr std::uint32_t exact_classes = 16;

struct block_size {
  std::uint32_t size_class;
  std::uint32_t granules;
};

constexpr block_size size_class(std::size_t granules) noexcept {
  if (granules <= exact_classes)
    return {static_cast<std::uint32_t>(granules - 1), static_cast<std::uint32_t>(granules)};
  const auto octave = static_cast<std::uint32_t>(std::bit_width(granules - 1));  // granules <= 2 ^ octave
  const bool half = granules <= std::size_t{3} << (octave - 2);
  return {exact_classes + 2 * (octave - std::bit_width(exact_classes)) + (half ? 0u : 1u),
          half ? std::uint32_t{3} << (octave - 2) : std::uint32_t{1} << octave};
}

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
    if (got == wanted)
      memory_ = static_cast<std::byte*>(got);
    else if (got != MAP_FAILED)
      munmap(got, memory_size);
  }
  if (memory_ == nullptr)
    throw resource_error("there is no room for another predicate's heap: too many searches at a time");
}

heap::~heap() {
  if (touched_) munmap(memory_, memory_size);
}

void heap::exhausted() const {
  if (current_allowance != nullptr) current_allowance->exceed();
  throw std::bad_alloc();
}

void* heap::allocate(std::size_t size, std::size_t alignment) {
  static_assert(size_class(memory_size / granule).size_class < classes);
  if (size > limit_ || alignment > limit_) exhausted();
  if (!touched_) map();
  touched_ = true;
  eventful_ = true;
  const auto fitting = size_class(std::max<std::size_t>(1, (size + granule - 1) / granule));
  void* const again = reuse(fitting.size_class, alignment);
  void* const block = again != nullptr ? again : append(fitting.granules, alignment);
  if (canonical_) [[unlikely]]
    std::memset(block, 0, std::size_t{fitting.granules} * granule);
  ++header().live;
  return block;
}

/// A free block of the class: the one released last, or null.
inline void* heap::reuse(std::uint32_t size_class, std::size_t alignment) noexcept {
  auto& h = header();
  if (h.used == 0) std::memset(h.free, 0, sizeof h.free);
  auto& first = h.free[size_class];
  if (first == 0 || first * granule % alignment != 0) return nullptr;
  void* const block = memory_ + first * granule;
  std::memcpy(&first, block, sizeof first);
  return block;
}

void* heap::append(std::uint32_t granules, std::size_t alignment) {
  auto& h = header();
  const std::size_t used = std::max(h.used * granule, sizeof(bookkeeping));
  const std::size_t offset = (used + granule + alignment - 1) / alignment * alignment;
  const std::size_t end = (offset + granule - 1) / granule + granules;
  if (end * granule > limit_) exhausted();
  void* const block = memory_ + offset;
  header_of(block) = {granules, h.used};
  h.used = static_cast<std::uint32_t>(end);
  return block;
}

// The block may belong to a heap of another search, or to one that is retired: its place tells.
void heap::release(void* block) noexcept {
  const auto address = reinterpret_cast<std::uintptr_t>(block);
  auto* const memory = reinterpret_cast<std::byte*>(address & ~(memory_size - 1));
  auto& h = *reinterpret_cast<bookkeeping*>(memory);
  const auto [granules, begin] = header_of(block);
  const auto place = static_cast<std::uint32_t>((address - reinterpret_cast<std::uintptr_t>(memory)) / granule);
  if (current_heap != nullptr && current_heap->canonical_) [[unlikely]]
    std::memset(block, 0, std::size_t{granules} * granule);
  if (--h.live == 0) {
    h.used = 0;
  } else if (place + granules == h.used) {
    h.used = begin;
  } else {
    auto& first = h.free[size_class(granules).size_class];
    std::memcpy(block, &first, sizeof first);
    first = place;
  }
}

std::size_t heap::size_of(const void* block) noexcept { return header_of(block).granules * granule; }

void heap::restore(const std::byte* image, std::size_t size) noexcept {
  elsewhere_.forget();
  if (size != 0)
    std::memcpy(memory_, image, size);
  else
    clear();
}

void heap::clear() noexcept {
  if (touched_) header().used = header().live = 0;
}

namespace {

/// Whether blocks come from the current heap.
bool served(void* (*allocate)(std::size_t), void (*release)(void*)) {
  heap probe;
  // The compiler knows that allocation reads no variable of the program, and that a block nobody uses need not be made.
  void* volatile block = nullptr;
  {
    const using_heap scope(&probe);
    asm volatile("" ::: "memory");
    block = allocate(1);
  }
  const bool ours = heap::owns(block);
  release(block);
  return ours;
}

}  // namespace

bool heap::serves_operator_new() {
  static const bool ours = served(::operator new, ::operator delete);
  return ours;
}

bool heap::serves(const malloc_functions& by) {
  static const auto usual = by;
  static const bool serves_usual = served(usual.allocate, usual.release);
  return by.allocate == usual.allocate ? serves_usual : served(by.allocate, by.release);
}

}  // namespace korat::detail
