// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Where the objects of a structure and the references between them go in a picture: by Graphviz where it is, else in
// layers by the distance from the root. Whoever draws it needs no graph library and no text metrics: everything is in
// points, and text is meant for a font whose characters are all as wide.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "korat/structure.hpp"
#include "print/show.hpp"

namespace korat::report {

struct drawing {
  enum class tone { title, plain, faint };
  struct row {
    std::string text;
    drawing::tone tone;
  };
  struct box {
    double x, y, width, height;  // of the middle
    std::vector<row> rows;
    std::string label;  // the first of its values, where there is no room for rows
    print::node_colour colour = print::node_colour::none;
  };
  struct arrow {
    std::size_t from, to;
    std::string label;
    std::string path;  // of an SVG path, up to where the head begins
    double head_x, head_y, head_angle;
    double label_x, label_y;
  };
  double width = 0, height = 0;
  std::vector<box> boxes;
  std::vector<arrow> arrows;

  static constexpr double font_size = 11, row_height = 16, character_width = 6.7;
};

enum class layout_by { graphviz_if_present, ourselves };
std::vector<drawing> lay_out(std::span<const structure>, layout_by);

}  // namespace korat::report
