// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Options whose value is a number above zero, or an integer from zero on.

#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "cli/exit_code.hpp"

namespace korat::cli {

/// False when the word is no number above zero; `place` is then as it was.
template <class Number>
bool as_positive(const std::string& word, Number& place) {
  Number number{};
  const auto* end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc() || stopped != end || !(number > 0)) return false;
  place = number;
  return true;
}

/// `Place`: a Number, or an optional one.
template <class Number, class Place>
void add_number_to(CLI::App& parser, const std::string& name, const char* value_name, const std::string& help,
                   Place& place) {
  const auto set = [name, &place](const std::string& word) {
    Number number{};
    if (!as_positive(word, number))
      throw usage_error(fmt::format("{}: expected a positive {}, not '{}'", name,
                                    std::is_integral_v<Number> ? "integer" : "number", word));
    place = number;
  };
  parser.add_option_function<std::string>(name, set, help)->type_name(value_name);
}

template <class Number>
void add_number(CLI::App& parser, const std::string& name, const char* value_name, const std::string& help,
                Number& place) {
  add_number_to<Number>(parser, name, value_name, help, place);
}

template <class Number>
void add_number(CLI::App& parser, const std::string& name, const char* value_name, const std::string& help,
                std::optional<Number>& place) {
  add_number_to<Number>(parser, name, value_name, help, place);
}

/// An integer from zero on.
inline void add_count(CLI::App& parser, const std::string& name, const char* value_name, const std::string& help,
                      std::uint64_t& place) {
  const auto set = [name, &place](const std::string& word) {
    if (word == "0")
      place = 0;
    else if (!as_positive(word, place))
      throw usage_error(fmt::format("{}: expected an integer from 0 on, not '{}'", name, word));
  };
  parser.add_option_function<std::string>(name, set, help)->type_name(value_name);
}

}  // namespace korat::cli
