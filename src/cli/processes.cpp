// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/processes.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <chrono>
#include <deque>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "cli/interrupt.hpp"
#include "cli/range_worker.hpp"
#include "cli/search_json.hpp"
#include "cli/worker.hpp"
#include "korat/error.hpp"
#include "parallel/budget.hpp"
#include "parallel/ordering.hpp"
#include "parallel/sums.hpp"

namespace korat::cli {
namespace {

class process_team {
 public:
  process_team(const run_request& request, const process_request& how, digest& hash)
      : request_(request),
        how_(how),
        hash_(hash),
        hash_before_(hash),
        results_{{}, how.put, std::numeric_limits<std::size_t>::max()},
        flags_(how.processes + 1),
        valid_(rest_of(request.options.max_valid, &statistics::valid)),
        explored_(rest_of(request.options.max_explored, &statistics::explored)) {
    if (how.ordered) ordering_.emplace(results_);
    const auto before = request.resume ? unfinished(*request.resume).left : std::vector<open_range>{{}};
    for (const auto& range : before) open_.push_back({range, ordering_ ? ordering_->whole() : ordering::place{}});
  }

  run_report search() {
    for (unsigned i = 0; i < how_.processes; ++i) start_another();
    while (!is_over()) {
      deal_out();
      ask_for_pieces();
      wait_for_answers();
      look_around();
    }
    if (ordering_) ordering_->finish();
    const auto end = open_.empty() && !failure_ ? ending::complete : end_;
    if (request_.settled && counts().explored != 0) request_.settled(state());
    return report(end);
  }

 private:
  using clock = std::chrono::steady_clock;
  using budget = detail::budget;
  using ordering = detail::ordering;
  static constexpr auto look_every = std::chrono::milliseconds(50);
  static constexpr auto tell_every = std::chrono::milliseconds(100);
  static constexpr auto patience = std::chrono::milliseconds(600);    // with those who do not stop when told
  static constexpr auto told_after = std::chrono::milliseconds(256);  // until what a process has done is known
  static constexpr int most_tries = 5;

  struct piece {
    open_range range;
    ordering::place place{};
    int tries = 0;  // processes that died with it
  };
  struct member {
    worker process;
    unsigned number;
    std::optional<piece> has = {};
    clock::time_point since = {};  // it has it
    bool asked = false;            // for pieces
    budget::share valid = {}, explored = {};
    range_answer counted = {};  // by this process so far
  };

  std::uint64_t rest_of(std::uint64_t limit, std::uint64_t statistics::*which) const {
    const auto before = request_.resume ? request_.resume->counts.*which : 0;
    return limit == search_options::unlimited ? limit : limit - std::min(limit, before);
  }

  /// The one that died leaves its number to its successor.
  void start_another() {
    unsigned number = 0;
    while (std::ranges::any_of(members_, [&](const member& m) { return m.number == number; })) ++number;
    flags_[number + 1] = 0;
    const auto serve = [this, number, server = std::shared_ptr<range_server>()](const received& m) mutable {
      if (!server)
        server = std::make_shared<range_server>(request_, how_, range_server::orders{flags_[0], flags_[number + 1]});
      return server->answer(m);
    };
    members_.push_back({worker(serve), number});
  }

  bool is_busy() const {
    return std::ranges::any_of(members_, [](const member& m) { return m.has.has_value(); });
  }
  bool is_over() const { return !is_busy() && (stopping_ || open_.empty()); }

  void stop(ending how) {
    if (stopping_) return;
    stopping_ = true;
    end_ = how;
    flags_[0] = 1;
    patience_ends_ = clock::now() + patience;
  }

  /// Where they are put in order, the first; unless too much waits for its turn, then nothing but what comes next.
  std::deque<piece>::iterator next_piece() {
    if (!ordering_ || open_.empty()) return open_.begin();
    auto next = open_.begin();
    for (auto p = open_.begin(); p != open_.end(); ++p)
      if (ordering_->comes_before(p->place, next->place)) next = p;
    return ordering_->waiting() > how_.memory && !ordering_->is_first(next->place) ? open_.end() : next;
  }

  void deal_out() {
    for (std::size_t i = 0; i < members_.size() && !stopping_; ++i) {
      auto& m = members_[i];
      const auto next = m.has ? open_.end() : next_piece();
      if (next == open_.end()) continue;
      const auto valid = valid_.take(m.valid, m.counted.counts.valid, how_.processes);
      const auto explored = explored_.take(m.explored, m.counted.counts.explored, how_.processes);
      if (valid == 0 || explored == 0) {
        give_back(m);
        if (valid_.exhausted()) return stop(ending::max_valid);
        if (explored_.exhausted()) return stop(ending::max_explored);
        continue;
      }
      m.has = std::move(*next);
      open_.erase(next);
      m.since = clock::now();
      const auto soon = told_after / (1 << 2 * m.has->tries);  // after a death, less is at stake
      m.process.send(
          as_message(range_order{m.has->range, valid, explored, soon}));  // if it is gone, it gives no answer
    }
  }

  void give_back(member& m) {
    valid_.give_back(m.valid, m.counted.counts.valid);
    explored_.give_back(m.explored, m.counted.counts.explored);
  }

  /// One at a time: who has had its range for longest, and has not been asked.
  void ask_for_pieces() {
    const auto idle = std::ranges::count_if(members_, [](const member& m) { return !m.has; });
    const bool wanted = idle != 0 && open_.empty() && !stopping_ && !valid_.is_lent_out() && !explored_.is_lent_out();
    if (!wanted || std::ranges::any_of(members_, &member::asked)) return;
    const auto longest = std::ranges::min_element(
        members_, {}, [](const member& m) { return m.has ? m.since : clock::time_point::max(); });
    if (!longest->has) return;
    longest->asked = true;
    flags_[longest->number + 1] = static_cast<unsigned>(idle) + 1;
  }

  void wait_for_answers() {
    std::vector<pollfd> sockets;
    for (const auto& m : members_) sockets.push_back({m.process.socket(), POLLIN, 0});
    if (::poll(sockets.data(), sockets.size(), static_cast<int>(look_every.count())) <= 0) return;
    for (std::size_t i = sockets.size(); i-- > 0;) {
      if (sockets[i].revents == 0) continue;
      if (const auto answer = members_[i].process.receive())
        take(members_[i], *answer);
      else
        lose(i);
    }
  }

  void take(member& m, const received& answer) {
    m.asked = false;
    flags_[m.number + 1] = 0;
    auto done = answer_in(answer);
    const auto had = *std::exchange(m.has, std::nullopt);
    if (done.failure) {
      failure_ = std::move(done.failure);
      open_.push_front(had);
      return stop(ending::failed);
    }
    for (const auto& text : answer.texts) put(had, text);
    keep(had, done.left);
    done.left.clear();
    m.counted = std::move(done);
    give_back(m);
  }

  void put(const piece& of, const std::string& text) {
    if (ordering_)
      ordering_->add(of.place, text);
    else
      how_.put(text);
  }

  /// What is left of a piece, in order, in its place.
  void keep(const piece& of, const std::vector<open_range>& left) {
    for (auto range = left.rbegin(); range != left.rend(); ++range)
      open_.push_front({*range, ordering_ ? ordering_->behind(of.place) : ordering::place{}});
    if (ordering_) ordering_->end(of.place);
  }

  /// It died; what it had told counts.
  void lose(std::size_t which) {
    auto& m = members_[which];
    const auto how = m.process.end();
    give_back(m);
    add_up(m.counted);
    auto had = std::exchange(m.has, std::nullopt);
    members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(which));
    if (had) {
      open_.push_front(*had);
      if (++open_.front().tries == most_tries) return give_up(*had, how);
    }
    if (!stopping_) start_another();
  }

  void give_up(const piece& on, const std::string& how) {
    failure_ = {misbehaviour::crashed,
                fmt::format("{} processes have died on the same range of candidates; the last was {}", most_tries, how),
                "search what lies behind that candidate in one thread to see why: too little memory, or a predicate "
                "that ends its "
                "process",
                on.range.after.value_or(candidate_vector()), ""};
    stop(ending::failed);
  }

  void look_around() {
    const auto now = clock::now();
    if (interrupted()) stop(ending::interrupted);
    if (request_.time_limit && passed() >= *request_.time_limit) stop(ending::time_limit);
    if (stopping_ && now >= patience_ends_) end_the_stubborn();
    if (how_.watch && now >= next_tell_) {
      const auto so_far = report(ending::complete);
      how_.watch({so_far.counts, so_far.coverage});
      next_tell_ = clock::now() + tell_every;
    }
    if (request_.settled && request_.settle_due() && counts().explored != 0) request_.settled(state());
  }

  void end_the_stubborn() {
    for (std::size_t i = members_.size(); i-- > 0;) {
      if (!members_[i].has) continue;
      members_[i].has->tries = 0;  // it is no fault of the range
      lose(i);
    }
  }

  double passed() const { return std::chrono::duration<double>(clock::now() - start_).count(); }

  void add_up(const range_answer& more) {
    detail::add_up(gone_.counts, more.counts);
    detail::add_up(gone_.counted, more.counted);
    gone_.hash.add(more.hash);
    if (gone_.note.empty()) gone_.note = more.note;
    if (more.counts.explored != 0) gone_.used = more.used;
  }

  /// Of all processes there have been.
  range_answer sum() const {
    auto all = gone_;
    if (request_.resume) {
      detail::add_up(all.counts, request_.resume->counts);
      detail::add_up(all.counted, request_.resume->tallies);
    }
    all.hash.add(hash_before_);
    for (const auto& m : members_) {
      detail::add_up(all.counts, m.counted.counts);
      detail::add_up(all.counted, m.counted.counted);
      all.hash.add(m.counted.hash);
      if (all.note.empty()) all.note = m.counted.note;
      if (m.counted.counts.explored != 0) all.used = m.counted.used;
    }
    return all;
  }
  statistics counts() const { return sum().counts; }

  settled_state state() {
    const auto all = sum();
    hash_ = all.hash;
    std::vector<open_range> left;
    for (const auto& m : members_)
      if (m.has) left.push_back(m.has->range);
    for (const auto& p : open_) left.push_back(p.range);
    const double before = request_.resume ? request_.resume->seconds : 0;
    return {left.empty(), {}, all.counts, all.counted, before + passed(), std::move(left)};
  }

  /// That of threads that go on from here, and have no candidate left to consider.
  run_report report(ending end) {
    const auto all = sum();
    auto nothing = request_;
    nothing.resume = state();
    nothing.threads = 1;
    nothing.options.max_valid = search_options::unlimited;
    nothing.options.max_explored = all.counts.explored;
    nothing.time_limit.reset();
    nothing.settled = {};
    auto result = run_in_threads(nothing, [](const basic_search&, unsigned) {}, {});
    result.counts = all.counts;
    result.left = nothing.resume->left;
    result.used = all.used;
    if (!all.note.empty()) result.engine_note = all.note;
    result.verified = all.used == engine::checkpoint && request_.options.self_checks == search_options::unlimited;
    result.processes = how_.processes;
    result.seconds = nothing.resume->seconds;
    result.end = end;
    result.failure = failure_;
    return result;
  }

  const run_request& request_;
  const process_request& how_;
  digest& hash_;
  const digest hash_before_;
  const ordered_results results_;
  const clock::time_point start_ = clock::now();
  shared_numbers flags_;  // [0]: all are to stop; [number + 1]: into how many pieces a process is to cut what it has
  std::vector<member> members_;
  std::deque<piece> open_;
  std::optional<ordering> ordering_;
  budget valid_, explored_;
  range_answer gone_;  // counted by those who died
  bool stopping_ = false;
  clock::time_point patience_ends_{};
  clock::time_point next_tell_ = start_ + tell_every;
  ending end_ = ending::complete;
  std::optional<predicate_error::details> failure_;
};

}  // namespace

run_report run_in_processes(const run_request& request, const process_request& how, digest& hash) {
  return process_team(request, how, hash).search();
}

}  // namespace korat::cli
