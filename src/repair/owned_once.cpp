// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/owned_once.hpp"

#include <algorithm>
#include <unordered_set>

namespace korat::detail {

namespace {

constexpr std::size_t most_above = 4096;  // objects looked at to find out whether one hangs on another

/// By the references that own, up to where there are many.
bool hangs_on(const evidence& e, std::uint32_t object, std::uint32_t above) {
  std::vector<std::uint32_t> queue{object};
  std::unordered_set<std::uint32_t> seen{object};
  for (std::size_t i = 0; i < queue.size() && queue.size() < most_above; ++i) {
    if (queue[i] == above) return true;
    for (const auto cell : e.references_to(queue[i]))
      if (e.is_claiming(cell) && seen.insert(e.owner(cell)).second) queue.push_back(e.owner(cell));
  }
  return false;
}

/// Of references that should be the only one: those that nothing else speaks for.
std::vector<std::uint32_t> unanswered(const evidence& e, std::uint32_t object) {
  std::vector<std::uint32_t> cells;
  for (const auto cell : e.references_to(object))
    if (e.is_claiming(cell) && !e.is_mutual(cell) && e.owner(cell) != 0 && !e.is_guessed(cell)) cells.push_back(cell);
  return cells;
}

/// Objects that several fields lead to; not of classes in which they are common.
std::vector<std::uint32_t> owned_twice(const evidence& e, const space& s) {
  std::vector<std::size_t> owned(s.described().classes.size()), twice(owned.size());
  const auto class_of = [&](std::uint32_t o) { return s.objects()[o].object_class; };
  std::vector<std::uint32_t> found;
  for (std::uint32_t o = 1; o < s.objects().size(); ++o) {
    owned[class_of(o)] += e.claims(o) != 0 ? 1 : 0;
    if (e.claims(o) < 2 || unanswered(e, o).size() < 2) continue;
    found.push_back(o);
    ++twice[class_of(o)];
  }
  std::erase_if(found, [&](std::uint32_t o) { return 4 * twice[class_of(o)] > owned[class_of(o)] + 4; });
  return found;
}

}  // namespace

std::vector<evidence::guess> own_once(const evidence& e, const space& s) {
  std::vector<std::uint32_t> wrong;
  for (const auto object : owned_twice(e, s)) {
    auto cells = unanswered(e, object);
    std::ranges::stable_sort(cells, {}, [&](std::uint32_t cell) { return hangs_on(e, e.owner(cell), object); });
    wrong.insert(wrong.end(), cells.begin() + 1, cells.end());
  }
  std::unordered_set<std::uint32_t> placed;
  for (const auto& g : e.guesses())
    if (e.is_reference(g.cell)) placed.insert(static_cast<std::uint32_t>(g.value));
  std::vector<evidence::guess> result;
  for (const auto lost : e.unclaimed()) {
    if (placed.contains(lost)) continue;
    const auto cell = std::ranges::find_if(
        wrong, [&](std::uint32_t c) { return e.may_lead_to(c, lost) && !hangs_on(e, e.owner(c), lost); });
    if (cell == wrong.end()) continue;
    result.push_back({*cell, lost});
    wrong.erase(cell);
  }
  for (const auto cell : wrong) result.push_back({cell, nobody});
  return result;
}

}  // namespace korat::detail
