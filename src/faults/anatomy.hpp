// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a structure is made of, read off itself: its classes with their objects, and the members of the classes with
// their fields, the classes they refer to and the values they hold.

#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include "korat/structure.hpp"

namespace korat::faults {

inline constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

struct place {
  std::size_t object, field;
};

/// A member of a class, or an array of it, as the structure shows it.
struct member {
  std::vector<place> places;         // fields of it
  std::vector<std::size_t> classes;  // that it refers to
  bool has_values = false;           // and not only references
  std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = std::numeric_limits<std::int64_t>::min();
  std::vector<field_value> words;  // strings and enumerators that it holds, the first few
};

/// What there is to be changed: classes and members by number.
class anatomy {
 public:
  explicit anatomy(const structure& s) : class_of_(s.objects.size()), member_of_(s.objects.size()) {
    for (std::size_t o = 0; o < s.objects.size(); ++o) {
      class_of_[o] = number(classes_, s.objects[o].class_name);
      if (class_of_[o] == objects_.size()) objects_.emplace_back();
      objects_[class_of_[o]].push_back(o);
    }
    for (std::size_t o = 0; o < s.objects.size(); ++o) add_fields(s, o);
  }

  std::size_t class_of(std::size_t object) const { return class_of_[object]; }
  const std::vector<std::size_t>& objects_of(std::size_t object_class) const { return objects_[object_class]; }
  const std::vector<member>& members() const { return members_; }
  const member& member_of(const place& p) const { return members_[member_of_[p.object][p.field]]; }

 private:
  static std::size_t number(std::unordered_map<std::string, std::size_t>& numbers, const std::string& name) {
    return numbers.try_emplace(name, numbers.size()).first->second;
  }

  void add_fields(const structure& s, std::size_t o) {
    const auto& fields = s.objects[o].fields;
    member_of_[o].assign(fields.size(), none);
    for (std::size_t f = 0; f < fields.size(); ++f) {
      if (!fields[f].read || fields[f].name.ends_with(".length")) continue;
      const auto m = number_of_member(o, f, fields[f].name);
      member_of_[o][f] = m;
      members_[m].places.push_back({o, f});
      learn(members_[m], fields[f].value);
    }
  }

  /// Objects of a class mostly have the same fields in the same places, so the last one knows.
  std::size_t number_of_member(std::size_t o, std::size_t f, const std::string& name) {
    const auto base = std::string_view(name).substr(0, name.find('['));
    auto& last = last_[class_of_[o]];
    if (last.size() <= f) last.resize(f + 1, {"", none});
    if (last[f].second == none || last[f].first != base) {
      const auto m = number(member_numbers_, std::to_string(class_of_[o]) + "." + std::string(base));
      if (m == members_.size()) members_.emplace_back();
      last[f] = {std::string(base), m};
    }
    return last[f].second;
  }

  void learn(member& m, const field_value& v) const {
    m.has_values |= !std::holds_alternative<null_reference>(v) && !std::holds_alternative<object_id>(v);
    if (const auto* const id = std::get_if<object_id>(&v)) {
      if (std::ranges::find(m.classes, class_of_[id->index]) == m.classes.end())
        m.classes.push_back(class_of_[id->index]);
    } else if (const auto* const number = std::get_if<std::int64_t>(&v)) {
      m.least = std::min(m.least, *number);
      m.most = std::max(m.most, *number);
    } else if (std::holds_alternative<std::string>(v) || std::holds_alternative<named_value>(v)) {
      constexpr std::size_t most_words = 64;
      if (m.words.size() < most_words && std::ranges::find(m.words, v) == m.words.end()) m.words.push_back(v);
    }
  }

  std::unordered_map<std::string, std::size_t> classes_, member_numbers_;
  std::vector<std::size_t> class_of_;                // by object
  std::vector<std::vector<std::size_t>> objects_;    // by class
  std::vector<std::vector<std::size_t>> member_of_;  // by object and field; none for what stays as it is
  std::vector<member> members_;
  std::unordered_map<std::size_t, std::vector<std::pair<std::string, std::size_t>>> last_;  // by class and field
};

}  // namespace korat::faults
