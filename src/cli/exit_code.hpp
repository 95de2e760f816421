// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// How the program ends. Scripts depend on these numbers: they never change their meaning. --help shows this table.

#pragma once

#include <stdexcept>
#include <string>

namespace korat::cli {

enum class exit_code : int {
  done = 0,
  internal_error = 1,
  wrong_usage = 2,
  stopped_by_limit = 3,
  predicate_failed = 4,
  output_failed = 5,
  input_damaged = 6,
  not_repaired = 7,
  differs = 8,
  tests_failed = 9,
  interrupted = 130,  // as a shell reports SIGINT
  reader_gone = 141,  // as a shell reports SIGPIPE
};

inline constexpr const char* exit_code_help =
    "Exit codes:\n"
    "    0  done: everything was considered\n"
    "    1  internal error, or the machine lacks memory\n"
    "    2  wrong usage: unknown subject or option, arguments that make no sense\n"
    "    3  stopped by --max-valid, --max-explored or --time-limit\n"
    "    4  the predicate failed: it threw, crashed, looped, wrote to the structure, ...\n"
    "    5  results could not be written\n"
    "    6  a file is damaged, truncated or of another kind; what is whole in it was read\n"
    "    7  the structure could not be repaired within the budget; nothing was written\n"
    "    8  korat check: the predicate does not accept what is certified\n"
    "    9  korat cluster --tests: tests failed\n"
    "  130  interrupted (Ctrl-C or SIGTERM); what was found so far is reported\n"
    "  141  whoever read the results stopped reading\n";

/// The person at the keyboard can fix this; the message says how.
class usage_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A limit or an interrupt came before there was anything to report.
class ended_early : public std::runtime_error {
 public:
  ended_early(const std::string& what, exit_code code) : std::runtime_error(what), code_(code) {}
  exit_code code() const noexcept { return code_; }

 private:
  exit_code code_;
};

}  // namespace korat::cli
