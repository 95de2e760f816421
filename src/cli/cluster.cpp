// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat cluster: a search by the tasks of a scheduler, in rounds, until nothing is open. The driver may be ended at any
// moment, and so may tasks, nodes and the scheduler: 'resume' goes on from the results.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "cli/arguments.hpp"
#include "cli/campaign.hpp"
#include "cli/choice_option.hpp"
#include "cli/cluster_plan.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/job.hpp"
#include "cli/number_option.hpp"
#include "cli/scheduler.hpp"
#include "report/numbers.hpp"

namespace korat::cli {
namespace {

namespace fs = std::filesystem;

struct cluster_request {
  std::string action;
  std::vector<std::string> words;  // SUBJECT ARGUMENTS, or DIR; of a task: DIR ROUND TASK
  cluster_plan plan;
  std::string folder;
  std::uint64_t shards = 0;  // 0: four for each task
  bool reexecute = false;
  bool backward = false;
  bool tests = false;  // WORDS are a program of tests and its arguments
  bool json = false;
  bool quiet = false;
};

/// One line.
class cluster_progress {
 public:
  explicit cluster_progress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO)) {}
  void show(const campaign& work, const scheduler::load& load, std::uint64_t round) {
    const auto done = quiet_ ? "" : work.progress();
    if (done.empty()) return;
    const auto line = fmt::format("round {}: {}; tasks: {} running, {} waiting{}", round, done, load.running,
                                  load.waiting, load.known ? "" : "; the scheduler does not answer");
    if (line == last_) return;
    last_ = line;
    fmt::print(stderr, "{}{}{}", terminal_ ? "\r\x1b[K" : "", line, terminal_ ? "" : "\n");
    std::fflush(stderr);
  }
  ~cluster_progress() {
    if (terminal_ && !last_.empty()) std::fputs("\r\x1b[K", stderr);
  }

 private:
  bool quiet_, terminal_;
  std::string last_;
};

/// False: interrupted.
bool wait_for_round(const campaign& work, scheduler& tasks, std::uint64_t round, cluster_progress& progress) {
  using clock = std::chrono::steady_clock;
  constexpr clock::duration shortest_pause = std::chrono::milliseconds(500);
  constexpr int pause_by_cost = 20;  // looking takes at most one part in so many
  for (;;) {
    const auto start = clock::now();
    const auto load = tasks.tasks();
    progress.show(work, load, round);
    if (load.known && load.waiting + load.running == 0) return true;
    if (interrupted()) return false;
    std::this_thread::sleep_for(std::max(shortest_pause, (clock::now() - start) * pause_by_cost));
  }
}

/// Rounds until nothing is open. Three in a row without a result: something is wrong that more of them will not mend.
exit_code drive(const cluster_plan& plan, const cluster_request& r) {
  constexpr int most_in_vain = 3;
  catch_interrupts();
  fs::create_directories(plan.folder / "log");
  const auto tasks = scheduler_of(plan);
  const auto work = campaign_of(plan);
  {
    cluster_progress progress(r.quiet);
    auto round = last_round(plan);
    tasks->find(round);
    bool go_on = wait_for_round(*work, *tasks, round, progress);
    std::uint64_t results = work->results();
    for (int in_vain = 0; go_on;) {
      const auto open = work->open();
      if (open.empty()) break;
      if (in_vain == most_in_vain)
        throw ended_early(
            fmt::format("{} rounds have given no result: {} tells why; 'korat cluster resume {}' tries again",
                        most_in_vain, (plan.folder / "log").string(), plan.folder.string()),
            exit_code::internal_error);
      round = write_round(plan, open);
      tasks->submit(round, std::min<std::uint64_t>(plan.tasks, open.size()));
      go_on = wait_for_round(*work, *tasks, round, progress);
      const auto before = std::exchange(results, work->results());
      in_vain = results == before ? in_vain + 1 : 0;
    }
  }
  if (interrupted())
    throw ended_early(fmt::format("interrupted; tasks that were begun go on, and so does 'korat cluster resume {}'",
                                  plan.folder.string()),
                      exit_code::interrupted);
  return work->report(r.json);
}

constexpr std::uint64_t shards_of_a_task = 4;

/// What is searched, cut into ranges.
void plan_search(const cluster_request& r, cluster_plan& plan) {
  const auto& subject = named_subject(r.words.front());
  plan.subject = subject.name;
  plan.arguments =
      checked_arguments(subject, {r.words.begin() + 1, r.words.end()}, "korat cluster submit " + r.words.front());
  plan.way = r.backward ? direction::backward : direction::forward;
  plan.engine = r.reexecute ? engine::reexecute : engine::checkpoint;
  plan.shards = cut_into_shards(request_of(plan), r.shards != 0 ? r.shards : shards_of_a_task * plan.tasks);
  std::erase_if(plan.shards, [](const shard& one) { return !one.all; });  // there may be fewer candidates
  for (auto& one : plan.shards) one.of = plan.shards.size();
}

/// The program is copied, so that it may be built anew meanwhile.
void plan_tests(const cluster_request& r, cluster_plan& plan) {
  if (r.backward || r.reexecute)
    throw usage_error("--tests: leave out --backward and --reexecute; the tests say how to search");
  if (::access(r.words.front().c_str(), X_OK) != 0)
    throw usage_error(fmt::format("--tests: there is no program '{}'; say its path", r.words.front()));
  plan.tests = r.words;
  const auto shards = r.shards != 0 ? r.shards : shards_of_a_task * plan.tasks;
  for (std::uint64_t i = 1; i <= shards; ++i) plan.shards.push_back({i, shards, std::nullopt});
  fs::copy_file(r.words.front(), plan.test_program(), fs::copy_options::overwrite_existing);
}

exit_code submit(cluster_request r) {
  if (r.words.empty())
    throw usage_error(
        "say what to search: korat cluster submit SUBJECT ARGUMENTS..., or korat cluster submit --tests PROGRAM");
  if (r.folder.empty()) throw usage_error("say in which folder, which all machines see, with --output DIR");
  auto& plan = r.plan;
  plan.folder = fs::absolute(r.folder);
  if (fs::exists(plan.folder / "search.json"))
    throw usage_error(
        fmt::format("{} has a search already: 'korat cluster resume {}' goes on with it", r.folder, r.folder));
  if (!r.tests) plan_search(r, plan);
  fs::create_directories(plan.folder);
  if (r.tests) plan_tests(r, plan);
  fs::copy_file("/proc/self/exe", plan.program(), fs::copy_options::overwrite_existing);
  write_plan(plan);
  return drive(plan, r);
}

cluster_plan plan_in(const cluster_request& r) {
  if (r.words.size() != 1)
    throw usage_error(fmt::format("say the folder of the search: korat cluster {} DIR", r.action));
  return read_plan(r.words.front());
}

/// Goes on with what the plan says, by the program that began.
exit_code resume(const cluster_request& r) { return drive(plan_in(r), r); }

exit_code status(const cluster_request& r) {
  const auto plan = plan_in(r);
  const auto tasks = scheduler_of(plan);
  const auto round = last_round(plan);
  tasks->find(round);
  const auto load = tasks->tasks();
  if (!r.json)
    fmt::print("round {}: {}\n", round,
               load.known ? fmt::format("{} running, {} waiting", report::counted(load.running, "task"), load.waiting)
                          : "the scheduler does not answer");
  std::fflush(stdout);
  return campaign_of(plan)->report(r.json);
}

exit_code collect(const cluster_request& r) {
  const auto plan = plan_in(r);
  return campaign_of(plan)->report(r.json);
}

exit_code work(const cluster_request& r) {
  std::uint64_t round = 0, number = 0;
  const bool two =
      r.words.size() == 3 && as_positive(r.words[1], round) && (as_positive(r.words[2], number) || r.words[2] == "0");
  if (!two) throw usage_error("a task is called by a scheduler: korat cluster work DIR ROUND TASK");
  catch_interrupts();
  const auto plan = read_plan(r.words[0]);
  const auto tasks = read_round(plan, round);
  return campaign_of(plan)->work(tasks.at(number));
}

exit_code cluster(const cluster_request& r) {
  if (r.action == "submit") return submit(r);
  if (r.action == "resume") return resume(r);
  if (r.action == "status") return status(r);
  if (r.action == "collect") return collect(r);
  if (r.action == "work") return work(r);
  throw usage_error(fmt::format("korat cluster submit, status, resume or collect, not '{}'", r.action));
}

action set_up_cluster(option_list& options) {
  auto r = std::make_shared<cluster_request>();
  r->plan.scheduler = "slurm";
  r->plan.tasks = 16;
  options.word("ACTION", "submit, status, resume or collect", r->action, presence::required);
  options.words("WORDS", "Of submit: SUBJECT ARGUMENTS..., or PROGRAM ARGUMENTS...; else the folder of the search",
                r->words);
  options.value("--output", "DIR", "The folder of the search, which all machines see", r->folder);
  add_choice(options, "--with", "SCHEDULER", "Who runs the tasks: slurm (the default), or parallel (GNU parallel)",
             r->plan.scheduler, {{"slurm", std::string("slurm")}, {"parallel", std::string("parallel")}});
  options.repeated_value("--option", "OPTION",
                         "Of sbatch, or of GNU parallel, as in --option=--partition=long; may be repeated",
                         [r](const std::string& word) { r->plan.options.push_back(word); });
  add_number(options, "--tasks", "N", "Tasks at a time (default 16)", r->plan.tasks);
  add_number(options, "--time-limit", "SECONDS", "The budget of a task (default 600)", r->plan.budget);
  add_number(options, "--threads", "N", "Threads of a task (default 1)", r->plan.threads);
  add_number(options, "--shards", "K", "Ranges at first (default four for each task)", r->shards);
  options.flag("--backward", "Search from the end to the beginning", r->backward);
  options.flag("--reexecute", "Come back to a choice by running the predicate again", r->reexecute);
  options.flag("--tests", "Run a program of tests that use Korat; its own options stand behind --", r->tests);
  options.flag("--json", "Report as one JSON object", r->json);
  options.flag("--quiet", "No progress", r->quiet);
  options.footer(
      "submit cuts the space, runs tasks in rounds until nothing is left, and reports. It may be ended at any moment, "
      "and so\n"
      "may tasks and machines: 'korat cluster resume DIR' goes on. status and collect report what there is by now.\n");
  return [r] { return cluster(*r); };
}

}  // namespace

const command cluster_command{"cluster", "Search by the tasks of Slurm or GNU parallel", set_up_cluster};

}  // namespace korat::cli
