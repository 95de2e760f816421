// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/skeleton_search.hpp"

#include <algorithm>

#include "search/engaged.hpp"
#include "search/lockstep.hpp"

namespace korat::detail {

namespace {

/// Candidates. A search that ends earlier is not worth the trouble.
constexpr std::uint64_t first_skeleton_work = 2'048;

/// Effort, between two looks at whether the search is to stop: some milliseconds.
constexpr std::uint64_t effort_at_once = 200'000;

/// Live edges only. Children come before their parents, so numbers are turned round: the root is the first.
skeleton live_part(const graph& g) {
  std::vector<std::uint32_t> number(g.size(), skeleton::nowhere);
  skeleton made;
  const auto add = [&](node_id n) {
    number[n] = static_cast<std::uint32_t>(made.nodes.size());
    made.nodes.push_back({g.cell(n), static_cast<std::uint32_t>(made.edges.size()), static_cast<std::uint32_t>(g.live(n).size())});
    for (const auto& e : g.live(n)) made.edges.push_back({e.value, e.child});
  };
  for (auto n = static_cast<node_id>(g.size()); n-- > 0;)
    if (n <= g.root() && g.is_live(n) && !g.is_leaf(n)) add(n);
  for (auto& e : made.edges) e.to = number[e.to];
  return made;
}

}  // namespace

std::unique_ptr<skeleton_beside> begin_skeleton(search_engine& engine) { return std::make_unique<skeleton_search>(engine); }

skeleton_search::skeleton_search(search_engine& searched) : searched_(searched) { due_ = first_skeleton_work; }

void skeleton_search::begin() {
  const auto& options = searched_.options_;
  engine_ = std::make_unique<search_engine>(
      description{searched_.space_.described(), searched_.predicate_},
      search_options{.symbolic = options.symbolic, .self_checks = 0, .stuck_after = options.stuck_after, .memory_limit = options.memory_limit}, nullptr);
  if (engine_->lockstep_ != nullptr) engine_->lockstep_->expect_images_as(*searched_.lockstep_);
  builder_ = std::make_unique<diagram_builder>(*engine_, options.memory_limit);
}

bool skeleton_search::advance(std::uint64_t effort) try {
  const search_engine::engaged running(*engine_, search_engine::mode::idle);
  return builder_->advance(effort);
} catch (const order_matters&) {
  begin();
  return false;
}

std::optional<skeleton> skeleton_search::work() {
  const auto explored = searched_.explored_;
  due_ = explored + explored / 4;
  if (searched_.on_probation_) return std::nullopt;
  due_ = search_options::unlimited;
  if (!searched_.checkpoints_wanted_) return std::nullopt;
  try {
    if (engine_ == nullptr) begin();
    const bool complete = advance(std::min(std::max(explored, builder_->covered()), builder_->effort() + effort_at_once));
    if (complete) return live_part(builder_->take_result());
    const bool is_ahead = builder_->covered() > std::max(builder_->effort(), explored);
    due_ = explored + (is_ahead ? first_skeleton_work / 16 : explored / 4);
  } catch (const cannot_merge&) {
    // then not
  }
  return std::nullopt;
}

}  // namespace korat::detail
