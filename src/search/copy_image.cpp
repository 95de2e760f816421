// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/copy_image.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <cstring>

#include "undo/has_context.h"

namespace korat::detail {

namespace {

void copy_plain(std::byte* to, const std::byte* from, std::size_t size) noexcept {
  for (std::size_t i = 0; i < size; i += 32) std::memcpy(to + i, from + i, 32);
}

}  // namespace

#if !KORAT_HAS_CONTEXT

image_copies fastest_copies() noexcept { return {copy_plain, nullptr}; }

#elif defined(__x86_64__)

extern "C" {
/// In context_x86_64.S, with AVX and without.
extern const std::byte* const korat_copy_blocks[17];
extern const std::byte* const korat_copy_plain[17];
}

namespace {

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

}  // namespace

image_copies fastest_copies() noexcept {
  return __builtin_cpu_supports("avx") ? image_copies{copy_avx, korat_copy_blocks}
                                       : image_copies{copy_plain, korat_copy_plain};
}

#else

// The assembly has one way, which it need not be told.
image_copies fastest_copies() noexcept {
  static constexpr const std::byte* one_way[17]{};
  return {copy_plain, one_way};
}

#endif

const std::byte* way_back_for(std::size_t stack_size) noexcept {
  static const image_copies copies = fastest_copies();
  return copies.back == nullptr ? nullptr : copies.back_for(stack_size);
}

}  // namespace korat::detail
