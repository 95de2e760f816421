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
#include "cli/choice_option.hpp"
#include "cli/cluster_plan.hpp"
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/job.hpp"
#include "cli/merge.hpp"
#include "cli/number_option.hpp"
#include "cli/output.hpp"
#include "cli/scheduler.hpp"
#include "cli/summary.hpp"
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
  bool json = false;
  bool quiet = false;
};

/// One line, with exact coverage over all jobs.
class cluster_progress {
 public:
  explicit cluster_progress(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO)) {}
  void show(const frontier& now, const scheduler::load& load, std::uint64_t round) {
    if (quiet_ || now.identity.empty()) return;
    const auto share =
        now.space.empty() ? 0 : 100 * now.covered.approximately() / big_integer::parse(now.space).approximately();
    const auto line =
        fmt::format("round {}: {:.4f}% covered, {} explored, {} valid, {} open; tasks: {} running, {} waiting{}", round,
                    share, report::grouped(now.counts.explored), report::grouped(now.counts.valid),
                    report::counted(now.open_ranges() + now.missing.size(), "range"), load.running, load.waiting,
                    load.known ? "" : "; the scheduler does not answer");
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

frontier frontier_in(const cluster_plan& plan) { return frontier_of(read_results(plan.results())); }

exit_code report_of(const frontier& f, const cluster_request& r) {
  if (f.identity.empty()) throw usage_error("there are no results yet");
  output standard;
  standard.write(frontier_text(f, r.json));
  standard.close();
  return f.complete() ? exit_code::done : exit_code::stopped_by_limit;
}

/// False: interrupted.
bool wait_for_round(const cluster_plan& plan, scheduler& tasks, std::uint64_t round, cluster_progress& progress) {
  using clock = std::chrono::steady_clock;
  constexpr clock::duration shortest_pause = std::chrono::milliseconds(500);
  constexpr int pause_by_cost = 20;  // looking takes at most one part in so many
  for (;;) {
    const auto start = clock::now();
    const auto load = tasks.tasks();
    progress.show(frontier_in(plan), load, round);
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
  {
    cluster_progress progress(r.quiet);
    auto round = last_round(plan);
    tasks->find(round);
    bool go_on = wait_for_round(plan, *tasks, round, progress);
    std::uint64_t results = frontier_in(plan).results;
    for (int in_vain = 0; go_on;) {
      const auto open = open_pieces(plan, frontier_in(plan));
      if (open.empty()) break;
      if (in_vain == most_in_vain)
        throw ended_early(
            fmt::format("{} rounds have given no result: {} tells why; 'korat cluster resume {}' tries again",
                        most_in_vain, (plan.folder / "log").string(), plan.folder.string()),
            exit_code::internal_error);
      round = write_round(plan, open);
      tasks->submit(round, std::min<std::uint64_t>(plan.tasks, open.size()));
      go_on = wait_for_round(plan, *tasks, round, progress);
      const auto before = std::exchange(results, frontier_in(plan).results);
      in_vain = results == before ? in_vain + 1 : 0;
    }
  }
  if (interrupted())
    throw ended_early(fmt::format("interrupted; tasks that were begun go on, and so does 'korat cluster resume {}'",
                                  plan.folder.string()),
                      exit_code::interrupted);
  return report_of(frontier_in(plan), r);
}

exit_code submit(cluster_request r) {
  if (r.words.empty()) throw usage_error("say what to search: korat cluster submit SUBJECT ARGUMENTS...");
  if (r.folder.empty()) throw usage_error("say in which folder, which all machines see, with --output DIR");
  const auto& subject = named_subject(r.words.front());
  auto& plan = r.plan;
  plan.folder = fs::absolute(r.folder);
  if (fs::exists(plan.folder / "search.json"))
    throw usage_error(
        fmt::format("{} has a search already: 'korat cluster resume {}' goes on with it", r.folder, r.folder));
  plan.subject = subject.name;
  plan.arguments =
      checked_arguments(subject, {r.words.begin() + 1, r.words.end()}, "korat cluster submit " + r.words.front());
  plan.way = r.backward ? direction::backward : direction::forward;
  plan.engine = r.reexecute ? engine::reexecute : engine::checkpoint;
  constexpr std::uint64_t shards_of_a_task = 4;
  plan.shards = cut_into_shards(request_of(plan), r.shards != 0 ? r.shards : shards_of_a_task * plan.tasks);
  std::erase_if(plan.shards, [](const shard& one) { return !one.all; });  // there may be fewer candidates
  for (auto& one : plan.shards) one.of = plan.shards.size();
  fs::create_directories(plan.folder);
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
  return report_of(frontier_in(plan), r);
}

exit_code collect(const cluster_request& r) { return report_of(frontier_in(plan_in(r)), r); }

/// What a task does: its ranges one after the other, as long as the budget lasts.
exit_code work(const cluster_request& r) {
  std::uint64_t round = 0, number = 0;
  const bool two =
      r.words.size() == 3 && as_positive(r.words[1], round) && (as_positive(r.words[2], number) || r.words[2] == "0");
  if (!two) throw usage_error("a task is called by a scheduler: korat cluster work DIR ROUND TASK");
  const auto start = std::chrono::steady_clock::now();
  catch_interrupts();
  const auto plan = read_plan(r.words[0]);
  auto request = request_of(plan);
  const auto tasks = read_round(plan, round);
  for (const auto& piece : tasks.at(number)) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    if (interrupted() || passed.count() >= plan.budget) break;
    request.time_limit = plan.budget - passed.count();
    const auto& whole = plan.shards.at(piece.shard - 1);
    if (has_result(plan.results(), whole, {piece.range})) continue;
    const auto done = do_job(request, whole, {piece.range}, plan.results());
    if (!done.run.failure) continue;
    complain(failure_text(done.run));
    return exit_code::predicate_failed;
  }
  return exit_code::done;
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
  options.words("WORDS", "Of submit: SUBJECT ARGUMENTS...; else the folder of the search", r->words);
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
