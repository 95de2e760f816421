// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The values that symbols can have together under a path condition: how many, and one after the other, in the order of
// their first differences. A value that a symbol takes is one more condition on the path, so what is left to the others is
// known as for any condition.
//
//   expansion all(path);
//   all.begin({0, 1});
//   while (all.next()) use(all.bits());

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "korat/big_integer.hpp"
#include "search/count_values.hpp"
#include "symbolic/path_condition.hpp"

namespace korat::detail {

class expansion {
 public:
  explicit expansion(path_condition& path) : path_(path) {}

  /// How many there are of these symbols, which are all that conditions tie to one of them. Nothing: too many to try, where
  /// conditions are neither bounds nor differences, in this call and those before it.
  std::optional<big_integer> count(std::span<const symbol_id>);

  void begin(std::vector<symbol_id>);
  /// False: there are no more, and the path is as it was.
  bool next();
  /// Of the symbols, in their order.
  std::span<const std::uint64_t> bits() const noexcept { return bits_; }
  void end();
  bool active() const noexcept { return active_; }

 private:
  /// Values that are tried to count them, at most, in a whole search: nobody can stop it meanwhile. A question to the solver
  /// takes as long as a thousand.
  static constexpr std::uint64_t most_tried = 1'000'000, of_a_question = 1'000;

  struct level {
    path_condition::mark before;
    wide value, last;
  };
  void enter();
  bool take_value(level&);
  answer try_value();
  std::optional<big_integer> count_by_trying(std::vector<symbol_id>);

  path_condition& path_;
  value_counter counter_;
  bool active_ = false;
  bool counting_ = false;     // not expanding
  std::uint64_t tried_ = 0;   // while counting
  std::vector<symbol_id> symbols_;
  std::vector<level> levels_;        // one for each symbol that has a value
  std::vector<std::uint64_t> bits_;
};

}  // namespace korat::detail
