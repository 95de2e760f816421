// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// From a structure of the user's own objects to its candidate: a guide that reads the value of each field in the object
// that the search's object stands for. Objects are numbered as the predicate meets them.

#pragma once

#include <map>
#include <string>
#include <utility>

#include "search/guide.hpp"

namespace korat::detail {

class live_guide final : public guide {
 public:
  live_guide(const space&, const void* root);
  std::uint32_t pick(std::uint32_t cell, std::uint32_t limit, std::span<const std::uint32_t> used) override;
  /// Why the structure does not fit the bounds; empty when it does.
  const std::string& problem() const noexcept { return problem_; }

 private:
  const std::byte* place_of(std::uint32_t cell) const;
  std::uint32_t pick_value(std::uint32_t cell, const std::byte* place);
  std::uint32_t pick_object(std::uint32_t cell, const std::byte* pointer, std::span<const std::uint32_t> used);
  const object_range* range_of(std::uint32_t cell, const std::byte* pointer) const;
  const object_range* only_range_for_unknown(std::uint32_t cell, const std::byte* pointer) const;
  const std::byte* object_behind(std::uint32_t cell, const object_range&, const std::byte* pointer) const;
  std::uint32_t number(std::uint32_t cell, const object_range&, const std::byte* object,
                       std::span<const std::uint32_t> used);
  std::uint32_t fail(std::uint32_t cell, const std::string& why);

  const space& space_;
  std::vector<const std::byte*> live_;                                  // [object of the search]: the user's, or null
  std::map<std::pair<std::uint32_t, const void*>, std::size_t> known_;  // class and user's object: the search's
  std::string problem_;
};

}  // namespace korat::detail
