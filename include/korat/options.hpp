// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "korat/function.hpp"
#include "korat/position.hpp"
#include "korat/statistics.hpp"
#include "korat/time_span.hpp"

namespace korat {

class listener;

namespace detail {
class solver;
struct solver_access;
}  // namespace detail
/// Makes a solver for each search or repair, so that each may run in a thread of its own: korat::smt::solver(). By
/// default it makes none.
class solver_maker {
 public:
  solver_maker() = default;
  explicit operator bool() const noexcept { return static_cast<bool>(make_); }

 private:
  friend struct detail::solver_access;
  function<std::shared_ptr<detail::solver>()> make_;
};

/// How the search returns to a choice. See docs/internals.md and docs/diagrams.md.
enum class engine {
  reexecute,   ///< runs the predicate again from its beginning
  checkpoint,  ///< returns to the state saved at the choice
  diagram,  ///< as checkpoint, and merges equal states of the predicate: once all are known, only solutions are visited
};

enum class direction { forward, backward };

/// Options of a search, for designated initialisers: {.max_valid = 100}.
struct search_options {
  static constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

  korat::engine engine = korat::engine::checkpoint;
  korat::direction direction = korat::direction::forward;
  /// A file that a diagram of the same bounds was saved to (basic_diagram::save): its solutions are visited, and the
  /// predicate is not asked.
  std::optional<std::string> saved_diagram = {};
  /// The range [from, to) to search, in either direction; open where nothing is said.
  std::optional<candidate_vector> from = {};
  std::optional<candidate_vector> to = {};
  korat::noncanonical if_noncanonical = korat::noncanonical::refuse;  ///< what to do when one of these is no candidate

  /// For parallel_for_each() and search_in_parallel(): how many threads; 0: one for each core. A korat::search always
  /// runs in one.
  unsigned threads = 1;

  /// Visit isomorphic copies too: structures that differ in nothing but which object is which. There are up to n! of
  /// one with n objects, so this is for comparisons.
  bool isomorphic = false;

  // Stop rules. A stopped search can be continued: called again, it goes on, for as much again where it was a limit.
  std::uint64_t max_valid = unlimited;
  std::uint64_t max_explored = unlimited;
  /// Asked at the first candidate and then every `poll_every` candidates; true stops the search. See stop_after() for a
  /// time limit.
  function<bool(const statistics&)> stop_when = {};
  std::uint64_t poll_every = 256;

  /// Count what coverage() needs to tell reach-space from prune-space. Costs a percent or so.
  bool count_reach = false;
  /// Count rejections by field, for rejections(). Implies count_reach.
  bool count_rejections = false;
  /// Count solutions in this many equal parts of the space, for distribution(). Implies count_reach.
  std::uint32_t track = 0;

  /// Members whose integers are not enumerated but left open: "node::key", or just "key"; "*" stands for all integers
  /// that can be, while enumerations have to be named. There is then one structure for each shape and each way that the
  /// predicate's comparisons of these members can go, with the smallest values that lead that way (docs/symbolic.md).
  /// The search goes forward only and counts no coverage.
  std::vector<std::string> symbolic = {};
  /// Decides conditions on open integers that are more than bounds and differences: korat::smt::solver(), of
  /// korat/smt.hpp. Without it, values are tried one after the other there.
  korat::solver_maker solver = {};
  /// Count how many structures those found stand for, within the bounds: concrete().
  bool count_concrete = false;
  /// Of each structure with open integers, produce this many of those that it stands for; unlimited: all of them.
  std::uint64_t expand = 1;

  korat::listener* listener = nullptr;  ///< must outlive the search

  /// How many candidates are checked to see that the predicate depends on nothing but the fields it was noticed to
  /// read: this many at the start, then ever more rarely.
  std::uint64_t self_checks = 100;
  /// Processor time without any progress after which a predicate is said to loop forever. Zero: never.
  time_span stuck_after = time_span(10);
  /// Turn a crash of the predicate (a signal) into a predicate_error. Off: it is the program's own.
  bool catch_crashes = true;

  /// For the checkpoint engine: save a state at every n-th choice.
  std::uint32_t checkpoint_distance = 1;
  /// Bytes that the predicate's temporaries, what it allocates, and the saved states may take, each. When states do not
  /// fit, older ones are thinned out; a predicate that needs more is reported.
  std::size_t memory_limit = std::size_t{1} << 30;
};

/// A stop rule: true once `limit` has passed since this was called.
function<bool(const statistics&)> stop_after(time_span limit);

}  // namespace korat
