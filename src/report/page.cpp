// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/page.hpp"

#include <string_view>
#include <vector>

namespace korat::report {
namespace {

const char* name_of(drawing::tone tone) {
  switch (tone) {
    case drawing::tone::title: return "title";
    case drawing::tone::plain: return "plain";
    case drawing::tone::faint: return "faint";
  }
  return "";
}

const char* name_of(print::node_colour colour) {
  switch (colour) {
    case print::node_colour::none: return "";
    case print::node_colour::red: return "red";
    case print::node_colour::black: return "black";
  }
  return "";
}

/// JSON inside a page: no '<', so that nothing in it can end the script it stands in.
std::string safe(const json_object& data) {
  std::string out;
  for (const char c : data.text())
    if (c == '<')
      out += "\\u003c";
    else
      out += c;
  return out;
}

}  // namespace

std::string page_with(const json_object& data) {
  constexpr std::string_view place = "/*KORAT-DATA*/";
  std::string page = page_template;
  return page.replace(page.find(place), place.size(), safe(data));
}

json_object as_json(const drawing& d) {
  std::vector<json> boxes, arrows;
  for (const auto& b : d.boxes) {
    std::vector<json> rows;
    for (const auto& r : b.rows) rows.push_back(std::vector<json>{r.text, name_of(r.tone)});
    boxes.push_back(json_object{{"x", b.x},
                                {"y", b.y},
                                {"w", b.width},
                                {"h", b.height},
                                {"rows", rows},
                                {"label", b.label},
                                {"colour", name_of(b.colour)}});
  }
  for (const auto& a : d.arrows)
    arrows.push_back(json_object{{"path", a.path},
                                 {"hx", a.head_x},
                                 {"hy", a.head_y},
                                 {"angle", a.head_angle},
                                 {"label", a.label},
                                 {"lx", a.label_x},
                                 {"ly", a.label_y}});
  return {{"w", d.width}, {"h", d.height}, {"boxes", boxes}, {"arrows", arrows}};
}

}  // namespace korat::report
