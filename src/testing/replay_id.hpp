// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A candidate of a property as a short word: a checksum of the property and its bounds, then the values of the
// arguments and of all fields, each in as many bits as its domain needs, five bits a character, without the zeros at
// the end. Writing it allocates nothing: a signal handler may.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace korat::detail {

/// What an id is of: the largest value of each argument and then of each field.
struct id_layout {
  std::uint32_t checksum = 0;
  std::vector<std::uint32_t> largest;
  id_layout() = default;
  id_layout(std::string_view property, std::vector<std::uint32_t> largest);
};

/// How many characters there are at most.
std::size_t longest_id(const id_layout&) noexcept;
/// Writes it; returns behind the last character.
char* write_id(char* to, const id_layout&, std::span<const std::uint32_t> values) noexcept;
std::string id_of(const id_layout&, std::span<const std::uint32_t> values);

enum class id_error { none, other_property, no_id };
struct read_id {
  id_error error = id_error::no_id;
  std::vector<std::uint32_t> values;
};
read_id values_of(const id_layout&, std::string_view id);

/// What --korat_replay= or KORAT_REPLAY says; nothing: neither is there.
std::optional<std::string> requested_id();

}  // namespace korat::detail
