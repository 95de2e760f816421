// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A program of tests that use Korat, run once for each shard: with KORAT_SHARD=I/K it tries every K-th structure of
// every property. Whether they hold is its exit code, kept in a file; what it wrote is kept beside that.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>

#include "cli/campaign.hpp"
#include "cli/checked_json.hpp"
#include "cli/output.hpp"
#include "cli/process.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

namespace fs = std::filesystem;

constexpr checked_format tests_format{"korat tests 1", "result of tests", "remove it, and its shard is run again"};

struct shard_of_tests {
  std::uint64_t number;
  int code = 0;  // its exit code; 128 and more: a signal ended it
  double seconds = 0;
};

class campaign_of_tests final : public campaign {
 public:
  explicit campaign_of_tests(const cluster_plan& plan) : plan_(plan) {}

  std::vector<piece> open() const override {
    std::vector<piece> all;
    for (const auto& one : plan_.shards)
      if (!fs::exists(result_path(one.number))) all.push_back({one.number, {}});
    return all;
  }
  std::uint64_t results() const override { return plan_.shards.size() - open().size(); }

  std::string progress() const override {
    const auto done = finished();
    const auto failed = std::ranges::count_if(done, [](const shard_of_tests& s) { return s.code != 0; });
    return fmt::format("{} of {} shards done, {} failed", done.size(), plan_.shards.size(), failed);
  }

  exit_code report(bool json) const override {
    const auto done = finished();
    const bool complete = done.size() == plan_.shards.size();
    const bool failed = std::ranges::any_of(done, [](const shard_of_tests& s) { return s.code != 0; });
    output standard;
    standard.write(json ? as_json(done) : as_text(done));
    standard.close();
    return failed ? exit_code::tests_failed : complete ? exit_code::done : exit_code::stopped_by_limit;
  }

  exit_code work(const task& pieces) const override {
    const task_budget budget(plan_.budget);
    for (const auto& piece : pieces)
      if (budget.left() != 0 && !fs::exists(result_path(piece.shard))) run(piece.shard);
    return exit_code::done;
  }

 private:
  fs::path result_path(std::uint64_t number) const {
    return plan_.results() / fmt::format("{}-of-{}.tests", number, plan_.shards.size());
  }
  fs::path log_path(std::uint64_t number) const { return plan_.folder / "log" / fmt::format("shard-{}.txt", number); }

  /// One that was ended from outside has no result, and is run again. Any other signal is a test that crashes.
  void run(std::uint64_t number) const {
    const auto begun = std::chrono::steady_clock::now();
    ::setenv("KORAT_SHARD", fmt::format("{}/{}", number, plan_.shards.size()).c_str(), 1);
    ::setenv("GTEST_OUTPUT", fmt::format("xml:{}/log/shard-{}.xml", plan_.folder.string(), number).c_str(), 1);
    auto words = plan_.tests;
    words.front() = plan_.test_program().string();
    const auto done = run_process(words);
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begun;
    for (const int signal : {SIGKILL, SIGTERM, SIGINT})
      if (done.code == 128 + signal) return;
    std::ofstream(log_path(number)) << done.output;
    fs::create_directories(plan_.results());
    write_checked(result_path(number), tests_format,
                  {{"shard", number}, {"exit_code", done.code}, {"seconds", passed.count()}});
  }

  std::vector<shard_of_tests> finished() const {
    std::vector<shard_of_tests> all;
    for (const auto& one : plan_.shards) {
      if (!fs::exists(result_path(one.number))) continue;
      const auto j = read_checked(result_path(one.number), tests_format);
      all.push_back({one.number, j.at("exit_code").get<int>(), j.at("seconds").get<double>()});
    }
    return all;
  }

  static double time_of(const std::vector<shard_of_tests>& done) {
    double sum = 0;
    for (const auto& s : done) sum += s.seconds;
    return sum;
  }

  std::string as_text(const std::vector<shard_of_tests>& done) const {
    const bool complete = done.size() == plan_.shards.size();
    std::string failures;
    std::size_t passed = 0;
    for (const auto& s : done)
      if (s.code == 0)
        ++passed;
      else
        failures += fmt::format("  shard {}: exit code {}, see {}\n", s.number, s.code, log_path(s.number).string());
    return fmt::format("{}: {}, {} of {} passed, {} failed; {} of all together\n{}", fmt::join(plan_.tests, " "),
                       complete ? "complete" : "not complete", passed, report::counted(plan_.shards.size(), "shard"),
                       done.size() - passed, report::duration(time_of(done)), failures);
  }

  std::string as_json(const std::vector<shard_of_tests>& done) const {
    std::vector<json> failed;
    for (const auto& s : done)
      if (s.code != 0)
        failed.push_back(json_object{{"shard", s.number}, {"exit_code", s.code}, {"log", log_path(s.number).string()}});
    const json_object all{{"tests", plan_.tests},
                          {"complete", done.size() == plan_.shards.size()},
                          {"shards", plan_.shards.size()},
                          {"passed", done.size() - failed.size()},
                          {"failed", failed},
                          {"open", plan_.shards.size() - done.size()},
                          {"seconds", time_of(done)}};
    return all.text() + "\n";
  }

  const cluster_plan& plan_;
};

}  // namespace

std::unique_ptr<campaign> test_campaign(const cluster_plan& plan) { return std::make_unique<campaign_of_tests>(plan); }

}  // namespace korat::cli
