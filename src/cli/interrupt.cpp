// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/interrupt.hpp"

#include <atomic>
#include <csignal>

namespace korat::cli {
namespace {

volatile std::sig_atomic_t caught = 0;
std::atomic<basic_search*> running_search = nullptr;
stop_button& button = *new stop_button;  // never destroyed: a signal may come when main() has returned
static_assert(std::atomic<basic_search*>::is_always_lock_free, "the handler may not wait");

void on_interrupt(int) {
  caught = 1;
  button.press();
  if (auto* search = running_search.load()) search->request_stop();
}

}  // namespace

void catch_interrupts() {
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  // ONSTACK: the predicate's own stack may be nearly used up. RESETHAND: the second signal gets the default, death.
  action.sa_flags = static_cast<int>(SA_RESTART | SA_ONSTACK | static_cast<int>(SA_RESETHAND));
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);  // nohup and '&' in scripts stay in force
  }
}

bool interrupted() noexcept { return caught != 0; }
stop_button& interrupt_button() noexcept { return button; }

interruptible::interruptible(basic_search& search) {
  running_search = &search;
  if (interrupted()) search.request_stop();
}

interruptible::~interruptible() { running_search = nullptr; }

}  // namespace korat::cli
