// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Bytes to structures, for fuzzers such as libFuzzer: every input is a valid structure, and every structure is an
// input.
//
//   extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
//     static auto trees = korat::structures(bounds(8), &search_tree::rep_ok);
//     korat::byte_source bytes({data, size});
//     auto tree = korat::copy(korat::take_structure(trees, bytes));
//     while (!bytes.empty()) tree->insert(bytes.take(20));
//     return 0;
//   }
//
// A diagram in place of structures() has more of them than can be enumerated, but cannot be built under
// AddressSanitizer.

#pragma once

#include <cstdint>
#include <span>

#include "korat/diagram.hpp"
#include "korat/error.hpp"
#include "korat/structures.hpp"

namespace korat {

/// Bytes that are used up one after the other; behind the last there are zeros.
class byte_source {
 public:
  explicit byte_source(std::span<const std::uint8_t> bytes) : left_(bytes) {}
  bool empty() const noexcept { return left_.empty(); }
  std::uint8_t take_byte() noexcept {
    if (left_.empty()) return 0;
    const auto first = left_.front();
    left_ = left_.subspan(1);
    return first;
  }
  /// A number from 0 to `end` - 1, of as many bytes as that needs.
  std::uint32_t take(std::uint32_t end) {
    if (end == 0) throw usage_error("korat: byte_source::take(): there is no number below 0");
    std::uint64_t number = 0;
    for (std::uint64_t reach = 1; reach < end; reach *= 256) number = number * 256 + take_byte();
    return static_cast<std::uint32_t>(number % end);
  }

 private:
  std::span<const std::uint8_t> left_;
};

/// Goes to the structure whose number the next bytes tell; takes as many as the number of structures has. The structure
/// belongs to the diagram: change a copy of it (owned.hpp), or restore() it.
template <class Root>
const Root& take_structure(diagram<Root>& all, byte_source& bytes) {
  if (all.count().is_zero())
    throw usage_error("korat: take_structure(): the predicate accepts no structure within the bounds");
  big_integer number;
  big_integer reach = 1;
  while (reach < all.count()) {
    reach *= 256;
    number *= 256;
    number += bytes.take_byte();
  }
  // The number is below 256 times the count: eight subtractions of a multiple, each half of the one before.
  for (std::uint32_t times = 256; times != 0; times /= 2) {
    auto multiple = all.count();
    multiple *= times;
    if (number >= multiple) number -= multiple;
  }
  return all[number];
}
template <class Root>
const Root& take_structure(structures_domain<Root>& all, byte_source& bytes) {
  if (all.vectors.empty())
    throw usage_error("korat: take_structure(): the predicate accepts no structure within the bounds");
  all.search->seek(all.vectors[bytes.take(static_cast<std::uint32_t>(all.vectors.size()))]);
  return all.search->structure();
}

}  // namespace korat
