// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Signal handlers are the kernel's, and the way that numbers are rounded is the processor's: no saved state holds them.
// A predicate that has installed a handler and taken it away again would be resumed where it counts on it, and be
// killed by the signal. So what has changed one of these is resumed from before the change only. The linker's --wrap
// option sends the program's calls here.

#include <signal.h>

#include "undo/heap.hpp"

namespace {

using korat::detail::current_heap;

void changes_outside() {
  if (current_heap != nullptr) current_heap->elsewhere().count_reference(1);
}

}  // namespace

extern "C" {

sighandler_t __real_signal(int, sighandler_t);
int __real_sigaction(int, const struct sigaction*, struct sigaction*);
int __real_fesetround(int);

sighandler_t __wrap_signal(int, sighandler_t);
sighandler_t __wrap_signal(int signal, sighandler_t handler) {
  changes_outside();
  return __real_signal(signal, handler);
}

int __wrap_sigaction(int, const struct sigaction*, struct sigaction*);
int __wrap_sigaction(int signal, const struct sigaction* action, struct sigaction* old) {
  if (action != nullptr) changes_outside();
  return __real_sigaction(signal, action, old);
}

int __wrap_fesetround(int);
int __wrap_fesetround(int mode) {
  changes_outside();
  return __real_fesetround(mode);
}
}
