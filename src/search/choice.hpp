// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A search is a stack of choices: one for each field the predicate has read, in the order of the first reads.

#pragma once

#include <cstdint>

namespace korat::detail {

struct choice {
  std::uint32_t cell;         // the field
  std::uint32_t value;        // the value index it has now
  std::uint32_t limit;        // the largest one isomorphism breaking allows it
  std::uint32_t used_before;  // objects of its class domain used by earlier choices
};

}  // namespace korat::detail
