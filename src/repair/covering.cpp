// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/covering.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>

namespace korat::detail {

/// The rest may be damaged.
static bool is_nearly_all(std::size_t part, std::size_t whole) noexcept {
  return static_cast<double>(part) >= thresholds::nearly_all * static_cast<double>(whole);
}

covering::covering(const view& e) : space_(e.image()) {
  objects_of_class_.assign(space_.described().classes.size(), 0);
  for (std::uint32_t o = 0; o < space_.objects().size(); ++o)
    objects_of_class_[space_.objects()[o].object_class] += e.is_fresh(o) ? 0 : 1;
  find_columns(e);
  count(e);
  std::vector<std::uint32_t> by_size(columns_.size());
  std::iota(by_size.begin(), by_size.end(), 0U);
  std::ranges::stable_sort(by_size, std::greater{}, [&](std::uint32_t c) { return columns_[c].references; });
  for (const auto c : by_size)
    if (columns_[c].group == none) find_group(c);
  is_entered_.assign(lost_.size(), false);
  for (std::size_t c = 0; c < column_at_.size(); ++c)
    for (const auto column : column_at_[c])
      if (column != none && columns_[column].group != none && columns_[column].target_class != c)
        is_entered_[columns_[column].group] = true;
  owners_.assign(lost_.size(), std::vector<std::uint32_t>(space_.objects().size()));
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell) {
    const auto f = e.is_reference(cell) && e.target(cell) != nobody ? of(cell) : std::nullopt;
    if (f) ++owners_[*f][e.target(cell)];
  }
  for (const auto& c : columns_)
    if (c.group != none && lost_[c.group].empty())
      for (std::uint32_t o = 0; o < space_.objects().size(); ++o)
        if (space_.objects()[o].object_class == c.target_class && !e.is_fresh(o) && owners_[c.group][o] == 0 &&
            (listed_[c.group].empty() || listed_[c.group][o]))
          lost_[c.group].push_back(o);
}

std::uint32_t covering::column_of(std::uint32_t cell) const {
  const auto& o = space_.objects()[space_.owner(cell)];
  return column_at_[o.object_class][cell - o.first_cell];
}

std::optional<covering::number> covering::of(std::uint32_t cell) const {
  const auto c = column_of(cell);
  return c == none || columns_[c].group == none ? std::nullopt : std::optional(columns_[c].group);
}

// The elements of an array have one meaning, as buckets do, unless several lead to one object, as the links of a skip
// list do: then each has its own.
void covering::find_columns(const view& e) {
  constexpr std::size_t most_of_array = 64;
  struct led {
    std::size_t references = 0, objects = 0;
    std::vector<bool> to = {};  // [object]
  };
  std::map<std::uint32_t, led> by_binding;
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell) {
    if (!e.is_reference(cell) || e.target(cell) == nobody) continue;
    auto& b = by_binding[e.member_of(cell)];
    b.to.resize(space_.objects().size());
    ++b.references;
    if (!b.to[e.target(cell)]) ++b.objects;
    b.to[e.target(cell)] = true;
  }
  column_at_.resize(space_.described().classes.size());
  for (const auto& o : space_.objects()) {
    auto& places = column_at_[o.object_class];
    if (o.index != 0) continue;
    places.assign(o.end_cell - o.first_cell, none);
    std::map<std::uint32_t, std::vector<std::uint32_t>> of_binding;
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell)
      if (e.is_reference(cell)) of_binding[e.member_of(cell)].push_back(cell - o.first_cell);
    for (const auto& [b, cells] : of_binding) {
      const bool share = static_cast<double>(by_binding[b].objects) <
                         thresholds::nearly_always * static_cast<double>(by_binding[b].references);
      const bool apart = share && cells.size() > 1 && cells.size() <= most_of_array;
      for (std::size_t i = 0; i < cells.size(); ++i) {
        if (i == 0 || apart) columns_.push_back({.target_class = none});
        places[cells[i]] = static_cast<std::uint32_t>(columns_.size() - 1);
      }
    }
  }
}

void covering::count(const view& e) {
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell) {
    if (!e.is_reference(cell) || e.target(cell) == nobody) continue;
    auto& c = columns_[column_of(cell)];
    const auto to = e.target(cell);
    if (c.references == 0) c.target_class = space_.objects()[to].object_class;
    if (c.leads_to.empty()) c.leads_to.resize(space_.objects().size());
    ++c.references;
    if (c.leads_to[to]) ++c.repeated;
    c.leads_to[to] = true;
    if (c.leads_on.empty()) c.leads_on.resize(space_.objects().size());
    c.leads_on[e.owner(cell)] = true;
  }
}

// Columns are added that lead where none does yet, until they lead nearly everywhere.
void covering::find_group(std::uint32_t first) {
  const auto fits = [&](const column& c) {
    return c.group == none && c.references > 0 && c.target_class == columns_[first].target_class &&
           10 * c.repeated <= c.references;
  };
  if (!fits(columns_[first])) return;
  std::vector<bool> led_to = columns_[first].leads_to;
  std::vector<std::uint32_t> members{first};
  const auto overlap = [&](const column& c) {
    std::size_t common = 0;
    for (std::size_t o = 0; o < led_to.size(); ++o) common += c.leads_to[o] && led_to[o] ? 1 : 0;
    return common;
  };
  const auto add = [&](std::uint32_t c) {
    members.push_back(c);
    for (std::size_t o = 0; o < led_to.size(); ++o) led_to[o] = led_to[o] || columns_[c].leads_to[o];
  };
  std::vector<std::uint32_t> others;
  for (std::uint32_t c = 0; c < columns_.size(); ++c)
    if (c != first && fits(columns_[c])) others.push_back(c);
  std::ranges::stable_sort(others, std::greater{}, [&](std::uint32_t c) { return columns_[c].references; });
  for (const auto c : others)
    if (5 * overlap(columns_[c]) <= columns_[c].references) add(c);
  const auto found = static_cast<std::size_t>(std::ranges::count(led_to, true));
  const bool is_partial = !is_nearly_all(found, objects_of_class_[columns_[first].target_class]);
  if (is_partial && !is_list_of_some(columns_[first])) return;
  for (const auto c : members) columns_[c].group = static_cast<number>(lost_.size());
  lost_.emplace_back();
  listed_.push_back(is_partial ? columns_[first].leads_on : std::vector<bool>());
  class_of_group_.push_back(columns_[first].target_class);
}

/// A link through some of the objects of a class: what leads on by it is led to by it, but for the first of each list.
bool covering::is_list_of_some(const column& c) const {
  std::size_t lead_on = 0, led_to = 0;
  for (std::size_t o = 0; o < c.leads_on.size(); ++o) {
    if (!c.leads_on[o]) continue;
    if (space_.objects()[o].object_class != c.target_class) return false;
    ++lead_on;
    led_to += c.leads_to[o] ? 1 : 0;
  }
  return lead_on >= thresholds::fewest && is_nearly_all(led_to, lead_on);
}

std::size_t covering::groups_of(std::uint32_t object_class) const {
  return static_cast<std::size_t>(std::ranges::count(class_of_group_, object_class));
}

covering::reached covering::reached_now(const view& v) const {
  reached result{std::vector(groups(), std::vector<bool>(space_.objects().size()))};
  std::vector<bool> otherwise(space_.objects().size());  // of classes that no group leads to
  std::vector<std::pair<std::uint32_t, number>> queue{{0, none}};
  otherwise[0] = true;
  const auto enter = [&](std::uint32_t object, number group) {
    auto&& is_reached = (group == none ? otherwise : result.by[group])[object];
    if (is_reached) return;
    is_reached = true;
    queue.emplace_back(object, group);
  };
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const auto [object, came_by] = queue[i];
    const auto& o = space_.objects()[object];
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
      const auto to = v.is_reference(cell) ? v.target(cell) : nobody;
      if (to == nobody) continue;
      const auto group = of(cell).value_or(none);
      const auto class_there = space_.objects()[to].object_class;
      if (group != none) {
        if (came_by == group || class_of_group_[group] != o.object_class) enter(to, group);
      } else if (groups_of(class_there) == 0) {
        enter(to, none);
      } else if (class_there != o.object_class) {
        for (number g = 0; g < groups(); ++g)
          if (class_of_group_[g] == class_there && !is_entered_[g]) enter(to, g);
      }
    }
  }
  return result;
}

void covering::changed(std::uint32_t cell, std::uint32_t before, std::uint32_t now) {
  const auto f = of(cell);
  if (!f || before == now) return;
  if (before != nobody && --owners_[*f][before] == 0 && std::ranges::find(lost_[*f], before) == lost_[*f].end())
    lost_[*f].push_back(before);
  if (now != nobody) ++owners_[*f][now];
}

}  // namespace korat::detail
