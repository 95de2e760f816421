// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/picture.hpp"

#include <fmt/format.h>

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

}  // namespace

std::string picture(const std::vector<structure>& structures, const std::string& format) {
  if (format == "text" || format == "txt") return as_text(structures);
  const auto graph = structures.size() == 1 ? to_dot(structures.front()) : to_dot(structures);
  if (format == "dot") return graph;
  if (auto drawn = report::run_dot(format, graph)) return *drawn;
  complain(
      fmt::format("there is no Graphviz ('dot') to draw {} with, so this is a drawing of characters.\n"
                  "Debian's package is 'graphviz'; '--format dot' gives the graph itself.",
                  format));
  return as_text(structures);
}

}  // namespace korat::cli
