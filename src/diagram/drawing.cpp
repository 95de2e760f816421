// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/drawing.hpp"

#include <algorithm>

namespace korat::detail {

namespace {

constexpr std::size_t not_met = static_cast<std::size_t>(-1);

/// Nodes are numbered as they are met from the root on; values that lead to one node become one edge.
void draw(const graph& g, const space& s, node_id n, std::vector<std::size_t>& number, diagram_drawing& to) {
  number[n] = to.nodes.size();
  to.nodes.push_back({g.is_leaf(n) ? std::nullopt : std::optional(s.field_name(g.cell(n))), g.below(n).valid});
  const auto first_edge = to.edges.size();
  std::vector<node_id> children;
  for (const auto& e : g.live(n)) {
    auto at = std::ranges::find(children, e.child) - children.begin();
    if (static_cast<std::size_t>(at) == children.size()) {
      children.push_back(e.child);
      to.edges.push_back({number[n], 0, {}});
    }
    to.edges[first_edge + static_cast<std::size_t>(at)].values.push_back(s.show(g.cell(n), e.value));
  }
  for (std::size_t i = 0; i < children.size(); ++i) {
    if (number[children[i]] == not_met) draw(g, s, children[i], number, to);
    to.edges[first_edge + i].to = number[children[i]];
  }
}

}  // namespace

diagram_drawing drawing_of(const graph& g, const space& s) {
  diagram_drawing result;
  for (std::size_t i = 0; i < s.objects().size(); ++i) result.objects.objects.emplace_back().name = s.object_name(i);
  std::vector<std::size_t> number(g.size(), not_met);
  draw(g, s, g.root(), number, result);
  return result;
}

}  // namespace korat::detail
