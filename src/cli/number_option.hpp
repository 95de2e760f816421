// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Options whose value is a number above zero, or an integer from zero on.

#pragma once

#include <fmt/format.h>

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <type_traits>

#include "cli/exit_code.hpp"
#include "cli/options.hpp"

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
void add_number_to(option_list& options, const std::string& name, const char* value_name, const std::string& help,
                   Place& place) {
  const auto set = [name, &place](const std::string& word) {
    Number number{};
    if (!as_positive(word, number))
      throw usage_error(fmt::format("{}: expected a positive {}, not '{}'", name,
                                    std::is_integral_v<Number> ? "integer" : "number", word));
    place = number;
  };
  options.value(name, value_name, help, set);
}

template <class Number>
void add_number(option_list& options, const std::string& name, const char* value_name, const std::string& help,
                Number& place) {
  add_number_to<Number>(options, name, value_name, help, place);
}

template <class Number>
void add_number(option_list& options, const std::string& name, const char* value_name, const std::string& help,
                std::optional<Number>& place) {
  add_number_to<Number>(options, name, value_name, help, place);
}

/// An integer from zero on.
template <std::unsigned_integral Number>
void add_count(option_list& options, const std::string& name, const char* value_name, const std::string& help,
               Number& place) {
  const auto set = [name, &place](const std::string& word) {
    if (word == "0")
      place = 0;
    else if (!as_positive(word, place))
      throw usage_error(fmt::format("{}: expected an integer from 0 on, not '{}'", name, word));
  };
  options.value(name, value_name, help, set);
}

}  // namespace korat::cli
