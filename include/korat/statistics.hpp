// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstdint>

namespace korat {

/// What a search has done so far.
struct statistics {
  std::uint64_t explored = 0;               ///< candidates considered
  std::uint64_t valid = 0;                  ///< of these, the ones that satisfy the predicate
  std::uint64_t executions = 0;             ///< times the predicate was started or resumed
  std::uint64_t field_initializations = 0;  ///< fields given a value, as the papers count it
  std::uint64_t self_checks = 0;            ///< candidates run again to see that the predicate is a function of them
  std::uint64_t checkpoints = 0;            ///< states saved
  std::uint64_t undo_operations = 0;        ///< container operations undone from the trail
  std::uint64_t bytes_saved = 0;            ///< by checkpoints, in all
  std::uint64_t bytes_restored = 0;
  std::uint64_t peak_memory = 0;  ///< bytes held by saved states and temporaries, at most

  bool operator==(const statistics&) const = default;
};

/// How a search ended, or that it has not.
enum class outcome {
  running,       ///< there may be more
  complete,      ///< every candidate was considered
  max_valid,     ///< stopped: as many valid structures as were asked for
  max_explored,  ///< stopped: as many candidates as were asked for
  condition,     ///< stopped: the caller's condition (a time limit, for one)
  failed,        ///< the predicate misbehaved, see predicate_error
};

const char* name_of(outcome) noexcept;

}  // namespace korat
