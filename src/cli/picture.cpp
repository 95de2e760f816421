// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/picture.hpp"

#include <fmt/format.h>

#include <variant>

#include "cli/exit_code.hpp"
#include "cli/output.hpp"
#include "korat/print.hpp"
#include "report/graphviz.hpp"

namespace korat::cli {

std::string format_of_file(const std::string& path) {
  const auto dot = path.rfind('.');
  return dot == std::string::npos ? "svg" : path.substr(dot + 1);
}

void check_format(const char* option, const std::string& format) {
  for (const auto* known : {"svg", "png", "pdf", "dot", "text", "txt"})
    if (format == known) return;
  throw usage_error(fmt::format("{}: expected svg, png, pdf, dot, text, not '{}'", option, format));
}

namespace {

std::string as_text(const std::vector<structure>& structures) {
  std::string text;
  for (const auto& s : structures) text += (text.empty() ? "" : "\n") + to_text(s);
  return text;
}

/// The same structure with its objects in the order in which the root reaches them, those it does not reach last:
/// pictures draw a reference to an earlier object as one that leads back.
structure in_order_of_reach(const structure& s) {
  std::vector<std::size_t> order, number(s.objects.size(), s.objects.size());
  const auto meet = [&](std::size_t object) {
    if (number[object] != s.objects.size()) return;
    number[object] = order.size();
    order.push_back(object);
  };
  for (std::size_t first = 0, next = 0; first < s.objects.size(); ++first)
    for (meet(first); next < order.size(); ++next)
      for (const auto& f : s.objects[order[next]].fields)
        if (const auto* const to = std::get_if<object_id>(&f.value)) meet(to->index);
  structure result;
  for (const auto object : order) {
    auto& o = result.objects.emplace_back(s.objects[object]);
    for (auto& f : o.fields)
      if (auto* const to = std::get_if<object_id>(&f.value)) to->index = number[to->index];
  }
  return result;
}

/// The graph drawn by Graphviz, or what it shows as text where that is asked for or there is no Graphviz.
std::string drawn_as(const std::string& format, const std::string& graph, const std::string& text) {
  if (format == "text" || format == "txt") return text;
  if (format == "dot") return graph;
  if (auto drawn = report::run_dot(format, graph)) return *drawn;
  complain(
      fmt::format("there is no Graphviz ('dot') to draw {} with, so this is a drawing of characters.\n"
                  "Debian's package is 'graphviz'; '--format dot' gives the graph itself.",
                  format));
  return text;
}

}  // namespace

std::string picture(const std::vector<structure>& given, const std::string& format) {
  std::vector<structure> structures;
  for (const auto& s : given) structures.push_back(in_order_of_reach(s));
  return drawn_as(format, structures.size() == 1 ? to_dot(structures.front()) : to_dot(structures),
                  as_text(structures));
}

std::string picture(const diagram_drawing& d, const std::string& format) {
  return drawn_as(format, to_dot(d), to_text(d));
}

}  // namespace korat::cli
