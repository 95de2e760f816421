// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A sweep: a probe that goes through the tree in the order of the search, from saved states, and leaves most of it out.
// The idea and the strata are those of probe.hpp. What differs is that a node is kept or left out the moment it is met,
// when nobody knows yet how much its stratum will hold. So each stratum has an expectation, from the sweeps before, and
// never less than what this one has met already; one node is kept for every width-th part of it, and stands for that
// part. Whatever was expected, the estimate is unbiased; a good expectation only makes it close.
//
// Nothing is stored but a few numbers for each stratum (strata.hpp), no path is made by hand, and the predicate runs on
// instead of anew: in the time in which a probe looks at one node, a sweep looks at five. And it looks at those that
// matter. That is what finds the one shape among thousands that leads to nearly all candidates (binomial heaps): it can
// afford to try all shapes. What a sweep that leaves something out cannot be is exact: the parts of a stratum do not
// quite add up to what it holds.

#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "korat/position.hpp"
#include "korat/probe.hpp"

namespace korat::detail {

class search_engine;
struct stratum;

/// Candidates along a sweep, with an estimate of how many come before each: about as many marks for as much work.
class sweep_marks {
 public:
  struct mark {
    candidate_vector at;
    double before;
  };
  explicit sweep_marks(std::size_t most) : most_(most) {}
  bool due(double before) const noexcept { return before >= next_; }
  void add(candidate_vector at, double before);
  const std::vector<mark>& all() const noexcept { return all_; }

 private:
  std::size_t most_;
  double distance_ = 1;  // between marks, doubled whenever there are too many
  double next_ = 0;
  std::vector<mark> all_;
};

class sweeper {
 public:
  /// `marks`, if any: where to note candidates along the way.
  sweeper(search_engine&, std::uint64_t seed, const probe_options&, sweep_memory&, sweep_marks* marks = nullptr);

  probe sweep();
  /// A sweep of a search, which stays where it is.
  static probe sweep_of(search_engine&, std::uint64_t seed, const probe_options&, sweep_memory&,
                        sweep_marks* = nullptr);
  /// Whether it goes through the space of this search from its end.
  static bool goes_backward(const search_engine&);

 private:
  struct level {
    double weight = 1;          // of the node with so many choices, and of the leaves that are its children
    std::uint64_t used = 0;     // a hash of how many objects of each class are in use there
    stratum* in = nullptr;      // null: the node is on the way to the start, or to an end of the range
    std::uint32_t deepest = 0;  // candidate below it
  };

  bool begin();
  bool to_next();
  bool behind_the_end() const;
  bool look();
  void weigh(std::uint32_t changed, bool valid);
  bool enter(std::uint32_t depth, std::uint64_t first_path);
  void leave(std::uint32_t depth);
  bool on_border(std::uint32_t depth) const;
  std::uint64_t used_after(std::uint32_t index) const;

  search_engine& engine_;
  const probe_options options_;
  std::mt19937_64 random_;
  strata& strata_;
  sweep_marks* const marks_;
  std::vector<level> levels_;  // [number of choices]
  probe result_;
};

}  // namespace korat::detail
