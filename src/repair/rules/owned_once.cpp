// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/owned_once.hpp"

#include <algorithm>
#include <unordered_set>

namespace korat::detail {

namespace {

constexpr std::size_t most_above = 4096;  // objects looked at to find out whether one hangs on another

/// By the references that own, up to where there are many.
bool hangs_on(const view& v, std::uint32_t object, std::uint32_t above) {
  std::vector<std::uint32_t> queue{object};
  std::unordered_set<std::uint32_t> seen{object};
  for (std::size_t i = 0; i < queue.size() && queue.size() < most_above; ++i) {
    if (queue[i] == above) return true;
    for (const auto cell : v.references_to(queue[i]))
      if (v.is_owning(cell) && seen.insert(v.owner(cell)).second) queue.push_back(v.owner(cell));
  }
  return false;
}

/// Of references that should be the only one: those that nothing else speaks for.
std::vector<std::uint32_t> unanswered(const view& v, const ledger& l, std::uint32_t object) {
  std::vector<std::uint32_t> cells;
  for (const auto cell : v.references_to(object))
    if (v.is_owning(cell) && !v.has_inverse(cell) && v.owner(cell) != 0 && !l.has(cell)) cells.push_back(cell);
  return cells;
}

/// Objects that several fields lead to; not of classes in which they are common.
std::vector<std::uint32_t> owned_twice(const view& v, const ledger& l) {
  std::vector<std::size_t> owned(v.image().described().classes.size()), twice(owned.size());
  const auto class_of = [&](std::uint32_t o) { return v.image().objects()[o].object_class; };
  std::vector<std::uint32_t> found;
  for (std::uint32_t o = 1; o < v.image().objects().size(); ++o) {
    owned[class_of(o)] += v.owners(o) != 0 ? 1 : 0;
    if (v.owners(o) < 2 || unanswered(v, l, o).size() < 2) continue;
    found.push_back(o);
    ++twice[class_of(o)];
  }
  std::erase_if(found, [&](std::uint32_t o) {
    return static_cast<double>(twice[class_of(o)]) >
           thresholds::shared * static_cast<double>(owned[class_of(o)]) + thresholds::shared_at_least;
  });
  return found;
}

}  // namespace

std::vector<proposal> own_once(const view& v, const ledger& l) {
  std::vector<std::uint32_t> wrong;
  for (const auto object : owned_twice(v, l)) {
    auto cells = unanswered(v, l, object);
    std::ranges::stable_sort(cells, {}, [&](std::uint32_t cell) { return hangs_on(v, v.owner(cell), object); });
    wrong.insert(wrong.end(), cells.begin() + 1, cells.end());
  }
  std::unordered_set<std::uint32_t> placed;
  for (const auto& g : l.proposals())
    if (v.is_reference(g.cell)) placed.insert(static_cast<std::uint32_t>(g.value));
  std::vector<proposal> result;
  for (const auto lost : v.unowned()) {
    if (placed.contains(lost)) continue;
    const auto cell = std::ranges::find_if(
        wrong, [&](std::uint32_t c) { return v.may_lead_to(c, lost) && !hangs_on(v, v.owner(c), lost); });
    if (cell == wrong.end()) continue;
    result.push_back({*cell, lost});
    wrong.erase(cell);
  }
  for (const auto cell : wrong) result.push_back({cell, nobody});
  return result;
}

}  // namespace korat::detail
