// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// --resume FILE: where a search stands, written now and then, so that it can be killed at any moment and taken up
// again. A new state replaces the old one by renaming, so that there is a whole one at every moment.

#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/digest.hpp"
#include "cli/file_lock.hpp"
#include "cli/printer.hpp"
#include "cli/run.hpp"

namespace korat::cli {

struct saved_search {
  settled_state search;
  digest hash;
  std::uint64_t output_bytes = 0;
  printer::so_far printed;
  std::vector<candidate_vector> shown;  // in the report
};

class saver {
 public:
  /// An empty path: nothing is wanted. `identity`, JSON, says which search this is: one that is saved there must be the
  /// same.
  saver(const std::string& path, std::string identity);
  bool wanted() const noexcept { return !path_.empty(); }
  /// What was there.
  const std::optional<saved_search>& found() const noexcept { return found_; }
  /// Whether it is time to save again: so rarely that the search is not slowed.
  bool due() const { return std::chrono::steady_clock::now() >= next_; }
  void save(const saved_search&);

 private:
  std::string path_;
  std::unique_ptr<lock_beside> lock_;  // no other program saves there meanwhile
  std::string identity_;
  std::string program_;  // with the predicate: its fingerprint
  std::optional<saved_search> found_;
  std::chrono::steady_clock::time_point next_ = std::chrono::steady_clock::now();
};

}  // namespace korat::cli
