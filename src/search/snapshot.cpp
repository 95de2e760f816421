// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <algorithm>

#include "search/engine.hpp"

namespace korat::detail {

/// While solutions are listed, the choices are written down when somebody asks.
std::span<const choice> search_engine::chosen_fields() const {
  if (diagram_ != nullptr && diagram_->lists()) diagram_->write_choices();
  return symbolic_ == nullptr ? choices() : symbolic_->of_fields(choices());
}

candidate_vector search_engine::vector_of(std::span<const choice> choices) const {
  candidate_vector result(space_.cells().size());
  for (const auto& made : choices) result[made.cell] = made.value;
  return result;
}

std::span<const std::uint32_t> search_engine::accessed() const {
  accessed_.clear();
  for (const auto& made : chosen_fields()) accessed_.push_back(made.cell);
  return accessed_;
}

// Choices that completion made have no site.
std::span<const code_address> search_engine::sites() const {
  return std::span(sites_).first(std::min<std::size_t>(sites_.size(), depth_));
}

std::vector<std::int64_t> search_engine::predicate_choices() const {
  std::vector<std::int64_t> result;
  for (const auto& made : choices())
    if (is_predicates_own(made)) result.push_back(supply_.low[result.size()] + made.value);
  return result;
}

// From the choices, not from memory: a snapshot is right also in the middle of trouble.
//
// What the predicate chose itself is shown with the root.
structure search_engine::snapshot() const {
  constexpr std::uint32_t unread = 0xffff'ffff;
  std::vector<std::uint32_t> values(space_.cells().size(), unread);
  for (const auto& made : chosen_fields()) values[made.cell] = made.value;

  structure result;
  std::vector<std::size_t> order;  // objects in the order met
  std::vector<std::size_t> number(space_.objects().size(), space::no_object);
  const auto meet = [&](std::size_t object) {
    if (number[object] == space::no_object) {
      number[object] = order.size();
      order.push_back(object);
    }
    return number[object];
  };
  const auto in_structure = [&](std::uint32_t cell) {
    const auto& place = space_.place(cell);
    if (place.length_cell == cell) return true;
    const auto length = values[place.length_cell];
    if (length == unread) return false;
    return static_cast<std::int64_t>(place.element) < std::get<std::int64_t>(space_.show(place.length_cell, length));
  };
  const auto chosen = predicate_choices();
  meet(0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& object = space_.objects()[order[i]];
    structure::object shown{space_.object_name(order[i]), space_.class_name(order[i]), {}};
    for (auto cell = object.first_cell; cell < object.end_cell; ++cell) {
      if (!in_structure(cell)) continue;
      structure::field field{space_.member_name(cell), null_reference{}, values[cell] != unread};
      if (field.read) field.value = space_.show(cell, values[cell]);
      if (auto* const reference = std::get_if<object_id>(&field.value)) reference->index = meet(reference->index);
      shown.fields.push_back(std::move(field));
    }
    for (std::size_t k = 0; i == 0 && k < chosen.size(); ++k)
      shown.fields.push_back({"chosen[" + std::to_string(k) + "]", chosen[k], true});
    result.objects.push_back(std::move(shown));
  }
  return result;
}

}  // namespace korat::detail
