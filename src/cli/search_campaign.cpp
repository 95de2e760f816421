// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include "cli/campaign.hpp"
#include "cli/job.hpp"
#include "cli/merge.hpp"
#include "cli/output.hpp"
#include "cli/summary.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

class campaign_of_a_search final : public campaign {
 public:
  explicit campaign_of_a_search(const cluster_plan& plan) : plan_(plan) {}

  std::vector<piece> open() const override { return open_pieces(plan_, found()); }
  std::uint64_t results() const override { return found().results; }

  /// Exact coverage over all jobs.
  std::string progress() const override {
    const auto now = found();
    if (now.identity.empty()) return "";
    const auto share =
        now.space.empty() ? 0 : 100 * now.covered.approximately() / big_integer::parse(now.space).approximately();
    return fmt::format("{:.4f}% covered, {} explored, {} valid, {} open", share, report::grouped(now.counts.explored),
                       report::grouped(now.counts.valid),
                       report::counted(now.open_ranges() + now.missing.size(), "range"));
  }

  exit_code report(bool json) const override {
    const auto f = found();
    if (f.identity.empty()) throw usage_error("there are no results yet");
    output standard;
    standard.write(frontier_text(f, json));
    standard.close();
    return f.complete() ? exit_code::done : exit_code::stopped_by_limit;
  }

  exit_code work(const task& pieces) const override {
    const task_budget budget(plan_.budget);
    auto request = request_of(plan_);
    for (const auto& piece : pieces) {
      const auto left = budget.left();
      if (left == 0) break;
      request.time_limit = left;
      const auto& whole = plan_.shards.at(piece.shard - 1);
      if (has_result(plan_.results(), whole, {piece.range})) continue;
      const auto done = do_job(request, whole, {piece.range}, plan_.results());
      if (!done.run.failure) continue;
      complain(failure_text(done.run));
      return exit_code::predicate_failed;
    }
    return exit_code::done;
  }

 private:
  frontier found() const { return frontier_of(read_results(plan_.results())); }

  const cluster_plan& plan_;
};

}  // namespace

std::unique_ptr<campaign> search_campaign(const cluster_plan& plan) {
  return std::make_unique<campaign_of_a_search>(plan);
}

}  // namespace korat::cli
