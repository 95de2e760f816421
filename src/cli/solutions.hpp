// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The solutions of a subject, counted and reached by their numbers, from 0 in the order of the search.
//
// They come from a diagram. Where none can be built, or where the predicate's states merge so little that a search from
// saved states is over before, they come from a search: right as well, but in the time that a search takes.

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cli/printer.hpp"
#include "korat/diagram.hpp"

namespace korat::cli {

class solutions {
 public:
  virtual ~solutions() = default;

  virtual const big_integer& count() const = 0;
  virtual const big_integer& explored() const = 0;
  /// Of the predicate.
  virtual std::uint64_t runs() const = 0;
  virtual std::uint64_t bytes() const = 0;
  /// Null: there is no diagram.
  virtual basic_diagram* diagram() { return nullptr; }
  virtual engine used() const = 0;
  /// Why it is no diagram; empty: it is one.
  virtual std::string note() const { return ""; }
  /// That found them: a diagram is built by one.
  virtual unsigned threads() const { return 1; }

  /// Goes to the one with this number, which there is. A search finds them best in the order of their numbers.
  virtual void to(const big_integer& index) = 0;
  /// The numbers of up to `most`, those with the fewest objects first, then in their order.
  virtual std::vector<big_integer> smallest(std::size_t most) = 0;
  /// Throws position_error when it is no solution.
  virtual big_integer rank(const candidate_vector&) = 0;
  /// The one it stands at.
  virtual candidate_vector vector() const = 0;
  virtual void print(printer&, const std::string& number) const = 0;
};

struct finding {
  std::function<description()> describe;
  /// Changes the options of searches where they do not suit the subject; may be empty.
  std::function<void(search_options&)> adapt = {};
  std::string name = {};  // for messages: "binary-tree 3"
  std::size_t memory_limit = std::size_t{1} << 30;
  std::optional<double> time_limit = {};              // seconds
  function<void(const diagram_summary&)> watch = {};  // while a diagram is built
  bool diagram_needed = false;                        // a search will not do
  unsigned threads = 1;                               // of a search
};

/// Throws ended_early when there is no time left, predicate_error, and write_error if a diagram is needed and cannot be
/// built.
std::unique_ptr<solutions> find_solutions(const finding&);
/// Those of a diagram that is there.
std::unique_ptr<solutions> solutions_of(basic_diagram);

}  // namespace korat::cli
