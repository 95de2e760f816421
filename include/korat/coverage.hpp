// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How much of the input space a search has covered, exactly. The input space is every candidate vector: the product of
// the sizes of all field domains. A candidate covers all vectors that differ from it only in fields the predicate did
// not read (reach-space), and isomorphism breaking covers values it need not try (prune-space).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace korat {

/// The numbers are decimal, of any length. What was not counted is missing (reach and prune need
/// search_options::count_reach), and all numbers are if the space has more than 30,000 digits. `range` and `remaining`
/// are known when the search has begun. The ranges of a partition add up: their `range` to the space, and what they
/// cover, reach and prune to what one search does.
struct coverage {
  std::optional<std::string> space;  ///< number of candidate vectors
  std::optional<std::string>
      range;  ///< of these, the ones the search is to deal with: all, unless the options name a range
  std::optional<std::string> covered;    ///< of these, the ones it has dealt with
  std::optional<std::string> remaining;  ///< range - covered
  std::optional<std::string> reach;      ///< covered because the predicate answered for them
  std::optional<std::string> prune;      ///< covered because they are isomorphic to something else: covered - reach
  double share = 0;                      ///< covered / space
  double share_of_range = 0;             ///< covered / range; of an empty range 1 once the search has found it empty
};

/// Candidates rejected, by the field that the predicate read last before it said no.
struct rejection {
  std::uint32_t field;  ///< index in the candidate vector
  std::uint64_t candidates;
  std::uint64_t depths;  ///< sum, over these candidates, of the number of fields read
};

/// Where the solutions lie. `by_space`: valid structures in each of so many equal parts of the input space, in the
/// order of the search. `by_explored`: the same for parts of the sequence of candidates, equal but for rounding; a part
/// ends with candidate number `end_of`.
struct distribution {
  std::vector<std::uint64_t> by_space;
  std::vector<std::uint64_t> by_explored;
  std::vector<std::uint64_t> end_of;
};

/// What a search has counted beside candidates, to be kept with its position and given to resume() of another search
/// with the same options. What it was not asked to count is empty.
struct tallies {
  /// How many candidates have read the same number of fields of each domain size, in pairs: which numbers, how many.
  std::vector<std::uint64_t> by_fields_read;
  std::optional<std::string> reach;  ///< the reach-space, in place of these where they would be too many
  std::vector<rejection> rejections;
  std::vector<std::uint64_t> by_space;   ///< as in distribution
  std::vector<std::uint64_t> by_bucket;  ///< solutions in every 2^bucket_bits candidates
  std::uint32_t bucket_bits = 0;

  bool has_reach() const noexcept { return !by_fields_read.empty() || reach; }
};

}  // namespace korat
