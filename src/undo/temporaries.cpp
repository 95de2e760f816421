// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/undo/temporaries.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>

#include "korat/error.hpp"

namespace korat::detail {

constinit thread_local temporaries* current_temporaries = nullptr;

// Addresses are reserved, memory is taken as it is used.
temporaries::temporaries(std::size_t limit) {
  void* const memory = mmap(nullptr, limit, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw resource_error("no address space for the predicate's temporaries");
  begin_ = next_ = highest_ = static_cast<std::byte*>(memory);
  end_ = begin_ + limit;
}

temporaries::~temporaries() {
  munmap(begin_, static_cast<std::size_t>(end_ - begin_));
  std::free(trail_);
}

void temporaries::undo(std::size_t to) noexcept {
  undone_ += trail_size_ - to;
  while (trail_size_ > to) {
    const auto& e = trail_[--trail_size_];
    std::memcpy(e.place, &e.old, e.bytes);
  }
}

// Not operator new: that serves the predicate while it runs.
void temporaries::grow_trail() {
  const std::size_t room = std::max<std::size_t>(1024, 2 * trail_room_);
  auto* const grown = static_cast<entry*>(std::realloc(static_cast<void*>(trail_), room * sizeof(entry)));
  if (grown == nullptr) throw std::bad_alloc();
  trail_ = grown;
  trail_room_ = room;
}

void temporaries::exhausted() { throw std::bad_alloc(); }

}  // namespace korat::detail
