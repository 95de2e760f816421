// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/print.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include "report/escape.hpp"
#include "report/members.hpp"

namespace korat {
namespace report {
namespace {

template <class... Function>
struct overloaded : Function... {
  using Function::operator()...;
};
template <class... Function>
overloaded(Function...) -> overloaded<Function...>;

/// The shortest digits that read back as the same number, and always recognisable as no integer.
std::string digits(double number) {
  char buffer[32];
  std::string text(buffer, std::to_chars(std::begin(buffer), std::end(buffer), number).ptr);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

std::string joined(const std::vector<std::string>& parts, std::string_view separator) {
  std::string out;
  for (const auto& part : parts) (out.empty() ? out : out += separator) += part;
  return out;
}

// For people: text drawings and pictures.

std::string show(const structure& s, const field_value& v) {
  return std::visit(
      overloaded{[](null_reference) -> std::string { return "null"; },
                 [&](object_id id) { return s.objects.at(id.index).name; },
                 [](bool b) -> std::string { return b ? "true" : "false"; },
                 [](std::int64_t n) { return std::to_string(n); }, [](std::uint64_t n) { return std::to_string(n); },
                 [](double number) { return digits(number); },
                 [](const std::string& text) { return quoted_for_people(text); },
                 [](const symbol& enumerator) { return enumerator.name; }},
      v);
}

std::string show(const structure& s, const structure::field& f) { return f.read ? show(s, f.value) : "?"; }

bool holds_objects(const member& m) {
  return std::ranges::any_of(m.values, [](const auto& f) { return target_of(f) != nullptr; });
}

/// "array=[3, 1, ?]"
std::string show_array(const structure& s, const member& m, std::string_view equals) {
  std::vector<std::string> elements;
  for (const auto& f : m.values) elements.push_back(show(s, f));
  return std::string(m.name).append(equals) + "[" + joined(elements, ", ") + "]";
}

/// The drawing is a walk from the root, depth first. Branches not drawn yet wait on a stack of their own, not on the
/// thread's, and a branch that would be too deep waits in 'sections_' to become a drawing after this one.
class text_drawing {
 public:
  explicit text_drawing(const structure& s) : s_(s), met_(s.objects.size()) {}

  std::string draw() {
    if (!s_.objects.empty()) start(0, "");
    while (!sections_.empty()) {
      const auto object = sections_.front();
      sections_.pop_front();
      start(object, "... ");
    }
    return std::move(out_);
  }

 private:
  static constexpr std::size_t max_depth = 24;

  struct branch {
    const structure::field* field;
    std::size_t depth;  // of the branch: 1 hangs at the object that begins the drawing
    bool last;          // of its siblings
  };

  void start(std::size_t object, std::string_view heading) {
    met_[object] = true;
    out_ += heading;
    write_object(object, 0);
    while (!branches_.empty()) {
      const auto next = branches_.back();
      branches_.pop_back();
      write_branch(next);
    }
  }

  void write_branch(const branch& b) {
    const auto target = target_of(*b.field)->index;
    open_.resize(b.depth);
    open_[b.depth - 1] = !b.last;
    for (std::size_t level = 0; level + 1 < b.depth; ++level) out_ += open_[level] ? "│  " : "   ";
    out_ += b.last ? "└─ " : "├─ ";
    out_ += b.field->name;
    if (met_[target]) {
      out_ += " -> " + s_.objects[target].name + '\n';
      return;
    }
    met_[target] = true;
    out_ += ": ";
    if (b.depth < max_depth) return write_object(target, b.depth);
    out_ += s_.objects[target].name + " ...\n";
    sections_.push_back(target);
  }

  void write_object(std::size_t object, std::size_t depth) {
    std::vector<std::string> beside;
    std::vector<branch> below;
    for (const auto& m : members_of(s_.objects[object])) {
      if (m.is_array && !has_branches(m))
        beside.push_back(show_array(s_, m, holds_objects(m) ? " -> " : "="));
      else
        for (const auto& f : m.values) place(f, depth, beside, below);
    }
    out_ += s_.objects[object].name + (beside.empty() ? "" : "  ") + joined(beside, ", ") + '\n';
    if (!below.empty()) below.back().last = true;
    branches_.insert(branches_.end(), below.rbegin(), below.rend());
  }

  bool is_branch(const structure::field& f) const {
    const auto* target = target_of(f);
    return target && !met_.at(target->index);
  }
  bool has_branches(const member& m) const {
    return std::ranges::any_of(m.values, [&](const auto& f) { return is_branch(f); });
  }

  void place(const structure::field& f, std::size_t depth, std::vector<std::string>& beside,
             std::vector<branch>& below) const {
    if (is_branch(f))
      below.push_back({&f, depth + 1, false});
    else
      beside.push_back(f.name + (target_of(f) ? " -> " : "=") + show(s_, f));
  }

  const structure& s_;
  std::vector<bool> met_;         // by object: drawn already, or waiting in 'sections_'
  std::vector<branch> branches_;  // to draw, the next one last
  std::deque<std::size_t> sections_;
  std::vector<bool> open_;  // by depth: more siblings follow, so their line passes by
  std::string out_;
};

// For programs.

std::string json_number(double number) {
  if (std::isnan(number)) return "\"NaN\"";
  if (std::isinf(number)) return number > 0 ? "\"Infinity\"" : "\"-Infinity\"";
  return digits(number);
}

std::string json(const structure& s, const field_value& v) {
  return std::visit(
      overloaded{[&](object_id id) { return "{\"ref\":" + quoted_for_json(s.objects.at(id.index).name) + "}"; },
                 [](double number) { return json_number(number); },
                 [](const std::string& text) { return quoted_for_json(text); },
                 [](const symbol& enumerator) { return quoted_for_json(enumerator.name); },
                 [&](const auto& plain) { return show(s, plain); }},
      v);
}

std::string json(const structure& s, const member& m) {
  const auto name = quoted_for_json(m.name) + ":";
  if (!m.is_array) return name + json(s, m.values.front().value);
  std::vector<std::string> elements;
  for (const auto& f : m.values) elements.push_back(json(s, f.value));
  return name + "[" + joined(elements, ",") + "]";
}

std::string json(const structure& s, const structure::object& object) {
  std::vector<std::string> fields, unread;
  for (const auto& m : members_of(object)) fields.push_back(json(s, m));
  for (const auto& f : object.fields)
    if (!f.read) unread.push_back(quoted_for_json(f.name));
  return "{\"id\":" + quoted_for_json(object.name) + ",\"class\":" + quoted_for_json(object.class_name) +
         ",\"fields\":{" + joined(fields, ",") + "}" +
         (unread.empty() ? "" : ",\"unread\":[" + joined(unread, ",") + "]") + "}";
}

// Pictures.

std::string table_row(const std::string& text, std::string_view attributes = " align=\"left\"") {
  return std::string("<tr><td").append(attributes) + ">" + text + "</td></tr>";
}

/// "left, right: null" in grey, or nothing.
std::string grey_row(const std::vector<std::string>& names, std::string_view what_they_hold) {
  if (names.empty()) return "";
  return table_row("<font color=\"gray50\">" + escaped_for_html(joined(names, ", ").append(what_they_hold)) +
                   "</font>");
}

std::string dot_rows(const structure& s, const structure::object& object) {
  std::string rows = table_row(escaped_for_html(object.name), " bgcolor=\"gray90\"");
  std::vector<std::string> nulls, unread;
  for (const auto& m : members_of(object)) {
    const bool whole = m.is_array && !holds_objects(m);
    if (whole) rows += table_row(escaped_for_html(show_array(s, m, " = ")));
    for (const auto& f : whole ? std::span<const structure::field>() : m.values) {
      if (is_null(f))
        nulls.push_back(f.name);
      else if (!f.read)
        unread.push_back(f.name);
      else if (!target_of(f))
        rows += table_row(escaped_for_html(f.name + " = " + show(s, f)));
    }
  }
  return rows + grey_row(nulls, ": null") + grey_row(unread, ": ?");
}

std::string dot_node(const structure& s, std::size_t index) {
  return "  o" + std::to_string(index) +
         " [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"3\">" +
         dot_rows(s, s.objects[index]) + "</table>>];\n";
}

/// A reference back to the object itself or one before it says nothing about the layout: a tree with parent pointers
/// should still hang down from its root.
std::string dot_edge(std::size_t from, const std::string& label, std::size_t to) {
  return "  o" + std::to_string(from) + " -> o" + std::to_string(to) + " [label=<" + escaped_for_html(label) + ">" +
         (to <= from ? ", constraint=false" : "") + "];\n";
}

}  // namespace
}  // namespace report

std::string to_text(const structure& s) { return report::text_drawing(s).draw(); }

std::string to_text(std::span<const std::uint32_t> vector) {
  std::string out;
  for (const auto index : vector) (out.empty() ? out : out += ' ') += std::to_string(index);
  return out;
}

std::string to_json(const structure& s) {
  std::string out =
      "{\"root\":" + (s.objects.empty() ? "null" : report::quoted_for_json(s.objects.front().name)) + ",\"objects\":[";
  for (std::size_t i = 0; i < s.objects.size(); ++i) (i == 0 ? out : out += ',') += report::json(s, s.objects[i]);
  return out += "]}";
}

std::string to_dot(const structure& s) {
  std::string out =
      "digraph korat {\n"
      "  ordering=out;\n"
      "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n"
      "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n";
  for (std::size_t i = 0; i < s.objects.size(); ++i) out += report::dot_node(s, i);
  for (std::size_t i = 0; i < s.objects.size(); ++i)
    for (const auto& f : s.objects[i].fields)
      if (const auto* target = report::target_of(f)) out += report::dot_edge(i, f.name, target->index);
  return out += "}\n";
}

}  // namespace korat
