// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/member_names.hpp"

#include <charconv>

namespace korat::detail {

namespace {

/// Lines of what all files have left, with tabs between words. The linker makes these where there are any.
extern "C" {
[[gnu::weak, gnu::visibility("hidden")]] extern const char __start_korat_members[];
[[gnu::weak, gnu::visibility("hidden")]] extern const char __stop_korat_members[];
}

std::string_view taken_from(std::string_view& text, char end) {
  const auto length = text.find(end);
  const auto word = text.substr(0, length);
  text.remove_prefix(length == std::string_view::npos ? text.size() : length + 1);
  return word;
}

std::size_t number_in(std::string_view word) {
  std::size_t result = 0;
  std::from_chars(word.data(), word.data() + word.size(), result);
  return result;
}

}  // namespace

std::string member_at(std::string_view class_name, std::size_t class_size, std::size_t offset) {
  if (__start_korat_members == nullptr) return {};
  std::string_view all(__start_korat_members, static_cast<std::size_t>(__stop_korat_members - __start_korat_members));
  std::string_view found;
  while (!all.empty()) {
    auto line = taken_from(all, '\n');
    const bool of_class = taken_from(line, '\t') == class_name && number_in(taken_from(line, '\t')) == class_size;
    const auto begin = number_in(taken_from(line, '\t')), size = number_in(taken_from(line, '\t'));
    if (!of_class || offset < begin || offset - begin >= size) continue;
    if (!found.empty() && found != line) return {};
    found = line;
  }
  return std::string(found);
}

}  // namespace korat::detail
