// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A check that accepts what a skeleton does, and reads the same fields in the same order. In the skeleton of several
// checks it stands for all but the last one: its state is the number of a node, where theirs would be stacks and sets,
// and states that differ only in these merge.

#pragma once

#include <memory>

#include "korat/search.hpp"
#include "search/skeleton.hpp"
#include "space/space.hpp"

namespace korat::detail {

class skeleton_check {
 public:
  explicit skeleton_check(skeleton s) : skeleton_(std::move(s)) {}
  /// Of its frames when it is stopped, in bytes, if not more.
  static constexpr std::uint32_t image_size = 256;
  /// Whether there can be one: it compares values byte by byte.
  static bool can_follow(const skeleton&, const space&);

  static predicate as_predicate(std::shared_ptr<const skeleton_check>);
  /// The objects that it is called for. Before the first call.
  void look_at(const space& s) noexcept { cells_ = s.cells().data(); }

 private:
  static bool call(const void* self, const void* root);
  bool follow() const;
  const skeleton::edge* taken(const skeleton::node&) const noexcept;

  skeleton skeleton_;
  const cell* cells_ = nullptr;
};

}  // namespace korat::detail
