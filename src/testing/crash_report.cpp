// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "testing/crash_report.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace korat::detail {

namespace {

constexpr int ticks_until_given_up = 4;
constexpr std::array fatal_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTERM};
int watch_signal() { return SIGRTMAX - 4; }

crash_report::state* current_report = nullptr;
std::array<struct sigaction, fatal_signals.size()> handlers_before;
struct sigaction watch_handler_before;

extern "C" {
// A sanitizer that ends the program calls this first.
[[gnu::weak]] void __sanitizer_set_death_callback(void (*callback)());
}

void report_now(const char* what) noexcept {
  auto* const report = current_report;
  if (report == nullptr || !report->in_body.exchange(0)) return;
  report->write(what);
}

void on_sanitizer_death() { report_now("a sanitizer ends the program"); }

const char* name_of_signal(int signal) noexcept {
  switch (signal) {
    case SIGSEGV: return "a crash (SIGSEGV)";
    case SIGBUS: return "a crash (SIGBUS)";
    case SIGFPE: return "a crash (SIGFPE)";
    case SIGILL: return "a crash (SIGILL)";
    case SIGABRT: return "a crash (SIGABRT)";
    default: return "the program is told to end (SIGTERM)";
  }
}

// Then whoever would have handled it does.
void on_fatal_signal(int signal, siginfo_t* info, void*) {
  report_now(name_of_signal(signal));
  const auto which = std::find(fatal_signals.begin(), fatal_signals.end(), signal) - fatal_signals.begin();
  sigaction(signal, &handlers_before[static_cast<std::size_t>(which)], nullptr);
  if (info->si_code <= 0) raise(signal);  // one that was sent; any other happens again
}

void on_watch_tick(int) {
  auto* const report = current_report;
  if (report == nullptr || report->in_body == 0) return;
  const auto calls = report->calls.load(std::memory_order_relaxed);
  report->idle_ticks = calls == report->calls_at_tick ? report->idle_ticks + 1 : 0;
  report->calls_at_tick = calls;
  if (report->idle_ticks < ticks_until_given_up) return;
  report_now("the body does not end");
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  sigaction(SIGABRT, &usual, nullptr);
  raise(SIGABRT);
}

void install() {
  struct sigaction action {};
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
  action.sa_sigaction = on_fatal_signal;
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) sigaction(fatal_signals[i], &action, &handlers_before[i]);
  action.sa_flags = SA_ONSTACK | SA_RESTART;
  action.sa_handler = on_watch_tick;
  sigaction(watch_signal(), &action, &watch_handler_before);
  if (&__sanitizer_set_death_callback != nullptr) __sanitizer_set_death_callback(on_sanitizer_death);
}

void uninstall() {
  for (std::size_t i = 0; i < fatal_signals.size(); ++i) sigaction(fatal_signals[i], &handlers_before[i], nullptr);
  sigaction(watch_signal(), &watch_handler_before, nullptr);
}

void watch(crash_report::state& report, std::chrono::milliseconds stuck_after) {
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = watch_signal();
  report.has_timer = timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &report.timer) == 0;
  if (!report.has_timer) return;
  const auto every =
      std::max(std::chrono::nanoseconds(stuck_after) / ticks_until_given_up, std::chrono::nanoseconds(1'000'000));
  itimerspec when{};
  when.it_interval.tv_sec = when.it_value.tv_sec = every.count() / 1'000'000'000;
  when.it_interval.tv_nsec = when.it_value.tv_nsec = every.count() % 1'000'000'000;
  timer_settime(report.timer, 0, &when, nullptr);
}

/// Text into room that was made before.
class line {
 public:
  explicit line(std::string& room) : room_(room) {}
  line& operator<<(std::string_view text) noexcept {
    const auto count = std::min(text.size(), room_.size() - used_);
    std::memcpy(room_.data() + used_, text.data(), count);
    used_ += count;
    return *this;
  }
  line& operator<<(std::uint64_t number) noexcept {
    char digits[20];
    auto* begin = digits + sizeof digits;
    do *--begin = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    return *this << std::string_view(begin, static_cast<std::size_t>(digits + sizeof digits - begin));
  }
  void write() noexcept {
    for (std::size_t done = 0; done < used_;) {
      const auto count = ::write(STDERR_FILENO, room_.data() + done, used_ - done);
      if (count <= 0) return;
      done += static_cast<std::size_t>(count);
    }
  }
  char* place() noexcept { return room_.data() + used_; }
  void wrote_up_to(const char* end) noexcept { used_ = static_cast<std::size_t>(end - room_.data()); }

 private:
  std::string& room_;
  std::size_t used_ = 0;
};

}  // namespace

void crash_report::state::write(const char* what) noexcept {
  std::fill(values.begin(), values.end(), 0);
  std::copy_n(arguments, argument_count, values.begin());
  for (const auto& made : engine->choices()) values[argument_count + made.cell] = made.value;
  line out(text);
  out << "korat: " << name << ": " << what << ", with this structure\n  replay: --korat_replay=";
  char* const id = out.place();
  char* const end = write_id(id, layout, values);
  out.wrote_up_to(end);
  out << " or KORAT_REPLAY=" << std::string_view(id, static_cast<std::size_t>(end - id)) << "\n  vector:";
  for (std::size_t i = argument_count; i < values.size(); ++i) out << " " << std::uint64_t{values[i]};
  if (argument_count != 0) out << "\n  values of the arguments, by index:";
  for (std::size_t i = 0; i < argument_count; ++i) out << " " << std::uint64_t{values[i]};
  if (known.empty()) out << "\n  (replayed, it is drawn)";
  out << "\n" << known;
  out.write();
}

crash_report::crash_report(const std::string& name, std::chrono::milliseconds stuck_after)
    : state_(std::make_unique<state>()) {
  state_->name = name;
  state_->before = current_report;
  if (current_report == nullptr) install();
  current_report = state_.get();
  if (stuck_after.count() != 0) watch(*state_, stuck_after);
}

crash_report::~crash_report() {
  if (state_->has_timer) timer_delete(state_->timer);
  current_report = state_->before;
  if (current_report == nullptr) uninstall();
}

}  // namespace korat::detail
