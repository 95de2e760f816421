// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/sweep.hpp"

#include <algorithm>

#include "encoding/hash.hpp"
#include "search/choose.hpp"
#include "search/strata.hpp"

namespace korat::detail {

using encoding::scrambled;

void sweep_marks::add(candidate_vector at, double before) {
  all_.push_back({std::move(at), before});
  next_ = before + distance_;
  if (all_.size() < most_) return;
  distance_ *= 2;
  std::vector<mark> kept;
  for (auto& m : all_)
    if (kept.empty() || m.before >= kept.back().before + distance_) kept.push_back(std::move(m));
  all_ = std::move(kept);
  next_ = all_.back().before + distance_;
}

sweeper::sweeper(search_engine& engine, std::uint64_t seed, const probe_options& options, sweep_memory& memory,
                 sweep_marks* marks)
    : engine_(engine),
      options_(options),
      random_(seed),
      strata_(*memory.strata_),
      marks_(marks),
      levels_(engine.space_.cells().size() + 1) {}

bool sweeper::goes_backward(const search_engine& engine) { return engine.backward_ != 0; }

// Invariant at the top of the loop: the last choice has a value that has not been looked at, and all nodes above it are
// entered: levels_ knows their weights.
probe sweeper::sweep() {
  if (!begin()) return result_;
  strata_.begin(options_.width);
  do {
    const auto changed = engine_.depth_;
    const bool valid = look();
    if (marks_ != nullptr && marks_->due(result_.explored)) marks_->add(engine_.vector(), result_.explored);
    weigh(changed, valid);
  } while (to_next());
  strata_.end();
  return result_;
}

/// To the first candidate that is asked for. False: there is none.
bool sweeper::begin() {
  std::vector<choice> start;
  if (options_.behind != nullptr)
    for (const auto cell : options_.behind->accessed) start.push_back({cell, options_.behind->vector.at(cell), 0, 0});
  else
    start = (engine_.backward_ != 0 ? engine_.high_ : engine_.low_).candidate;
  engine_.rebuild(start);
  for (std::uint32_t i = 1; i <= engine_.depth_; ++i) levels_[i].used = used_after(i - 1);
  return options_.behind == nullptr || to_next();
}

bool sweeper::to_next() {
  const auto before = engine_.depth_;
  const bool more = engine_.next_choice() && !behind_the_end();
  for (auto i = before; i-- > std::max(engine_.depth_, 1u);) leave(i);
  return more;
}

bool sweeper::behind_the_end() const {
  const bool backward = engine_.backward_ != 0;
  const auto& end = backward ? engine_.low_ : engine_.high_;
  if (end.open) return false;
  const auto choices = engine_.choices();
  const auto [here, there] = std::ranges::mismatch(choices, end.candidate, {}, &choice::value, &choice::value);
  return here != choices.end() && there != end.candidate.end() &&
         (backward ? here->value < there->value : here->value > there->value);
}

/// Runs the predicate on, over further values of the last choice as long as it rejects them at once.
bool sweeper::look() {
  if (engine_.completion_.owns(engine_.depth_)) {
    engine_.complete(completion::step::resume);
    return true;
  }
  engine_.completion_.forget();
  std::uint64_t rejected = 0;
  const auto& above = levels_[std::max(engine_.depth_, 1u) - 1];
  const bool one_by_one = !engine_.low_.open || !engine_.high_.open;
  const int ending = [&] {
    const search_engine::running_scope running(engine_, engine_.search_mode_);
    return one_by_one ? engine_.run_once() : engine_.run_on(rejected);
  }();
  result_.runs += rejected + 1;
  result_.explored += static_cast<double>(rejected) * above.weight;
  if (ending > search_engine::yes) engine_.fault_in_search(ending);
  if (engine_.heap_.live() != 0 || engine_.heap_.refused()) engine_.keeps_memory();
  if (ending == search_engine::yes) engine_.complete(completion::step::start);
  return ending == search_engine::yes;
}

/// The nodes on the path from the changed choice down. Where one is not entered, the path ends.
void sweeper::weigh(std::uint32_t changed, bool valid) {
  const auto end = engine_.depth_;
  auto& last = levels_[std::max(end, 1u) - 1];
  const auto first_path = 2 * std::uint64_t{end} + (valid ? 1 : 0);
  for (auto i = std::max(changed, 1u); i < end; ++i) {
    if (enter(i, first_path)) continue;
    levels_[i].deepest = end;
    leave(i);
    while (engine_.depth_ > i) engine_.pop();
    return;
  }
  last.deepest = std::max(last.deepest, end);
  result_.explored += last.weight;
  if (valid) result_.valid += last.weight;
}

bool sweeper::enter(std::uint32_t depth, std::uint64_t first_path) {
  auto& here = levels_[depth];
  here = {levels_[depth - 1].weight, used_after(depth - 1), nullptr, depth};
  if (on_border(depth)) return true;
  const auto next = engine_.choices_[depth].cell;
  here.in = &strata_.find(scrambled(here.used + scrambled((std::uint64_t{depth} << 32) + next) + first_path));
  return strata_.keep(*here.in, here.weight, random_);
}

void sweeper::leave(std::uint32_t depth) {
  auto& here = levels_[depth];
  if (here.in != nullptr) {
    here.in->reaches(here.deepest - depth);
    here.deepest = depth + here.in->height;
  }
  levels_[depth - 1].deepest = std::max(levels_[depth - 1].deepest, here.deepest);
}

// Below such a node lies an end of the range, which may cut its subtree. There is one at each depth.
bool sweeper::on_border(std::uint32_t depth) const {
  const auto node = engine_.choices().first(depth);
  const auto leads_to = [&node](const end_of_range& end) {
    return !end.open &&
           std::ranges::mismatch(node, end.candidate, {}, &choice::value, &choice::value).in1 == node.end();
  };
  return leads_to(engine_.low_) || leads_to(engine_.high_);
}

/// A fresh object adds one to the number of its class that are in use.
std::uint64_t sweeper::used_after(std::uint32_t index) const {
  const choice& made = engine_.choices_[index];
  const cell& c = engine_.cells_[made.cell];
  const auto before = levels_[index].used;
  const bool fresh = c.what != cell::kind::several_classes && c.class_domain != no_class_domain &&
                     search_engine::in_use_at(made, c, made.value) > made.used_before;
  return fresh ? before + scrambled(c.class_domain) : before;
}

}  // namespace korat::detail
