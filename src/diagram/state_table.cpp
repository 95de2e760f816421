// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/state_table.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "diagram/wide.hpp"

namespace korat::detail {

namespace {

constexpr std::size_t rounded(std::size_t n, std::size_t to) { return (n + to - 1) / to * to; }

std::uint64_t folded(std::uint64_t a, std::uint64_t b) noexcept {
  const auto product = static_cast<wide_unsigned>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

/// Of whole words, by the folded products of wyhash (Wang Yi). Two lanes, so that one product need not wait for the
/// other.
std::uint64_t hash_of(const std::byte* bytes, std::size_t size) noexcept {
  constexpr std::uint64_t k0 = 0xa076'1d64'78bd'642f, k1 = 0xe703'7ed1'a0b4'28db, k2 = 0x8ebc'6af0'9c88'c6e3;
  std::uint64_t left = size ^ k0, right = size ^ k1;
  std::uint64_t w[4];
  for (; size >= sizeof w; size -= sizeof w, bytes += sizeof w) {
    std::memcpy(w, bytes, sizeof w);
    left = folded(left ^ w[0], w[1] ^ k1);
    right = folded(right ^ w[2], w[3] ^ k2);
  }
  for (; size >= sizeof w[0]; size -= sizeof w[0], bytes += sizeof w[0]) {
    std::memcpy(w, bytes, sizeof w[0]);
    left = folded(left ^ w[0], k2);
  }
  return folded(left ^ k2, right ^ k0);
}

}  // namespace

void state_table::aligned_delete::operator()(std::byte* p) const noexcept {
  ::operator delete[](p, std::align_val_t{large_page});
}

std::byte* state_table::room_for(std::size_t size) {
  if (static_cast<std::size_t>(chunk_end_ - next_) < size) {
    const auto chunk = std::max(chunks_.empty() ? first_chunk : next_chunks, size);
    chunks_.emplace_back(new (std::align_val_t{large_page}) std::byte[chunk]);
    if (chunk >= worth_large_pages) prefer_large_pages(chunks_.back().get(), chunk);
    next_ = chunks_.back().get();
    chunk_end_ = next_ + chunk;
  }
  return next_;
}

// What lies below the registers in their block, and the word that only aligns them, is nobody's.
void state_table::write(std::byte* image, std::size_t stack_size, const parts& p) const noexcept {
  const auto below = stack_size - static_cast<std::size_t>(p.end - p.top);
  std::memset(image, 0, below);
  std::memcpy(image + below, p.top, stack_size - below);
  wipe_padding(image + below);
  auto* to = image + stack_size;
  const auto append = [&to](const void* from, std::size_t size) {
    if (size != 0) std::memcpy(to, from, size);
    to += size;
  };
  append(p.heap.data(), p.heap.size());
  append(p.temporaries.data(), p.temporaries.size());
  append(p.pinned.data(), p.pinned.size_bytes());
}

bool state_table::same(const state& known, const state& made) const noexcept {
  return known.hash == made.hash && known.cell == made.cell && known.size == made.size &&
         known.saved.top == made.saved.top && known.saved.heap_size == made.saved.heap_size &&
         known.temporaries_size == made.temporaries_size &&
         std::memcmp(known.saved.image, made.saved.image, made.size) == 0;
}

state_id state_table::add(const parts& p) {
  auto* const stack = reinterpret_cast<std::byte*>(reinterpret_cast<std::uintptr_t>(p.top) & ~(block - 1));
  const auto stack_size = static_cast<std::size_t>(p.end - stack);
  const auto size = stack_size + p.heap.size() + p.temporaries.size() + p.pinned.size_bytes();
  auto* const image = room_for(rounded(size, block));
  write(image, stack_size, p);
  const state made{p.cell,
                   static_cast<std::uint32_t>(size),
                   hash_of(image, size) ^ p.cell,
                   static_cast<std::uint32_t>(p.temporaries.size()),
                   static_cast<std::uint32_t>(p.pinned.size()),
                   saved_state{p.top,
                               image,
                               stack,
                               image + (p.top - stack),
                               way_back_for(stack_size),
                               static_cast<std::uint32_t>(stack_size),
                               0,
                               p.heap.size(),
                               {}}};
  if (2 * (states_.size() + 1) > slots_.size()) grow();
  auto slot = made.hash & (slots_.size() - 1);
  for (; slots_[slot] != 0; slot = (slot + 1) & (slots_.size() - 1))
    if (same(states_[slots_[slot] - 1], made)) return slots_[slot] - 1;
  states_.push_back(made);
  slots_[slot] = static_cast<state_id>(states_.size());
  next_ += rounded(size, block);
  bytes_ += rounded(size, block) + sizeof(state) + 2 * sizeof(state_id);
  return static_cast<state_id>(states_.size() - 1);
}

void state_table::grow() {
  slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
  for (std::size_t i = 0; i < states_.size(); ++i) {
    auto slot = states_[i].hash & (slots_.size() - 1);
    while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
    slots_[slot] = static_cast<state_id>(i + 1);
  }
}

std::span<const std::byte> state_table::temporaries(state_id s) const noexcept {
  const auto& known = states_[s];
  return {known.saved.image + known.saved.stack_size + known.saved.heap_size, known.temporaries_size};
}

std::span<const pinned_value> state_table::pinned(state_id s) const noexcept {
  const auto& known = states_[s];
  const auto* const first = temporaries(s).data() + known.temporaries_size;
  return {reinterpret_cast<const pinned_value*>(first), known.pinned_count};
}

}  // namespace korat::detail
