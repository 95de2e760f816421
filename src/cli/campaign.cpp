// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/campaign.hpp"

#include <algorithm>
#include <chrono>

#include "cli/interrupt.hpp"

namespace korat::cli {
namespace {

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::unique_ptr<campaign> campaign_of(const cluster_plan& plan) {
  return plan.tests.empty() ? search_campaign(plan) : test_campaign(plan);
}

task_budget::task_budget(double seconds) : end_(seconds_now() + seconds) {}
double task_budget::left() const { return interrupted() ? 0 : std::max(0.0, end_ - seconds_now()); }

}  // namespace korat::cli
