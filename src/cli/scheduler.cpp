// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/scheduler.hpp"

#include <fmt/format.h>

#include <chrono>
#include <fstream>
#include <optional>
#include <sstream>
#include <thread>

#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/process.hpp"

namespace korat::cli {
namespace {

/// A job that is lost with its node is not queued again: that would take Slurm minutes, and the next round has its
/// ranges.
class slurm final : public scheduler {
 public:
  explicit slurm(const cluster_plan& plan) : plan_(plan) {}

  void submit(std::uint64_t round, std::uint64_t tasks) override {
    const auto line = fmt::format("exec '{}' cluster work '{}' {} $SLURM_ARRAY_TASK_ID", plan_.program().string(),
                                  plan_.folder.string(), round);
    std::vector<std::string> words{"sbatch",
                                   "--parsable",
                                   "--no-requeue",
                                   "--job-name=korat",
                                   fmt::format("--array=0-{}", tasks - 1),
                                   fmt::format("--cpus-per-task={}", plan_.threads),
                                   fmt::format("--output={}/log/{}-%a.txt", plan_.folder.string(), round)};
    words.insert(words.end(), plan_.options.begin(), plan_.options.end());
    words.insert(words.end(), {"--wrap", line});
    const auto answer = answer_to(words);
    job_ = answer.substr(0, answer.find_first_of(";\n"));
    std::ofstream(job_path(round)) << job_;
  }

  void find(std::uint64_t round) override {
    job_.clear();
    std::ifstream(job_path(round)) >> job_;
  }

  /// An array that is over is soon forgotten.
  load tasks() override {
    if (job_.empty()) return {};
    const auto answer = run_process({"squeue", "--noheader", "--array", "--jobs=" + job_, "--format=%T"});
    if (answer.code != 0) return {.known = answer.output.find("Invalid job id") != std::string::npos};
    load result;
    std::istringstream lines(answer.output);
    for (std::string state; lines >> state;) ++(state == "PENDING" ? result.waiting : result.running);
    return result;
  }

 private:
  std::filesystem::path job_path(std::uint64_t round) const {
    return plan_.folder / "rounds" / fmt::format("{}.slurm", round);
  }

  /// The controller may be away for a while. That it took the job although it did not answer does no harm.
  static std::string answer_to(const std::vector<std::string>& words) {
    constexpr int tries = 60;
    for (int i = 1;; ++i) {
      const auto answer = run_process(words);
      if (answer.code == 0) return answer.output;
      if (i == tries || interrupted())
        throw usage_error(fmt::format("Slurm does not take the job:\n{}", answer.output));
      std::this_thread::sleep_for(std::chrono::seconds(1));
    }
  }

  const cluster_plan& plan_;
  std::string job_;
};

class gnu_parallel final : public scheduler {
 public:
  explicit gnu_parallel(const cluster_plan& plan) : plan_(plan) {}

  void submit(std::uint64_t round, std::uint64_t tasks) override {
    std::vector<std::string> words{"parallel", "--will-cite", "--retries", "3"};
    words.insert(words.end(), plan_.options.begin(), plan_.options.end());
    words.insert(words.end(),
                 {"-q", plan_.program(), "cluster", "work", plan_.folder, std::to_string(round), "{}", ":::"});
    for (std::uint64_t i = 0; i < tasks; ++i) words.push_back(std::to_string(i));
    process_.emplace(words, (plan_.folder / "log" / fmt::format("{}.txt", round)).string());
  }
  void find(std::uint64_t) override {}
  load tasks() override { return {.running = process_ && !process_->ended() ? 1u : 0u}; }

 private:
  const cluster_plan& plan_;
  std::optional<background_process> process_;
};

}  // namespace

std::unique_ptr<scheduler> scheduler_of(const cluster_plan& plan) {
  if (plan.scheduler == "slurm") return std::make_unique<slurm>(plan);
  return std::make_unique<gnu_parallel>(plan);
}

}  // namespace korat::cli
