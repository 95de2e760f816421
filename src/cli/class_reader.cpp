// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/class_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "cli/declared_classes.hpp"
#include "cli/process.hpp"
#include "cli/source_file.hpp"
#include "files/json_reader.hpp"

namespace korat::cli {
namespace {

using ast = files::json_value;

void declare_all(const std::filesystem::path& file, std::set<std::filesystem::path>& seen, declarations& all) {
  if (!std::filesystem::exists(file) || !seen.insert(std::filesystem::weakly_canonical(file)).second) return;
  std::ifstream in(file);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  for (const auto& other : files_included_by(text)) declare_all(file.parent_path() / other, seen, all);
  auto here = declared_in(text);
  std::ranges::move(here.classes, std::back_inserter(all.classes));
  std::ranges::move(here.aliases, std::back_inserter(all.aliases));
}

/// Clang shows what has this in its full name: that of the class, or the namespace that it shares with others. To Clang
/// 14 a class that only a typedef names is anonymous.
std::vector<std::string> filters_for(const declared_class& c) {
  if (c.is_unnamed()) return {c.name, "(anonymous"};
  return c.namespaces.empty() || c.namespaces.front().empty() ? std::vector{c.name}
                                                              : std::vector{c.namespaces.front() + "::"};
}

std::vector<ast> declarations_in(const std::string& file, const std::string& filter) {
  std::vector<std::string> words = {compiler_for_headers(), "--without-pass", "-w", "-fsyntax-only"};
  for (auto& flag : flags_for_headers()) words.push_back(std::move(flag));
  for (const char* word : {"-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter", "-Xclang"})
    words.emplace_back(word);
  for (const auto& word : {filter, std::string("-x"), std::string("c++"), file}) words.push_back(word);
  const auto clang = run_process(words);
  if (clang.code != 0) {
    const auto read = clang.output.find("\n{");  // what it has read of the file comes behind
    std::cerr << (read == std::string::npos ? clang.output : clang.output.substr(0, read + 1));
    throw source_error(fmt::format("{} cannot be read: see above", file));
  }
  return ast::parse_all(clang.output);
}

std::string text_in(const ast& a, const char* key) { return a.value(key, std::string()); }
bool flag_in(const ast& a, const char* key) { return a.value(key, false); }
bool is_kind(const ast& a, const char* kind) { return text_in(a, "kind") == kind; }

std::string type_of(const ast& declaration) {
  const auto& type = declaration["type"];
  const auto text = text_in(type, type.contains("desugaredQualType") ? "desugaredQualType" : "qualType");
  static const std::regex as_c_writes_them("\\b(struct|class|union|enum) ");
  return std::regex_replace(text, as_c_writes_them, "");
}

auto parts_of(const ast& a) { return a["inner"].each(); }

bool is_check(const ast& function) {
  const auto type = type_of(function);
  return type == "bool () const" || type == "bool () const noexcept";
}

/// A constructor without parameters that others may call; the compiler's own, if there is none of the class.
bool has_default_constructor(const ast& record) { return flag_in(record["definitionData"]["defaultCtor"], "exists"); }

std::size_t offset_in(const ast& location) { return location.value("offset", std::size_t{0}); }

/// A class without a name is known by both its ends: Clang may show such classes of other files.
bool is_the_one(const ast& declaration, const declared_class& c) {
  if (offset_in(declaration["loc"]) != c.offset) return false;
  return c.is_unnamed() ? offset_in(declaration["range"]["end"]) == c.end : text_in(declaration, "name") == c.name;
}

class header_builder {
 public:
  explicit header_builder(read_header& header) : header_(header) {}

  /// Takes it if it is the one that was declared, or looks into it if it is a namespace.
  void take(const ast& declaration, const declared_class& c) {
    if (is_kind(declaration, "NamespaceDecl") || is_kind(declaration, "LinkageSpecDecl"))
      for (const auto& part : parts_of(declaration)) take(part, c);
    if (!is_the_one(declaration, c)) return;
    if (is_kind(declaration, "ClassTemplateDecl"))
      header_.classes.push_back({.name = c.qualified(), .is_template = true});
    else if (is_kind(declaration, "EnumDecl"))
      add_enum(declaration, c.qualified(), true);
    else if (is_kind(declaration, "CXXRecordDecl") && flag_in(declaration, "completeDefinition"))
      add_class(declaration, c.qualified(), true);
  }

 private:
  void add_enum(const ast& declaration, std::string name, bool reachable) {
    read_enum e{.name = std::move(name), .is_reachable = reachable};
    for (const auto& part : parts_of(declaration))
      if (is_kind(part, "EnumConstantDecl")) {
        e.enumerators.push_back(text_in(part, "name"));
        e.counts_from_zero &= !part.contains("inner");
      }
    header_.enums.push_back(std::move(e));
  }

  void add_class(const ast& record, const std::string& name, bool reachable) {
    const auto index = header_.classes.size();
    header_.classes.push_back({.name = name, .is_reachable = reachable});
    read_class c = header_.classes.back();
    c.has_default_constructor = has_default_constructor(record);
    for (const auto& base : record["bases"].each())
      (text_in(base, "access") == "public" ? c.bases : c.hidden_bases).push_back(type_of(base));
    bool is_public = text_in(record, "tagUsed") != "class";
    for (const auto& part : parts_of(record)) {
      if (is_kind(part, "AccessSpecDecl"))
        is_public = text_in(part, "access") == "public";
      else
        add_part(c, part, is_public);
    }
    header_.classes[index] = std::move(c);
  }

  void add_part(read_class& c, const ast& part, bool is_public) {
    if (flag_in(part, "isImplicit")) return;
    const auto name = text_in(part, "name");
    if (is_kind(part, "CXXRecordDecl") && flag_in(part, "completeDefinition")) {
      add_class(part, c.name + "::" + name, c.is_reachable && is_public);
    } else if (is_kind(part, "EnumDecl")) {
      add_enum(part, c.name + "::" + name, c.is_reachable && is_public);
    } else if (is_kind(part, "FieldDecl")) {
      c.members.push_back({name, type_of(part), is_public, flag_in(part, "isBitfield")});
    } else if (is_kind(part, "CXXMethodDecl") && is_check(part)) {
      c.checks.push_back({name, type_of(part), is_public});
    } else if (is_kind(part, "CXXConstructorDecl") && type_of(part).starts_with("void ()")) {
      c.has_default_constructor = is_public && !flag_in(part, "explicitlyDeleted");
    }
  }

  read_header& header_;
};

/// Clang says what an alias stands for, but not behind a pointer.
void replace_aliases(read_header& header, const std::vector<declared_alias>& aliases) {
  for (const auto& alias : aliases) {
    const std::regex word("\\b" + alias.name + "\\b");
    for (auto& c : header.classes)
      for (auto& m : c.members) m.type = std::regex_replace(m.type, word, alias.stands_for);
  }
}

template <class T>
const T* find_named(const std::vector<T>& all, const std::string& name) {
  const auto found = std::ranges::find(all, name, &T::name);
  return found == all.end() ? nullptr : &*found;
}

}  // namespace

const read_class* read_header::find_class(const std::string& name) const { return find_named(classes, name); }
const read_enum* read_header::find_enum(const std::string& name) const { return find_named(enums, name); }

read_header read_classes(const std::string& file) {
  std::set<std::filesystem::path> seen;
  declarations declared;
  declare_all(file, seen, declared);
  std::map<std::string, std::vector<ast>> shown;
  read_header header;
  header_builder builder(header);
  for (const auto& c : declared.classes)
    for (const auto& filter : filters_for(c)) {
      if (header.find_class(c.qualified()) != nullptr || header.find_enum(c.qualified()) != nullptr) break;
      if (!shown.contains(filter)) shown[filter] = declarations_in(file, filter);
      for (const auto& declaration : shown[filter]) builder.take(declaration, c);
    }
  replace_aliases(header, declared.aliases);
  return header;
}

}  // namespace korat::cli
