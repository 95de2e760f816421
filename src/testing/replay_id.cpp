// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "testing/replay_id.hpp"

#include <bit>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "encoding/hash.hpp"

namespace korat::detail {

namespace {

constexpr std::string_view id_letters = "0123456789abcdefghjkmnpqrstvwxyz";  // none that is mistaken for another
constexpr int letter_bits = 5, checksum_letters = 4;

int bits_for(std::uint32_t largest) noexcept { return static_cast<int>(std::bit_width(largest)); }

}  // namespace

id_layout::id_layout(std::string_view property, std::vector<std::uint32_t> sizes) : largest(std::move(sizes)) {
  encoding::fnv_1a hash;  // part of ids that users keep
  hash.add(property);
  for (const auto size : largest) hash.add(std::uint64_t{size});
  checksum = static_cast<std::uint32_t>(hash.value() >> 20) & ((1u << (letter_bits * checksum_letters)) - 1);
}

std::size_t longest_id(const id_layout& layout) noexcept {
  std::size_t bits = 0;
  for (const auto largest : layout.largest) bits += static_cast<std::size_t>(bits_for(largest));
  return checksum_letters + (bits + letter_bits - 1) / letter_bits;
}

char* write_id(char* to, const id_layout& layout, std::span<const std::uint32_t> values) noexcept {
  std::uint64_t waiting = layout.checksum;
  int count = letter_bits * checksum_letters;
  char* end = to;  // behind the last letter that is no zero
  const auto drain = [&](int least) {
    while (count >= least && count > 0) {
      const int shift = count - letter_bits;
      const auto letter = (shift >= 0 ? waiting >> shift : waiting << -shift) & 31;
      *to++ = id_letters[letter];
      if (letter != 0) end = to;
      count -= letter_bits;
    }
  };
  drain(letter_bits);
  end = to;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const int bits = bits_for(layout.largest[i]);
    waiting = waiting << bits | values[i];
    count += bits;
    drain(letter_bits);
  }
  drain(1);
  return end;
}

std::string id_of(const id_layout& layout, std::span<const std::uint32_t> values) {
  std::string id(longest_id(layout), '\0');
  id.resize(static_cast<std::size_t>(write_id(id.data(), layout, values) - id.data()));
  return id;
}

read_id values_of(const id_layout& layout, std::string_view id) {
  std::uint64_t waiting = 0;
  int count = 0;
  std::size_t next = 0;
  bool wrong = id.size() < checksum_letters || id.size() > longest_id(layout);
  const auto take = [&](int bits) {
    for (; count < bits; count += letter_bits) {
      const auto letter = next < id.size() ? id_letters.find(id[next]) : 0;
      ++next;
      wrong = wrong || letter == std::string_view::npos;
      waiting = waiting << letter_bits | (letter & 31);
    }
    count -= bits;
    return static_cast<std::uint32_t>(waiting >> count & ((std::uint64_t{1} << bits) - 1));
  };
  if (take(letter_bits * checksum_letters) != layout.checksum) return {id_error::other_property, {}};
  read_id result{id_error::none, {}};
  for (const auto largest : layout.largest) {
    result.values.push_back(take(bits_for(largest)));
    wrong = wrong || result.values.back() > largest;
  }
  if (wrong) return {id_error::no_id, {}};
  return result;
}

// From the system, because a test framework's main() may not hand its arguments on.
std::optional<std::string> requested_id() {
  constexpr std::string_view option = "--korat_replay=";
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  for (std::string argument; std::getline(file, argument, '\0');)
    if (argument.starts_with(option)) return argument.substr(option.size());
  if (const char* const variable = std::getenv("KORAT_REPLAY"); variable != nullptr && *variable != '\0')
    return variable;
  return std::nullopt;
}

}  // namespace korat::detail
