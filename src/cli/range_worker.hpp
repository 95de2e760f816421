// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a process of a search does: it is ordered to search a range, and answers with what it has found, counted and
// left.

#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/digest.hpp"
#include "cli/processes.hpp"
#include "cli/worker.hpp"
#include "parallel/piecework.hpp"

namespace korat::cli {

struct range_order {
  open_range range;
  std::uint64_t valid, explored;      // at most so many
  std::chrono::milliseconds longest;  // as long as this, or as ending it is cheap: what dies with a process is no more
};
message as_message(const range_order&);

/// Counts are of all ranges of this process so far. What was printed is in the texts of the message.
struct range_answer {
  std::vector<open_range> left = {};  // of this range
  statistics counts = {};
  tallies counted = {};
  digest hash = {};
  engine used = engine::checkpoint;
  std::string note = {};
  std::optional<predicate_error::details> failure = {};  // then the rest says nothing
};
range_answer answer_in(const received&);

class range_server {
 public:
  /// What the first process wants, at any time.
  struct orders {
    std::atomic<unsigned>& stop;    // not 0: all are to stop
    std::atomic<unsigned>& pieces;  // not 0: this one is to stop, and to leave so many pieces
  };
  range_server(const run_request&, const process_request&, orders);
  message answer(const received& order);

 private:
  using clock = std::chrono::steady_clock;
  search_options options_of(const run_request&);
  bool is_to_stop() const;
  void visit(const basic_search&);
  message done();

  const process_request& how_;
  orders orders_;
  std::unique_ptr<detail::piecework> work_;
  digest hash_;
  std::vector<std::string> printed_;  // in this range
  std::size_t printed_bytes_ = 0;
  clock::time_point start_{};       // of this range
  clock::duration longest_{};       // as ordered
  clock::duration ending_takes_{};  // what it took to end the last one
};

}  // namespace korat::cli
