// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace korat {

/// How a diagram was built, or why it was not (docs/diagrams.md).
struct diagram_summary {
  bool complete = false;
  std::optional<std::string> why_not;  ///< it is not complete; none: it is, or there was no time for it
  std::uint64_t runs = 0;              ///< of the predicate, from one read to the next
  std::uint64_t states = 0;            ///< different states of the predicate, at reads
  std::uint64_t merged = 0;            ///< subtrees that were known and not explored again
  std::uint64_t checked = 0;  ///< runs that were made twice, with other values in all fields that should not matter
  std::uint64_t nodes = 0;
  std::uint64_t edges = 0;
  std::uint64_t bytes = 0;  ///< of memory, while it was built
  /// A field that was read again and led elsewhere, which kept so many subtrees from being used again.
  struct blame {
    std::uint32_t field;  ///< index in the candidate vector
    std::uint64_t times;
  };
  std::vector<blame> to_blame;  ///< the worst first
};

}  // namespace korat
