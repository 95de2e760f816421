// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "harness/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "report/numbers.hpp"

namespace korat::bench {
namespace {

constexpr double width = 720, height = 440, left = 80, right = 180, top = 44, bottom = 56;  // margins
constexpr const char* colours[] = {"#1b6ca8", "#c8553d", "#4b8f4b", "#8a5fb0", "#b8860b", "#4a4a4a"};

struct line {
  std::string name;
  std::vector<std::pair<double, double>> points;
};

std::size_t place_of(const table& t, const std::string& key) {
  const auto found = std::ranges::find(t.columns, key, &column::key);
  if (found == t.columns.end()) throw std::logic_error(t.name + " has no column " + key);
  return static_cast<std::size_t>(found - t.columns.begin());
}

double number_in(const cell& c) {
  if (const auto* const integer = std::get_if<std::uint64_t>(&c)) return static_cast<double>(*integer);
  return std::get<double>(c);
}

/// Rows with the same first cell are a line.
std::vector<line> lines_of(const table& t) {
  const auto x = place_of(t, t.drawn->x), y = place_of(t, t.drawn->y);
  std::vector<line> lines;
  for (const auto& row : t.rows) {
    const auto& name = std::get<std::string>(row[0]);
    if (lines.empty() || lines.back().name != name) lines.push_back({name, {}});
    lines.back().points.emplace_back(number_in(row[x]), number_in(row[y]));
  }
  return lines;
}

/// 1, 2 or 5 times a power of ten, so that about five of them reach the most.
double step_for(double most) {
  double step = 1;
  while (step * 5 < most) step *= 10;
  while (step > most) step /= 10;
  for (const double part : {5.0, 2.0})
    if (step / part * 6 >= most) return step / part;
  return step;
}

}  // namespace

std::string to_svg(const table& t) {
  const auto lines = lines_of(t);
  double most_x = 1, most_y = 1;
  for (const auto& l : lines)
    for (const auto& [x, y] : l.points) most_x = std::max(most_x, x), most_y = std::max(most_y, y);
  const auto at_x = [&](double x) { return left + x / most_x * (width - left - right); };
  const auto at_y = [&](double y) { return height - bottom - y / most_y * (height - top - bottom); };
  auto out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" font-family=\"sans-serif\" font-size=\"12\">\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n<text x=\"{2}\" y=\"24\" font-size=\"15\">{3}</text>\n",
      width, height, left, t.title);
  const auto x_step = step_for(most_x), y_step = step_for(most_y);
  for (double y = 0; y <= most_y; y += y_step)
    out += fmt::format(
        "<path d=\"M{0} {1:.1f}H{2}\" stroke=\"#ddd\"/><text x=\"{3}\" y=\"{4:.1f}\" text-anchor=\"end\">{5}</text>\n",
        left, at_y(y), width - right, left - 8, at_y(y) + 4, report::grouped(static_cast<std::uint64_t>(y)));
  for (double x = 0; x <= most_x; x += x_step)
    out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", at_x(x), height - bottom + 18,
                       report::grouped(static_cast<std::uint64_t>(x)));
  const auto heading = [&](const std::string& key) { return t.columns[place_of(t, key)].heading; };
  out += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", at_x(most_x / 2), height - 14,
                     heading(t.drawn->x));
  out += fmt::format(
      "<text x=\"18\" y=\"{0:.1f}\" text-anchor=\"middle\" transform=\"rotate(-90 18 {0:.1f})\">{1}</text>\n",
      at_y(most_y / 2), heading(t.drawn->y));
  double last_y = height;  // names that would lie on each other are moved apart
  auto by_height = lines;
  std::ranges::sort(by_height, {}, [](const line& l) { return l.points.back().second; });
  for (std::size_t i = 0; i < by_height.size(); ++i) {
    const auto* const colour = colours[i % std::size(colours)];
    std::string points;
    for (const auto& [x, y] : by_height[i].points) {
      points += fmt::format("{:.1f},{:.1f} ", at_x(x), at_y(y));
      out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", at_x(x), at_y(y), colour);
    }
    out += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.5\"/>\n", points, colour);
    last_y = std::min(at_y(by_height[i].points.back().second) + 4, last_y - 15);
    out += fmt::format("<text x=\"{}\" y=\"{:.1f}\" fill=\"{}\">{}</text>\n", width - right + 8, last_y, colour,
                       by_height[i].name);
  }
  return out + "</svg>\n";
}

}  // namespace korat::bench
