// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Trees whose two sides are equally high, but for one, at nearly every object. Where that rule is broken something
// hangs in the wrong place: it tells a leaf that was moved from one with a wrong key.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "space/large_vector.hpp"

namespace korat::detail {

class balance {
 public:
  static constexpr std::uint32_t nobody = 0xffff'ffff;
  explicit balance(std::size_t objects) : node_(objects) { order_.reserve(objects); }

  /// Parents before children; `side`: 0 or 1.
  void add(std::uint32_t object, std::uint32_t parent, int side);
  /// When all are added.
  void measure();
  /// Nearly everywhere.
  bool is_usually_balanced() const noexcept { return 12 * broken_ <= order_.size(); }
  /// An object that may hang elsewhere, with all below it.
  struct choice {
    std::uint32_t object, to;
    int side;
    bool moved;
  };
  /// Which of them are moved so that few objects break the rule: the move that helps most, again and again; then two at
  /// once; then all that make one side too high.
  void decide(std::vector<choice>&);

 private:
  struct node {
    std::uint32_t parent = nobody;
    std::uint8_t side = 0;
    std::uint32_t height = 0;
    std::uint32_t child[2] = {nobody, nobody};
  };
  std::uint32_t height(std::uint32_t object) const noexcept { return object == nobody ? 0 : node_[object].height; }
  bool is_broken(std::uint32_t object) const noexcept;
  std::size_t broken_above(std::uint32_t object) const noexcept;
  void count_broken() noexcept;
  void measure_above(std::uint32_t object) noexcept;
  void move(std::uint32_t object, std::uint32_t to, int side) noexcept;
  /// To its other place. How many fewer break the rule then; nothing when there is no room.
  std::optional<int> toggle(choice&) noexcept;
  bool lower_higher_side(std::uint32_t object, std::vector<choice>&) noexcept;

  large_vector<node> node_;
  large_vector<std::uint32_t> order_;
  std::size_t broken_ = 0;  // so many break the rule
};

}  // namespace korat::detail
