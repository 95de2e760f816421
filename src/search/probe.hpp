// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Probes of the search tree by heterogeneous sampling (P. Chen, SIAM Journal on Computing 21, 1992), which contains
// Knuth's random descent as a special case. The nodes of the tree are sorted into strata, such that nodes of a stratum
// have subtrees of about the same size. A probe goes through the strata from the root down and expands one node of each,
// which stands for all of its stratum that the probe has heard of: its weight. A child goes into its stratum with the
// weight of its parent; of two in one stratum, one is drawn in proportion to the weights and gets both. The sum of the
// weights of all leaves seen is an unbiased estimate of their number, whatever the strata are; good strata make it a
// close one. Here: the number of choices, the field that is read next, how many objects of each class are in use, and how
// far the first path below goes. For trees and lists without values that is all there is to say, and one probe gives
// the exact number.
//
// To look at a node, its choices are made and the predicate runs, by re-execution: it passes the fields that are chosen
// and goes on with first values. So each look shows a node and the first path below it.

#pragma once

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <vector>

#include "korat/probe.hpp"

namespace korat::detail {

class search_engine;

class prober {
 public:
  prober(search_engine& engine, std::uint64_t seed, const probe_options& options)
      : engine_(engine), options_(options), random_(seed), salt_(random_()) {}

  probe descend();

 private:
  struct step {
    std::uint32_t cell;
    std::uint32_t value;
    bool operator==(const step&) const = default;
  };
  using path = std::vector<step>;
  struct stratum {
    std::uint32_t depth;
    std::uint32_t next_cell;
    std::uint32_t first_path;  // how far it goes, and whether to a solution
    std::vector<std::uint32_t> used;
    std::uint32_t crowd;
    auto operator<=>(const stratum&) const = default;
  };
  struct representative {
    double weight = 0;
    path choices;
  };

  void add_what_is_behind(const candidate_position&);
  void expand(const representative&);
  void look(const path&);
  void take(const path&, double weight);
  void add(stratum, const path&, double weight);
  void make_choices(const path&);
  void truncate(std::size_t depth);
  std::vector<std::uint32_t> values_from_here();
  stratum stratum_of(const path&);
  std::uint32_t crowd_of(const path&) const;

  search_engine& engine_;
  const probe_options options_;
  std::mt19937_64 random_;
  std::uint64_t salt_;
  std::map<stratum, representative> waiting_;
  bool answered_yes_ = false;  // at the last look
  probe result_;
};

}  // namespace korat::detail
