// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Probes of the search tree by heterogeneous sampling (P. Chen, SIAM Journal on Computing 21, 1992), which contains
// Knuth's random descent as a special case. The nodes of the tree are sorted into strata, such that nodes of a stratum
// have subtrees of about the same size. A probe goes through the strata from the root down and expands a few nodes of
// each, which stand for all of the stratum that the probe has heard of: their weights. A child goes into its stratum
// with the weight of its parent. The sum of the weights of all leaves seen is an unbiased estimate of their number,
// whatever the strata are; good strata make it a close one. Here: the number of choices, the field that is read next,
// how many objects of each class are in use, and how far the first path below goes. For trees and lists without values
// that is all there is to say, and one probe gives the exact number.
//
// Which nodes of a stratum are expanded: all, as long as they are no more than the probe is wide. So where few nodes
// lead to nearly everything (the one shape among thousands that a binomial heap may have), none is lost on the way down
// before there is no room for it. Of more nodes, those whose weight is above a threshold are kept as they are, others
// are drawn in proportion to their weights and get the threshold as weight, which makes the sum what it was (VarOpt
// sampling; E. Cohen, N. Duffield, H. Kaplan, C. Lund, M. Thorup, SIAM Journal on Computing 40, 2011).
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
      : engine_(engine), options_(options), random_(seed) {}

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
    bool on_border;            // of a range, which may cut the subtree
    std::vector<std::uint32_t> used;
    auto operator<=>(const stratum&) const = default;
  };
  struct representative {
    double weight;
    path choices;
  };
  using representatives = std::vector<representative>;

  void add_what_is_behind(const candidate_position&);
  void expand(const representative&, std::uint32_t next_cell);
  void look(const path&);
  void take(const path&, double weight);
  bool in_range(const path&) const;
  bool on_border(const path&) const;
  void add(stratum, const path&, double weight);
  void thin_out(representatives&);
  void make_choices(const path&);
  void truncate(std::size_t depth);
  std::vector<std::uint32_t> values_from_here();
  stratum stratum_of(const path&);

  search_engine& engine_;
  const probe_options options_;
  std::mt19937_64 random_;
  std::map<stratum, representatives> waiting_;
  bool answered_yes_ = false;  // at the last look
  probe result_;
};

}  // namespace korat::detail
