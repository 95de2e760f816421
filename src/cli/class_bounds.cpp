// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/class_bounds.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <deque>
#include <map>
#include <regex>
#include <set>

#include "cli/domain_text.hpp"
#include "cli/exit_code.hpp"
#include "cli/output.hpp"

namespace korat::cli {
namespace {

/// "node" and "_left" -> "node_left": a name for a member in the global namespace, without two underscores in a row.
std::string joined(std::string owner, const std::string& member) {
  while (owner.ends_with('_')) owner.pop_back();
  return owner + (member.starts_with('_') ? "" : "_") + member;
}

/// Writes class by class, beginning with the root. A class is taken up when the first member leads to it.
class bounds_text {
 public:
  bounds_text(const read_header& header, const read_class& root) : header_(header), root_(root) {}

  std::string run() {
    add(root_, root_.name);
    for (std::size_t i = 0; i < classes_.size(); ++i) {
      sets_ += i == 0 ? "" : text_of_set(classes_[i]);
      add_members(classes_[i].spelled, *classes_[i].read);
    }
    const auto predicate = text_of_predicate();
    return names_ + functions_ +
           fmt::format(
               "{0}{1}inline korat::finitization<{2}> {3}_bounds(int size) {{\n  korat::finitization<{2}> "
               "space{4};\n{5}{6}  return space;\n}}\n\n",
               names_.empty() && functions_.empty() ? "" : "\n", predicate.before, root_.name, word_for(root_),
               in_parentheses(factory_for(classes_[0])), sets_, bindings_) +
           fmt::format(
               "const korat::offer offered(\"{0}\", &{0}_bounds, {1}, {{.summary = \"{2}\", .parameters = "
               "{{\"size\"}}}});\n",
               word_for(root_), predicate.name, root_.name);
  }

 private:
  struct taken_class {
    const read_class* read;
    std::string spelled;  // how the text calls the class
    std::string set;      // the variable with its objects
  };
  struct predicate_text {
    std::string before, name;
  };

  /// For names that are made from the class's: "node", or "a_node" where there is another class of the short name.
  std::string word_for(const read_class& c) const {
    const auto word = c.short_name();
    if (std::ranges::count(header_.classes, word, &read_class::short_name) == 1) return word;
    static const std::regex colons("::");
    return std::regex_replace(c.name, colons, "_");
  }

  void add(const read_class& c, const std::string& spelled) { classes_.push_back({&c, spelled, "any_" + word_for(c)}); }
  /// Of a class without a default constructor: to be filled in. Else empty.
  static std::string factory_for(const taken_class& c) {
    if (c.read->has_default_constructor) return {};
    return fmt::format("korat::made_by([] {{ return {}(/* its arguments */); }})", c.spelled);
  }
  static std::string in_parentheses(const std::string& text) { return text.empty() ? text : "(" + text + ")"; }
  static std::string text_of_set(const taken_class& c) {
    const auto factory = factory_for(c);
    return fmt::format("  const auto {} = space.objects<{}>(size{});\n", c.set, c.spelled,
                       factory.empty() ? "" : ", " + factory);
  }
  const taken_class* find(const std::string& name) const {
    const auto found = std::ranges::find(classes_, name, [](const auto& c) { return c.read->name; });
    return found == classes_.end() ? nullptr : &*found;
  }

  /// Of the class and its bases, and of the members that are classes themselves.
  void add_members(const std::string& spelled, const read_class& c) {
    if (!bound_.insert(c.name).second) return;  // a base of several
    for (const auto& base : c.bases)
      if (const auto* const read = header_.find_class(base)) add_members(read->name, *read);
    if (!c.members.empty()) bindings_ += "  // " + c.name + "\n";
    for (const auto& m : c.members) add_member(spelled, c, m);
    for (const auto& base : c.hidden_bases)
      bindings_ += fmt::format("  // not bound: members of {}, a base that is not public\n", base);
  }

  void add_member(const std::string& spelled, const read_class& c, const read_member& m) {
    const auto tag = joined(word_for(c), m.name);
    if (m.type.ends_with('&')) {
      bindings_ += fmt::format("  // not bound: {} {}, a reference\n", m.type, m.name);
      return;
    }
    const bool by_tag = !m.is_public || leads_to_hidden(m.type);
    if (by_tag) add_name(tag, "&" + spelled + "::" + m.name);
    const known_types known{
        .objects_of = [&](const std::string& type) { return objects_of(type, c, tag); },
        .enumerators_of = [this](const std::string& type) { return enumerators_of(type); },
    };
    const bool possible = !m.is_bit_field && !m.name.empty();
    const auto member = by_tag ? tag : "&" + spelled + "::" + m.name;
    if (m.type.starts_with("const ") && !m.type.ends_with('*') && !m.is_bit_field)
      bindings_ += fmt::format("  space.keep<{}>();  // {}\n", member, m.type);
    else if (const auto domain = possible ? domain_for(m.type, known) : std::nullopt)
      bindings_ += fmt::format("  space.set<{}>({});\n", member, *domain);
    else if (const auto* const part = header_.find_class(m.type); part && possible && !part->is_template)
      add_parts(spelled, by_tag ? fmt::format("(o.*member_of({}()))", tag) : "o." + m.name, tag, *part);
    else
      bindings_ += fmt::format("  // not bound: {} {}{}\n", m.type, m.name, m.is_bit_field ? ", a bit-field" : "");
  }

  /// Members of a member: a function says where they are.
  void add_parts(const std::string& spelled, const std::string& place, const std::string& prefix,
                 const read_class& part) {
    for (const auto& m : part.members) {
      const auto name = joined(prefix, m.name);
      const known_types known{
          .objects_of =
              [&](const std::string& type) {
                return leads_to_hidden(m.type) ? std::nullopt : objects_of(type, part, "");
              },
          .enumerators_of = [this](const std::string& type) { return enumerators_of(type); },
      };
      const auto domain =
          m.is_public && !m.is_bit_field && !m.type.starts_with("const ") ? domain_for(m.type, known) : std::nullopt;
      if (!domain) {
        bindings_ += fmt::format("  // not bound: {} {}, of {}\n", m.type, m.name, part.name);
        continue;
      }
      functions_ += fmt::format("inline auto& {}({}& o) {{ return {}.{}; }}\n", name, spelled, place, m.name);
      bindings_ += fmt::format("  space.set<&{}>({});\n", name, *domain);
    }
  }

  /// A private member, or one that leads to a private class, has a name of its own.
  void add_name(const std::string& tag, const std::string& member) {
    names_ += fmt::format(
        "struct {0} : korat::private_name<{0}> {{}};\ntemplate struct korat::private_member<{0}, {1}>;\n", tag, member);
  }

  bool leads_to_hidden(const std::string& type) const {
    return std::ranges::any_of(header_.classes, [&](const read_class& c) {
      return !c.is_reachable && !find(c.name) && mentions(type, c.name);
    });
  }
  static bool mentions(const std::string& type, const std::string& name) {
    const auto at = type.find(name);
    if (at == std::string::npos) return false;
    const auto end = at + name.size();
    return end == type.size() ||
           (!std::isalnum(static_cast<unsigned char>(type[end])) && type[end] != '_' && type[end] != ':');
  }

  /// The set of its objects. The root is one object, for those that lead back to it.
  std::optional<std::string> objects_of(const std::string& type, const read_class& from, const std::string& tag) {
    const auto* const c = header_.find_class(type);
    if (c == nullptr || c->is_template) return std::nullopt;
    if (c == &root_ && &from != &root_) return "space.root()";
    if (c == &root_) {
      if (!root_twice_) sets_ += text_of_set(classes_[0]);
      root_twice_ = true;
      return "any_" + word_for(*c);
    }
    if (!find(type)) {
      if (!c->is_reachable)
        names_ += fmt::format("using {} = korat::type_behind<{}>;  // {}\n", alias_for(*c), tag, c->name);
      add(*c, c->is_reachable ? c->name : alias_for(*c));
    }
    return find(type)->set;
  }
  std::string alias_for(const read_class& c) const { return word_for(root_) + "_" + word_for(c); }

  std::optional<std::string> enumerators_of(const std::string& type) const {
    const auto* const e = header_.find_enum(type);
    if (e == nullptr || e->enumerators.empty()) return std::nullopt;
    if (!e->is_reachable && !e->counts_from_zero) return std::nullopt;  // nobody outside can name them
    if (!e->is_reachable) return fmt::format("korat::between(0, {})", e->enumerators.size() - 1);
    std::vector<std::string> all;
    for (const auto& one : e->enumerators) all.push_back(e->name + "::" + one);
    return fmt::format("korat::enumerators<{}>", fmt::join(all, ", "));
  }

  predicate_text text_of_predicate() {
    if (const auto* const found = predicate_of(root_)) {
      const auto member = fmt::format("&{}::{}", root_.name, found->name);
      if (found->is_public) return {"", member};
      const auto tag = joined(word_for(root_), found->name);
      add_name(tag, member);
      return {"", fmt::format("member_of({}())", tag)};
    }
    return {fmt::format("// {0} has no member function such as 'bool rep_ok() const': say here what makes it well "
                        "formed. It is called with\n"
                        "// broken structures too: with rings, shared objects, wrong sizes.\n"
                        "inline bool is_well_formed([[maybe_unused]] const {0}& structure) {{ return true; }}\n\n",
                        root_.name),
            "&is_well_formed"};
  }

  const read_header& header_;
  const read_class& root_;
  std::deque<taken_class> classes_;                  // the root first; references into it stay
  std::set<std::string> bound_;                      // the classes whose members are
  bool root_twice_ = false;                          // members lead to further objects of the root's class
  std::string names_, functions_, sets_, bindings_;  // the parts of the text
};

std::string simplified(const std::string& name) {
  std::string text;
  for (const char c : name)
    if (c != '_') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

bool is_referred_to(const read_header& header, const read_class& c) {
  for (const auto& other : header.classes)
    for (const auto& m : other.members)
      if (&other != &c && m.type.find(c.name) != std::string::npos) return true;
  return false;
}

std::string names_of_classes(const read_header& header) {
  std::vector<std::string> names;
  for (const auto& c : header.classes) names.push_back(c.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

const read_class* likely_root(const read_header& header) {
  const read_class* best = nullptr;
  const auto rank = [&](const read_class& c) {
    return std::array{!c.is_template && c.is_reachable, predicate_of(c) != nullptr, !c.members.empty(),
                      !is_referred_to(header, c)};
  };
  for (const auto& c : header.classes)
    if (best == nullptr || rank(c) >= rank(*best)) best = &c;
  return best;
}

}  // namespace

const read_member* predicate_of(const read_class& c) {
  constexpr std::array names = {"repok",      "checkrep",     "isvalid",        "valid",          "validate",
                                "invariant",  "invariants",   "invariantholds", "checkinvariant", "checkinvariants",
                                "wellformed", "iswellformed", "consistent",     "isconsistent",   "isok",
                                "ok",         "verify",       "check"};
  for (const auto* const name : names)
    for (const auto& function : c.checks)
      if (simplified(function.name) == name) return &function;
  return nullptr;
}

const read_class& root_in(const read_header& header, const std::string& wanted, const std::string& file) {
  const read_class* found = wanted.empty() ? likely_root(header) : header.find_class(wanted);
  for (const auto& c : header.classes)
    if (!found && c.short_name() == wanted) found = &c;
  if (header.classes.empty()) throw usage_error(fmt::format("{} defines no class", file));
  if (found == nullptr)
    throw usage_error(fmt::format("{} defines no class '{}', but {}", file, wanted, names_of_classes(header)));
  if (found->is_template)
    throw usage_error(fmt::format(
        "{} is a class template, whose members are known when it has arguments: bound it in a function template, "
        "as docs/fields.md shows",
        found->name));
  if (!found->is_reachable) throw usage_error(fmt::format("{} is private: name the class around it", found->name));
  return *found;
}

std::string text_of_bounds(const read_header& header, const read_class& root, const std::string& include,
                           const std::string& itself) {
  const auto text = bounds_text(header, root).run();
  return fmt::format(
             "// Bounds for {0}, as they follow from the types of its members. Change them to what matters for its "
             "predicate, then\n"
             "//\n"
             "//   korat generate {1} 3 --print text\n"
             "//\n"
             "// docs/finitization.md of Korat has every kind of domain. What is not bound keeps what the constructor "
             "gave it; if the\n"
             "// predicate reads it, say so: space.keep<&{0}::member>().\n\n"
             "#pragma once\n\n#include <korat/korat.hpp>\n\n#include \"{2}\"\n\n",
             root.name, itself, include) +
         text;
}

}  // namespace korat::cli
