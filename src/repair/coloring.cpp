// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/coloring.hpp"

#include <algorithm>
#include <utility>

namespace korat::detail {

namespace {

constexpr auto nobody = evidence::nobody;
constexpr std::uint32_t impossible = 0x3fff'ffff;

}  // namespace

void coloring::guess() {
  if (!find_tree()) return;
  const auto fewest = [&](bool swapped) {
    if (!find_costs(swapped)) return impossible;
    const auto& top = nodes_.front();
    return std::min(std::ranges::min(top.cost[black]), std::ranges::min(top.cost[red]));
  };
  const auto first_is_black = fewest(false), first_is_red = fewest(true);
  const auto least = std::min(first_is_black, first_is_red);
  if (least == 0 || static_cast<double>(least) > (1 - evidence::usual) * static_cast<double>(nodes_.size())) return;
  const bool swapped = first_is_red < first_is_black;
  find_costs(swapped);
  const auto colors = cheapest_colors(swapped);
  for (const auto& g : colors)
    if (g.value != space_.bits_in_memory(g.cell)) e_.add_guess(g.cell, g.value);
  // Which value is red is not certain where no way down is longer than another.
  if (!find_costs(!swapped)) return;
  std::vector<evidence::guess> otherwise;
  const auto other_colors = cheapest_colors(!swapped);
  for (std::size_t i = 0; i < colors.size(); ++i)
    if (colors[i].value != other_colors[i].value) otherwise.push_back(other_colors[i]);
  constexpr std::size_t most = 64;
  if (otherwise.size() <= most) e_.second_guesses_.push_back(std::move(otherwise));
}

/// The first member with two values.
std::uint32_t coloring::color_cell(std::uint32_t object) const {
  const auto& o = space_.objects()[object];
  for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
    if (!e_.is_reference(cell) && space_.domain(cell).bits.size() == 2 && space_.domain(cell).source.bitwise)
      return cell;
  return nobody;
}

/// What the root refers to, if it is a tree of objects that all have a colour.
bool coloring::find_tree() {
  constexpr std::size_t fewest = 4;
  std::vector<bool> seen(space_.objects().size());
  const auto add = [&](std::uint32_t object, std::uint32_t parent) {
    const auto cell = color_cell(object);
    if (cell == nobody || seen[object]) return false;
    seen[object] = true;
    nodes_.push_back({object, parent, cell});
    return true;
  };
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; cell < root.end_cell; ++cell) {
    if (!e_.is_reference(cell) || !e_.is_claiming(cell) || e_.guessed_target(cell) == nobody) continue;
    if (!nodes_.empty() || !add(e_.guessed_target(cell), 0)) return false;
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    const auto& o = space_.objects()[nodes_[i].object];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
      if (!e_.is_reference(cell) || !e_.is_claiming(cell)) continue;
      const auto to = e_.guessed_target(cell);
      if (to == nobody) {
        ++nodes_[i].empty;
        continue;
      }
      const auto place = static_cast<std::uint32_t>(nodes_.size());
      if (!add(to, i)) return false;
      nodes_[i].children.push_back(place);
    }
  }
  return nodes_.size() >= fewest;
}

/// Below a red object nothing is red.
std::uint32_t coloring::cost_below(const node& child, color above, std::size_t blacks) {
  if (blacks >= child.cost[black].size()) return impossible;
  return above == red ? child.cost[black][blacks] : std::min(child.cost[black][blacks], child.cost[red][blacks]);
}

std::uint64_t coloring::bits_of(const node& n, color c, bool swapped) const {
  return space_.domain(n.color_cell).bits[(c == red) != swapped ? 1 : 0];
}

bool coloring::find_costs(bool swapped) {
  constexpr std::size_t highest = 128;  // no balanced tree is higher
  for (auto i = nodes_.size(); i-- > 0;) {
    auto& n = nodes_[i];
    std::size_t below = 0;  // black ones, at most
    for (const auto child : n.children) below = std::max(below, nodes_[child].cost[black].size() - 1);
    if (below > highest) return false;
    for (const auto own : {black, red}) {
      n.cost[own].assign(below + 2, impossible);
      const auto now = space_.bits_in_memory(n.color_cell);
      const std::uint32_t change = now == bits_of(n, own, swapped) ? 0 : 1;
      for (std::size_t blacks = 0; blacks <= below; ++blacks) {
        if (n.empty != 0 && blacks != 0) break;
        auto sum = change;
        for (const auto child : n.children) sum = std::min(impossible, sum + cost_below(nodes_[child], own, blacks));
        n.cost[own][blacks + (own == black ? 1 : 0)] = sum;
      }
    }
  }
  const auto& top = nodes_.front();
  return std::min(std::ranges::min(top.cost[black]), std::ranges::min(top.cost[red])) < impossible;
}

// From the root down, the colours that the costs stand for.
std::vector<evidence::guess> coloring::cheapest_colors(bool swapped) const {
  struct wanted {
    color own;
    std::size_t blacks;
  };
  std::vector<wanted> want(nodes_.size());
  std::vector<evidence::guess> colors;
  const auto& top = nodes_.front();
  std::uint32_t least = impossible;
  for (std::size_t blacks = 0; blacks < top.cost[black].size(); ++blacks)
    for (const auto own : {black, red})
      if (top.cost[own][blacks] < least) least = top.cost[own][blacks], want[0] = {own, blacks};
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const auto& n = nodes_[i];
    colors.push_back({n.color_cell, bits_of(n, want[i].own, swapped)});
    const auto below = want[i].blacks - (want[i].own == black ? 1 : 0);
    for (const auto child : n.children) {
      const auto& c = nodes_[child];
      const bool is_red = want[i].own == black && c.cost[red][below] < c.cost[black][below];
      want[child] = {is_red ? red : black, below};
    }
  }
  return colors;
}

}  // namespace korat::detail
