// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/layout.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <numeric>
#include <sstream>
#include <utility>

#include "print/show.hpp"
#include "report/graphviz.hpp"

namespace korat::report {
namespace {

using namespace print;

constexpr double points_per_inch = 72, margin = 12, head_length = 7;

/// Characters, not bytes.
double columns(const std::string& text) {
  return static_cast<double>(std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string comma_list(const std::vector<std::string>& names, const char* what_they_hold) {
  return joined(names, ", ") + what_they_hold;
}

std::vector<drawing::row> rows_of(const structure& s, const structure::object& object) {
  using enum drawing::tone;
  std::vector<drawing::row> rows{{object.name, title}};
  std::vector<std::string> nulls, unread;
  for (const auto& m : members_of(object)) {
    if (m.is_array && !holds_objects(m)) {
      rows.push_back({show_array(s, m, " = "), plain});
      continue;
    }
    for (const auto& f : m.values) {
      if (is_null(f))
        nulls.push_back(f.name);
      else if (!f.read)
        unread.push_back(f.name);
      else if (target_of(f) == nullptr)
        rows.push_back({f.name + " = " + show(s, f), plain});
    }
  }
  if (!nulls.empty()) rows.push_back({comma_list(nulls, ": null"), faint});
  if (!unread.empty()) rows.push_back({comma_list(unread, ": ?"), faint});
  return rows;
}

/// The first value that is neither a reference nor a colour: of most nodes this is the key.
std::string label_in_short(const structure& s, const structure::object& object) {
  for (const auto& m : members_of(object)) {
    if (m.is_array && !holds_objects(m)) return show_array(s, m, "").substr(m.name.size());
    for (const auto& f : m.values)
      if (f.read && !is_null(f) && target_of(f) == nullptr && colour_of(f) == node_colour::none) return show(s, f);
  }
  return "";
}

/// Boxes with their sizes and arrows with their ends, at no place yet.
drawing unplaced(const structure& s) {
  drawing d;
  for (const auto& object : s.objects) {
    auto rows = rows_of(s, object);
    double width = 0;
    for (const auto& row : rows) width = std::max(width, columns(row.text));
    const auto height = drawing::row_height * static_cast<double>(rows.size()) + 4;
    d.boxes.push_back({0, 0, width * drawing::character_width + 14, height, std::move(rows), label_in_short(s, object),
                       colour_of(object)});
  }
  for (std::size_t i = 0; i < s.objects.size(); ++i)
    for (const auto& f : s.objects[i].fields)
      if (const auto* target = target_of(f)) d.arrows.push_back({i, target->index, label_of(f), "", 0, 0, 0, 0, 0});
  return d;
}

// By Graphviz.

bool has_children(const structure& s, std::size_t object) {
  return std::ranges::any_of(s.objects[object].fields, [&](const auto& f) {
    const auto* target = target_of(f);
    return target != nullptr && target->index > object;
  });
}

/// Edges in the order of the fields. Beside a child, a null reference gets a place that nobody sees: a left child
/// should not look like a right one.
void write_edges(std::ostream& out, const structure& s, std::size_t object) {
  const bool spread = has_children(s, object);
  std::size_t nulls = 0;
  for (const auto& f : s.objects[object].fields) {
    if (const auto* target = target_of(f)) {
      out << "n" << object << " -> n" << target->index << " [label=\""
          << std::string(static_cast<std::size_t>(columns(label_of(f))), 'x') << "\""
          << (target->index <= object ? ", constraint=false" : "") << "];\n";  // a reference back does not pull
    } else if (spread && is_null(f)) {
      out << "p" << object << "_" << nulls << " [width=0.3, height=0.1, style=invis]; ";
      out << "n" << object << " -> p" << object << "_" << nulls++ << " [style=invis];\n";
    }
  }
}

std::string dot_of(const drawing& d, const structure& s) {
  std::ostringstream out;
  out << "digraph g { ordering=out; ranksep=0.45; nodesep=0.3; node [shape=box, fixedsize=true, label=\"\"]; "
         "edge [fontname=\"Courier\", fontsize=10, arrowhead=none];\n";
  for (std::size_t i = 0; i < d.boxes.size(); ++i)
    out << "n" << i << " [width=" << d.boxes[i].width / points_per_inch
        << ", height=" << d.boxes[i].height / points_per_inch << "];\n";
  for (std::size_t i = 0; i < s.objects.size(); ++i) write_edges(out, s, i);
  out << "}\n";
  return out.str();
}

struct point {
  double x, y;
};

/// A smooth path of cubic pieces that ends where the arrow's head begins.
void set_path(drawing::arrow& a, std::vector<point> points) {
  auto& end = points.back();
  const auto& before = points[points.size() - 2];
  a.head_x = end.x, a.head_y = end.y;
  const double angle = std::atan2(end.y - before.y, end.x - before.x);
  a.head_angle = angle * 180 / std::numbers::pi;
  end = {end.x - head_length * std::cos(angle), end.y - head_length * std::sin(angle)};
  char piece[64];
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::snprintf(piece, sizeof piece, "%s%.1f %.1f", i == 0 ? "M" : i == 1 ? "C" : " ", points[i].x, points[i].y);
    a.path += piece;
  }
}

drawing::arrow& next_arrow(drawing& d, std::size_t from, std::size_t to) {
  const auto waits = [&](const auto& a) { return a.from == from && a.to == to && a.path.empty(); };
  return *std::ranges::find_if(d.arrows, waits);
}

/// The rest of the line: the points, then the label with its place.
template <class Place>
void read_edge(std::istream& plain, drawing::arrow& a, Place at) {
  std::size_t count;
  plain >> count;
  std::vector<point> points;
  for (double x, y; points.size() < count && plain >> x >> y;) points.push_back(at(x, y));
  std::string label;
  double x, y;
  plain >> label >> x >> y;
  a.label_x = at(x, y).x, a.label_y = at(x, y).y;
  set_path(a, std::move(points));
}

/// Reads `dot -Tplain`: a line for each node and edge, in inches from the lower left.
void place_by_plain(std::istream& plain, drawing& d) {
  std::string word;
  double scale = 0, height = 0;
  const auto at = [&](double x, double y) {
    return point{x * points_per_inch + margin, (height - y) * points_per_inch + margin};
  };
  while (plain >> word && word != "stop") {
    if (word == "graph") {
      double width;
      plain >> scale >> width >> height;
      d.width = width * points_per_inch + 2 * margin, d.height = height * points_per_inch + 2 * margin;
    } else if (word == "node") {
      std::string name;
      double x, y;
      plain >> name >> x >> y;
      if (name.starts_with('n')) {
        auto& box = d.boxes.at(std::stoul(name.substr(1)));
        box.x = at(x, y).x, box.y = at(x, y).y;
      }
    } else if (word == "edge") {
      std::string tail, head;
      plain >> tail >> head;
      if (head.starts_with('n'))
        read_edge(plain, next_arrow(d, std::stoul(tail.substr(1)), std::stoul(head.substr(1))), at);
    }
    plain.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
}

bool place_by_graphviz(std::vector<drawing>& all, std::span<const structure> structures) {
  std::string graphs;
  for (std::size_t i = 0; i < all.size(); ++i) graphs += dot_of(all[i], structures[i]);
  const auto plain = run_dot("plain", graphs);
  if (!plain) return false;
  std::istringstream in(*plain);
  for (auto& d : all) place_by_plain(in, d);
  return true;
}

// By ourselves.

std::vector<std::size_t> distances_from_root(const drawing& d) {
  constexpr auto far = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> distance(d.boxes.size(), far);
  if (!distance.empty()) distance[0] = 0;
  for (bool changed = true; std::exchange(changed, false);)
    for (const auto& a : d.arrows)
      if (distance[a.from] != far && distance[a.from] + 1 < distance[a.to])
        distance[a.to] = distance[a.from] + 1, changed = true;
  std::ranges::replace(distance, far, std::size_t{0});
  return distance;
}

void place_in_layers(drawing& d) {
  constexpr double gap_x = 26, gap_y = 40;
  const auto distance = distances_from_root(d);
  const auto layers = d.boxes.empty() ? 0 : *std::ranges::max_element(distance) + 1;
  double top = margin;
  std::vector<double> width(layers);
  for (std::size_t layer = 0; layer < layers; ++layer) {
    double x = margin, tallest = 0;
    for (std::size_t i = 0; i < d.boxes.size(); ++i) {
      auto& box = d.boxes[i];
      if (distance[i] != layer) continue;
      box.x = x + box.width / 2, box.y = top + box.height / 2;
      x += box.width + gap_x;
      tallest = std::max(tallest, box.height);
    }
    width[layer] = x - gap_x + margin;
    d.width = std::max(d.width, width[layer]);
    top += tallest + gap_y;
  }
  d.height = top - gap_y + margin;
  for (std::size_t i = 0; i < d.boxes.size(); ++i) d.boxes[i].x += (d.width - width[distance[i]]) / 2;
}

/// Down from the lower edge to the upper one; anything else leaves and arrives at the right side.
void route(drawing& d) {
  for (auto& a : d.arrows) {
    const auto &from = d.boxes[a.from], &to = d.boxes[a.to];
    std::vector<point> points;
    if (from.y + from.height / 2 < to.y - to.height / 2) {
      const point start{from.x, from.y + from.height / 2}, end{to.x, to.y - to.height / 2};
      points = {start, {start.x, start.y + 18}, {end.x, end.y - 18}, end};
    } else {
      const point start{from.x + from.width / 2, from.y - 4}, end{to.x + to.width / 2, to.y + 4};
      const double side = std::max(start.x, end.x) + 30;
      points = {start, {side, start.y}, {side, end.y}, end};
      d.width = std::max(d.width, side + margin);
    }
    a.label_x = (points[0].x + 3 * points[1].x + 3 * points[2].x + points[3].x) / 8;
    a.label_y = (points[0].y + 3 * points[1].y + 3 * points[2].y + points[3].y) / 8;
    set_path(a, std::move(points));
  }
}

}  // namespace

std::vector<drawing> lay_out(std::span<const structure> structures, layout_by how) {
  std::vector<drawing> all;
  for (const auto& s : structures) all.push_back(unplaced(s));
  if (how == layout_by::graphviz_if_present && place_by_graphviz(all, structures)) return all;
  for (auto& d : all) {
    place_in_layers(d);
    route(d);
  }
  return all;
}

}  // namespace korat::report
