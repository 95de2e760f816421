// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the compiler pass calls where more than one value is read at once: copies, and functions of the C library, which
// read without asking. Each announces exactly what the function will look at, in its order: a comparison ends where the
// memory differs, a string at its end, and what lies behind is not read.
//
// The function that is announced reads everything once more, after the last of several notices. Until then what was
// noticed is held on the stack: the state at each notice has all that the function will have seen before it. A comparison
// holds nothing, for whoever comes to a byte knows that all before it were equal.

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstring>

#include "access/announce.hpp"
#include "korat/detail/notice.hpp"

namespace korat::detail {

constinit thread_local bool copy_announced = false;

namespace {

/// The byte there, read so that a search notices.
inline unsigned char byte_at(const void* place, std::size_t offset) noexcept {
  const auto* const byte = static_cast<const unsigned char*>(place) + offset;
  notice_read(byte);
  return *byte;
}

inline bool concerns_a_search(const void* place) noexcept { return in_region(place); }

/// Bytes from `place` to the end of its search's objects: behind them there is nothing to read.
std::size_t room_behind(const void* place) noexcept {
  constexpr std::size_t end = slice_size - shadow_distance;
  const std::size_t offset = reinterpret_cast<std::uintptr_t>(place) & (slice_size - 1);
  return offset < end ? end - offset : 0;
}

bool any_pending(const void* place, std::size_t size) noexcept {
  const auto* shadow = shadow_of(place);
  for (; size >= sizeof(std::uint64_t); shadow += sizeof(std::uint64_t), size -= sizeof(std::uint64_t)) {
    std::uint64_t word;
    std::memcpy(&word, shadow, sizeof word);
    if (word != 0) return true;
  }
  return std::any_of(shadow, shadow + size, [](unsigned char pending) { return pending != 0; });
}

/// Of longer ranges the last so many bytes: a predicate's stack is not without end.
constexpr std::size_t most_held = 4'096;
constexpr std::size_t held_at_once = 32;

/// So that the compiler stores what nobody seems to read.
inline void seen_by_others(unsigned char* held) noexcept { asm volatile("" : : "r"(held) : "memory"); }

}  // namespace

extern "C" {

void korat_read_range(const void* place, std::size_t size) noexcept;
void korat_read_range(const void* place, std::size_t size) noexcept {
  if (!concerns_a_search(place)) return;
  const auto end = std::min(size, room_behind(place));
  if (!any_pending(place, end)) return;
  auto* const held = static_cast<unsigned char*>(__builtin_alloca(std::min(end, most_held)));
  seen_by_others(held);
  copy_announced = true;
  for (std::size_t i = 0; i < end; ++i) held[i % most_held] = byte_at(place, i);
  copy_announced = false;
}

void korat_read_compared(const void* a, const void* b, std::size_t size) noexcept;
void korat_read_compared(const void* a, const void* b, std::size_t size) noexcept {
  if (!concerns_a_search(a) && !concerns_a_search(b)) return;
  for (std::size_t i = 0; i < size; ++i)
    if (const auto left = byte_at(a, i); left != byte_at(b, i)) return;
}

void korat_read_until(const void* place, std::size_t wanted, std::size_t size) noexcept;
void korat_read_until(const void* place, std::size_t wanted, std::size_t size) noexcept {
  if (!concerns_a_search(place)) return;
  unsigned char* held = nullptr;
  for (std::size_t i = 0; i < size; ++i) {
    if (i % held_at_once == 0 && i < most_held)  // on top of those before: how long it is, is not known yet
      seen_by_others(held = static_cast<unsigned char*>(__builtin_alloca(held_at_once)));
    held[i % held_at_once] = byte_at(place, i);
    if (held[i % held_at_once] == static_cast<unsigned char>(wanted)) return;
  }
}

void korat_read_string_of(const char* text, std::size_t size) noexcept;
void korat_read_string_of(const char* text, std::size_t size) noexcept { korat_read_until(text, 0, size); }

void korat_read_string(const char* text) noexcept;
void korat_read_string(const char* text) noexcept { korat_read_until(text, 0, static_cast<std::size_t>(-1)); }

void korat_read_strings_of(const char* a, const char* b, std::size_t size) noexcept;
void korat_read_strings_of(const char* a, const char* b, std::size_t size) noexcept {
  if (!concerns_a_search(a) && !concerns_a_search(b)) return;
  for (std::size_t i = 0; i < size; ++i)
    if (const auto left = byte_at(a, i); left != byte_at(b, i) || left == 0) return;
}

void korat_read_strings_in_any_case(const char* a, const char* b) noexcept;
void korat_read_strings_in_any_case(const char* a, const char* b) noexcept {
  if (!concerns_a_search(a) && !concerns_a_search(b)) return;
  for (std::size_t i = 0;; ++i)
    if (const auto left = std::tolower(byte_at(a, i)); left != std::tolower(byte_at(b, i)) || left == 0) return;
}

void korat_read_strings(const char* a, const char* b) noexcept;
void korat_read_strings(const char* a, const char* b) noexcept {
  korat_read_strings_of(a, b, static_cast<std::size_t>(-1));
}

}  // extern "C"
}  // namespace korat::detail
