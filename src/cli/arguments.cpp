// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <numeric>

#include "cli/counting.hpp"
#include "cli/exit_code.hpp"
#include "cli/source_file.hpp"

namespace korat::cli {
namespace {

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
char upper(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

/// Letters and digits in lower case: BinaryTree, binary_tree and binary-tree are the same word.
std::string simplified(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (std::isalnum(static_cast<unsigned char>(c))) out += lower(c);
  return out;
}

/// Levenshtein's distance, one row at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const auto replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::int64_t integer(const subjects::subject& subject, const std::string& word) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (error == std::errc::result_out_of_range)
    throw usage_error(fmt::format("{}: the argument {} is out of range", subject.name, word));
  if (error != std::errc() || end != word.data() + word.size())
    throw usage_error(fmt::format("{}: the arguments are integers, but '{}' is none", subject.name, word));
  return number;
}

std::string forms_text(const subjects::subject& subject, const std::string& beginning) {
  std::string out;
  for (const auto& form : subject.forms) out += fmt::format("\n  {} {}", beginning, form_text(form));
  return out;
}

}  // namespace

std::string nearest(std::string_view wrong, std::span<const std::string> names) {
  const auto simple = simplified(wrong);
  std::string best;
  auto best_distance = std::max<std::size_t>(simple.size() / 3, 1) + 1;  // a third of it wrong is still a typing error
  for (const auto& name : names) {
    const auto d = distance(simple, simplified(name));
    if (d < best_distance) best_distance = d, best = name;
  }
  return best;
}

const subjects::subject& named_subject(const std::string& name, purpose why) {
  if (is_source_file(name)) {
    enter(split(name).file, why);
    return offered_subject(split(name));
  }
  if (const auto* found = subjects::find(name)) return *found;
  if (is_diagram_file(name))
    throw usage_error(
        fmt::format("{} is a diagram, for korat generate, count, sample, nth, rank, ranges and draw", name));
  std::vector<std::string> names;
  for (const auto every : {subjects::all(), subjects::in_lockstep()})
    for (const auto& s : every) names.push_back(s.name);
  const auto meant = nearest(name, names);
  throw usage_error(fmt::format("there is no subject '{}'{}\nThe subjects: {}", name,
                                meant.empty() ? "" : fmt::format("; did you mean '{}'?", meant),
                                fmt::join(names, ", ")));
}

subjects::arguments checked_arguments(const subjects::subject& subject, const std::vector<std::string>& words,
                                      const std::string& beginning) {
  subjects::arguments arguments;
  for (const auto& word : words) arguments.push_back(integer(subject, word));
  const auto fits = [&](const auto& form) { return form.size() == arguments.size(); };
  if (std::ranges::any_of(subject.forms, fits)) return arguments;
  throw usage_error(fmt::format("{}: wrong number of arguments: {} given. It is called as{}", subject.name,
                                arguments.empty() ? "none" : std::to_string(arguments.size()),
                                forms_text(subject, beginning)));
}

std::string form_text(const std::vector<std::string>& form) {
  auto text = fmt::format("{}", fmt::join(form, " "));
  for (char& c : text) c = upper(c);
  return text;
}

std::string call_text(const std::string& subject, const subjects::arguments& arguments) {
  return fmt::format("{} {}", subject, fmt::join(arguments, " "));
}

}  // namespace korat::cli
