// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Checks in lockstep wait for several fields, and one of these is chosen next: the leader's, unless a check is early
// (docs/lockstep.md). Which are early changes no solution, but the number of candidates. Here it is said, or found by
// trying all ways at a small bound.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "subjects/subject.hpp"

namespace korat::cli {

/// For each check whether it is early. The first never waits for its turn.
using check_order = std::vector<bool>;

/// "2,3", the early ones by their numbers, or "none".
std::string early_checks(const check_order&);
/// As the subject has it. Empty: its predicate is one piece.
check_order order_of(const subjects::subject&, const subjects::arguments&);
/// All that there are, at most 16.
std::vector<check_order> all_orders(std::size_t checks);
/// The same subject in another order. It lives as long as the program.
const subjects::subject& in_order(const subjects::subject&, const check_order&);

/// The order with the fewest candidates at the largest size, up to the arguments', at which a search is short; `open`:
/// with these members left open. Whoever asks again, with the same program, is told from the cache folder.
check_order best_order(const subjects::subject&, const subjects::arguments&, const std::vector<std::string>& open);
/// Of --order: "auto", "none" or numbers of checks. Throws usage_error.
check_order parse_order(const std::string& word, const subjects::subject&, const subjects::arguments&,
                        const std::vector<std::string>& open);

}  // namespace korat::cli
