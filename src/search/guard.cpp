// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/guard.hpp"

#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <mutex>

#include "korat/error.hpp"
#include "search/runner.hpp"
#include "space/mapped_memory.hpp"
#include "undo/processor.hpp"

namespace korat::detail {

constinit thread_local guarded_thread this_thread;

namespace {

constexpr std::array crash_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};

int tick_signal() { return SIGRTMAX - 3; }

// What was there before us, to pass on to.
std::mutex handlers_mutex;
int handler_users = 0;
std::array<struct sigaction, crash_signals.size()> previous_handlers;
struct sigaction previous_tick_handler;

/// A handler that does not return must undo what the kernel, or a sanitizer in between, blocked for its duration.
void restore_signal_mask(const void* state) {
  pthread_sigmask(SIG_SETMASK, &static_cast<const ucontext_t*>(state)->uc_sigmask, nullptr);
}

const void* instruction_of(const void* state) { return interrupted_at(*static_cast<const ucontext_t*>(state)); }

fault::kind kind_of(int signal, const siginfo_t& info) {
  if (signal != SIGSEGV) return fault::kind::crashed;
  if (info.si_code == SI_KERNEL) return fault::kind::wild;
  const auto* const stack = this_thread.running->stack();
  return stack != nullptr && stack->guards(info.si_addr) ? fault::kind::overflowed : fault::kind::crashed;
}

void on_crash(int signal, siginfo_t* info, void* state) {
  if (this_thread.running != nullptr && this_thread.running->predicate_runs()) {
    restore_signal_mask(state);
    this_thread.running->leave_predicate({kind_of(signal, *info), signal, info->si_addr, instruction_of(state)});
  }
  for (std::size_t i = 0; i < crash_signals.size(); ++i) {
    if (crash_signals[i] != signal) continue;
    const auto& previous = previous_handlers[i];
    if ((previous.sa_flags & SA_SIGINFO) != 0) return previous.sa_sigaction(signal, info, state);
    if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) return previous.sa_handler(signal);
    sigaction(signal, &previous, nullptr);  // the instruction faults again, and the default is done
    const bool was_sent = info->si_code <= 0;
    if (was_sent || signal == SIGTRAP) raise(signal);
  }
}

void on_tick(int, siginfo_t*, void* state) {
  if (this_thread.running == nullptr || !this_thread.running->tick()) return;
  restore_signal_mask(state);
  this_thread.running->leave_predicate({fault::kind::looped, 0, nullptr, instruction_of(state)});
}

void install_handlers() {
  const std::lock_guard lock(handlers_mutex);
  if (handler_users++ > 0) return;
  struct sigaction action {};
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  sigemptyset(&action.sa_mask);
  action.sa_sigaction = on_crash;
  for (std::size_t i = 0; i < crash_signals.size(); ++i) sigaction(crash_signals[i], &action, &previous_handlers[i]);
  action.sa_sigaction = on_tick;
  sigaction(tick_signal(), &action, &previous_tick_handler);
}

void remove_handlers() {
  const std::lock_guard lock(handlers_mutex);
  if (--handler_users > 0) return;
  for (std::size_t i = 0; i < crash_signals.size(); ++i) sigaction(crash_signals[i], &previous_handlers[i], nullptr);
  sigaction(tick_signal(), &previous_tick_handler, nullptr);
}

/// A stack for the handlers of this thread, because the predicate's own may be full.
class alternate_stack {
 public:
  alternate_stack() {
    stack_t old{};
    sigaltstack(nullptr, &old);
    if ((old.ss_flags & SS_DISABLE) == 0) return;  // the program, or a sanitizer, has one
    memory_ = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ == MAP_FAILED) throw resource_error("no memory for a signal stack");
    stack_t mine{};
    mine.ss_sp = memory_;
    mine.ss_size = size;
    sigaltstack(&mine, nullptr);
  }
  ~alternate_stack() {
    if (memory_ == nullptr) return;
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(&none, nullptr);
    munmap(memory_, size);
  }
  alternate_stack(const alternate_stack&) = delete;
  alternate_stack& operator=(const alternate_stack&) = delete;
  void use() const noexcept {}

 private:
  static constexpr std::size_t size = 256 * 1024;
  void* memory_ = nullptr;
};

thread_local const alternate_stack signal_stack;

}  // namespace

void end_running_predicate(const fault& why) noexcept {
  if (this_thread.running != nullptr && this_thread.running->predicate_runs())
    this_thread.running->leave_predicate(why);
}

crash_guard::crash_guard(bool catch_crashes, time_span stuck_after)
    : catch_crashes_(catch_crashes), stuck_after_(catch_crashes ? stuck_after : time_span(0)) {
  if (catch_crashes_) install_handlers();
}

crash_guard::~crash_guard() {
  if (has_timer_) timer_delete(timer_);
  if (catch_crashes_) remove_handlers();
}

void crash_guard::enter_another_thread() {
  remember_to_give_back();
  if (this_thread.first_seen == 0) this_thread.first_seen = std::chrono::steady_clock::now().time_since_epoch().count();
  thread_ = {&this_thread, this_thread.first_seen};
  if (has_timer_) timer_delete(timer_);
  has_timer_ = false;
  if (!catch_crashes_) return;
  signal_stack.use();
  if (stuck_after_ != time_span(0)) watch_this_thread();
}

void crash_guard::watch_this_thread() {
  sigevent event{};
  event.sigev_notify = SIGEV_THREAD_ID;
  event.sigev_signo = tick_signal();
  event._sigev_un._tid = gettid();
  if (timer_create(CLOCK_THREAD_CPUTIME_ID, &event, &timer_) != 0)
    throw resource_error("no timer: " + std::string(std::strerror(errno)));
  has_timer_ = true;
  const auto every =
      std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::duration<double>(stuck_after_.seconds())) /
      ticks_until_stuck;
  itimerspec when{};
  when.it_interval.tv_sec = when.it_value.tv_sec = every.count() / 1'000'000'000;
  when.it_interval.tv_nsec = when.it_value.tv_nsec = every.count() % 1'000'000'000;
  timer_settime(timer_, 0, &when, nullptr);
}

}  // namespace korat::detail
