// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <vector>

#include "korat/print.hpp"
#include "print/show.hpp"

namespace korat {
namespace {

using node = diagram_drawing::node;

std::vector<int> edges_into(const diagram_drawing& d) {
  std::vector<int> result(d.nodes.size());
  for (const auto& e : d.edges) ++result[e.to];
  return result;
}

std::string values_text(const diagram_drawing& d, const diagram_drawing::edge& e) {
  std::vector<std::string> values;
  for (const auto& v : e.values) values.push_back(print::show(d.objects, v));
  return print::joined(values, ", ");
}

/// Inside quotation marks of Graphviz's language.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string counted(const big_integer& n) { return n.decimal() + (n == 1 ? " structure" : " structures"); }

std::string label_of(const node& n) {
  if (n.field) return *n.field;
  return n.solutions.is_zero() ? "no" : n.solutions == 1 ? "yes" : "yes, " + counted(n.solutions);
}

/// A field is a box, shaded where paths meet.
std::string dot_node(const node& n, int ways_in) {
  std::string style = !n.field ? "shape=oval, style=filled, fillcolor=\"#dcefdc\"" : "shape=box, style=\"rounded";
  if (n.field) style += ways_in > 1 ? ",filled\", fillcolor=\"#ffe3b3\", penwidth=1.6" : "\"";
  return "[label=\"" + escaped(label_of(n)) + "\", tooltip=\"" + counted(n.solutions) + "\", " + style + "];\n";
}

}  // namespace

std::string to_dot(const diagram_drawing& d) {
  std::string out =
      "digraph korat {\n  node [fontname=\"Helvetica\", fontsize=11, height=0.3, margin=\"0.12,0.05\"];\n"
      "  edge [fontname=\"Helvetica\", fontsize=10, color=gray40, fontcolor=gray25, arrowsize=0.7];\n";
  const auto ways_in = edges_into(d);
  for (std::size_t i = 0; i < d.nodes.size(); ++i)
    out += "  n" + std::to_string(i) + " " + dot_node(d.nodes[i], ways_in[i]);
  for (const auto& e : d.edges)
    out += "  n" + std::to_string(e.from) + " -> n" + std::to_string(e.to) + " [label=\" " +
           escaped(values_text(d, e)) + "\"];\n";
  return out += "}\n";
}

std::string to_text(const diagram_drawing& d) {
  std::string out;
  const auto ways_in = edges_into(d);
  for (std::size_t i = 0; i < d.nodes.size(); ++i) {
    const auto& n = d.nodes[i];
    out += std::to_string(i) + "  " + label_of(n);
    if (n.field) out += "  (" + counted(n.solutions) + ")";
    if (ways_in[i] > 1) out += "  <- from " + std::to_string(ways_in[i]) + " places";
    out += '\n';
    for (const auto& e : d.edges)
      if (e.from == i) out += "     " + values_text(d, e) + " -> " + std::to_string(e.to) + '\n';
  }
  return out;
}

}  // namespace korat
