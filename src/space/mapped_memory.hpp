// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Large pieces of address space, whose memory the system supplies as it is used. Making one, touching its first pages
// and giving it back takes as long as a thousand candidates, so a thread keeps a few for its next search, with a little
// of the memory that was used. What lies in it is anything.

#pragma once

#include <cstddef>
#include <span>

namespace korat::detail {

/// What a piece is used for: where its use begins, and so which part is worth keeping.
enum class grows { up, down };

/// In large pages much memory is supplied at once: for millions of fields. Such a piece is not kept.
enum class pages { small, large };
/// By the number of fields.
inline pages pages_for(std::size_t cells) noexcept { return cells < 200'000 ? pages::small : pages::large; }

/// A thread that keeps something gives it back when it ends. To arrange for that changes variables of the thread and
/// takes memory, the first time, so a search does it before its predicate runs: neither is the predicate's.
void remember_to_give_back() noexcept;

/// A piece of address space, or null. One that grows down has a guard below: addresses that may not be touched.
std::byte* take_mapped(std::size_t size, grows, std::size_t guard = 0, pages = pages::small) noexcept;
void give_back_mapped(std::byte* memory, std::size_t size, grows, std::size_t guard = 0, pages = pages::small) noexcept;

/// A slice of the noticed region (slice.hpp) is kept in the same way, all zeros, but by few threads at a time: there is
/// a fixed number of them. `keep_slice`: false when it is not kept. `take_slice`: null when there is none.
bool keep_slice(std::byte* slice) noexcept;
std::byte* take_slice() noexcept;

/// Our own record of what this thread keeps: it changes while a predicate runs, and is no state of the predicate.
std::span<const std::byte> kept_variables() noexcept;

}  // namespace korat::detail
