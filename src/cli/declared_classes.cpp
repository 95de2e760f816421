// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/declared_classes.hpp"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

namespace korat::cli {
namespace {

struct token {
  std::string_view text;
  std::size_t offset;

  bool is_word() const { return std::isalpha(static_cast<unsigned char>(text[0])) || text[0] == '_'; }
};

std::string in_full(const std::vector<std::string>& namespaces, std::string_view name) {
  std::string text;
  for (const auto& n : namespaces)
    if (!n.empty()) text += n + "::";
  return text.append(name);
}

/// Words and single characters; without comments, texts in quotes and directives.
class token_reader {
 public:
  explicit token_reader(std::string_view text) : text_(text) {}

  std::optional<token> next() {
    while (skip_something()) continue;
    if (at_ >= text_.size()) return std::nullopt;
    const auto begin = at_;
    const auto in_word = [this] {
      return at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) || text_[at_] == '_');
    };
    while (in_word()) ++at_;
    if (at_ == begin) ++at_;
    return token{text_.substr(begin, at_ - begin), begin};
  }

 private:
  bool begins(std::string_view with) const { return text_.substr(at_).starts_with(with); }
  void go_behind(std::string_view what, std::size_t from) {
    const auto found = text_.find(what, from);
    at_ = found == std::string_view::npos ? text_.size() : found + what.size();
  }
  bool skip_something() {
    if (at_ >= text_.size()) return false;
    const char c = text_[at_];
    if (std::isspace(static_cast<unsigned char>(c))) return ++at_, true;
    if (begins("//")) return go_behind("\n", at_), true;
    if (begins("/*")) return go_behind("*/", at_ + 2), true;
    if (begins("R\"")) return skip_raw_text(), true;
    if (c == '"' || (c == '\'' && !is_in_number())) return skip_quoted(c), true;
    if (c == '#') return skip_directive(), true;
    return false;
  }
  bool is_in_number() const { return at_ > 0 && std::isdigit(static_cast<unsigned char>(text_[at_ - 1])); }  // 1'000
  void skip_raw_text() {
    const auto open = std::min(text_.find('(', at_), text_.size());
    go_behind(")" + std::string(text_.substr(at_ + 2, open - at_ - 2)) + "\"", open);
  }
  void skip_quoted(char quote) {
    for (++at_; at_ < text_.size() && text_[at_] != quote; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }
  void skip_directive() {
    for (; at_ < text_.size() && text_[at_] != '\n'; ++at_)
      if (text_[at_] == '\\') ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Follows the braces. What they belong to is known when they open.
class declaration_scan {
 public:
  explicit declaration_scan(std::string_view text) : tokens_(text) {}

  declarations run() {
    while (const auto t = tokens_.next()) take(*t);
    return std::move(found_);
  }

 private:
  enum class scope { of_namespace, of_linkage, other };

  /// 'typedef struct tag {...} name', whose tag may be missing.
  struct defined_in_typedef {
    std::optional<token> tag;
    std::size_t begin, end, depth;
  };

  void take(const token& t) {
    if (in_typedef_ && in_typedef_->end != 0) name_typedef(t);
    if (t.text == "{") return open(), void();
    if (t.text == "}") return close(t);
    if (t.text == ";") return end_declaration();
    if (t.text == "template") template_ = true;
    if (t.text == "typedef") typedef_ = true;
    if (t.text == "inline") inline_ = true;
    if (t.text == "extern") extern_ = true;  // extern "C" {: its quotes are skipped
    if (t.text == "namespace" || t.text == "class" || t.text == "struct" || t.text == "union" || t.text == "enum") {
      if (keyword_ != "enum") keyword_ = t.text, keyword_offset_ = t.offset;  // of an enum class, the first word counts
      tag_.reset();
      name_.reset();
      named_ = false;
    } else if (keyword_ == "namespace" && t.is_word() && t.text != "inline") {
      path_.emplace_back(std::exchange(inline_, false) ? "" : t.text);  // namespace a::b
    } else if (!keyword_.empty() && keyword_ != "namespace") {
      take_of_class(t);
    }
  }
  /// The name is the last word before the bases; what cannot stand there ends it.
  void take_of_class(const token& t) {
    if (t.text == ":") named_ = true;
    if (named_) return;
    if (t.is_word() && t.text != "final" && t.text != "alignas") {
      tag_ = name_;
      name_ = t;
    }
    if (t.text == "=" || t.text == ")" || t.text == "," || t.text == ">" || t.text == "*" || t.text == "&")
      keyword_ = {};
  }
  void open() {
    if (keyword_ == "namespace") {
      if (path_.empty()) path_.emplace_back();
      depths_.push_back(path_.size());
      namespaces_.insert(namespaces_.end(), path_.begin(), path_.end());
      scopes_.push_back(scope::of_namespace);
    } else {
      if (!keyword_.empty() && std::ranges::find(scopes_, scope::other) == scopes_.end()) {
        if (name_) found_.classes.push_back({namespaces_, std::string(name_->text), name_->offset, template_});
        if (typedef_) in_typedef_ = {name_, keyword_offset_, 0, scopes_.size()};
      }
      scopes_.push_back(extern_ && keyword_.empty() ? scope::of_linkage : scope::other);
    }
    forget();
  }
  void close(const token& t) {
    if (!scopes_.empty()) {
      if (scopes_.back() == scope::of_namespace) {
        namespaces_.resize(namespaces_.size() - depths_.back());
        depths_.pop_back();
      }
      scopes_.pop_back();
    }
    if (in_typedef_ && in_typedef_->depth == scopes_.size()) in_typedef_->end = t.offset;
    forget();
  }
  void name_typedef(const token& t) {
    const auto& [tag, begin, end, depth] = *in_typedef_;
    if (t.is_word() && tag)
      add_alias(t, *tag);
    else if (t.is_word())
      found_.classes.push_back({namespaces_, std::string(t.text), begin, false, end});
    in_typedef_.reset();
  }
  /// It may be 'typedef struct node node_t'.
  void end_declaration() {
    if (typedef_ && !keyword_.empty() && tag_ && std::ranges::find(scopes_, scope::other) == scopes_.end())
      add_alias(*name_, *tag_);
    forget();
  }
  void add_alias(const token& name, const token& of) {
    if (name.text != of.text)
      found_.aliases.push_back({in_full(namespaces_, name.text), in_full(namespaces_, of.text)});
  }
  void forget() {
    keyword_ = {};
    tag_.reset();
    name_.reset();
    named_ = template_ = extern_ = typedef_ = inline_ = false;
    path_.clear();
  }

  token_reader tokens_;
  std::vector<scope> scopes_;            // around the current token
  std::vector<std::size_t> depths_;      // of each namespace among them, how many names it has
  std::vector<std::string> namespaces_;  // all of these names
  std::string_view keyword_;             // what is being declared, if anything
  std::size_t keyword_offset_ = 0;
  std::optional<token> name_;  // of the class, as far as read
  std::optional<token> tag_;   // the word before it
  bool named_ = false;         // its bases have begun
  bool template_ = false;      // these words stand before it
  bool extern_ = false;
  bool typedef_ = false;
  bool inline_ = false;
  std::optional<defined_in_typedef> in_typedef_;  // from its brace to the name behind it
  std::vector<std::string> path_;                 // of the namespace, as far as read
  declarations found_;
};

}  // namespace

std::string declared_class::qualified() const { return in_full(namespaces, name); }

declarations declared_in(std::string_view text) { return declaration_scan(text).run(); }

std::vector<std::string> files_included_by(std::string_view text) {
  std::vector<std::string> files;
  constexpr std::string_view word = "#include \"";
  for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const auto begin = at + word.size();
    const auto end = text.find_first_of("\"\n", begin);
    if (end != std::string_view::npos && text[end] == '"') files.emplace_back(text.substr(begin, end - begin));
  }
  return files;
}

}  // namespace korat::cli
