// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a predicate spends a search on. A listener that notes, for each rejected candidate, where the predicate had got
// to, and for each choice, whether any solution lay behind it.
//
// When a field is given a value behind which there is no solution, all candidates there but one are explored in vain: a
// check that saw the trouble at once would have needed one. So the check that rejects them comes late. Of nested ones
// only the outermost such choice counts.

#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "korat/diagnosis.hpp"
#include "korat/listener.hpp"
#include "korat/search.hpp"

namespace korat::report {

/// The place in the predicate that read a field last before a rejection, and the field's member ("node.left").
struct check {
  code_address site = 0;
  std::string member;
  auto operator<=>(const check&) const = default;
};

struct check_counts {
  std::uint64_t rejected = 0;
  std::uint64_t depths = 0;                       // sum of the numbers of fields read
  std::uint64_t in_vain = 0;                      // of the rejected ones, those that an earlier check would have spared
  std::map<std::string, std::uint64_t> too_late;  // the same by the member whose value had decided it
};

class profile : public listener {
 public:
  // A search of one direction, with search_options::trace_reads if the places shall be known.
  void on_candidate(const basic_search&, bool valid) override;
  void on_end(const basic_search&, outcome) override;

  const std::map<check, check_counts>& checks() const { return checks_; }

 private:
  /// Rejected candidates by check; few checks, so a list.
  struct tally {
    std::vector<std::pair<const check*, std::uint64_t>> counts;
    void add(const check*, std::uint64_t count);
    void add(const tally&);
  };
  /// More than one candidate behind a value, and no solution.
  struct failure {
    std::uint32_t field;
    tally rejections;
  };
  /// The value that a choice has now, and what lies behind it as far as it was explored.
  struct level {
    std::uint32_t field = 0, value = 0;
    bool solved = false;
    std::uint64_t candidates = 0;
    tally rejections = {};
    std::vector<failure> failures = {};  // outermost ones, unless this value turns out to be one itself
  };

  void close_down_to(std::size_t depth);
  void close_last();
  void count_in_vain(const level&);
  const check& check_at(const basic_search&);
  const std::string& member(std::uint32_t field);

  const basic_search* search_ = nullptr;
  level whole_;  // the search, as if it were the value of a choice before the first
  std::vector<level> levels_;
  std::vector<std::string> members_;  // [field]
  std::map<check, check_counts> checks_;
};

/// "node2.left" is member "node.left", "table.values[3]" is "table.values[]".
std::string member_of(const field_name&);

}  // namespace korat::report
