// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "korat/big_integer.hpp"
#include "korat/structure.hpp"

namespace korat {

/// The part of a diagram that leads to solutions, to be looked at.
struct diagram_drawing {
  struct node {
    std::optional<std::string> field;  ///< that is chosen here: "node0.left"; none: the predicate has answered
    big_integer solutions;             ///< behind it
  };
  struct edge {
    std::size_t from, to;             ///< nodes
    std::vector<field_value> values;  ///< that lead there
  };
  std::vector<node> nodes;  ///< the root first
  std::vector<edge> edges;
  structure objects;  ///< that values refer to, by their names alone
};

}  // namespace korat
