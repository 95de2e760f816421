// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/checkpoints.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <algorithm>

namespace korat::detail {

checkpoints::checkpoints(std::size_t states, std::size_t limit, const temporaries::mark& start)
    : states_(std::make_unique_for_overwrite<state[]>(states + 1)),
      most_(states),
      last_(states_.get()),
      copy_back_(ways_back(copy_)),
      limit_(states == 0 ? 0 : limit),
      pages_(pages_for(states)) {
  *last_ = {};
  last_->mark = start;
  if (limit_ == 0) return;  // then nothing fits, and nothing is saved
  first_images_ = std::make_unique_for_overwrite<aligned_block[]>(first_blocks);
  last_->image = images_ = first_images_[0].bytes;
  images_end_ = images_ + std::min(limit_, sizeof(aligned_block) * first_blocks);
}

checkpoints::~checkpoints() {
  if (mapped()) give_back_mapped(images_, limit_, grows::up, 0, pages_);
}

bool checkpoints::make_room(std::size_t size) noexcept {
  if (!mapped() && limit_ > sizeof(aligned_block) * first_blocks) map();
  if (!fits(size)) thin_out();
  return fits(size);
}

// Small searches never come here: making a mapping and touching it takes as long as many candidates.
void checkpoints::map() noexcept {
  auto* const images = take_mapped(limit_, grows::up, 0, pages_);
  if (images == nullptr) return;
  std::memcpy(images, images_, static_cast<std::size_t>(image_end(*last_) - images_));
  states_[0].image = images;
  for (state* s = &states_[1]; s <= last_; ++s) {
    s->registers = images + (s->registers - images_);
    s->image = images + (s->image - images_);
  }
  images_ = images;
  images_end_ = images + limit_;
}

// The newest states are the ones returned to most; of the older half every second one goes. A choice whose state is
// gone is reached from the state below it.
void checkpoints::thin_out() noexcept {
  state* const first = states_.get() + 1;
  const auto count = static_cast<std::size_t>(last_ + 1 - first);
  state* kept = states_.get();
  for (std::size_t i = 0; i < count; ++i) {
    if (i < count / 2 && i % 2 == 1) continue;
    state s = first[i];
    auto* const place = image_end(*kept);
    std::memmove(place, s.image, s.stack_size + s.heap_size);
    s.registers = place + (s.registers - s.image);
    s.image = place;
    *++kept = s;
  }
  last_ = kept;
}

namespace {

// Loops of our own, because an image is a few hundred bytes: the general memcpy spends as long finding out what to do.

#ifdef __x86_64__
[[gnu::target("avx"), gnu::always_inline]] inline void copy_block(std::byte* to, const std::byte* from) noexcept {
  _mm256_store_si256(reinterpret_cast<__m256i*>(to), _mm256_load_si256(reinterpret_cast<const __m256i*>(from)));
}

// Images of a search have few different sizes, so the jump into the middle of a straight run of copies is predicted.
[[gnu::target("avx")]] void copy_avx(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  for (; size > 512; size -= 32, to += 32, from += 32) copy_block(to, from);
  switch (size / 32) {
    case 16: copy_block(to + 480, from + 480); [[fallthrough]];
    case 15: copy_block(to + 448, from + 448); [[fallthrough]];
    case 14: copy_block(to + 416, from + 416); [[fallthrough]];
    case 13: copy_block(to + 384, from + 384); [[fallthrough]];
    case 12: copy_block(to + 352, from + 352); [[fallthrough]];
    case 11: copy_block(to + 320, from + 320); [[fallthrough]];
    case 10: copy_block(to + 288, from + 288); [[fallthrough]];
    case 9: copy_block(to + 256, from + 256); [[fallthrough]];
    case 8: copy_block(to + 224, from + 224); [[fallthrough]];
    case 7: copy_block(to + 192, from + 192); [[fallthrough]];
    case 6: copy_block(to + 160, from + 160); [[fallthrough]];
    case 5: copy_block(to + 128, from + 128); [[fallthrough]];
    case 4: copy_block(to + 96, from + 96); [[fallthrough]];
    case 3: copy_block(to + 64, from + 64); [[fallthrough]];
    case 2: copy_block(to + 32, from + 32); [[fallthrough]];
    case 1: copy_block(to, from); [[fallthrough]];
    default: break;
  }
}
#endif

void copy_plain(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size; i += 32) std::memcpy(to + i, from + i, 32);
}

}  // namespace

checkpoints::copy_function checkpoints::fastest_copy() noexcept {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx")) return copy_avx;
#endif
  return copy_plain;
}

const std::byte* const* checkpoints::ways_back([[maybe_unused]] copy_function copy) noexcept {
#if KORAT_HAS_CONTEXT
  return copy == copy_plain ? korat_copy_plain : korat_copy_blocks;
#else
  return nullptr;
#endif
}

const std::byte* checkpoints::way_back(std::size_t stack_size) noexcept {
  static const std::byte* const* const ways = ways_back(fastest_copy());
  const auto blocks = stack_size / block;
  return ways == nullptr ? nullptr : ways[blocks <= 16 ? blocks : 0];
}

}  // namespace korat::detail
