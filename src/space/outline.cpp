// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "space/outline.hpp"

#include <bit>

namespace korat::detail {

namespace {

struct in_words {
  std::string operator()(const null_reference&) const { return "null"; }
  std::string operator()(const object_id& o) const { return std::to_string(o.index).append(o.part).append("#"); }
  std::string operator()(bool b) const { return b ? "true" : "false"; }
  std::string operator()(double d) const { return std::to_string(std::bit_cast<std::uint64_t>(d)).append("f"); }
  std::string operator()(const std::string& s) const { return std::to_string(s.size()).append(":").append(s); }
  std::string operator()(const named_value& s) const { return s.name; }
  std::string operator()(std::int64_t n) const { return std::to_string(n); }
  std::string operator()(std::uint64_t n) const { return std::to_string(n); }
};

std::string values_of(const space& s, std::size_t cell) {
  constexpr std::uint32_t most = 256;
  const auto count = s.domain(cell).count;
  std::string text = std::to_string(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (count > most && i == most / 2) i = count - most / 2;
    text.append(1, ' ').append(std::visit(in_words(), s.show(cell, i)));
  }
  return text;
}

}  // namespace

std::string outline(const space& s) {
  std::string text;
  for (const auto& c : s.described().classes)
    text += c.name + ' ' + std::to_string(c.count) + (c.told_apart ? " told apart\n" : "\n");
  for (std::size_t i = 0; i < s.cells().size(); ++i) text += s.field_name(i) + " = " + values_of(s, i) + '\n';
  return text;
}

}  // namespace korat::detail
