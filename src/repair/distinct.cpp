// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/distinct.hpp"

#include "repair/symbols.hpp"

namespace korat::detail {

distinct_integers::distinct_integers(const space& s, const std::vector<std::uint32_t>& fresh_from)
    : space_(s), fresh_from_(fresh_from), values_(s.described().bindings.size()) {}

bool distinct_integers::differ(std::uint32_t binding) {
  auto& v = values_[binding];
  if (v.counted) return v.nearly_all_differ;
  v.counted = true;
  std::size_t fields = 0;
  for (const auto& o : space_.objects()) {
    if (o.index >= fresh_from_[o.object_class]) continue;
    for (auto cell = o.first_cell; cell < o.end_cell; ++cell) {
      if (space_.place(cell).binding != binding) continue;
      ++fields;
      ++v.count[space_.bits_in_memory(cell)];
    }
  }
  constexpr std::size_t fewest = 3;
  v.nearly_all_differ = fields >= fewest && 10 * v.count.size() >= 9 * fields;
  if (!v.nearly_all_differ) v.count.clear();
  return v.nearly_all_differ;
}

std::optional<std::uint64_t> distinct_integers::free_value(std::uint32_t cell) {
  const auto binding = space_.place(cell).binding;
  if (space_.domain(cell).source.integer == value_source::number::none || !differ(binding)) return std::nullopt;
  const auto& count = values_[binding].count;
  const auto now = space_.bits_in_memory(cell);
  if (const auto found = count.find(now); found == count.end() || found->second < 2) return std::nullopt;
  const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
  const auto old = value_of(now, type);
  // Among one more than there are values, one is free.
  for (wide way = 1; way <= static_cast<wide>(count.size()) + 1; ++way)
    for (const wide value : {old + way, old - way})
      if (fits(value, type) && !count.contains(wrapped(value, type))) return wrapped(value, type);
  return std::nullopt;
}

void distinct_integers::changed(std::uint32_t cell, std::uint64_t before) {
  auto& v = values_[space_.place(cell).binding];
  if (!v.nearly_all_differ || before == space_.bits_in_memory(cell)) return;
  if (const auto old = v.count.find(before); old != v.count.end() && --old->second == 0) v.count.erase(old);
  ++v.count[space_.bits_in_memory(cell)];
}

}  // namespace korat::detail
