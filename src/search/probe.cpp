// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/probe.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "search/choose.hpp"

namespace korat::detail {

probe prober::descend() {
  if (options_.behind != nullptr)
    add_what_is_behind(*options_.behind);
  else
    take({}, 1);
  while (!waiting_.empty()) {
    auto next = waiting_.extract(waiting_.begin());
    thin_out(next.mapped());
    for (const auto& node : next.mapped()) expand(node, next.key().next_cell);
  }
  return result_;
}

// At each choice of the position, the values that come after the present one.
void prober::add_what_is_behind(const candidate_position& at) {
  path choices;
  for (const auto cell : at.accessed) choices.push_back({cell, at.vector.at(cell)});
  for (; !choices.empty(); choices.pop_back()) {
    make_choices(choices);
    auto sibling = choices;
    const auto values = values_from_here();
    for (std::size_t i = 1; i < values.size(); ++i) {
      sibling.back().value = values[i];
      take(sibling, 1);
    }
  }
}

void prober::expand(const representative& node, std::uint32_t next_cell) {
  // How many values the predicate offers itself only a run can tell.
  if (engine_.searched().choices().count != 0)
    look(node.choices);
  else
    make_choices(node.choices);
  truncate(node.choices.size());
  engine_.push(next_cell);
  auto child = node.choices;
  child.push_back({next_cell, 0});
  for (const auto value : values_from_here()) {
    child.back().value = value;
    take(child, node.weight);
  }
}

/// A node met: a leaf is counted, any other waits in its stratum.
void prober::take(const path& node, double weight) {
  if (!in_range(node)) return;
  look(node);
  if (engine_.depth_ > node.size()) return add(stratum_of(node), node, weight);
  result_.explored += weight;
  if (answered_yes_) result_.valid += weight;
}

// Candidates are in the order of the first values in which they differ. Below a node that agrees with an end of the
// range as far as it goes lies that end.
bool prober::in_range(const path& node) const {
  const auto differ = [&node](const std::vector<choice>& end) {
    return std::ranges::mismatch(node, end, {}, &step::value, &choice::value);
  };
  if (!engine_.low_.open)
    if (const auto [here, low] = differ(engine_.low_.candidate); here != node.end() && here->value < low->value)
      return false;
  if (!engine_.high_.open)
    if (const auto [here, high] = differ(engine_.high_.candidate); here != node.end() && here->value > high->value)
      return false;
  return true;
}

bool prober::on_border(const path& node) const {
  const auto leads_to = [&node](const end_of_range& end) {
    return !end.open && std::ranges::mismatch(node, end.candidate, {}, &step::value, &choice::value).in1 == node.end();
  };
  return leads_to(engine_.low_) || leads_to(engine_.high_);
}

void prober::add(stratum which, const path& node, double weight) {
  auto& waiting = waiting_[std::move(which)];
  waiting.push_back({weight, node});
  if (waiting.size() >= 2 * std::size_t{options_.width}) thin_out(waiting);  // so that memory is bounded
}

namespace {

/// Of nodes with these weights so many are to be kept. Heavier ones than this are kept; the others, with this weight.
double threshold_of(std::vector<double> weights, std::size_t kept) {
  std::ranges::sort(weights);
  double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (; weights.back() * static_cast<double>(kept) > sum; --kept, weights.pop_back()) sum -= weights.back();
  return sum / static_cast<double>(kept);
}

}  // namespace

// Along the nodes in the order in which they were met, every threshold's worth of weight keeps one: nodes that were met
// together are alike, and as many of them are kept as they deserve.
void prober::thin_out(representatives& nodes) {
  if (nodes.size() <= options_.width) return;
  std::vector<double> weights;
  for (const auto& node : nodes) weights.push_back(node.weight);
  const double threshold = threshold_of(std::move(weights), options_.width);
  representatives kept;
  double passed = std::uniform_real_distribution<double>(0, threshold)(random_);
  for (auto& node : nodes) {
    if (node.weight >= threshold) {
      kept.push_back(std::move(node));
      continue;
    }
    passed += node.weight;
    if (passed < threshold) continue;
    passed -= threshold;
    kept.push_back({threshold, std::move(node.choices)});
  }
  nodes = std::move(kept);
}

prober::stratum prober::stratum_of(const path& node) {
  const auto next = engine_.choices_[node.size()].cell;
  const auto first_path = 2 * engine_.depth_ + (answered_yes_ ? 1 : 0);
  truncate(node.size());
  return {static_cast<std::uint32_t>(node.size()), next, first_path, on_border(node), engine_.used_};
}

/// Makes the node's choices and runs the predicate; the choices behind them are then the first path below the node.
void prober::look(const path& node) {
  make_choices(node);
  const search_engine::running_scope running(engine_, engine_.search_mode_);
  const int ending = engine_.run_once();
  ++result_.runs;
  if (ending > search_engine::yes) engine_.fault_in_search(ending);
  answered_yes_ = ending == search_engine::yes;
  if (answered_yes_) engine_.complete(completion::step::start);
}

void prober::make_choices(const path& node) {
  std::size_t same = 0;
  while (same < std::min<std::size_t>(engine_.depth_, node.size()) &&
         node[same] == step{engine_.choices_[same].cell, engine_.choices_[same].value})
    ++same;
  truncate(same);
  for (auto i = same; i < node.size(); ++i) {
    engine_.push(node[i].cell);
    engine_.take_value(engine_.choices_[i], node[i].value);
  }
}

void prober::truncate(std::size_t depth) {
  engine_.completion_.forget();
  while (engine_.depth_ > depth) engine_.pop();
}

/// The values of the last choice, from the present one on.
std::vector<std::uint32_t> prober::values_from_here() {
  auto& last = engine_.choices_[engine_.depth_ - 1];
  std::vector<std::uint32_t> values{last.value};
  while (engine_.next_value(last)) values.push_back(last.value);
  return values;
}

}  // namespace korat::detail
