// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A search: the cursor that steps through the candidates of a finitization. generate.hpp has the two more comfortable
// ways to consume results, a range and a callback.
//
//   korat::search<tree> trees(bounds, &tree::rep_ok);
//   while (trees.next_valid()) use(trees.structure());
//   std::cout << trees.statistics().valid;
//
// A search holds all of its state; many may run at a time, each in any thread, one thread at a time.

#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "korat/all_of.hpp"
#include "korat/big_integer.hpp"
#include "korat/coverage.hpp"
#include "korat/detail/opaque_pointer.hpp"
#include "korat/detail/predicate.hpp"
#include "korat/diagram_summary.hpp"
#include "korat/finitization.hpp"
#include "korat/options.hpp"
#include "korat/position.hpp"
#include "korat/probe.hpp"
#include "korat/random_source.hpp"
#include "korat/statistics.hpp"
#include "korat/structure.hpp"

namespace korat {

namespace detail {
class search_engine;
}

/// A class, its bounds and its predicate, with the types erased: what describe() makes, and searches, diagrams and
/// repairs of any class take.
class description {
 private:
  friend struct detail::erasure;
  explicit description(detail::described what) : what_(std::move(what)) {}
  detail::described what_;
};

/// `predicate`: a member function of Root, or anything callable with a const Root&.
template <class Root, class Predicate>
description describe(const finitization<Root>& bounds, Predicate predicate) {
  return detail::erasure::describe({detail::erasure::of(bounds), detail::erase<Root>(std::move(predicate))});
}
/// Without a predicate, for what needs none: a diagram that was saved.
template <class Root>
description describe(const finitization<Root>& bounds) {
  return detail::erasure::describe({detail::erasure::of(bounds), {}});
}

/// A field of the candidate vector, by name.
struct field_name {
  std::string object;  ///< "node2"
  std::string member;  ///< "left"
};

/// Structures that those with open integers stand for.
struct concrete_count {
  big_integer structures = 0;   ///< exactly, of all but
  std::uint64_t uncounted = 0;  ///< so many, whose conditions are too hard to count what satisfies them
};

/// What a search can do without knowing the root's type. One that was moved from can only be destroyed and assigned to,
/// and throws korat::error when it is used.
class basic_search {
 public:
  basic_search(description, search_options);
  ~basic_search();
  basic_search(basic_search&&) noexcept;
  basic_search& operator=(basic_search&&) noexcept;

  /// Goes to the next candidate; false when there is none or a stop rule says so (see outcome()). Throws
  /// predicate_error.
  bool next();
  /// Goes to the next candidate that satisfies the predicate.
  bool next_valid();
  /// The same, against the direction in the options. The two ways can be mixed freely; after the last candidate in
  /// one direction, the other begins with it.
  bool previous();
  bool previous_valid();

  /// Goes to a given candidate and considers it. False when a stop rule says so. Throws position_error when there is no
  /// such candidate, or when it lies outside the range of the options; the search then stands where it stood.
  bool seek(const candidate_vector&, noncanonical = noncanonical::refuse);
  /// Goes before the first candidate, or after the last: previous() is then the last one, by one execution.
  void to_start();
  void to_end();
  /// The candidate that a vector stands for. The search stays where it is.
  candidate_vector canonical(const candidate_vector&, noncanonical = noncanonical::move);
  /// The same of a structure as data: a snapshot, or what was read from a file. Throws position_error when it does not
  /// fit the bounds.
  candidate_vector canonical(const korat::structure&);
  /// The candidate at a share, from 0 to 1, of the input space. The search stays where it is.
  candidate_vector at_share(double share);
  /// A random candidate, for estimates. The search stays where it is.
  sampled_candidate sample(random_source);
  /// Goes to a candidate that an earlier search had considered, with what it had counted, and continues from there. A
  /// search that counts reach-space, rejections or solutions by part wants the tallies too, and throws usage_error when
  /// they are those of other options.
  void resume(const candidate_vector&, const korat::statistics& so_far, const korat::tallies& = {});
  /// The same after the last candidate: the earlier search was complete.
  void resume_at_end(const korat::statistics& so_far, const korat::tallies& = {});

  /// Of the current candidate:
  bool valid() const;                               ///< whether it satisfies the predicate
  candidate_vector vector() const;                  ///< its candidate vector: a value index for each field
  std::span<const std::uint32_t> accessed() const;  ///< the fields read, in the order of their first reads
  korat::structure snapshot() const;                ///< its objects as data
  /// What choose() answered in the predicate, in order; for replay().
  std::vector<std::int64_t> choices() const;

  korat::statistics statistics() const;
  /// How much of the input space is covered, up to and with the current candidate. Takes time in proportion to the
  /// number of fields, so ask now and then, not at every candidate.
  korat::coverage coverage() const;
  /// Only coverage().share_of_range, at the price of a few divisions.
  double covered_share() const;
  /// How many structures those found stand for, where integers are left open. Throws usage_error
  /// without search_options::count_concrete.
  concrete_count concrete() const;
  /// Needs search_options::count_rejections; without it, it is empty.
  std::vector<rejection> rejections() const;
  /// Needs search_options::track.
  korat::distribution distribution() const;
  /// What resume() needs of the three; empty unless one of them is counted.
  korat::tallies tallies() const;
  korat::outcome outcome() const;
  /// From a signal handler or another thread: stops the search after the candidate it is at.
  void request_stop() noexcept;
  /// Puts every object back to what the current candidate says. Needed after changing the structure in place.
  void restore();

  const std::string& name() const;
  std::size_t fields() const;  ///< length of the candidate vector
  field_name field(std::size_t index) const;
  std::uint32_t domain_size(std::size_t index) const;  ///< number of values of a field
  /// Why the search re-executes although checkpoints were asked for, and members without a domain that are read.
  std::optional<std::string> engine_note() const;
  korat::engine engine_used() const;
  /// What became of the diagram; nothing unless engine::diagram was asked for and could be tried.
  std::optional<diagram_summary> diagram() const;

 protected:
  void* root() const;
  candidate_vector canonical_of(const void* live_root);

 private:
  friend class detail::search_engine;
  friend struct detail::erasure;
  /// A search that was moved from has none: throws.
  detail::search_engine& engine_in_use() const;
  explicit basic_search(detail::opaque_pointer<detail::search_engine>);
  detail::opaque_pointer<detail::search_engine> engine_;
};

template <class Root>
class search : public basic_search {
 public:
  /// `predicate`: a member function of Root, or anything callable with a const Root&.
  template <class Predicate>
  search(const finitization<Root>& bounds, Predicate predicate, search_options options = {})
      : basic_search(describe(bounds, std::move(predicate)), std::move(options)) {}

  using basic_search::canonical;
  using basic_search::seek;
  /// The candidate that stands for a structure of the caller's own objects, well formed or not: its canonical form.
  /// Throws position_error when it does not fit the bounds: an object too many, or a value that its domain does not
  /// have.
  candidate_vector canonical(const Root& live) { return canonical_of(&live); }
  /// Goes there: structure() is then a copy of it, with objects numbered in the order of their first use.
  bool seek(const Root& live) { return seek(canonical(live)); }

  /// The current candidate. It belongs to the search and changes with the next step.
  const Root& structure() const { return *static_cast<const Root*>(root()); }
  /// The same, to be changed in place, say by the operation under test; call restore() before the next step.
  Root& structure_to_change() { return *static_cast<Root*>(root()); }
};

template <class Root, class Predicate, class... Options>
search(const finitization<Root>&, Predicate, Options...) -> search<Root>;

}  // namespace korat
