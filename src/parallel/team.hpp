// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The threads that search one space. The first is the caller's: it begins alone, and as long as the search has not run
// for a moment there is no other. One that has nothing to do asks another for a part (search/share.cpp) and waits:
// work stealing (Blumofe and Leiserson, 1999), but that the other one cuts off the part itself.
// Searching itself takes no lock; all that is said below is.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "korat/parallel.hpp"
#include "parallel/budget.hpp"
#include "parallel/ordering.hpp"
#include "search/natural.hpp"
#include "search/work.hpp"

namespace korat::detail {

class search_engine;

class team {
 public:
  /// Starting a thread takes as long as some thousand candidates: the first one is alone for so long. And for so many
  /// candidates, unless they take very long: what a short search does should not depend on the clock.
  explicit team(const team_request&, std::chrono::nanoseconds alone_for = std::chrono::milliseconds(5));
  ~team();
  team_report search();

 private:
  using clock = std::chrono::steady_clock;
  static constexpr auto ask_again =
      std::chrono::milliseconds(1);  // whom we asked may be in a predicate that takes long
  static constexpr auto tell_every = std::chrono::milliseconds(100);
  static constexpr auto look_every = std::chrono::milliseconds(1);
  static constexpr std::uint64_t candidates_alone = 20'000;
  static constexpr int very_long = 200;  // times as long as it is alone

  struct covered {
    natural vectors;
    double share = 0;
    covered& operator+=(const covered& more) { return vectors += more.vectors, share += more.share, *this; }
  };
  struct alignas(64) member {
    std::unique_ptr<basic_search> search;
    search_engine* engine = nullptr;
    unsigned number = 0;
    ordering::place place{};  // of its part
    clock::time_point next_report{};
    std::thread thread;      // of all but the first
    bool has_begun = false;  // with a part, the first or another
    // What others see, under the lock:
    bool busy = false;
    budget::share valid, explored;
    covered done;       // the parts behind it
    covered so_far;     // and of the one it has, when it last told
    statistics counts;  // the same
  };

  struct waiting_part {
    detail::work what;
    ordering::place place{};
  };

  std::unique_ptr<member> new_member();
  void work(member&);
  void take_up(const unfinished_search&);
  void go_through(member&, const detail::work*);
  void visit_all(member&);
  bool may_go_on(member&);
  bool time_for_others(clock::time_point now, std::uint64_t explored) const;
  void start_others();
  /// False: there can be no more.
  bool start_another();
  void give_to_all(member&);
  void start(std::unique_ptr<member>);
  void connect(member&);
  bool poll(member&, std::uint64_t explored);
  void stop(outcome);
  void fail();
  [[noreturn]] void tell_before_failing();
  team_report sum();
  // Under the lock:
  bool wait_for_part(member&, std::unique_lock<std::mutex>&);
  void ask_for_part(const member&);
  waiting_part take_part();
  void give(member&, std::size_t wanted);
  /// The caller's stop rule is asked as often as by a search, as long as there is one thread.
  bool asks_often() const noexcept { return alone_ && request_.options.stop_when; }
  void look_around(std::unique_lock<std::mutex>&, clock::time_point now);
  covered covered_by(const member&) const;
  void report(member&);
  void give_back(member&);
  statistics counts_of_all() const;
  coverage coverage_of_all() const;
  void add_reach(coverage&) const;
  std::vector<rejection> rejections_of_all() const;
  void stop_locked(outcome);
  // When all stand still:
  tallies tallies_of_all() const;
  std::vector<open_range> left_over();
  natural vectors_in(const open_range&);
  void count_left(const std::vector<open_range>&, coverage&);

  const team_request& request_;
  const std::chrono::nanoseconds alone_for_;
  const unsigned threads_;
  const clock::time_point start_ = clock::now();
  bool alone_ = true;              // no other thread was started; for the first one only
  clock::time_point next_look_{};  // of the first one
  int looks_left_ = 16;            // for state that the predicate keeps, before others are started
  std::atomic<bool> stopping_{false};

  alignas(64) std::mutex lock_;  // whoever takes it should not disturb those who look whether to stop
  std::condition_variable changed_;
  std::vector<std::unique_ptr<member>> members_;
  std::deque<waiting_part> parts_;  // given, and not yet taken
  std::size_t waiting_ = 0;         // for one
  std::size_t asked_ = 0;           // who was asked last
  std::uint64_t parts_given_ = 0;
  clock::duration idle_{};  // of all together, while they waited for parts
  budget valid_, explored_;
  bool knows_range_ = false;
  natural range_;           // vectors in all,
  double range_share_ = 1;  // of the space
  clock::time_point next_watch_{};
  std::optional<ordering> ordering_;  // where results are to be put in order
  outcome outcome_ = outcome::complete;
  std::exception_ptr failure_;
};

}  // namespace korat::detail
