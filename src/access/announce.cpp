// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the compiler pass calls where more than one value is read at once: copies, and functions of the C library, which
// read without asking. Each announces exactly what the function will look at, in its order: a comparison ends where the
// memory differs, a string at its end, and what lies behind is not read.
//
// The function that is announced reads everything once more, behind the last of several notices. Meanwhile 'announced'
// says what that is, so that a state of the predicate can have it.

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstring>

#include "access/announce.hpp"
#include "korat/detail/notice.hpp"

namespace korat::detail {

constinit thread_local announcement announced;

namespace {

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

class announcing {
 public:
  explicit announcing(const announcement& what) noexcept : what_(what) {}
  ~announcing() { announced = {}; }
  announcing(const announcing&) = delete;
  announcing& operator=(const announcing&) = delete;

  /// The byte there, read so that a search notices.
  unsigned char byte_at(const void* place, std::size_t offset) const noexcept {
    const auto* const byte = static_cast<const unsigned char*>(place) + offset;
    announced = what_;
    notice_read(byte);
    return *byte;
  }

 private:
  announcement what_;
};

}  // namespace

extern "C" {

void korat_read_range(const void* place, std::size_t size) noexcept;
void korat_read_range(const void* place, std::size_t size) noexcept {
  if (!concerns_a_search(place)) return;
  const auto end = std::min(size, room_behind(place));
  if (!any_pending(place, end)) return;
  const announcing copy({.first = place, .size = end, .copies = true});
  for (std::size_t i = 0; i < end; ++i) copy.byte_at(place, i);
}

void korat_read_compared(const void* a, const void* b, std::size_t size) noexcept;
void korat_read_compared(const void* a, const void* b, std::size_t size) noexcept {
  if (!concerns_a_search(a) && !concerns_a_search(b)) return;
  const announcing both({.first = a, .second = b, .size = size});
  for (std::size_t i = 0; i < size; ++i)
    if (const auto left = both.byte_at(a, i); left != both.byte_at(b, i)) return;
}

void korat_read_until(const void* place, std::size_t wanted, std::size_t size) noexcept;
void korat_read_until(const void* place, std::size_t wanted, std::size_t size) noexcept {
  if (!concerns_a_search(place)) return;
  const announcing bytes({.first = place, .size = size});
  for (std::size_t i = 0; i < size; ++i)
    if (bytes.byte_at(place, i) == static_cast<unsigned char>(wanted)) return;
}

void korat_read_string_of(const char* text, std::size_t size) noexcept;
void korat_read_string_of(const char* text, std::size_t size) noexcept { korat_read_until(text, 0, size); }

void korat_read_string(const char* text) noexcept;
void korat_read_string(const char* text) noexcept { korat_read_until(text, 0, static_cast<std::size_t>(-1)); }

void korat_read_strings_of(const char* a, const char* b, std::size_t size) noexcept;
void korat_read_strings_of(const char* a, const char* b, std::size_t size) noexcept {
  if (!concerns_a_search(a) && !concerns_a_search(b)) return;
  const announcing both({.first = a, .second = b, .size = size});
  for (std::size_t i = 0; i < size; ++i)
    if (const auto left = both.byte_at(a, i); left != both.byte_at(b, i) || left == 0) return;
}

void korat_read_strings_in_any_case(const char* a, const char* b) noexcept;
void korat_read_strings_in_any_case(const char* a, const char* b) noexcept {
  if (!concerns_a_search(a) && !concerns_a_search(b)) return;
  const announcing both({.first = a, .second = b, .size = static_cast<std::size_t>(-1)});
  for (std::size_t i = 0;; ++i)
    if (const auto left = std::tolower(both.byte_at(a, i)); left != std::tolower(both.byte_at(b, i)) || left == 0)
      return;
}

void korat_read_strings(const char* a, const char* b) noexcept;
void korat_read_strings(const char* a, const char* b) noexcept {
  korat_read_strings_of(a, b, static_cast<std::size_t>(-1));
}

}  // extern "C"
}  // namespace korat::detail
