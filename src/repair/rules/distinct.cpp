// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/distinct.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "repair/symbols.hpp"
#include "repair/thresholds.hpp"

namespace korat::detail {

distinct_integers::distinct_integers(const space& s, const std::vector<std::uint32_t>& fresh_from)
    : space_(s), fresh_from_(fresh_from), values_(s.described().bindings.size()) {}

bool distinct_integers::differ(std::uint32_t binding) {
  auto& v = values_[binding];
  if (v.counted) return v.nearly_all_differ;
  v.counted = true;
  std::size_t within = 0;  // the numbers that indices would be
  for (const auto& o : space_.objects()) {
    if (o.index >= fresh_from_[o.object_class]) continue;
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
      if (space_.place(cell).binding != binding) continue;
      ++v.fields;
      ++v.count[value(cell, space_.bits_in_memory(cell))];
    }
  }
  for (const auto& [value, times] : v.count)
    if (value >= 0 && std::cmp_less(value, v.fields)) within += times;
  constexpr std::size_t fewest = 3;
  const auto is_share = [&](double share, std::size_t part) {
    return static_cast<double>(part) >= share * static_cast<double>(v.fields);
  };
  v.are_indices = v.fields >= thresholds::fewest && is_share(thresholds::nearly_always, within) &&
                  is_share(thresholds::distinct_indices, v.count.size());
  v.nearly_all_differ = v.are_indices || (v.fields >= fewest && is_share(thresholds::distinct, v.count.size()));
  if (!v.nearly_all_differ) return v.count.clear(), false;
  std::vector<std::int64_t> sorted;
  for (const auto& [value, unused] : v.count) sorted.push_back(value);
  std::ranges::sort(sorted);
  for (const auto value : sorted) {
    if (!v.runs.empty() && v.runs.back().last == value - 1)
      v.runs.back().last = value;
    else
      v.runs.push_back({value, value});
  }
  return true;
}

std::int64_t distinct_integers::value(std::uint32_t cell, std::uint64_t bits) const {
  const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
  return static_cast<std::int64_t>(value_of(wrapped(static_cast<wide>(bits), type), type));
}

/// Beyond the ends of the type nothing is found: what is given back is then not free.
std::int64_t distinct_integers::values::next_free(std::int64_t from, int step) const {
  constexpr auto least = std::numeric_limits<std::int64_t>::min(), most = std::numeric_limits<std::int64_t>::max();
  for (;;) {
    const auto at = std::ranges::lower_bound(runs, from, {}, &run::last);
    const bool in_run = at != runs.end() && at->first <= from;
    if (!in_run && !later.contains(from)) return from;
    if (in_run) from = step > 0 ? at->last : at->first;
    if (from == (step > 0 ? most : least)) return from;
    from += step;
  }
}

bool distinct_integers::is_repeated(std::uint32_t cell) {
  const auto binding = space_.place(cell).binding;
  if (space_.domain(cell).source.integer == value_source::number::none || !differ(binding)) return false;
  const auto& count = values_[binding].count;
  const auto found = count.find(value(cell, space_.bits_in_memory(cell)));
  return found != count.end() && found->second > 1;
}

std::optional<std::uint64_t> distinct_integers::free_value(std::uint32_t cell) {
  if (!is_repeated(cell)) return std::nullopt;
  const auto& v = values_[space_.place(cell).binding];
  const auto now = value(cell, space_.bits_in_memory(cell));
  const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
  const wide up = v.next_free(now, 1), down = v.next_free(now, -1);
  const auto is_free = [&](wide value) {
    return fits(value, type) && !v.count.contains(static_cast<std::int64_t>(value));
  };
  if (is_free(up) && (!is_free(down) || up - now <= now - down)) return wrapped(up, type);
  return is_free(down) ? std::optional(wrapped(down, type)) : std::nullopt;
}

bool distinct_integers::is_index(std::uint32_t cell) {
  const auto binding = space_.place(cell).binding;
  return space_.domain(cell).source.integer != value_source::number::none && differ(binding) &&
         values_[binding].are_indices;
}

std::vector<std::uint64_t> distinct_integers::missing_values(std::uint32_t cell) {
  std::vector<std::uint64_t> missing;
  if (!is_index(cell)) return missing;
  const auto& v = values_[space_.place(cell).binding];
  const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
  for (std::size_t i = 0; i < v.fields && missing.size() < thresholds::few_heads; ++i)
    if (!v.count.contains(static_cast<std::int64_t>(i))) missing.push_back(wrapped(static_cast<wide>(i), type));
  return missing;
}

void distinct_integers::changed(std::uint32_t cell, std::uint64_t before) {
  auto& v = values_[space_.place(cell).binding];
  if (!v.nearly_all_differ) return;
  const auto old = value(cell, before), now = value(cell, space_.bits_in_memory(cell));
  if (const auto found = v.count.find(old); found != v.count.end() && --found->second == 0) v.count.erase(found);
  ++v.count[now];
  v.later.insert(now);
}

}  // namespace korat::detail
