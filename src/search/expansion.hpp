// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The values that symbols can have together under a path condition: how many, and one after the other, in the order of
// their first differences. A value that a symbol takes is one more condition on the path, so what is left to the others
// is known as for any condition.
//
//   expansion all(path, [] { return false; });
//   all.begin({0, 1});
//   while (all.next() == expansion::step::found) use(all.bits());
//
// Where conditions are hard, long may pass between two of them. So now and then it is asked whether to pause.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "korat/big_integer.hpp"
#include "search/count_values.hpp"
#include "symbolic/path_condition.hpp"

namespace korat::detail {

class expansion {
 public:
  /// `pause`: asked after a thousand values, or a question to the solver.
  expansion(path_condition& path, std::function<bool()> pause) : path_(path), pause_(std::move(pause)) {}

  /// How many there are of these symbols, which are all that conditions tie to one of them. Nothing: too many to try,
  /// where conditions are neither bounds nor differences, in this call and those before it; or there was a pause.
  std::optional<big_integer> count(std::span<const symbol_id>);

  void begin(std::vector<symbol_id>);
  /// none: there are no more, and the path is as it was. paused: the next call goes on.
  enum class step { found, none, paused };
  step next();
  /// Of the symbols, in their order.
  std::span<const std::uint64_t> bits() const noexcept { return bits_; }
  void end();
  bool active() const noexcept { return active_; }

 private:
  /// Values that are tried to count them, at most, in a whole search. A question to the solver takes as long as a
  /// thousand.
  static constexpr std::uint64_t most_tried = 1'000'000, of_a_question = 1'000;

  struct level {
    path_condition::mark before;
    wide value, last;
  };
  void enter();
  step take_value(level&);
  answer try_value();
  bool is_to_pause();
  std::optional<big_integer> count_by_trying(std::vector<symbol_id>);

  path_condition& path_;
  std::function<bool()> pause_;
  value_counter counter_;
  bool active_ = false;
  bool paused_ = false;      // the last value was not tried yet
  bool counting_ = false;    // not expanding
  std::uint64_t tried_ = 0;  // while counting
  std::uint64_t work_ = 0;   // values that were tried since the last question whether to pause
  std::vector<symbol_id> symbols_;
  std::vector<level> levels_;  // one for each symbol that has a value
  std::vector<std::uint64_t> bits_;
};

}  // namespace korat::detail
