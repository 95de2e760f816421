// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the harness must tell, whatever the engines do. They are run by name only, with wrong_counts.txt.

#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <stdexcept>

#include "cases.hpp"

namespace hostile {

namespace {

using enum expected;

const hostile_case cases[] = {
    {"a wrong count", answer, [](const numbers& n) { return n.a == n.b; }},
    {"a needless refusal", answer,
     [](const numbers& n) -> bool { return n.a == n.b ? throw std::runtime_error("of no use") : true; }},
    {"a death", answer_or_refusal, [](const numbers& n) { return n.a == 2 ? kill(getpid(), SIGKILL) == 0 : false; }},
    {"another death", refusal, [](const numbers& n) { return n.a == 2 ? kill(getpid(), SIGTERM) == 0 : false; }},
};

}  // namespace

std::span<const hostile_case> harness() { return cases; }

}  // namespace hostile
