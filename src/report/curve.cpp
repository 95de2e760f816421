// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/curve.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "encoding/escape.hpp"

namespace korat::report {
namespace {

constexpr int left = 150, right = 1110, top = 40, bottom = 760, height = 880;  // of the plot, and of all
constexpr int before_names = right + 76, for_a_letter = 16;
constexpr const char* colours[] = {"#c8553d", "#1b8a5a", "#8a5fb0", "#b8860b", "#2f6fb3", "#7a7a7a"};

std::string at_x(double share) { return std::to_string(std::lround(left + share * (right - left))); }
std::string at_y(double share) { return std::to_string(std::lround(bottom - share * (bottom - top))); }

/// `place`: its attributes.
std::string text(const std::string& place, const std::string& what) {
  return "<text " + place + ">" + encoding::escaped_for_html(what) + "</text>\n";
}

std::string grid() {
  std::string out;
  for (int percent = 0; percent <= 100; percent += 20) {
    const auto x = at_x(percent / 100.0), y = at_y(percent / 100.0), label = std::to_string(percent) + "%";
    out += "<path class=\"grid\" stroke=\"#ddd\" stroke-width=\"2\" d=\"M" + at_x(0) + " " + y + "H" + at_x(1) + "M" +
           x + " " + at_y(0) + "V" + at_y(1) + "\"/>\n";
    out += text("x=\"" + std::to_string(left - 16) + "\" y=\"" + y + "\" dy=\"9\" text-anchor=\"end\"", label);
    out += text("x=\"" + x + "\" y=\"" + std::to_string(bottom + 38) + "\" text-anchor=\"middle\"", label);
  }
  const auto middle = std::to_string((top + bottom) / 2);
  out += text("x=\"" + at_x(0.5) + "\" y=\"" + std::to_string(height - 24) + "\" text-anchor=\"middle\"",
              "input space covered");
  out += text("x=\"44\" y=\"" + middle + "\" text-anchor=\"middle\" transform=\"rotate(-90 44 " + middle + ")\"",
              "solutions found");
  return out;
}

std::string line(const curve& c, const std::string& colour) {
  const auto found = found_in(c);
  const auto whole = static_cast<double>(std::max<std::uint64_t>(1, found.back()));
  const auto parts = static_cast<double>(found.size() - 1);
  std::string points;
  for (std::size_t i = 0; i < found.size(); ++i)
    points += at_x(static_cast<double>(i) / parts) + "," + at_y(static_cast<double>(found[i]) / whole) + " ";
  return "<polyline fill=\"none\" stroke-width=\"4\" stroke=\"" + colour + "\" points=\"" + points + "\"/>\n";
}

std::string legend(const curve& c, const std::string& colour, std::size_t number) {
  const auto y = std::to_string(top + 24 + 40 * number), x = std::to_string(right + 24);
  return "<path stroke-width=\"4\" stroke=\"" + colour + "\" d=\"M" + x + " " + y + "h40\"/>\n" +
         text("x=\"" + std::to_string(before_names) + "\" y=\"" + y + "\" dy=\"9\"", c.name);
}

}  // namespace

std::vector<std::uint64_t> found_in(const curve& c) {
  std::vector<std::uint64_t> found = {0};
  std::partial_sum(c.by_space.begin(), c.by_space.end(), std::back_inserter(found));
  return found;
}

double space_until(const curve& c, double share_of_solutions) {
  const auto found = found_in(c);
  const auto enough = [&](std::uint64_t n) {
    return static_cast<double>(n) >= share_of_solutions * static_cast<double>(found.back());
  };
  const auto first = std::ranges::find_if(found, enough);
  return static_cast<double>(first - found.begin()) / static_cast<double>(found.size() - 1);
}

std::string to_svg(const std::vector<curve>& curves) {
  std::size_t longest = 0;
  for (const auto& c : curves) longest = std::max(longest, c.name.size());
  const auto size = std::to_string(before_names + for_a_letter * longest) + " " + std::to_string(height);
  auto out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + size +
             "\" font-family=\"sans-serif\" font-size=\"26\">\n"
             "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"white\"/>\n" +
             grid();
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const auto* const colour = colours[i % std::size(colours)];
    out += line(curves[i], colour) + legend(curves[i], colour, i);
  }
  return out + "</svg>\n";
}

}  // namespace korat::report
