// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "space/mapped_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "korat/detail/notice.hpp"
#include "space/large_vector.hpp"

namespace korat::detail {

namespace {

constexpr std::size_t kept_memory = 256 * 1024;  // of a piece
constexpr std::size_t page = 4096;

struct piece {
  std::byte* memory;
  std::size_t size;
  grows way;
  std::size_t guard;
};

struct record {
  std::array<piece, 3> pieces;
  std::byte* slice;
};

// No constructor and no destructor: a search may end after the variables of its thread.
constinit thread_local record kept{};
constinit thread_local bool thread_ends = false;

/// Gives back what the thread keeps when it ends.
struct caretaker {
  caretaker() = default;
  caretaker(const caretaker&) = delete;
  caretaker& operator=(const caretaker&) = delete;
  ~caretaker() {
    thread_ends = true;
    for (auto& p : kept.pieces)
      if (p.memory != nullptr) munmap(p.memory, p.size);
    if (kept.slice != nullptr) munmap(kept.slice, slice_size);
    kept = {};
  }
  void be_there() const noexcept {}
};
thread_local const caretaker at_end;

void drop_memory(const piece& p) noexcept {
  const auto usable = p.size - p.guard;
  if (usable <= kept_memory) return;
  auto* const first = p.memory + p.guard + (p.way == grows::up ? kept_memory : 0);
  madvise(first, usable - kept_memory, MADV_DONTNEED);
}

}  // namespace

std::span<const std::byte> kept_variables() noexcept { return std::as_bytes(std::span(&kept, 1)); }

void remember_to_give_back() noexcept { at_end.be_there(); }

std::byte* take_mapped(std::size_t size, grows way, std::size_t guard, pages in) noexcept {
  remember_to_give_back();
  const auto fits = [&](const piece& p) {
    return p.memory != nullptr && p.size == size && p.way == way && p.guard == guard;
  };
  auto& pieces = kept.pieces;
  if (auto* const found = std::find_if(pieces.begin(), pieces.end(), fits);
      in == pages::small && found != pieces.end()) {
    auto* const memory = found->memory;
    std::shift_left(found, pieces.end(), 1);
    pieces.back() = {};
    return memory;
  }
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  if (in == pages::large) prefer_large_pages(memory, size);
  if (guard != 0) mprotect(memory, guard, PROT_NONE);
  return static_cast<std::byte*>(memory);
}

void give_back_mapped(std::byte* memory, std::size_t size, grows way, std::size_t guard, pages in) noexcept {
  remember_to_give_back();
  if (in == pages::large || thread_ends || size % page != 0) {
    munmap(memory, size);
    return;
  }
  // The oldest goes.
  auto& pieces = kept.pieces;
  if (pieces.back().memory != nullptr) munmap(pieces.back().memory, pieces.back().size);
  std::shift_right(pieces.begin(), pieces.end(), 1);
  pieces.front() = {memory, size, way, guard};
  drop_memory(pieces.front());
}

// The kernel hands out the lowest first, so to keep only low ones limits their number without counting them: a counter
// would be a variable of the program that changes.
bool keep_slice(std::byte* slice) noexcept {
  constexpr std::uintptr_t most = 32;
  remember_to_give_back();
  const auto number = (reinterpret_cast<std::uintptr_t>(slice) - region_begin) / slice_size;
  if (thread_ends || kept.slice != nullptr || number >= most) return false;
  kept.slice = slice;
  return true;
}

std::byte* take_slice() noexcept {
  remember_to_give_back();
  return std::exchange(kept.slice, nullptr);
}

}  // namespace korat::detail
