// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// From a structure as data to its candidate: a guide that finds the value of each field in the object that the search's
// object stands for. Objects are numbered as the predicate meets them; those that are told apart keep their names.

#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "korat/structure.hpp"
#include "search/guide.hpp"

namespace korat::detail {

class structure_guide final : public guide {
 public:
  /// `lowest`: what value 0 of each choice of the predicate's own stands for, known when it is made.
  structure_guide(const space&, const structure&, const std::vector<std::int64_t>& lowest);
  std::uint32_t pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) override;
  /// What the predicate has not read must fit the bounds too.
  void check_rest();
  /// Why the structure does not fit the bounds; empty when it does.
  const std::string& problem() const noexcept { return problem_; }

 private:
  static constexpr auto nowhere = static_cast<std::size_t>(-1);

  const structure::field* find(std::size_t object, const std::string& member) const;
  std::uint32_t pick_own(std::uint32_t cell, std::uint32_t limit);
  std::uint32_t pick_null(std::uint32_t cell, const field_value&);
  std::uint32_t pick_object(std::uint32_t cell, const object_id&, std::span<const std::uint32_t> used);
  std::uint32_t number(std::uint32_t cell, const object_range&, std::size_t object,
                       std::span<const std::uint32_t> used);
  std::uint32_t fresh_in(const object_range&, std::size_t object, std::span<const std::uint32_t> used) const;
  void check_object(std::size_t object, std::size_t stands_for);
  std::uint32_t fail(const std::string& why);
  std::uint32_t fail_at(std::uint32_t cell, const std::string& why);

  const space& space_;
  const structure& data_;
  const std::vector<std::int64_t>& lowest_;
  std::vector<std::unordered_map<std::string_view, std::size_t>> fields_;  // [object of the data]: by name
  std::vector<std::size_t> data_of_;    // [object of the search]: the one it stands for, or nowhere
  std::vector<std::size_t> search_of_;  // the other way round
  std::string problem_;
};

}  // namespace korat::detail
