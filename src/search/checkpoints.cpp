// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/checkpoints.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>

#include "korat/error.hpp"

namespace korat::detail {

namespace {

// Stacks are aligned to 16 bytes and so are images, so whole blocks are copied. A loop of our own, because an image is
// a few hundred bytes: the general memcpy spends as long finding out what to do.
void copy_blocks(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  struct block { std::uint64_t words[2]; };
  for (std::size_t i = 0; i < size; i += sizeof(block)) {
    block b;
    std::memcpy(&b, from + i, sizeof b);
    std::memcpy(to + i, &b, sizeof b);
  }
}

}  // namespace

checkpoints::checkpoints(std::size_t states, std::size_t limit)
    : states_(std::make_unique_for_overwrite<state[]>(states)), limit_(limit) {
  if (states == 0) {
    begin_ = next_ = end_ = highest_ = nullptr;
    return;
  }
  void* const memory = mmap(nullptr, limit, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw resource_error("no address space for saved states");
  begin_ = next_ = highest_ = static_cast<std::byte*>(memory);
  end_ = begin_ + limit;
}

checkpoints::~checkpoints() {
  if (begin_ != nullptr) munmap(begin_, limit_);
}

void checkpoints::save(std::uint32_t depth, std::byte* top, const std::byte* base, const heap& h,
                       const temporaries::mark& mark) noexcept {
  const auto stack_size = static_cast<std::size_t>(base - top);
  const auto heap_size = h.size();
  const auto size = stack_size + heap_size;
  if (size > static_cast<std::size_t>(end_ - next_)) [[unlikely]] {
    thin_out();
    if (size > static_cast<std::size_t>(end_ - next_)) return;  // the search then resumes from an earlier state
  }
  copy_blocks(next_, top, stack_size);
  if (heap_size != 0) std::memcpy(next_ + stack_size, h.begin(), heap_size);
  states_[count_++] = {depth, static_cast<std::uint32_t>(stack_size), next_, top, heap_size, mark};
  next_ += size;
  highest_ = std::max(highest_, next_);
  ++saved_;
  bytes_saved_ += size;
}

void checkpoints::restore(const state& s, heap& h) noexcept {
  copy_blocks(s.top, s.image, s.stack_size);
  if (s.heap_size != 0) std::memcpy(h.begin(), s.image + s.stack_size, s.heap_size);
  else h.clear();
  bytes_restored_ += s.stack_size + s.heap_size;
}

// The newest states are the ones returned to most; of the older half every second one goes. A choice whose state is
// gone is reached from the state below it.
void checkpoints::thin_out() noexcept {
  std::size_t kept = 0;
  next_ = begin_;
  for (std::size_t i = 0; i < count_; ++i) {
    if (i < count_ / 2 && i % 2 == 1) continue;
    auto s = states_[i];
    std::memmove(next_, s.image, s.stack_size + s.heap_size);
    s.image = next_;
    next_ += s.stack_size + s.heap_size;
    states_[kept++] = s;
  }
  count_ = kept;
}

void checkpoints::clear() noexcept {
  count_ = 0;
  next_ = begin_;
}

}  // namespace korat::detail
