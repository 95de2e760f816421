// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Questions about the ordered space that a search can answer because it goes both ways and starts anywhere.
//
//   auto gap = korat::find_infeasible_range(search, vector);         // the invalid candidates around one
//   auto near = korat::find_neighbours(up, down, vector, 4);         // the nearest valid ones
//   auto cuts = korat::cut_by_probing(search, 8);                    // eight ranges of about the same work

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "korat/big_integer.hpp"
#include "korat/function.hpp"
#include "korat/search.hpp"

namespace korat {

/// The last candidate of the space, by one execution of the predicate. None: the space is empty.
std::optional<candidate_vector> find_end(basic_search&);

/// A maximal range of candidates that are all invalid.
struct infeasible_range {
  std::uint64_t count = 0;  ///< of candidates; zero: the candidate asked about is valid
  candidate_vector first;
  candidate_vector last;
  std::optional<candidate_vector> valid_before;  ///< none: the range reaches the beginning of the space
  std::optional<candidate_vector> valid_after;   ///< none: it reaches the end
  bool whole = true;  ///< false: a stop rule of the search said that it is enough, and it is longer than this
};
infeasible_range find_infeasible_range(basic_search&, const candidate_vector& around,
                                       noncanonical = noncanonical::refuse);
/// All of them, in order. `all` goes through the space, `near` looks around on the way; they are two searches of the
/// same space. False: a stop rule of `all` ended it, and what was found so far are the first ones.
bool find_infeasible_ranges(basic_search& all, basic_search& near,
                            const function<void(const infeasible_range&)>& found);
/// How many vectors lie before the candidate at which the search stands. The size of a range is the difference of two
/// such numbers; the ranges of a partition add up to the space.
big_integer vectors_before(const basic_search&);
/// All vectors: the product of the sizes of all domains.
big_integer size_of_space(const basic_search&);

struct neighbour {
  candidate_vector vector;
  std::int64_t distance = 0;  ///< in candidates; negative: before the candidate asked about, zero: itself
};
/// The `count` valid candidates nearest to one, nearest first; of two at the same distance the later one first. Fewer,
/// if the space has fewer, or when `stop` says so: it is asked at each candidate, and told how many were explored. `up`
/// and `down` are two searches of the same space.
std::vector<neighbour> find_neighbours(basic_search& up, basic_search& down, const candidate_vector& around,
                                       std::size_t count, noncanonical = noncanonical::refuse,
                                       const function<bool(std::uint64_t)>& stop = {});

/// Cuts of the space into `parts` ranges [cut i-1, cut i), the first and the last one open: parts - 1 candidates, in
/// order. Two may be the same; the range between them is empty.
///
/// By space: each range has the same share of the input space. One execution for each cut.
std::vector<candidate_vector> cut_by_space(basic_search&, std::size_t parts);
/// By probing: each range has about the same number of candidates, as estimated by random sweeps (probe.hpp). The same
/// seed gives the same cuts on every machine.
struct probing {
  std::size_t places = 2'000;  ///< candidates to choose the cuts from; more for very many parts
  std::size_t probes = 3;      ///< sweeps: the last one, which is wider, finds the cuts
  std::uint32_t width = 64;    ///< see probe_options
  std::uint64_t seed = 1;
};
std::vector<candidate_vector> cut_by_probing(basic_search&, std::size_t parts, probing = {});
/// Exactly: the numbers of candidates differ by one at most. Explores the whole range of the search.
std::vector<candidate_vector> cut_by_count(basic_search&, std::size_t parts);

}  // namespace korat
