// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "space/mapped_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <array>

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

// No constructor and no destructor: a search may end after the variables of its thread.
constinit thread_local std::array<piece, 3> kept{};
constinit thread_local bool thread_ends = false;

/// Gives back what the thread keeps when it ends.
struct caretaker {
  caretaker() = default;
  caretaker(const caretaker&) = delete;
  caretaker& operator=(const caretaker&) = delete;
  ~caretaker() {
    thread_ends = true;
    for (auto& p : kept)
      if (p.memory != nullptr) munmap(p.memory, p.size);
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

std::byte* take_mapped(std::size_t size, grows way, std::size_t guard) noexcept {
  const auto fits = [&](const piece& p) {
    return p.memory != nullptr && p.size == size && p.way == way && p.guard == guard;
  };
  if (auto* const found = std::find_if(kept.begin(), kept.end(), fits); found != kept.end()) {
    auto* const memory = found->memory;
    std::shift_left(found, kept.end(), 1);
    kept.back() = {};
    return memory;
  }
  void* const memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  if (guard != 0) mprotect(memory, guard, PROT_NONE);
  return static_cast<std::byte*>(memory);
}

void give_back_mapped(std::byte* memory, std::size_t size, grows way, std::size_t guard) noexcept {
  at_end.be_there();
  if (thread_ends || size % page != 0) {
    munmap(memory, size);
    return;
  }
  // The oldest goes.
  if (kept.back().memory != nullptr) munmap(kept.back().memory, kept.back().size);
  std::shift_right(kept.begin(), kept.end(), 1);
  kept.front() = {memory, size, way, guard};
  drop_memory(kept.front());
}

}  // namespace korat::detail
