// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A repair in words. Fields of a member that were wrong in the same way make one sentence: all that were null, all that
// pointed to one object, all that had one value; those that have nothing in common but the member share the last.

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "korat/repair.hpp"
#include "print/show.hpp"

namespace korat {

const symbol wild_pointer{"(no object)"};
namespace {

using surroundings = repair_result::surroundings;

/// "entries" of "entry".
std::string plural(const std::string& noun) {
  const auto ends = [&](std::string_view ending) { return noun.ends_with(ending); };
  const bool vowel = noun.size() > 1 && std::string_view("aeiou").find(noun[noun.size() - 2]) != std::string_view::npos;
  if (ends("y") && !vowel) return noun.substr(0, noun.size() - 1) + "ies";
  if (ends("s") || ends("x") || ends("ch") || ends("sh")) return noun + "es";
  return noun + "s";
}

/// "a", "a and b", "a, b and c", "a, b, c and 2 others"; each once.
std::string listed(const std::vector<std::string>& words) {
  constexpr std::size_t most = 3;
  std::vector<std::string> parts;
  std::set<std::string_view> known;
  for (const auto& w : words)
    if (known.insert(w).second) parts.push_back(w);
  const auto others = parts.size() > most ? parts.size() - most : 0;
  if (others != 0) {
    parts.resize(most);
    parts.push_back(others == 1 ? "1 other" : std::to_string(others) + " others");
  }
  if (parts.size() == 1) return parts.front();
  const auto last = std::move(parts.back());
  parts.pop_back();
  return print::joined(parts, ", ") + " and " + last;
}

std::string in_ticks(std::string_view name) { return std::string(1, '`').append(name) += '`'; }

std::string member_of(const changed_field& c) { return c.field.substr(0, c.field.find('[')); }
bool is_element(const changed_field& c) { return c.field.ends_with(']'); }

/// What belongs to the key in pairs that are in the order of their keys; null: nothing.
template <class Key, class Value>
const Value* at(const std::vector<std::pair<Key, Value>>& pairs, const Key& key) {
  const auto found = std::ranges::lower_bound(pairs, key, {}, &std::pair<Key, Value>::first);
  return found == pairs.end() || found->first != key ? nullptr : &found->second;
}

const std::string& name_of_object(const surroundings& s, object_id id) {
  static const std::string unknown = "an object";
  const auto* const name = at(s.names, id.index);
  return name == nullptr ? unknown : *name;
}

/// "node3", or "the header (entry0)".
std::string shown(const surroundings& s, object_id id) {
  const auto& name = name_of_object(s, id);
  const auto* const role = at(s.roles, id.index);
  return role == nullptr ? name : "the " + *role + " (" + name + ")";
}

std::string shown(const surroundings& s, const field_value& v) {
  if (v == field_value(wild_pointer)) return "no object";
  if (const auto* const id = std::get_if<object_id>(&v)) return shown(s, *id);
  return print::show({}, v);
}

bool leads_to_owner(const surroundings& s, const changed_field& c, const field_value& v) {
  const auto* const id = std::get_if<object_id>(&v);
  return id != nullptr && name_of_object(s, *id) == c.object;
}

/// Fields that were wrong in the same way; there is at least one.
using group = std::vector<const changed_field*>;

class grouping {
 public:
  explicit grouping(const repair_result& r) : about_(r.about) {
    for (const auto& c : r.changes) ++alike_[{place(c), shown(about_, c.before)}];
    std::map<std::string, std::size_t> known;
    for (const auto& c : r.changes) {
      const auto [found, is_new] = known.emplace(way(c), groups_.size());
      if (is_new) groups_.emplace_back();
      groups_[found->second].push_back(&c);
    }
  }
  const std::vector<group>& groups() const noexcept { return groups_; }

 private:
  static std::string place(const changed_field& c) {
    return c.class_name + "." + member_of(c) + (is_element(c) ? "[]" : "");
  }

  /// How the field was wrong, and whether it is null now.
  std::string way(const changed_field& c) const {
    const auto value = shown(about_, c.before);
    const bool always = std::holds_alternative<null_reference>(c.before) || std::holds_alternative<bool>(c.before) ||
                        std::holds_alternative<named_value>(c.before);
    std::string how = "another each";
    if (always || alike_.at({place(c), value}) > 1)
      how = "all " + value;
    else if (leads_to_owner(about_, c, c.before))
      how = "its owner";
    return place(c) + " " + how + (std::holds_alternative<null_reference>(c.after) ? " null" : "");
  }

  const surroundings& about_;
  std::map<std::pair<std::string, std::string>, std::size_t> alike_;  // [place, old value]: so many changes
  std::vector<group> groups_;                                         // in the order of their first changes
};

/// "`size`", "`node3.left`", "`left` of 2 of 9 nodes", "Every `left` of 9 nodes", "2 elements of `children` in nodes".
std::string fields_of(const surroundings& s, const group& g) {
  const auto& first = *g.front();
  const bool of_root = first.object == first.class_name;
  if (g.size() == 1) return in_ticks((of_root ? "" : first.object + ".") + first.field);
  const auto member = in_ticks(member_of(first));
  const auto classes = plural(first.class_name);
  const auto n = std::to_string(g.size());
  if (is_element(first)) return n + " elements of " + member + (of_root ? "" : " in " + classes);
  const auto* const count = at(s.counts, first.class_name);
  const auto total = count == nullptr ? 0 : *count;
  if (total == g.size()) return "Every " + member + " of " + n + " " + classes;
  return member + " of " + n + (total > g.size() ? " of " + std::to_string(total) : "") + " " + classes;
}

enum class tense { past, present };

std::string state(const surroundings& s, const group& g, tense t) {
  const auto value = [&](const changed_field& c) -> const field_value& {
    return t == tense::past ? c.before : c.after;
  };
  std::vector<std::string> values;
  for (const auto* const c : g) values.push_back(shown(s, value(*c)));
  const bool several = is_element(*g.front()) && g.size() > 1;
  const std::string points = t == tense::past ? "pointed to " : several ? "now point to " : "now points to ";
  const std::string is = t == tense::past ? (several ? "were " : "was ") : several ? "are now " : "is now ";
  const auto leads_back = [&](const auto* c) { return leads_to_owner(s, *c, value(*c)); };
  if (std::ranges::all_of(g, leads_back)) return points + "its own " + g.front()->class_name;
  const auto& one = value(*g.front());
  if (std::holds_alternative<object_id>(one) || one == field_value(wild_pointer)) return points + listed(values);
  return is + listed(values);
}

/// " (rule inverse)": what proposed these values; nothing where they were found by trying.
std::string rules_of(const group& g) {
  std::vector<std::string> rules;
  for (const auto* const c : g)
    if (c->rule && std::ranges::find(rules, *c->rule) == rules.end()) rules.push_back(*c->rule);
  if (rules.empty()) return "";
  return (rules.size() == 1 ? " (rule " : " (rules ") + listed(rules) + ")";
}

std::string sentence_on(const std::vector<std::string>& objects, const char* one, const char* several) {
  if (objects.empty()) return "";
  return listed(objects) + " " + (objects.size() == 1 ? one : several) + ".\n";
}

std::vector<std::string> found_again(const repair_result& r) {
  std::vector<std::string> found;
  for (const auto& name : r.added)
    if (std::ranges::find(r.fresh, name) == r.fresh.end()) found.push_back(name);
  return found;
}

}  // namespace

std::string explain(const repair_result& r) {
  if (r.outcome == repair_outcome::fine) return "The predicate held already.\n";
  if (r.outcome == repair_outcome::not_repaired) return "Not repaired" + (r.why ? ": " + *r.why : "") + ".\n";
  std::string text;
  const grouping grouped(r);
  for (const auto& g : grouped.groups())
    text += fields_of(r.about, g) + " " + state(r.about, g, tense::past) + ", " + state(r.about, g, tense::present) +
            rules_of(g) + ".\n";
  text += sentence_on(r.lost, "belongs to the structure no more", "belong to the structure no more");
  text += sentence_on(r.lost_elements, "is not in its array any more", "are not in their array any more");
  text += sentence_on(found_again(r), "belongs to the structure again", "belong to the structure again");
  text += sentence_on(r.fresh, "is new", "are new");
  return text;
}

std::string losses(const repair_result& r) {
  const auto counted = [](std::size_t n, const char* what) {
    return n == 0 ? "" : std::to_string(n) + ' ' + what + (n == 1 ? "" : "s");
  };
  const bool both = !r.lost.empty() && !r.lost_elements.empty();
  return counted(r.lost.size(), "object") + (both ? " and " : "") + counted(r.lost_elements.size(), "array element");
}

}  // namespace korat
