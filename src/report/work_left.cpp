// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/work_left.hpp"

#include <algorithm>
#include <numeric>

#include "korat/error.hpp"

namespace korat::report {

void work_left::look(const basic_search& running, double elapsed) {
  const double budget = allowance + share_of_time * elapsed;
  while (!given_up_ && spent_ + last_cost_ <= budget) {
    const auto start = std::chrono::steady_clock::now();
    probe_behind(running);
    last_cost_ = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    spent_ += last_cost_;
    widen(budget - spent_);
  }
}

/// Wider probes are better than more of them, as long as there is time for some.
void work_left::widen(double seconds_left) {
  if (crowds_ >= most_crowds || totals_.size() < 2 || last_cost_ * 8 > seconds_left) return;
  crowds_ *= 2;
  last_cost_ *= 2;
  totals_.clear();
}

void work_left::probe_behind(const basic_search& running) {
  const auto accessed = running.accessed();
  const candidate_position at{running.vector(), {accessed.begin(), accessed.end()}};
  try {
    if (trial_ == nullptr) trial_ = make_search_();
    const auto found = trial_->random_probe(++seed_, {.crowds = crowds_, .behind = &at});
    totals_.push_back(static_cast<double>(running.statistics().explored) + found.explored);
    if (totals_.size() > most_probes) totals_.pop_front();
  } catch (const predicate_error&) {
    given_up_ = true;
  }
}

std::optional<double> work_left::estimate(std::uint64_t explored) const {
  if (totals_.empty()) return std::nullopt;
  const double total = std::accumulate(totals_.begin(), totals_.end(), 0.0) / static_cast<double>(totals_.size());
  return std::max(0.0, total - static_cast<double>(explored));
}

}  // namespace korat::report
