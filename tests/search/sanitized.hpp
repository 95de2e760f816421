// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which sanitizer this is built with, for tests whose subject is undefined behaviour; and whether programs run slowly,
// for tests that take long.

#pragma once

#if defined(__SANITIZE_ADDRESS__)
#define KORAT_TEST_ASAN 1
#endif
#if defined(__SANITIZE_THREAD__)
#define KORAT_TEST_TSAN 1
#endif
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KORAT_TEST_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define KORAT_TEST_TSAN 1
#endif
#if __has_feature(undefined_behavior_sanitizer)
#define KORAT_TEST_UBSAN 1
#endif
#endif

namespace korat_test {

#ifdef KORAT_TEST_ASAN
inline constexpr bool address_sanitized = true;
#else
inline constexpr bool address_sanitized = false;
#endif
// It delivers a signal only when the program calls something: an endless loop never hears of it.
#ifdef KORAT_TEST_TSAN
inline constexpr bool thread_sanitized = true;
#else
inline constexpr bool thread_sanitized = false;
#endif

#ifdef KORAT_TEST_EMULATED
inline constexpr bool emulated = true;
#else
inline constexpr bool emulated = false;
#endif

/// Of something random, or of combinations. Sanitizers look for other mistakes than wrong results, and an emulator runs
/// what this machine's processor has run already; both take long.
template <class Number>
constexpr Number so_many(Number usually, Number slowly) {
  return address_sanitized || thread_sanitized || emulated ? slowly : usually;
}

}  // namespace korat_test

/// A function that does wrong on purpose.
#define KORAT_TEST_WRONG [[gnu::noinline, gnu::no_sanitize("undefined", "address", "thread")]]
#if defined(__clang__)
#undef KORAT_TEST_WRONG
#define KORAT_TEST_WRONG [[gnu::noinline, clang::no_sanitize("undefined", "address", "thread")]]
#endif
