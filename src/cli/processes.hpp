// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// --processes N: one search by several processes, for predicates that several threads cannot run at the same time. This
// process deals out ranges and adds up what comes back; a process that dies loses only the range it had, which another
// one gets.

#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "cli/digest.hpp"
#include "cli/run.hpp"

namespace korat::cli {

struct process_request {
  unsigned processes = 2;
  bool hash = false;
  bool ordered = false;  // `put` in the order of one process
  /// Of a structure, in the process that found it; empty: nothing is printed.
  function<std::string(const basic_search&)> render = {};
  function<void(const std::string&)> put = {};      // in this process
  function<void(const team_progress&)> watch = {};  // the same, now and then; empty: nobody does
  std::size_t memory = std::size_t{1} << 30;        // for what is found before its turn
};

/// Of the first, `threads`, `visit` and `watch` do not count; `settled` is called before anybody has to wait for
/// `hash`, which has what is settled. Throws the same as run().
run_report run_in_processes(const run_request&, const process_request&, digest& hash);

}  // namespace korat::cli
