// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A diagram: all solutions of a predicate, as a graph in which equal futures of the predicate are shared. It counts
// them without visiting them, and goes to any of them by its number (docs/diagrams.md).
//
//   korat::diagram<tree> trees(bounds, &tree::rep_ok);
//   std::cout << trees.count().decimal();
//   std::mt19937_64 random(1);
//   for (int i = 0; i < 1000; ++i) test(trees.sample(random));
//
// Solutions are numbered from 0 in the order in which a search visits them.

#pragma once

#include <string>
#include <utility>
#include <vector>

#include "korat/big_integer.hpp"
#include "korat/detail/opaque_pointer.hpp"
#include "korat/diagram_drawing.hpp"
#include "korat/diagram_summary.hpp"
#include "korat/function.hpp"
#include "korat/random_source.hpp"
#include "korat/search.hpp"
#include "korat/time_span.hpp"

namespace korat {

struct diagram_options {
  /// Bytes that the states of the predicate and the known subtrees may take. When there are more, they are forgotten
  /// and building goes on, which is slower.
  std::size_t memory_limit = std::size_t{1} << 30;
  /// Called each time that about as much was done as a search does for this many candidates, with what has been built
  /// so far. True ends the building with a diagram_error.
  static constexpr std::uint64_t between_questions = 20'000;
  function<bool(const diagram_summary&)> stop_when = {};
  /// As search_options::stuck_after.
  time_span stuck_after = time_span(10);
};

/// What a diagram can do without knowing the root's type.
class basic_diagram {
 public:
  /// Throws diagram_error when the predicate's states cannot be compared, predicate_error when it misbehaves.
  explicit basic_diagram(description, diagram_options = {});
  /// One that was saved, of the same bounds; the predicate is not needed. Throws file_error when the file is damaged,
  /// or of other bounds.
  basic_diagram(const description&, const std::string& path);
  ~basic_diagram();
  basic_diagram(basic_diagram&&) noexcept;
  basic_diagram& operator=(basic_diagram&&) noexcept;

  const big_integer& count() const noexcept;     ///< solutions
  const big_integer& explored() const noexcept;  ///< candidates that a search would have explored
  /// Values that a search would have given to fields: from saved states, and by re-execution.
  const big_integer& field_initializations(engine = engine::checkpoint) const noexcept;

  /// Goes to a solution by its number. Throws out_of_range when there are not so many.
  void to(const big_integer& index);
  /// Goes to the next one; at first, to the first. False: there is none.
  bool next();
  /// Goes to one of them, all equally likely.
  void to_random(random_source);

  /// Of the present solution:
  big_integer index() const;
  candidate_vector vector() const;
  korat::structure snapshot() const;
  /// Puts every object back to what the solution says. Needed after changing the structure in place.
  void restore();

  /// The number of the solution with this candidate vector. Throws position_error when it is none.
  big_integer rank(const candidate_vector&);
  /// The numbers of up to `most` solutions, those with the fewest objects first, then in their order. Objects that are
  /// told apart, and what fills unread references, are not counted.
  std::vector<big_integer> smallest(std::size_t most) const;
  /// Where each of `parts` parts begins, and where the last one ends. Together they have all solutions, and their sizes
  /// differ by one at most.
  std::vector<big_integer> even_parts(std::uint32_t parts) const;

  diagram_summary summary() const;
  /// For to_dot() and to_text(), of print.hpp.
  diagram_drawing drawing() const;

  /// Writes it to a file, whole or not at all. `description`: any text, for whoever reads the file. Throws write_error.
  void save(const std::string& path, const std::string& description = {}) const;
  static std::string description_in(const std::string& path);

 protected:
  void* root() const noexcept;
  big_integer rank_of(const void* live_root);

 private:
  struct implementation;
  detail::opaque_pointer<implementation> made_;
};

template <class Root>
class diagram : public basic_diagram {
 public:
  /// `predicate`: a member function of Root, or anything callable with a const Root&.
  template <class Predicate>
  diagram(const finitization<Root>& bounds, Predicate predicate, diagram_options options = {})
      : basic_diagram(describe(bounds, std::move(predicate)), std::move(options)) {}

  /// One that was saved: diagram<tree>::load(bounds, "trees.diagram").
  static diagram load(const finitization<Root>& bounds, const std::string& path) { return {describe(bounds), path}; }

  /// The present solution. It belongs to the diagram and changes with the next step.
  const Root& structure() const noexcept { return *static_cast<const Root*>(root()); }
  Root& structure_to_change() noexcept { return *static_cast<Root*>(root()); }

  const Root& operator[](const big_integer& index) { return to(index), structure(); }
  const Root& sample(random_source random) { return to_random(random), structure(); }

  using basic_diagram::rank;
  /// The number of the solution that is equal to this structure of your own objects; for the diagram's own structure,
  /// that of the present solution. Throws position_error when it is no solution or does not fit the bounds.
  big_integer rank(const Root& structure) { return rank_of(&structure); }

  /// Calls `visit` for the solutions with the numbers [from, to).
  template <class Visit>
  void for_each(const big_integer& from, const big_integer& to, Visit&& visit) {
    if (from >= to) return;
    this->to(from);
    auto left = to - from;
    do visit(structure());
    while (!(left -= 1).is_zero() && next());
  }
  template <class Visit>
  void for_each(Visit&& visit) {
    for_each(0, count(), visit);
  }

 private:
  diagram(const description& what, const std::string& path) : basic_diagram(what, path) {}
};

template <class Root, class Predicate, class... Options>
diagram(const finitization<Root>&, Predicate, Options...) -> diagram<Root>;

}  // namespace korat
