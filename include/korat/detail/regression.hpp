// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a failed property shows to be pasted: C++ that builds the structure and its arguments, without Korat.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "korat/field_value.hpp"
#include "korat/owned.hpp"

namespace korat::detail {

/// Lines of C++, each with its '\n'.
struct code {
  std::string outside;     // of the function: names for private members
  std::string statements;  // indented by two
};

/// A parameter of a property's body.
struct parameter {
  std::string declaration;  // "const std::string& text", or made up from the name
  std::string name;
};
/// Of "(tree& t, int key)". Where there is no text, or no name in it: "structure", "argument1", "argument2".
std::vector<parameter> parameters_in(std::string_view text, std::size_t count);

/// The structure that a search stands at, as the variable `name`: of the root's type, or by_pointer a std::unique_ptr.
/// The names of its other objects begin with `prefix`.
struct structure_style {
  std::string name = "structure";
  bool by_pointer = false;
  std::optional<ownership> owner = {};
  std::string prefix = {};
};
code code_of(basic_search&, const structure_style&);

/// A value; of an enum, its enumerators are those of `enumeration`. Nothing, where there is no way to write it.
std::optional<std::string> code_of(const field_value&, std::string_view enumeration);

/// The text between the braces of a KORAT_TEST, from its file; nothing where that cannot be read.
std::optional<std::string> body_of_test(const char* file, const std::string& suite, const std::string& name);

}  // namespace korat::detail
