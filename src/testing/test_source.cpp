// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the text of a test tells: the names of its parameters, and its body, for the regression test that a failure
// shows.

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "korat/detail/regression.hpp"

namespace korat::detail {

namespace {

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())) != 0) text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())) != 0) text.remove_suffix(1);
  return text;
}

/// At the commas that are in no bracket.
std::vector<std::string_view> split(std::string_view list) {
  std::vector<std::string_view> parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= list.size(); ++i) {
    const char c = i < list.size() ? list[i] : ',';
    if (std::string_view("(<[{").find(c) != std::string_view::npos) ++depth;
    if (std::string_view(")>]}").find(c) != std::string_view::npos) --depth;
    if (c != ',' || (depth != 0 && i < list.size())) continue;
    parts.push_back(trimmed(list.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

/// The name at the end of a declaration; nothing, if it is a type alone.
std::string_view name_at_end(std::string_view declaration) {
  std::size_t begin = declaration.size();
  while (begin > 0 && in_name(declaration[begin - 1])) --begin;
  const auto type = trimmed(declaration.substr(0, begin));
  const bool is_type = type.empty() || type.ends_with("::") || type == "const";
  return is_type ? std::string_view() : declaration.substr(begin);
}

/// Goes through C++ without being misled by brackets in comments, strings and characters.
class source_reader {
 public:
  explicit source_reader(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  /// Behind the bracket that closes the next opening one; npos when there is none.
  std::size_t behind_brackets(char opening, char closing) {
    int depth = 0;
    for (; at_ < text_.size(); ++at_) {
      if (skip_text()) continue;
      if (text_[at_] == opening) ++depth;
      if (text_[at_] == closing && --depth == 0) return ++at_;
    }
    return std::string_view::npos;
  }

 private:
  /// Whether a comment or a literal begins here; then this is at its last character.
  bool skip_text() {
    const auto rest = text_.substr(at_);
    if (rest.starts_with("//")) return skip_to("\n");
    if (rest.starts_with("/*")) return skip_to("*/");
    if (rest.starts_with("R\"")) return skip_to(")" + std::string(rest.substr(2, rest.find('(') - 2)) + "\"");
    const char quote = rest.front();
    if (quote == '\'' && at_ > 0 && in_name(text_[at_ - 1])) return false;  // 1'000
    if (quote != '"' && quote != '\'') return false;
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\') ++at_;
    return true;
  }
  bool skip_to(const std::string& end) {
    const auto found = text_.find(end, at_);
    at_ = std::min(found, text_.size() - end.size()) + end.size() - 1;
    return true;
  }

  std::string_view text_;
  std::size_t at_;
};

/// Where "KORAT_TEST(suite, name," begins, with whatever space between.
std::size_t find_test(const std::string& source, const std::string& suite, const std::string& name) {
  for (auto at = source.find("KORAT_TEST"); at != std::string::npos; at = source.find("KORAT_TEST", at + 1)) {
    std::string seen;
    for (auto i = at; i < source.size() && std::ranges::count(seen, ',') < 2; ++i)
      if (std::isspace(static_cast<unsigned char>(source[i])) == 0) seen += source[i];
    if (seen == "KORAT_TEST(" + suite + "," + name + ",") return at;
  }
  return std::string::npos;
}

/// A compiler that was given a relative path was run in this folder, or in one around it. Empty: not found.
std::string read_source(const std::filesystem::path& file) {
  std::error_code ignored;
  auto folder = std::filesystem::current_path(ignored);
  while (file.is_relative() && !std::filesystem::exists(folder / file, ignored) && folder.has_relative_path())
    folder = folder.parent_path();
  std::ifstream in(folder / file);
  return (std::ostringstream() << in.rdbuf()).str();
}

}  // namespace

std::vector<parameter> parameters_in(std::string_view text, std::size_t count) {
  text = trimmed(text);
  if (text.starts_with('(') && text.ends_with(')')) text = text.substr(1, text.size() - 2);
  auto declared = split(text);
  declared.resize(count);
  std::vector<parameter> result;
  for (std::size_t i = 0; i < count; ++i) {
    const auto name = name_at_end(declared[i]);
    const std::string made_up = i == 0 ? "structure" : "argument" + std::to_string(i);
    if (name.empty())
      result.push_back({"const auto " + made_up, made_up});
    else
      result.push_back({std::string(declared[i]), std::string(name)});
  }
  return result;
}

std::optional<std::string> body_of_test(const char* file, const std::string& suite, const std::string& name) {
  const std::string source = read_source(file);
  const auto test = find_test(source, suite, name);
  if (test == std::string::npos) return std::nullopt;
  const auto head = source_reader(source, test).behind_brackets('(', ')');
  if (head == std::string::npos) return std::nullopt;
  const auto begin = source.find_first_not_of(" \t\r\n", head);
  if (begin == std::string::npos || source[begin] != '{') return std::nullopt;
  const auto end = source_reader(source, begin).behind_brackets('{', '}');
  if (end == std::string::npos) return std::nullopt;
  auto body = source.substr(begin + 1, end - begin - 2);
  const auto first_line = trimmed(std::string_view(body).substr(0, body.find('\n')));
  const bool begins_at_brace = !first_line.empty();  // { on one line }
  body.erase(0, begins_at_brace ? body.find_first_not_of(" \t") : std::min(body.find('\n'), body.size() - 1) + 1);
  body.erase(body.find_last_not_of(" \t\r\n") + 1);
  return (begins_at_brace ? "  " : "") + body + '\n';
}

}  // namespace korat::detail
