// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What all subjects share: refusing arguments that make no sense, and naming the predicate.

#pragma once

#include <cstdint>
#include <string_view>
#include <utility>

#include "subjects/subject.hpp"

namespace korat::subjects {

/// The most a subject takes as a number of objects, and of a table whose size grows with the square.
inline constexpr std::int64_t most_objects = 1'000'000;
inline constexpr std::int64_t most_squared = 1'000;
/// The most values, so that those of as many objects can lie apart.
inline constexpr std::int64_t most_values = 10 * most_objects;

/// Throws finitization_error unless low <= value <= high: "binary-tree: nodes is -1, but must be from 0 to 1000000".
void expect(std::string_view subject, std::string_view parameter, std::int64_t value, std::int64_t low,
            std::int64_t high = most_objects);

/// The subject, which now refuses a number of arguments that fits none of its forms.
subject checked(subject);

/// The same subject with one form more, (n, min_size, max_size): its structures of these sizes. (n, n, n) are those of
/// exactly n nodes, (n, 0, n) those of up to n. The root has a member `size`, an int.
subject sized(subject);

/// The predicate with all that it calls compiled into one function (docs/predicates.md, "Making it fast"): whether the
/// compiler would have inlined a helper by itself decides between 19 and 11 ns for a candidate of linked-disj-set.
template <class Root>
[[gnu::flatten]] bool in_one_piece(const Root& root) {
  return root.rep_ok();
}

template <class Root>
description described(const finitization<Root>& bounds) {
  return describe(bounds, in_one_piece<Root>);
}

}  // namespace korat::subjects
