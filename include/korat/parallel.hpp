// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// One search by several threads (docs/scale.md). Each has its own objects and its own stack; a thread without work gets
// a part of another's. The structures and all sums are those of one thread; only the order differs each time, unless it
// is asked for (team_request::ordered).
//
//   std::atomic<int> wrong = 0;
//   korat::parallel_for_each(bounds, &tree::rep_ok, [&](tree& t) {   // by several threads at the same time
//     t.insert(7);
//     if (!t.rep_ok()) ++wrong;
//   });

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/coverage.hpp"
#include "korat/detail/opaque_pointer.hpp"
#include "korat/diagram_summary.hpp"
#include "korat/function.hpp"
#include "korat/open_range.hpp"
#include "korat/options.hpp"
#include "korat/search.hpp"
#include "korat/time_span.hpp"

namespace korat {

namespace detail {
class team;
}

/// What the threads of a search have done together.
struct team_report {
  korat::statistics counts;
  korat::outcome outcome = korat::outcome::running;
  korat::coverage coverage;           ///< its reach and prune need search_options::count_reach
  std::vector<rejection> rejections;  ///< needs search_options::count_rejections
  engine engine_used = engine::reexecute;
  std::optional<diagram_summary> diagram;  ///< of engine::diagram; its solutions are dealt out evenly, by number
  std::optional<std::string> engine_note;  ///< also why there was one thread only, when more were allowed
  /// The predicate was found to keep state that threads would have in common (global variables, statics): one has
  /// searched. In processes of their own several can ('korat generate --processes N').
  bool one_thread_only = false;
  unsigned threads = 1;           ///< that were started: a short search is over before there is a second
  std::uint64_t parts_given = 0;  ///< how often one gave work to another
  time_span idle;                 ///< how long they waited for work, all together
  /// What was not searched because the search was stopped, and what is counted with it. Whoever goes on
  /// (team_request::go_on) considers each candidate that is left once.
  std::vector<open_range> left;
  korat::tallies tallies;  ///< empty unless counted
};

/// What an earlier search of the same space, with the same options, has left, and what it has counted. Nothing counted:
/// only these ranges are to be searched, and the limits hold for them.
struct unfinished_search {
  std::vector<open_range> left;
  statistics counts = {};
  korat::tallies tallies = {};
};

/// What the threads have done so far: exactly what they had done a moment ago.
struct team_progress {
  korat::statistics counts;
  korat::coverage coverage;
};

/// Ends a search by several threads soon.
class stop_button {
 public:
  stop_button();
  ~stop_button();
  stop_button(const stop_button&) = delete;
  stop_button& operator=(const stop_button&) = delete;

  /// From a signal handler or another thread, at any time: also before the search, which then ends as it begins.
  void press() noexcept;
  bool pressed() const noexcept;

 private:
  friend class detail::team;
  struct state;
  const detail::opaque_pointer<state> state_;
};

/// What is made of the structures, in the order of one thread.
struct ordered_results {
  function<std::string(const basic_search&)> render;  ///< by several threads at the same time
  function<void(const std::string&)> put;             ///< one at a time, in order
  /// What is found before its turn waits in memory. When it has so many bytes, the threads that found it wait too.
  std::size_t memory = std::size_t{1} << 30;
};

struct team_request {
  /// Another search of the same space with these options: one for each thread.
  function<std::unique_ptr<basic_search>(search_options)> make_search;
  /// `threads`: how many; 0: one for each core. stop_when is called by one thread at a time, with the counts of all.
  search_options options;
  /// Called for each valid structure, by several threads at the same time. The second argument is the number of the
  /// thread, from 0. False ends the search.
  function<bool(basic_search&, unsigned thread)> visit;
  /// Called now and then by the thread that called search_in_parallel().
  function<void(const team_progress&)> watch = {};
  /// What is left of another search, to be continued: the limits of the options hold for both together.
  std::optional<unfinished_search> go_on = {};
  /// In addition to `visit`. Not with `go_on`, and not with a limit: which structures are the first is known too late.
  std::optional<ordered_results> ordered = {};
  stop_button* stop = nullptr;  ///< must outlive the search
  /// When the search is stopped, what each thread has left is cut into this many pieces, if possible, for others to
  /// share.
  unsigned leave_in = 1;
};

/// Throws what a search throws, and what `visit` throws; the other threads then end soon. A listener, symbolic fields
/// and distributions need the order of one thread: they are refused, with usage_error.
team_report search_in_parallel(const team_request&);

/// Calls `visit` for every valid structure, by as many threads as there are cores or `options.threads` says, at the
/// same time. As in for_each(), a visitor that takes a non-const reference may change the structure in place, and one
/// that returns false ends the search.
template <class Root, class Predicate, class Visit>
statistics parallel_for_each(const finitization<Root>& bounds, Predicate predicate, Visit&& visit,
                             search_options options = {.threads = 0}) {
  constexpr bool changes = !std::is_invocable_v<Visit&, const Root&>;
  const auto call = [&visit](basic_search& found, unsigned) -> bool {
    auto& search = static_cast<korat::search<Root>&>(found);
    const auto operate = [&]() -> decltype(auto) {
      if constexpr (changes)
        return visit(search.structure_to_change());
      else
        return visit(search.structure());
    };
    bool more = true;
    if constexpr (std::is_same_v<decltype(operate()), bool>)
      more = operate();
    else
      operate();
    if constexpr (changes) search.restore();
    return more;
  };
  const auto make = [&](search_options each) -> std::unique_ptr<basic_search> {
    return std::make_unique<korat::search<Root>>(bounds, predicate, std::move(each));
  };
  return search_in_parallel({make, std::move(options), call}).counts;
}

}  // namespace korat
