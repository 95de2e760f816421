// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the compiler pass calls where more than one value is read at once: copies, and functions of the C library, which
// read without asking. Each announces exactly what the function will look at, in its order: a comparison ends where the
// memory differs, a string at its end, and what lies behind is not read.

#include <algorithm>
#include <cstddef>

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

}  // namespace

extern "C" {

void korat_read_range(const void* place, std::size_t size) noexcept;
void korat_read_range(const void* place, std::size_t size) noexcept {
  if (!concerns_a_search(place)) return;
  const auto end = std::min(size, room_behind(place));
  copy_announced = true;
  for (std::size_t i = 0; i < end; ++i) byte_at(place, i);
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
  for (std::size_t i = 0; i < size; ++i)
    if (byte_at(place, i) == static_cast<unsigned char>(wanted)) return;
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

void korat_read_strings(const char* a, const char* b) noexcept;
void korat_read_strings(const char* a, const char* b) noexcept {
  korat_read_strings_of(a, b, static_cast<std::size_t>(-1));
}

}  // extern "C"
}  // namespace korat::detail
