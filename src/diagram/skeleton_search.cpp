// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/skeleton_search.hpp"

#include <algorithm>

#include "search/engaged.hpp"
#include "search/lockstep.hpp"
#include "search/skeleton_check.hpp"

namespace korat::detail {

namespace {

/// Candidates. A search that ends earlier is not worth the trouble.
constexpr std::uint64_t first_skeleton_work = 2'048;
constexpr std::uint64_t soon = 128;  // where the next work will pay

/// Effort, between two looks at whether the search is to stop: some milliseconds.
constexpr std::uint64_t effort_at_once = 200'000;

/// Effort for the skeleton of a check, whatever comes of it: as much time as the candidates before it have taken.
constexpr std::uint64_t start_in_lockstep = 50'000;

/// Live edges only. Children come before their parents, so numbers are turned round: the root is the first. Fields of
/// one value are passed over, because it does not matter when they are chosen: a check may read early what another one
/// reads at last.
skeleton live_part(const graph& g, const space& s) {
  std::vector<std::uint32_t> number(g.size(), skeleton::nowhere);
  skeleton made;
  const auto is_passed_over = [&](node_id n) {
    return !g.is_leaf(n) && s.domain(g.cell(n)).count == 1 && s.domain(g.cell(n)).ranges.empty();
  };
  const auto behind = [&](node_id n) {
    while (g.is_live(n) && is_passed_over(n)) n = g.live(n).front().child;
    return n;
  };
  const auto add = [&](node_id n) {
    number[n] = static_cast<std::uint32_t>(made.nodes.size());
    made.nodes.push_back(
        {g.cell(n), static_cast<std::uint32_t>(made.edges.size()), static_cast<std::uint32_t>(g.live(n).size())});
    for (const auto& e : g.live(n)) made.edges.push_back({e.value, behind(e.child)});
  };
  const auto root = behind(g.root());
  for (auto n = static_cast<node_id>(g.size()); n-- > 0;)
    if (n <= root && g.is_live(n) && !g.is_leaf(n) && !is_passed_over(n)) add(n);
  for (auto& e : made.edges) e.to = number[e.to];
  for (std::size_t i = 0; i < s.cells().size(); ++i) made.independent.push_back(s.domain(i).ranges.empty());
  for (const auto& n : made.nodes) made.independent[n.cell] = false;
  return made;
}

/// Their conjunction.
predicate both(predicate first, predicate second) {
  auto two = std::make_shared<std::vector<predicate>>(std::vector{std::move(first), std::move(second)});
  const auto in_order = [](const void* checks, const void* root) {
    return std::ranges::all_of(*static_cast<const std::vector<predicate>*>(checks),
                               [&](const predicate& check) { return check.call(check.function.get(), root); });
  };
  return {in_order, two, *two};
}

}  // namespace

std::unique_ptr<skeleton_beside> begin_skeleton(search_engine& engine) {
  return std::make_unique<skeleton_search>(engine);
}

skeleton_search::skeleton_search(search_engine& searched) : searched_(searched) { due_ = first_skeleton_work; }

/// Of the first check, or of those whose skeleton is known and the next one.
void skeleton_search::begin() {
  const auto& options = searched_.options_;
  const auto& checks = searched_.predicate_.checks;
  auto next = checks.empty() ? searched_.predicate_ : checks[complete_];
  const auto before = std::make_shared<skeleton_check>(known_);
  if (complete_ != 0) next = both(skeleton_check::as_predicate(before), std::move(next));
  engine_ = std::make_unique<search_engine>(described{searched_.space_.described(), std::move(next)},
                                            search_options{.symbolic = options.symbolic,
                                                           .self_checks = 0,
                                                           .stuck_after = options.stuck_after,
                                                           .memory_limit = options.memory_limit},
                                            nullptr);
  before->look_at(engine_->space_);
  if (complete_ != 0)
    engine_->lockstep_->expect_images({skeleton_check::image_size, searched_.lockstep_->largest_images()[complete_]});
  builder_ = std::make_unique<diagram_builder>(*engine_, options.memory_limit, known_);
}

bool skeleton_search::advance(std::uint64_t effort) try {
  const search_engine::engaged running(*engine_, search_engine::mode::idle);
  return builder_->advance(effort);
} catch (const order_matters&) {
  begin();
  return false;
}

/// One is complete. If there are more checks, it is the beginning of the next.
skeleton skeleton_search::next_check(skeleton complete) {
  if (const auto open = builder_->open_number()) complete.open_number = *open;
  const auto& checks = searched_.predicate_.checks;
  const bool is_last = ++complete_ >= checks.size();
  const auto is_early = [](const predicate& check) { return check.early; };
  complete.in_order =
      is_last && std::ranges::count_if(checks, is_early) <= 1;  // of several, it is not the order of their turns
  if (is_last || complete.nodes.empty() || !skeleton_check::can_follow(complete, searched_.space_)) return complete;
  known_ = complete;
  builder_.reset();
  engine_.reset();
  due_ = searched_.explored_ + soon;
  return complete;
}

/// The effort that is worth while by now. A candidate of checks in lockstep takes longer than one of a single
/// predicate, most of which are rejected at sight; and where a skeleton leads, hardly any are.
std::uint64_t skeleton_search::allowance() const {
  const std::uint64_t of_a_candidate = searched_.lockstep_ != nullptr ? 10 : 1;
  const auto covered = std::min(builder_->covered(), search_options::unlimited / of_a_candidate) * of_a_candidate;
  const auto start = searched_.lockstep_ != nullptr ? start_in_lockstep : 0;
  return std::max(start + searched_.explored_ * std::min<std::uint64_t>(of_a_candidate, 5), covered);
}

std::optional<skeleton> skeleton_search::work() {
  const auto explored = searched_.explored_;
  due_ = explored + explored / 4;
  if (searched_.on_probation_) return std::nullopt;
  due_ = search_options::unlimited;
  if (!searched_.checkpoints_wanted_) return std::nullopt;
  try {
    if (engine_ == nullptr) begin();
    const bool complete = advance(std::min(allowance(), builder_->effort() + effort_at_once));
    if (complete) return next_check(live_part(builder_->take_result(), engine_->space_));
    due_ = explored + (allowance() > builder_->effort() ? soon : explored / 4);
  } catch (const cannot_merge&) {
    // then not
  }
  return std::nullopt;
}

}  // namespace korat::detail
