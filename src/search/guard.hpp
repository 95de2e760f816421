// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Signals while a predicate runs: a crash, an endless recursion (the guard page of its stack) and an endless loop (a
// timer on the thread's processor time) end the predicate, not the process. Signal handlers belong to the process: they
// are installed while any guarded search exists, act only in a thread whose predicate runs, and pass everything else
// on to whoever handled it before.

#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <ctime>

#include "korat/time_span.hpp"

namespace korat::detail {

class predicate_runner;

/// Why a predicate was abandoned.
struct fault {
  enum class kind {
    none,
    crashed,
    wild,  // it used a pointer that is no address; the system does not say which
    overflowed,
    looped,
    wrote,
    freed,
    exited,
    busy,  // it needs a field where it cannot be stopped: it handles an exception, or a library holds something for it
  };
  kind what = kind::none;
  int signal = 0;
  const void* address = nullptr;
  const void* instruction = nullptr;  // where it was, if a signal told
  bool is_of_a_pointer() const noexcept {
    return what == kind::wild || (what == kind::crashed && (signal == SIGSEGV || signal == SIGBUS));
  }
};

/// If a predicate runs in this thread, it is ended, and this does not return.
void end_running_predicate(const fault&) noexcept;

/// What this thread runs.
struct guarded_thread {
  predicate_runner* running = nullptr;
  /// When it first came here; 0: not yet. A new thread may have the variables' place of a dead one, but comes later. (A
  /// number for each thread would need a counter, and a rehearsal in another thread would see that variable of the
  /// program change.)
  std::int64_t first_seen = 0;
};
extern constinit thread_local guarded_thread this_thread;

class crash_guard {
 public:
  /// A zero `stuck_after` sets no timer.
  crash_guard(bool catch_crashes, time_span stuck_after);
  ~crash_guard();
  crash_guard(const crash_guard&) = delete;
  crash_guard& operator=(const crash_guard&) = delete;

  static constexpr int ticks_until_stuck = 4;

  struct thread_mark {
    const void* variables = nullptr;  // where they lie
    std::int64_t first_seen = 0;
    bool operator==(const thread_mark&) const = default;
  };

  /// Whether the scope entered last is the first, or the first in this thread.
  bool thread_changed() const noexcept { return thread_changed_; }

  /// In this scope the thread's running predicate is `runner`'s.
  class scope {
   public:
    scope(crash_guard& guard, predicate_runner* runner) : before_(this_thread.running) {
      guard.enter_this_thread();
      this_thread.running = runner;
    }
    ~scope() { this_thread.running = before_; }
    scope(const scope&) = delete;
    scope& operator=(const scope&) = delete;

   private:
    predicate_runner* before_;
  };

 private:
  /// Called at every step of a search, so nothing is asked of the system while the thread stays the same.
  void enter_this_thread() {
    thread_changed_ = thread_ != thread_mark{&this_thread, this_thread.first_seen};
    if (thread_changed_) [[unlikely]]
      enter_another_thread();
  }
  void enter_another_thread();
  void watch_this_thread();

  bool catch_crashes_;
  time_span stuck_after_;
  thread_mark thread_;  // of the last scope
  bool thread_changed_ = false;
  bool has_timer_ = false;
  timer_t timer_{};
};

}  // namespace korat::detail
