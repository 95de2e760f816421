// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Choices that the predicate makes itself, beside those of the fields it reads.
//
//   bounds.choices(3, 10);                       // at most three in a run, each among at most ten values
//   ...
//   const int key = korat::choose(0, 9);         // inside the predicate: the search tries every value
//
// A choice is one like a field's: it has its place in the candidate vector, is tried in order, forward and backward, is
// counted and covered, and is printed with the structure. So a predicate may choose an argument for the operation under
// test, and a generator may build a structure by calls of its own operations. replay() runs such code once more outside
// the search, with the answers it was given.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "korat/detail/choosing.hpp"

namespace korat {

/// One of low, low + 1, ... high. Only in a predicate whose bounds have room for it (finitization::choices), or in
/// replay(): throws usage_error elsewhere, and where there are more choices or values than the bounds say.
template <class Integer>
requires(std::is_integral_v<Integer> && !std::is_same_v<Integer, bool>) Integer choose(Integer low, Integer high) {
  return static_cast<Integer>(detail::choose_between(static_cast<std::int64_t>(low), static_cast<std::int64_t>(high)));
}

/// One of the elements of a range that is not empty: an array, a vector, a span. Its index is what is recorded.
template <class Range>
requires requires(Range& objects) {
  std::begin(objects)[0];
  std::size(objects);
}
decltype(auto) choose(Range&& objects) {
  const std::ptrdiff_t index = detail::choose_between(0, static_cast<std::int64_t>(std::size(objects)) - 1);
  return std::begin(objects)[index];
}

/// Runs `function` outside a search, choose() answering with what it answered in one: basic_search::choices().
template <class Function>
decltype(auto) replay(std::span<const std::int64_t> choices, Function function) {
  const detail::replaying scope(choices);
  return function();
}

}  // namespace korat
