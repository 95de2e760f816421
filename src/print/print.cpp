// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "korat/print.hpp"

#include <algorithm>
#include <deque>
#include <string_view>
#include <utility>
#include <vector>

#include "encoding/escape.hpp"
#include "print/json_value.hpp"
#include "print/members.hpp"
#include "print/show.hpp"

namespace korat {
namespace print {
namespace {

// For people: text drawings and pictures.

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
    out_ += label_of(*b.field);
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

json in_json(const structure& s, const member& m) {
  if (!m.is_array) return json_value(s, m.values.front().value);
  std::vector<json> elements;
  for (const auto& f : m.values) elements.push_back(json_value(s, f.value));
  return elements;
}

json_object in_json(const structure& s, const structure::object& object) {
  json_object fields;
  for (const auto& m : members_of(object)) fields.add(m.name, in_json(s, m));
  std::vector<std::string> unread;
  for (const auto& f : object.fields)
    if (!f.read) unread.push_back(f.name);
  json_object result{{"id", object.name}, {"class", object.class_name}, {"fields", fields}};
  if (!unread.empty()) result.add("unread", unread);
  return result;
}

// Pictures.

std::string table_row(const std::string& text, std::string_view attributes = " align=\"left\"") {
  return std::string("<tr><td").append(attributes) + ">" + text + "</td></tr>";
}

/// "left, right: null" in grey, or nothing.
std::string grey_row(const std::vector<std::string>& names, std::string_view what_they_hold) {
  if (names.empty()) return "";
  return table_row("<font color=\"gray50\">" + encoding::escaped_for_html(joined(names, ", ").append(what_they_hold)) +
                   "</font>");
}

/// The name, on the object's colour where it has one.
std::string dot_title(const structure::object& object) {
  const auto name = encoding::escaped_for_html(object.name);
  switch (colour_of(object)) {
    case node_colour::none: break;
    case node_colour::red: return table_row("<font color=\"white\">" + name + "</font>", " bgcolor=\"#c8342c\"");
    case node_colour::black: return table_row("<font color=\"white\">" + name + "</font>", " bgcolor=\"#2b2f36\"");
  }
  return table_row(name, " bgcolor=\"gray90\"");
}

std::string dot_rows(const structure& s, const structure::object& object) {
  std::string rows = dot_title(object);
  std::vector<std::string> nulls, unread;
  for (const auto& m : members_of(object)) {
    const bool whole = m.is_array && !holds_objects(m);
    if (whole) rows += table_row(encoding::escaped_for_html(show_array(s, m, " = ")));
    for (const auto& f : whole ? std::span<const structure::field>() : m.values) {
      if (is_null(f))
        nulls.push_back(f.name);
      else if (!f.read)
        unread.push_back(f.name);
      else if (!target_of(f))
        rows += table_row(encoding::escaped_for_html(f.name + " = " + show(s, f)));
    }
  }
  return rows + grey_row(nulls, ": null") + grey_row(unread, ": ?");
}

std::string dot_node(const structure& s, std::size_t index, const std::string& prefix) {
  return "  " + prefix + std::to_string(index) +
         " [label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\" cellpadding=\"3\">" +
         dot_rows(s, s.objects[index]) + "</table>>];\n";
}

/// The layers of a picture, from above: references back to the object itself or one before it do not count. A tree with
/// parent pointers should still hang down from its root.
std::vector<std::size_t> layers_of(const structure& s) {
  std::vector<std::size_t> layer(s.objects.size(), 1);
  for (std::size_t i = 0; i < s.objects.size(); ++i)
    for (const auto& f : s.objects[i].fields)
      if (const auto* target = target_of(f); target && target->index > i)
        layer[target->index] = std::max(layer[target->index], layer[i] + 1);
  return layer;
}

/// `beside`: the label is put there when all is laid out.
std::string dot_edge(std::size_t from, const std::string& label, std::size_t to, const std::string& prefix,
                     bool beside) {
  return "  " + prefix + std::to_string(from) + " -> " + prefix + std::to_string(to) +
         (beside ? " [xlabel=<" : " [label=<") + encoding::escaped_for_html(label) + ">" +
         (to <= from ? ", constraint=false" : "") + "];\n";
}

constexpr const char* dot_style =
    "  ordering=out;\n"
    "  node [shape=plain, fontname=\"Helvetica\", fontsize=11];\n"
    "  edge [fontname=\"Helvetica\", fontsize=10, arrowsize=0.7];\n";

enum class picture { of_one, of_several };

/// `prefix` and its number name an object: they must differ between the structures of one picture.
std::string dot_body(const structure& s, const std::string& prefix, picture kind) {
  std::string out;
  const auto layer = layers_of(s);
  // Graphviz 2.43 fails at references within a layer that have labels to be laid out, where there are several
  // structures.
  const auto beside = [&](std::size_t from, std::size_t to) {
    return kind == picture::of_several && to != from && layer[to] == layer[from];
  };
  for (std::size_t i = 0; i < s.objects.size(); ++i) out += dot_node(s, i, prefix);
  for (std::size_t i = 0; i < s.objects.size(); ++i)
    for (const auto& f : s.objects[i].fields)
      if (const auto* target = target_of(f))
        out += dot_edge(i, label_of(f), target->index, prefix, beside(i, target->index));
  return out;
}

}  // namespace
}  // namespace print

std::string to_text(const structure& s) { return print::text_drawing(s).draw(); }

std::string to_text(std::span<const std::uint32_t> vector) {
  std::string out;
  for (const auto index : vector) (out.empty() ? out : out += ' ') += std::to_string(index);
  return out;
}

std::string to_json(const structure& s) {
  std::vector<encoding::json_object> objects;
  for (const auto& o : s.objects) objects.push_back(print::in_json(s, o));
  return encoding::json_object{{"root", s.objects.empty() ? encoding::json() : encoding::json(s.objects.front().name)},
                               {"objects", objects}}
      .text();
}

std::string to_dot(const structure& s) {
  return std::string("digraph korat {\n") + print::dot_style + print::dot_body(s, "o", print::picture::of_one) + "}\n";
}

namespace print {
namespace {

std::string object_prefix(std::size_t structure) {
  return std::string("s").append(std::to_string(structure + 1)).append("o");
}

/// Rows of pictures, about as wide as high: edges that nobody sees keep each structure below the row above it.
/// Of weight 0, since they must not pull the roots below each other: that makes all structures lean.
std::string dot_wrapping(std::span<const structure> structures) {
  constexpr std::size_t most_in_one_row = 4;
  if (structures.size() <= most_in_one_row ||
      std::ranges::any_of(structures, [](const auto& s) { return s.objects.empty(); }))
    return "";
  std::size_t columns = most_in_one_row;
  while (columns * columns < 2 * structures.size()) ++columns;  // most structures are higher than wide
  std::string out;
  for (std::size_t first = 0; first + columns < structures.size(); first += columns) {
    std::size_t layers = 0;
    for (const auto& s : structures.subspan(first, columns)) layers = std::max(layers, std::ranges::max(layers_of(s)));
    for (std::size_t i = first; i < first + columns && i + columns < structures.size(); ++i)
      out += "  " + object_prefix(i) + "0 -> " + object_prefix(i + columns) +
             "0 [style=invis, weight=0, minlen=" + std::to_string(layers) + "];\n";
  }
  return out;
}

}  // namespace
}  // namespace print

std::string to_dot(std::span<const structure> structures) {
  auto out = std::string("digraph korat {\n") + print::dot_style +
             "  graph [fontname=\"Helvetica\", fontsize=11, color=gray80, fontcolor=gray40];\n";
  for (std::size_t i = 0; i < structures.size(); ++i) {
    const auto number = std::to_string(i + 1);
    out += "  subgraph cluster" + number + " {\n  label=\"#" + number + "\";\n" +
           print::dot_body(structures[i], print::object_prefix(i), print::picture::of_several) + "  }\n";
  }
  return out += print::dot_wrapping(structures) + "}\n";
}

}  // namespace korat
