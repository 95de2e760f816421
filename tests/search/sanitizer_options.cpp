// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A predicate that crashes is abandoned where it is, and with it what it had allocated: no leak of ours. The predicates
// of these tests do little else.

extern "C" {
const char* __asan_default_options();
const char* __asan_default_options() { return "detect_leaks=0"; }
}
