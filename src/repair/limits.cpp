// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the options allow: members that are kept, the integers that they may take, what a change costs.

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <variant>

#include "korat/error.hpp"
#include "repair/engine.hpp"

namespace korat::detail {

namespace {

constexpr const char* length_suffix = ".length";

/// "node::key" names one member, "key" every member of the name; of an array, its elements and its length.
bool names(const std::string& given, const binding& b) {
  return given == b.name || given == b.class_name + "::" + b.name;
}

std::int64_t as_integer(const field_value& v) {
  if (const auto* const u = std::get_if<std::uint64_t>(&v))
    return static_cast<std::int64_t>(std::min<std::uint64_t>(*u, std::numeric_limits<std::int64_t>::max()));
  const auto* const i = std::get_if<std::int64_t>(&v);
  return i == nullptr ? 0 : *i;
}

}  // namespace

void repair_engine::read_options() {
  const auto& bindings = space_.described().bindings;
  const auto each_named = [&](const std::string& name, auto&& use) {
    bool any = false;
    for (std::size_t b = 0; b < bindings.size(); ++b) {
      const bool is_array = bindings[b].form == binding::shape::searched_array;
      if (names(name, bindings[b])) use(limits_[2 * b]), any = true;
      if (is_array &&
          (names(name, bindings[b]) || (name.ends_with(length_suffix) &&
                                        names(name.substr(0, name.size() - std::strlen(length_suffix)), bindings[b]))))
        use(limits_[2 * b + 1]), any = true;
    }
    if (!any) throw repair_option_error("repair: the finitization names no member " + name);
  };
  for (std::size_t b = 0; b < bindings.size(); ++b) {
    if (bindings[b].form == binding::shape::searched_array) set_range(2 * b + 1, bindings[b].length);
    if (options_.within_bounds) set_range(2 * b, bindings[b].values);
  }
  for (const auto& name : options_.keep) each_named(name, [](limits& l) { l.kept = true; });
  for (const auto& r : options_.ranges) {
    if (r.low > r.high)
      throw repair_option_error("repair: the range of " + r.member + ", from " + std::to_string(r.low) + " to " +
                                std::to_string(r.high) + ", is empty");
    each_named(r.member, [&](limits& l) { l.range = {r.low, r.high}; });
  }
  for (const auto& w : options_.weights) each_named(w.member, [&](limits& l) { l.weight = w.weight; });
  least_change_ = std::numeric_limits<double>::infinity();
  for (const auto& l : limits_)
    if (!l.kept) least_change_ = std::min(least_change_, l.weight);
  whole_weights_ = std::ranges::all_of(limits_, [](const limits& l) { return std::floor(l.weight) == l.weight; });
}

/// As the finitization declares it, if it is one range.
void repair_engine::set_range(std::size_t place, const value_source& declared) {
  if (!declared.is_range || declared.count == 0) return;
  limits_[place].range = {as_integer(declared.show(0)),
                          as_integer(declared.show(static_cast<std::uint32_t>(declared.count - 1)))};
}

/// Integers of what the root reaches that are out of their ranges get the nearest value. True: there were none.
bool repair_engine::hold_ranges() {
  if (options_.ranges.empty() && !options_.within_bounds) return true;
  learn();
  const auto reached = view_->reached_at_first();
  for (std::uint32_t cell = 0; cell < space_.cells().size(); ++cell) {
    const auto& range = limits_of(cell).range;
    if (!range || space_.domain(cell).source.integer == value_source::number::none) continue;
    if (!reached[space_.owner(cell)] || in_range(cell, bits(cell))) continue;
    if (!may_change(cell)) {
      why_ = space_.field_name(cell) + " is out of its range, and is to be kept";
      return false;
    }
    out_of_range_.push_back(cell);
  }
  put_back();
  return out_of_range_.empty();
}

/// To what was there, as far as the ranges allow it.
void repair_engine::put_back() {
  const auto touched = original_;
  for (const auto& [cell, before] : touched) set(cell, before);
  for (const auto cell : out_of_range_) {
    const auto range = *limits_of(cell).range;
    const auto nearest = std::clamp(integer_at(cell), range.first, range.second);
    set(cell, static_cast<std::uint64_t>(nearest) & mask_of(cell));
  }
}

}  // namespace korat::detail
