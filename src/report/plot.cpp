// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/plot.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "report/numbers.hpp"

namespace korat::report {
namespace {

constexpr std::size_t width = 24;

std::string right_aligned(const std::string& text, std::size_t columns) {
  return std::string(columns - std::min(columns, text.size()), ' ') + text;
}

/// Whole blocks and an eighth of one; whatever is not zero shows.
std::string bar(std::uint64_t value, std::uint64_t most) {
  constexpr std::array<std::string_view, 8> eighths{"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  if (value == 0) return std::string(width, ' ');
  const auto length = static_cast<double>(value) / static_cast<double>(most) * width * 8;
  const auto units = std::max<std::size_t>(1, static_cast<std::size_t>(length));
  std::string out;
  for (std::size_t i = 0; i < units / 8; ++i) out += "█";
  out += eighths[units % 8];
  return out + std::string(width - units / 8 - (units % 8 == 0 ? 0 : 1), ' ');
}

}  // namespace

std::string plot(const distribution& d) {
  const auto most_of = [](const auto& values) { return std::max<std::uint64_t>(1, *std::ranges::max_element(values)); };
  const auto by_space = most_of(d.by_space), by_explored = most_of(d.by_explored);
  const auto digits = std::max<std::size_t>(9, grouped(std::max(by_space, by_explored)).size());
  const auto parts = std::to_string(d.by_space.size());
  const std::string indent(2 * parts.size() + 5, ' '), left = "solutions by space covered";
  std::string out = indent + left + std::string(digits + width + 3 - left.size(), ' ') + "by candidates explored\n";
  for (std::size_t i = 0; i < d.by_space.size(); ++i) {
    auto line = "  " + right_aligned(std::to_string(i + 1), parts.size()) + "/" + parts + " " +
                right_aligned(grouped(d.by_space[i]), digits + 1) + " " + bar(d.by_space[i], by_space) +
                right_aligned(grouped(d.by_explored[i]), digits + 1) + " " + bar(d.by_explored[i], by_explored);
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace korat::report
