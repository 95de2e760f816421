// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>

#include "cli/interrupt.hpp"
#include "cli/merging.hpp"
#include "korat/print.hpp"
#include "report/profile.hpp"

namespace korat::cli {
namespace {

using seconds = std::chrono::duration<double>;
double since(std::chrono::steady_clock::time_point start) {
  return seconds(std::chrono::steady_clock::now() - start).count();
}

/// One run: the search, and what is done beside it now and then.
class runner {
 public:
  explicit runner(const run_request& request)
      : request_(request),
        start_(std::chrono::steady_clock::now()),
        search_(request.subject->search(request.arguments, with_polls(), request.diagnose)) {
    if (request.compare) twin_ = request.subject->search(request.arguments, as_twin());
  }

  basic_search& search() { return *search_; }
  double time() const { return since(start_) + (request_.resume ? request_.resume->seconds : 0); }

  void go() {
    if (const auto& before = request_.resume) {
      if (before->complete) return search_->resume_at_end(before->counts, before->tallies);
      search_->resume(before->vector, before->counts, before->tallies);
    }
    const interruptible until(*search_);
    while (!interrupted() && advance()) {
      if (twin_ != nullptr) compare();
      if (request_.visit) request_.visit(*search_);
      if (!settle_next_) continue;
      settle_next_ = false;
      request_.settled(state());
    }
    if (twin_ != nullptr && search_->outcome() == outcome::complete) compare_end();
    if (request_.skip && search_->outcome() == outcome::complete) request_.skip->check_end();
    if (!request_.settled || search_->statistics().explored == 0) return;  // nothing to go on from
    request_.settled(state());
  }

 private:
  bool advance() {
    if (request_.skip)
      if (const auto jumped = request_.skip->jump(*search_);
          jumped && (!*jumped || request_.every_candidate || search_->valid()))
        return *jumped;
    return request_.every_candidate ? search_->next() : search_->next_valid();
  }

  search_options with_polls() {
    auto options = request_.options;
    // Not counted where only solutions are visited, nor behind such a piece of the search, nor where ranges are left
    // out.
    options.count_reach = options.symbolic.empty() && !request_.skip && options.engine != engine::diagram &&
                          (!request_.resume || request_.resume->tallies.has_reach());
    if (request_.time_limit) too_late_ = stop_after(seconds(*request_.time_limit));
    if (request_.settled && !request_.watch) options.poll_every = 1024;  // looking at the clock takes time
    if (too_late_ || request_.watch || request_.settled)
      options.stop_when = [this](const statistics& now) { return poll(now); };
    return options;
  }

  /// A valid candidate is counted by now, but nobody has seen it yet: it is settled when it was visited.
  bool poll(const statistics& now) {
    if (request_.watch) request_.watch(*search_);
    if (request_.settled && request_.settle_due()) {
      settle_next_ = search_->valid() || request_.every_candidate;
      if (!settle_next_) request_.settled(state());
    }
    return too_late_ && too_late_(now);
  }

  search_options as_twin() const {
    auto options = request_.options;
    options.engine = engine::checkpoint;
    options.saved_diagram.reset();
    options.max_valid = search_options::unlimited;
    return options;
  }

  void compare() {
    if (!twin_->next_valid()) differ("the checkpoint engine finds fewer structures");
    if (twin_->vector() != search_->vector())
      differ("the checkpoint engine finds another structure here: " + to_text(twin_->vector()));
  }

  void compare_end() {
    if (twin_->next_valid()) differ("the checkpoint engine finds more structures: " + to_text(twin_->vector()));
    const auto mine = search_->statistics(), its = twin_->statistics();
    if (mine.explored != its.explored || mine.field_initializations != its.field_initializations)
      differ(fmt::format("the checkpoint engine explores {} candidates and initialises {} fields, not {} and {}",
                         its.explored, its.field_initializations, mine.explored, mine.field_initializations));
  }

  [[noreturn]] void differ(const std::string& how) const {
    throw predicate_error(
        {misbehaviour::missed_read, "the diagram is wrong: " + how,
         "the predicate must depend on nothing but what it is noticed to read; leave out --engine diagram, "
         "and report this if it is so",
         search_->vector(), ""});
  }

  settled_state state() const {
    const bool complete = search_->outcome() == outcome::complete;
    return {complete, complete ? candidate_vector() : search_->vector(), search_->statistics(), search_->tallies(),
            time()};
  }

  const run_request& request_;
  const std::chrono::steady_clock::time_point start_;
  function<bool(const statistics&)> too_late_;
  bool settle_next_ = false;
  std::unique_ptr<basic_search> twin_;    // null: nothing is compared
  std::unique_ptr<basic_search> search_;  // last: its options refer to the rest
};

ending ending_of(outcome how) {
  switch (how) {
    case outcome::complete: return ending::complete;
    case outcome::max_valid: return ending::max_valid;
    case outcome::max_explored: return ending::max_explored;
    case outcome::failed: return ending::failed;
    case outcome::running:
    case outcome::condition: break;
  }
  return interrupted() ? ending::interrupted : ending::time_limit;
}

std::vector<rejected_by> by_member(const std::vector<rejection>& rejections, const basic_search& search) {
  std::vector<rejected_by> result;
  for (const auto& r : rejections) {
    const auto member = search.fields() == 0 ? std::string("(nothing read)") : report::member_of(search.field(r.field));
    auto found = std::ranges::find(result, member, &rejected_by::member);
    if (found == result.end()) found = result.insert(found, {member, 0, 0});
    found->candidates += r.candidates;
    found->depths += r.depths;
  }
  std::ranges::stable_sort(result, std::greater{}, &rejected_by::candidates);
  return result;
}

std::string as_word(const candidate_vector& v) { return fmt::format("{}", fmt::join(v, ",")); }

/// Where it stands, and the options for the rest. Takes a step of the search.
run_report::standstill stopped(basic_search& search, const search_options& options) {
  run_report::standstill result{search.vector(), {}};
  auto from = options.from, to = options.to;
  const bool backward = options.direction == direction::backward;
  try {
    if (!search.next()) return result;
  } catch (const predicate_error&) {  // whoever goes on will be told
    return result;
  }
  (backward ? to : from) = backward ? result.at : search.vector();
  if (backward) result.go_on = "--backward";
  if (from) result.go_on += (result.go_on.empty() ? "--from " : " --from ") + as_word(*from);
  if (to) result.go_on += (result.go_on.empty() ? "--to " : " --to ") + as_word(*to);
  return result;
}

bool was_stopped(ending end) {
  return end == ending::max_valid || end == ending::max_explored || end == ending::time_limit ||
         end == ending::interrupted;
}

run_report empty_report(const run_request& request) {
  return {.subject = request.subject,
          .arguments = request.arguments,
          .engine_note = {},
          .whole = !request.options.from && !request.options.to,
          .isomorphic = request.options.isomorphic,
          .stopped = {},
          .left = {},
          .symbolic = request.options.symbolic,
          .expanded = request.options.expand != 1,
          .diagram = {},
          .counts = {},
          .coverage = {},
          .distribution = {},
          .rejections = {},
          .skipped = {},
          .failure = {}};
}

/// To save where they are, the threads are stopped, and go on with what they have left.
team_report search_in_rounds(team_request& team, const run_request& request, const std::function<double()>& time) {
  const auto too_late = request.time_limit ? stop_after(seconds(*request.time_limit)) : nullptr;
  bool settle = false;
  team.options.stop_when = [&](const statistics& now) {
    return interrupted() || (too_late && too_late(now)) || (settle = request.settled && request.settle_due());
  };
  for (unsigned threads = 1;;) {
    settle = false;
    auto done = search_in_parallel(team);
    done.threads = threads = std::max(threads, done.threads);
    const bool complete = done.outcome == outcome::complete || done.left.empty();
    if (request.settled && done.counts.explored != 0)
      request.settled({complete, {}, done.counts, done.tallies, time(), done.left});
    if (!settle || done.outcome != outcome::condition) return done;
    team.go_on = {std::move(done.left), done.counts, std::move(done.tallies)};
  }
}

}  // namespace

unfinished_search unfinished(const settled_state& before) {
  auto left = before.left;
  if (left.empty() && !before.complete) left = {{before.vector, std::nullopt}};
  return {std::move(left), before.counts, before.tallies};
}

bool counts_reach(const run_request& request) {
  return request.options.engine != engine::diagram &&
         (!request.resume || request.resume->counts.explored == 0 || request.resume->tallies.has_reach());
}

run_report run_in_threads(const run_request& request,
                          const std::function<void(const basic_search&, unsigned thread)>& visit,
                          const function<void(const team_progress&)>& watch) {
  auto report = empty_report(request);
  const auto start = std::chrono::steady_clock::now();
  const auto make = [&](search_options options) {
    return request.subject->search(request.arguments, std::move(options));
  };
  const auto note = [&](const team_progress& now) {
    report.counts = now.counts;
    report.coverage = now.coverage;
    if (watch) watch(now);
  };
  team_request team{make, request.options, [&](basic_search& at, unsigned thread) { return visit(at, thread), true; },
                    note};
  team.options.threads = request.threads;
  team.options.count_reach = counts_reach(request);
  team.leave_in = request.leave_in;
  team.ordered = request.ordered;
  team.stop = &interrupt_button();
  if (request.resume) team.go_on = unfinished(*request.resume);
  const auto time = [&] { return since(start) + (request.resume ? request.resume->seconds : 0); };
  try {
    const auto done = search_in_rounds(team, request, time);
    report.counts = done.counts;
    report.coverage = done.coverage;
    report.left = done.left;
    const auto named = make({});
    report.rejections = by_member(done.rejections, *named);
    report.diagram = done.diagram;
    if (report.diagram && !report.diagram->complete) report.read_again = read_again(*report.diagram, *named);
    report.used = done.engine_used;
    report.engine_note = done.engine_note;
    report.threads = done.threads;
    report.one_thread_only = done.one_thread_only;
    report.end = ending_of(done.outcome);
  } catch (const predicate_error& e) {
    report.end = ending::failed;
    report.failure = e.why();
    report.used = request.options.engine;
  }
  report.seconds = time();
  report.verified = report.used == engine::checkpoint && request.options.self_checks == search_options::unlimited;
  return report;
}

run_report run(const run_request& request) {
  auto report = empty_report(request);
  runner one(request);
  auto* const search = &one.search();
  try {
    one.go();
    report.end = ending_of(search->outcome());
  } catch (const predicate_error& e) {
    report.end = ending::failed;
    report.failure = e.why();
  }
  report.seconds = one.time();
  report.counts = search->statistics();
  if (report.symbolic.empty())
    report.coverage = search->coverage();
  else
    report.concrete = search->concrete();
  report.distribution = search->distribution();
  report.rejections = by_member(search->rejections(), *search);
  report.used = search->engine_used();
  report.engine_note = search->engine_note();
  report.skipped = request.skip;
  report.diagram = search->diagram();
  if (report.diagram && !report.diagram->complete) report.read_again = read_again(*report.diagram, *search);
  report.compared = request.compare;
  report.verified = report.used == engine::checkpoint && request.options.self_checks == search_options::unlimited;
  if (was_stopped(report.end) && report.symbolic.empty() && report.counts.explored != 0)
    report.stopped = stopped(*search, request.options);
  return report;
}

const char* name_of(ending end) noexcept {
  switch (end) {
    case ending::complete: return "complete";
    case ending::max_valid: return "max-valid";
    case ending::max_explored: return "max-explored";
    case ending::time_limit: return "time-limit";
    case ending::interrupted: return "interrupted";
    case ending::failed: return "failed";
  }
  return "?";
}

exit_code exit_code_of(ending end) {
  switch (end) {
    case ending::complete: return exit_code::done;
    case ending::max_valid:
    case ending::max_explored:
    case ending::time_limit: return exit_code::stopped_by_limit;
    case ending::interrupted: return exit_code::interrupted;
    case ending::failed: return exit_code::predicate_failed;
  }
  return exit_code::internal_error;
}

const char* name_of(engine used) noexcept {
  switch (used) {
    case engine::reexecute: return "reexecute";
    case engine::checkpoint: return "checkpoint";
    case engine::diagram: return "diagram";
  }
  return "?";
}

}  // namespace korat::cli
