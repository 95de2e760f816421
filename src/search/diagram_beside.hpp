// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a search asks of the diagram that is built beside it (src/diagram/diagram_search.hpp has the idea). The search
// knows no more of diagrams than this, so that they can be written in terms of searches.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "korat/diagram_summary.hpp"
#include "korat/options.hpp"
#include "korat/statistics.hpp"
#include "search/value_row.hpp"
#include "search/work.hpp"

namespace korat::detail {

class search_engine;

class diagram_beside {
 public:
  diagram_beside(const diagram_beside&) = delete;
  diagram_beside& operator=(const diagram_beside&) = delete;
  virtual ~diagram_beside() = default;

  /// The number of candidates at which there is work to do.
  std::uint64_t due() const noexcept { return due_; }
  /// The diagram is complete and the search goes on in it.
  bool lists() const noexcept { return lists_; }

  virtual void work() = 0;
  /// To the next solution, if it differs from the present one in the last field that has several values, and there
  /// alone.
  bool step_in_row() noexcept {
    if (row_.left == 0) return false;
    row_.next();
    choices_written_ = false;
    return true;
  }
  /// Steps to the next solution, in the engine's direction; false: there is none.
  virtual bool step() = 0;
  /// What the search has done up to where it stands.
  virtual void count_into(korat::statistics&) const = 0;
  /// The choices of the engine are those of the solution. (They are not kept up to date at every step: few ask.)
  virtual void write_choices() noexcept = 0;
  /// The search goes on by candidates, from where it stands.
  virtual void leave() = 0;
  /// Objects were put back: every field of the path is pending again.
  virtual void fields_restored() noexcept = 0;
  virtual diagram_summary summary() const = 0;
  /// The last of the solutions that are still to be listed, so many that each of `among` has as many. Nothing: there
  /// are too few.
  virtual std::optional<part> give(std::uint64_t among) = 0;
  /// The search stands behind what it has listed, or leaves it, and keeps its numbers.
  virtual void pause() = 0;

 protected:
  explicit diagram_beside(std::uint64_t due) : due_(due) {}

  std::uint64_t due_;
  solution_row row_;  // what follows the present solution
  bool lists_ = false;
  bool choices_written_ = true;  // the engine's choices are those of the solution
};

/// One that is built while the search goes on.
std::unique_ptr<diagram_beside> begin_diagram(search_engine&);
/// The engine has taken this part: it lists the solutions of a diagram that another engine has built.
void list_part(search_engine&, const part&);
/// In the place of the engine's own: one that was saved. Throws file_error.
void adopt_diagram(search_engine&, const std::string& path);

}  // namespace korat::detail
