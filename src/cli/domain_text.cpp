// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/domain_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace korat::cli {
namespace {

using maybe_text = std::optional<std::string>;

bool is_one_of(std::string_view type, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, type) != names.end();
}

std::string without_const(std::string type) {
  constexpr std::string_view word = "const ";
  return type.starts_with(word) ? type.substr(word.size()) : type;
}

/// Of "std::map<int, std::pair<a, b>>": int, and std::pair<a, b>.
std::vector<std::string> template_arguments(const std::string& type) {
  std::vector<std::string> all(1);
  int depth = 0;
  for (auto at = type.find('<') + 1; at < type.size(); ++at) {
    const char c = type[at];
    if (c == '>' && depth-- == 0) break;
    if (c == '<') ++depth;
    if (c == ',' && depth == 0)
      all.emplace_back();
    else if (c != ' ' || !all.back().empty())
      all.back() += c;
  }
  return all;
}

maybe_text domain_of_number(const std::string& type) {
  if (type == "bool") return "korat::any_bool";
  if (type == "char") return "korat::between('a', 'c')";
  if (type == "float") return "korat::one_of(0.0F, 1.0F)";
  if (type == "double") return "korat::one_of(0.0, 1.0)";
  if (is_one_of(type, {"short", "int", "long", "long long", "signed char", "unsigned char", "unsigned short",
                       "unsigned int", "unsigned long", "unsigned long long"}))
    return "korat::between(0, size)";
  if (type == "std::basic_string<char>" || type == "std::string")
    return "korat::one_of(std::vector<std::string>{\"\", \"a\", \"b\"})";
  return std::nullopt;
}

maybe_text wrapped(const char* pattern, const maybe_text& inner) {
  return inner ? maybe_text(fmt::format(fmt::runtime(pattern), *inner)) : std::nullopt;
}

/// Not another container.
bool is_searched_element(const std::string& type) {
  return !type.ends_with('>') || type.starts_with("std::unique_ptr<") || type.starts_with("std::shared_ptr<");
}

/// Of a type whose values can be listed one by one.
maybe_text domain_of_values(const std::string& type, const known_types& known) {
  auto number = domain_of_number(type);
  return number ? number : known.enumerators_of(type);
}

maybe_text domain_of_alternatives(const std::vector<std::string>& types, const known_types& known) {
  std::string all;
  for (const auto& type : types) {
    const auto one = domain_of_values(type, known);
    if (!one) return std::nullopt;
    all += (all.empty() ? "" : ", ") + *one;
  }
  return "korat::variant_of(" + all + ")";
}

maybe_text domain_of_template(const std::string& type, const known_types& known) {
  const auto name = type.substr(0, type.find('<'));
  const auto arguments = template_arguments(type);
  const auto inner = [&] { return domain_for(arguments[0], known); };
  if (is_one_of(name, {"std::unique_ptr", "std::shared_ptr"})) return known.objects_of(without_const(arguments[0]));
  if (is_one_of(name, {"korat::field", "std::array"})) return inner();
  if (name == "korat::array") return wrapped("korat::array_of({}).with_length(korat::between(0, size))", inner());
  if (is_one_of(name, {"std::vector", "std::list", "std::deque"})) {
    // A vector is searched element by element where its elements are numbers, enumerators or pointers.
    const auto& element = arguments[0];
    const bool whole = name != "std::vector" || element == "bool" || element.starts_with("std::basic_string<");
    if (whole)
      return wrapped(("korat::sequences_of<" + type + ">({}, korat::between(0, size))").c_str(),
                     domain_of_values(element, known));
    if (is_searched_element(element)) return wrapped("korat::vector_of({}, korat::between(0, size))", inner());
    return std::nullopt;
  }
  if (name == "std::optional") return wrapped("korat::optional_of({})", domain_of_values(arguments[0], known));
  if (name == "std::variant") return domain_of_alternatives(arguments, known);
  return std::nullopt;
}

}  // namespace

std::optional<std::string> domain_for(std::string type, const known_types& known) {
  if (type.ends_with(']')) type.resize(type.find('['));  // an array: that of an element
  while (type.ends_with(' ')) type.pop_back();
  if (type.ends_with('*')) {
    type.pop_back();
    while (type.ends_with(' ')) type.pop_back();
    return type == "const char" ? maybe_text("korat::one_of(\"\", \"a\")") : known.objects_of(without_const(type));
  }
  if (auto number = domain_of_number(type)) return number;
  if (type.ends_with('>')) return domain_of_template(type, known);
  return known.enumerators_of(type);
}

}  // namespace korat::cli
