// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "symbolic/differences.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

#include "symbolic/least_distance.hpp"

namespace korat::detail {

namespace {

class difference_search {
 public:
  difference_search(const difference_problem& p, std::size_t effort) : problem_(p), effort_(effort) {
    const auto n = static_cast<std::uint32_t>(p.variables.size());
    state_.assign(n + 1, kept);
    state_[0] = fixed;
    for (std::uint32_t i = 1; i <= n; ++i) {
      const auto& v = p.variables[i - 1];
      arcs_.push_back({0, i, v.high - v.old});
      arcs_.push_back({i, 0, v.old - v.low});
    }
    for (const auto& d : p.differences) add(d.plus, d.minus, d.most);
  }

  /// Values with everything allowed to change.
  solution any() {
    std::ranges::fill(state_.begin() + 1, state_.end(), changed);
    wanted_ = goal::any;
    return run_with(problem_.variables.size());
  }

  /// Each number of changes in turn, so that the first that is enough is the smallest.
  solution nearest() {
    for (std::size_t changes = 0; changes <= problem_.variables.size(); ++changes)
      if (auto result = run_with(changes); result.feasible != answer::no) {
        result.smallest = result.feasible == answer::yes && !exhausted();
        return result;
      }
    return {.feasible = answer::no};
  }

  /// As above, but the first values found, which are near rather than nearest.
  solution near() {
    first_is_enough_ = true;
    return run_with(problem_.variables.size());
  }

 private:
  enum state : std::uint8_t { kept, fixed, changed };  // fixed: kept, and not to be changed on this branch

  wide old(std::uint32_t i) const { return i == 0 ? 0 : problem_.variables[i - 1].old; }
  void add(std::uint32_t plus, std::uint32_t minus, wide most) {
    arcs_.push_back({minus, plus, most - old(plus) + old(minus)});
  }
  bool exhausted() const { return work_ >= effort_; }

  solution run_with(std::size_t changes) {
    found_ = false;
    descend(changes);
    if (!found_) return {.feasible = exhausted() ? answer::unknown : answer::no};
    solution result{.feasible = answer::yes};
    for (std::uint32_t i = 1; i < state_.size(); ++i) result.values.push_back(old(i) + best_[i]);
    return result;
  }

  bool done() const { return exhausted() || (found_ && (first_is_enough_ || wanted_ == goal::any)); }

  /// All ways on from here, with so many changes left.
  void descend(std::size_t changes_left) {
    if (done()) return;
    reduce();
    const auto cycle = find_negative_cycle(reduced_, nodes_, distance_, work_);
    if (!cycle.empty()) {
      if (changes_left != 0) change_one_of(kept_on(cycle), changes_left - 1);
      return;
    }
    if (wanted_ == goal::any)
      least_effort();
    else
      least_distance(reduced_, nodes_, distance_, work_);
    const auto moves = moves_of_all();
    const wide sum = sum_of(moves);
    // With changes left, changing more may bring the sum down again.
    if (found_ && changes_left == 0 && sum >= best_sum_) return;
    if (const auto* const gap = violated(moves)) return split(*gap, changes_left);
    if (found_ && sum >= best_sum_) return;
    found_ = true;
    best_ = moves;
    best_sum_ = sum;
  }

  void change_one_of(const std::vector<std::uint32_t>& suspects, std::size_t changes_left) {
    for (const auto i : suspects) {
      state_[i] = changed;
      descend(changes_left);
      state_[i] = fixed;  // tried: from here on it is some other one
    }
    for (const auto i : suspects) state_[i] = kept;
  }

  void split(const difference_problem::gap& g, std::size_t changes_left) {
    const auto size = arcs_.size();
    add(g.plus, g.minus, g.value - 1);
    descend(changes_left);
    arcs_.resize(size);
    add(g.minus, g.plus, -g.value - 1);
    descend(changes_left);
    arcs_.resize(size);
  }

  /// The graph with all that is kept merged into node 0.
  void reduce() {
    node_of_.assign(state_.size(), 0);
    nodes_ = 1;
    for (std::uint32_t i = 1; i < state_.size(); ++i)
      if (state_[i] == changed) node_of_[i] = nodes_++;
    reduced_.clear();
    origin_.clear();
    for (std::uint32_t i = 0; i < arcs_.size(); ++i) {
      const auto& a = arcs_[i];
      const auto from = node_of_[a.from], to = node_of_[a.to];
      if (from == to && a.most >= 0) continue;
      reduced_.push_back({from, to, a.most});
      origin_.push_back(i);
    }
    work_ += arcs_.size();
  }

  std::vector<std::uint32_t> kept_on(const std::vector<std::uint32_t>& cycle) const {
    std::vector<std::uint32_t> found;
    for (const auto number : cycle)
      for (const auto end : {arcs_[origin_[number]].from, arcs_[origin_[number]].to})
        if (state_[end] == kept && std::ranges::find(found, end) == found.end()) found.push_back(end);
    return found;
  }

  /// Bellman-Ford has left distances from anywhere; what counts is how far from node 0.
  void least_effort() {
    const wide zero = distance_[0];
    for (auto& d : distance_) d -= zero;
  }

  std::vector<wide> moves_of_all() const {
    std::vector<wide> moves(state_.size());
    for (std::uint32_t i = 1; i < state_.size(); ++i)
      if (state_[i] == changed) moves[i] = distance_[node_of_[i]];
    return moves;
  }
  static wide sum_of(const std::vector<wide>& moves) {
    wide sum = 0;
    for (const auto m : moves) sum += m < 0 ? -m : m;
    return sum;
  }
  const difference_problem::gap* violated(const std::vector<wide>& moves) const {
    for (const auto& g : problem_.gaps)
      if (old(g.plus) + moves[g.plus] - old(g.minus) - moves[g.minus] == g.value) return &g;
    return nullptr;
  }

  const difference_problem& problem_;
  const std::size_t effort_;
  std::size_t work_ = 0;  // arcs looked at so far
  goal wanted_ = goal::nearest;
  bool first_is_enough_ = false;

  std::vector<arc> arcs_;     // of all variables; behind those of the problem, one for each split on this branch
  std::vector<state> state_;  // of each variable, on this branch

  // What 'reduce' makes of these.
  std::vector<std::uint32_t> node_of_;
  std::uint32_t nodes_ = 1;
  std::vector<arc> reduced_;
  std::vector<std::uint32_t> origin_;  // of each reduced arc, its number in arcs_
  std::vector<wide> distance_;         // of each node of the reduced graph: how far it moves

  bool found_ = false;
  std::vector<wide> best_;  // moves, by variable
  wide best_sum_ = 0;
};

}  // namespace

solution solve(const difference_problem& problem, goal wanted, std::size_t effort) {
  if (wanted == goal::any) return difference_search(problem, effort).any();
  auto exact = difference_search(problem, effort).nearest();
  if (exact.feasible != answer::unknown) return exact;
  return difference_search(problem, effort).near();
}

}  // namespace korat::detail
