// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// One search of a subject, from its first candidate to whatever ended it.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/skips.hpp"
#include "korat/diagnosis.hpp"
#include "korat/error.hpp"
#include "korat/parallel.hpp"
#include "subjects/subject.hpp"

namespace korat::cli {

enum class ending { complete, max_valid, max_explored, time_limit, interrupted, failed };

/// Where a search stands when everything before has been dealt with.
struct settled_state {
  bool complete = false;
  candidate_vector vector;  // unless complete
  statistics counts;
  korat::tallies tallies;
  double seconds = 0;                 // searched so far
  std::vector<open_range> left = {};  // of several threads, in the place of the vector
};

struct run_request {
  const subjects::subject* subject = nullptr;
  subjects::arguments arguments;
  search_options options = {};
  diagnosis diagnose = {};                // by one thread
  std::optional<double> time_limit = {};  // seconds
  bool every_candidate = false;           // `visit` wants them all, not only the valid ones
  bool compare = false;                   // with the checkpoint engine, solution by solution
  std::function<void(const basic_search&)> visit = {};
  std::function<void(const basic_search&)> watch = {};  // now and then
  unsigned threads = 1;                                 // of run_in_threads()
  std::optional<ordered_results> ordered = {};          // the same, besides `visit`
  unsigned leave_in = 1;                                // the same: pieces of what each leaves
  std::optional<settled_state> resume = {};             // go on from there
  /// Called at the end, and now and then when `settle_due` says so.
  std::function<void(const settled_state&)> settled = {};
  std::function<bool()> settle_due = {};
  std::shared_ptr<skips> skip = {};  // null: nothing is left out
};

/// Rejections by a member of a class, whichever object's field it was.
struct rejected_by {
  std::string member;  // "node.left"
  std::uint64_t candidates;
  std::uint64_t depths;
};

/// Members that, read again, led elsewhere and so kept a known subtree of a diagram from being used again, and how
/// often; the worst first.
using members_read_again = std::vector<std::pair<std::string, std::uint64_t>>;

struct run_report {
  const subjects::subject* subject = nullptr;
  subjects::arguments arguments;
  engine used = engine::reexecute;
  std::optional<std::string> engine_note;
  unsigned threads = 1;          // that searched
  unsigned processes = 0;        // the same, in their place
  bool one_thread_only = false;  // the predicate keeps state that several would have in common
  bool whole = true;             // not only a range was searched
  bool isomorphic = false;       // copies were visited too
  struct standstill {
    candidate_vector at;  // the last candidate considered
    std::string go_on;    // the options with which another search takes the rest; empty: there is none
  };
  std::optional<standstill> stopped;       // of a search that was
  std::vector<open_range> left;            // of one in threads that was
  std::vector<std::string> symbolic = {};  // members left open; "*": all
  concrete_count concrete = {};            // structures that those found stand for, then,
  bool expanded = false;                   // and these were given out
  bool verified = false;                   // every candidate was run by both engines,
  bool compared = false;  // or every solution of the diagram was compared with that of the checkpoint engine
  std::optional<diagram_summary> diagram;  // when one was asked for and could be tried
  members_read_again read_again = {};      // what kept it from being complete
  statistics counts;
  korat::coverage coverage;
  korat::distribution distribution;      // empty unless tracked
  std::vector<rejected_by> rejections;   // by member, the most frequent first
  std::shared_ptr<const skips> skipped;  // null: nothing was to be left out
  double seconds = 0;
  ending end = ending::complete;
  std::optional<predicate_error::details> failure;  // when it ended by one
};

/// What another search has left to do, and has counted.
unfinished_search unfinished(const settled_state&);
/// Whether such a search, in pieces, tells what it has reached and what it has pruned.
bool counts_reach(const run_request&);

/// The same by several threads. `visit`: by several at the same time; `watch`: by one. Throws the same.
run_report run_in_threads(const run_request&, const std::function<void(const basic_search&, unsigned thread)>& visit,
                          const function<void(const team_progress&)>& watch);

/// Throws what the finitization throws, and what `visit` throws; a predicate_error becomes part of the report.
run_report run(const run_request&);

const char* name_of(ending) noexcept;
exit_code exit_code_of(ending);
const char* name_of(engine) noexcept;

}  // namespace korat::cli
