// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// generate --skip: a search that jumps over infeasible ranges. Behind a valid candidate at which one begins, the next
// to be considered is the valid one at which it ends; so valid structures, their order and vectors stay what they were.

#pragma once

#include <optional>
#include <string>

#include "cli/infeasible_file.hpp"

namespace korat::cli {

class skips {
 public:
  skips(std::string path, infeasible_file, direction);

  /// Jumps if a range begins behind the candidate at which the search stands. Nothing: none does. False: a stop rule
  /// said so. Throws file_error when the other end is not what the file says.
  std::optional<bool> jump(basic_search&);
  /// The search is complete: throws file_error if it did not come by a range.
  void check_end() const;
  std::uint64_t candidates() const noexcept { return candidates_; }
  std::uint64_t ranges() const noexcept { return next_; }

 private:
  /// A range as the search comes to it.
  struct gap {
    std::optional<candidate_vector> begin, end;  // valid; none: where the search begins or ends
    candidate_vector last;
    std::uint64_t count;
  };
  [[noreturn]] void of_another_predicate() const;

  std::string path_;
  std::vector<gap> gaps_;
  std::size_t next_ = 0;
  bool begun_ = false;
  std::uint64_t candidates_ = 0;  // not run
};

}  // namespace korat::cli
