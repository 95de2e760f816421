// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// An oracle that knows nothing of searching: classes of objects as plain columns of numbers, every assignment of every
// column in turn, and a canonical form in which isomorphic structures are the same text.

#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "korat/structure.hpp"

namespace brute_force {

inline constexpr int null = -1;

/// One value for every field of every object: a number, an index into names, or an index of an object, or null.
using assignment = std::vector<int>;

/// A member of a class: its value in each object of the class.
struct column {
  std::size_t first;
  int operator()(const assignment& a, int object = 0) const { return a[first + static_cast<std::size_t>(object)]; }
};
/// An array member: its length, and its elements whether or not they lie within the length.
struct array_column {
  column length;
  std::vector<column> elements;
};

/// Any object graph: what assignments and structures of a search are brought to before they are compared.
struct graph {
  struct object {
    std::string class_name;
    std::string own_name;  // of an object told apart from the others of its class; else empty
    std::vector<std::pair<std::string, std::variant<std::size_t, std::string>>> fields;  // an object, or a text
  };
  std::vector<object> objects;  // the root first
};

/// The part reachable from the root, with the objects renumbered in the order of a depth-first walk.
inline std::string canonical(const graph& g) {
  std::map<std::size_t, std::size_t> number;
  std::vector<std::size_t> order;
  const auto visit = [&](const auto& self, std::size_t o) -> void {
    if (!number.emplace(o, order.size()).second) return;
    order.push_back(o);
    for (const auto& [name, value] : g.objects[o].fields)
      if (const auto* to = std::get_if<std::size_t>(&value)) self(self, *to);
  };
  visit(visit, 0);
  const auto name_of = [&](std::size_t o) {
    const auto& object = g.objects[o];
    return object.own_name.empty() ? object.class_name + "#" + std::to_string(number[o]) : object.own_name;
  };
  std::string text;
  for (const auto o : order) {
    text += name_of(o) + "{";
    for (const auto& [name, value] : g.objects[o].fields) {
      const auto* to = std::get_if<std::size_t>(&value);
      text += " " + name + "=" + (to != nullptr ? name_of(*to) : std::get<std::string>(value));
    }
    text += " } ";
  }
  return text;
}

/// `told_apart`: the classes whose objects are.
inline graph graph_of(const korat::structure& s, const std::set<std::string>& told_apart) {
  graph g;
  for (const auto& o : s.objects) {
    graph::object object{o.class_name, told_apart.contains(o.class_name) ? o.name : "", {}};
    for (const auto& f : o.fields) {
      if (const auto* to = std::get_if<korat::object_id>(&f.value))
        object.fields.emplace_back(f.name, to->index);
      else if (const auto* number = std::get_if<std::int64_t>(&f.value))
        object.fields.emplace_back(f.name, std::to_string(*number));
      else if (const auto* symbol = std::get_if<korat::named_value>(&f.value))
        object.fields.emplace_back(f.name, symbol->name);
      else
        object.fields.emplace_back(f.name, std::string("null"));
    }
    g.objects.push_back(std::move(object));
  }
  return g;
}

/// The classes of a structure, the first with one object, the root; members in the order of the finitization.
class model {
 public:
  explicit model(std::string root) { classes_.push_back({std::move(root), 1, false, {}}); }

  std::size_t objects(std::string name, int count) { return add(std::move(name), count, false); }
  std::size_t objects_told_apart(std::string name, int count) { return add(std::move(name), count, true); }

  column number(std::size_t of, std::string name, int low, int high) {
    return add(of, {std::move(name), low, high, none, {}, none, 0, 0});
  }
  column symbol(std::size_t of, std::string name, std::vector<std::string> values) {
    const int last = static_cast<int>(values.size()) - 1;
    return add(of, {std::move(name), 0, last, none, std::move(values), none, 0, 0});
  }
  column reference(std::size_t of, std::string name, std::size_t to, int least = null) {
    return add(of, {std::move(name), least, classes_[to].count - 1, to, {}, none, 0, 0});
  }
  array_column array(std::size_t of, const std::string& name, int room, int low, int high) {
    return array_of(of, name, room, {"", low, high, none, {}, none, 0, 0});
  }
  array_column array_of_references(std::size_t of, const std::string& name, int room, std::size_t to) {
    return array_of(of, name, room, {"", 0, classes_[to].count - 1, to, {}, none, 0, 0});
  }

  /// The canonical forms of all assignments that satisfy the predicate.
  template <class Predicate>
  std::set<std::string> structures(const Predicate& valid) const {
    std::vector<int> low, high;
    for (const auto& c : classes_)
      for (const auto& m : c.members)
        for (int i = 0; i < c.count; ++i) low.push_back(m.low), high.push_back(m.high);
    assignment a(low);
    std::set<std::string> result;
    for (;;) {
      if (valid(a)) result.insert(canonical(as_graph(a)));
      std::size_t i = 0;
      while (i < a.size() && a[i] == high[i]) a[i] = low[i], ++i;
      if (i == a.size()) return result;
      ++a[i];
    }
  }

  std::set<std::string> told_apart() const {
    std::set<std::string> names;
    for (const auto& c : classes_)
      if (c.told_apart) names.insert(c.name);
    return names;
  }

 private:
  static constexpr auto none = static_cast<std::size_t>(-1);

  struct member {
    std::string name;
    int low, high;
    std::size_t to;                  // the class referred to, or none
    std::vector<std::string> names;  // of symbols
    std::size_t length_member;       // of an element: the member that is the array's length; else none
    int element;
    std::size_t first;  // in an assignment
  };
  struct object_class {
    std::string name;
    int count;
    bool told_apart;
    std::vector<member> members;
  };

  std::size_t add(std::string name, int count, bool apart) {
    classes_.push_back({std::move(name), count, apart, {}});
    return classes_.size() - 1;
  }
  // All classes are there before the first member, and members are added class by class.
  column add(std::size_t of, member m) {
    m.first = fields_;
    fields_ += static_cast<std::size_t>(classes_[of].count);
    classes_[of].members.push_back(m);
    return {m.first};
  }
  array_column array_of(std::size_t of, const std::string& name, int room, member element) {
    array_column result{number(of, name + ".length", 0, room), {}};
    element.length_member = classes_[of].members.size() - 1;
    for (int i = 0; i < room; ++i) {
      element.name = name + "[" + std::to_string(i) + "]";
      element.element = i;
      result.elements.push_back(add(of, element));
    }
    return result;
  }

  graph as_graph(const assignment& a) const {
    std::vector<std::size_t> first_object;
    std::size_t count = 0;
    for (const auto& c : classes_) first_object.push_back(count), count += static_cast<std::size_t>(c.count);
    graph g;
    for (const auto& c : classes_)
      for (int i = 0; i < c.count; ++i) {
        graph::object object{c.name, c.told_apart ? c.name + std::to_string(i) : "", {}};
        const auto value_of = [&](const member& m) { return a[m.first + static_cast<std::size_t>(i)]; };
        for (const auto& m : c.members) {
          const int value = value_of(m);
          if (m.length_member != none && m.element >= value_of(c.members[m.length_member])) continue;
          if (m.to == none)
            object.fields.emplace_back(
                m.name, m.names.empty() ? std::to_string(value) : m.names[static_cast<std::size_t>(value)]);
          else if (value == null)
            object.fields.emplace_back(m.name, std::string("null"));
          else
            object.fields.emplace_back(m.name, first_object[m.to] + static_cast<std::size_t>(value));
        }
        g.objects.push_back(std::move(object));
      }
    return g;
  }

  std::vector<object_class> classes_;
  std::size_t fields_ = 0;
};

}  // namespace brute_force
