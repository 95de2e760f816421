// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A search that builds a diagram beside it (engine::diagram). It goes on from saved states, candidate by candidate, and
// now and then some more work goes into the diagram, in proportion to them or, while it is ahead of the search, to the
// candidates that it covers already. When the diagram is complete, the search goes on in it: only solutions are visited
// from then on. Where the predicate's states do not merge, the diagram never is complete in time, and at the end of the
// search all it took was a fixed share of the time. So nothing has to be guessed.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "diagram/builder.hpp"
#include "diagram/listing.hpp"
#include "korat/diagram_summary.hpp"
#include "korat/position.hpp"
#include "korat/statistics.hpp"
#include "search/diagram_beside.hpp"
#include "search/live_guide.hpp"

namespace korat::detail {

class diagram_search final : public diagram_beside {
 public:
  explicit diagram_search(search_engine&);

  void work() override;
  bool step() override;
  void count_into(korat::statistics&) const override;
  void write_choices() noexcept override;
  void leave() override;
  void fields_restored() noexcept override;
  diagram_summary summary() const override;
  std::optional<part> give(std::uint64_t among) override;
  void pause() override;
  /// Limits of the choices, and objects in use, as a search by candidates knows them.
  void fill_in_choices();

  const graph& diagram() const noexcept { return *graph_; }

  /// Builds the diagram at once, before the search begins. `stop`: asked now and then. Throws diagram_error.
  void build(const function<bool(const diagram_summary&)>& stop);
  /// In place of building: the engine's solutions are those of a diagram that was built elsewhere, and the predicate is
  /// never asked.
  static diagram_search& adopt(search_engine&, graph);
  /// The solutions of a part that the engine has taken.
  void take(const part&);
  /// To the solution with this number, which there is.
  void go_to(big_integer index);
  /// To the solution with this vector; false: it is none.
  bool go_to(const candidate_vector&);
  /// To the solution that is this structure of somebody else's objects; false: it is none. Throws position_error when
  /// it does not fit the bounds.
  bool go_to(const void* live_root);
  /// The number of the solution.
  big_integer index() const;

 private:
  void begin_building();
  /// True: the diagram is complete. Throws cannot_merge.
  bool advance(std::uint64_t effort);
  /// The same.
  graph checked_result();
  void begin_listing(graph);
  bool end_part();
  std::vector<choice> choices_at(const big_integer& index);
  bool step_in_completion();
  void complete();
  void go_to_completion(big_integer index);
  bool go_to_completion(const candidate_vector&);
  candidate_vector path_of(live_guide&) const;
  void give_up(const std::string& why);
  void begin_row() noexcept;
  void end_row() noexcept { left_ += std::exchange(row_.left, 0); }

  search_engine& engine_;
  std::unique_ptr<diagram_builder> builder_;  // null: not begun yet, complete, or given up
  std::shared_ptr<const graph> graph_ = std::make_shared<const graph>();
  build_report report_;
  std::optional<listing> listing_;
  bool stepped_ = false;                  // a solution has been listed
  big_integer completions_;               // of the present leaf, visited so far
  std::uint64_t completion_choices_ = 0;  // the values that fields were given for them
  std::optional<std::string> gave_up_;

  // Of a list that several engines share, each has a part.
  struct position {
    big_integer explored, choices;
  };
  position here() const;
  bool is_part_ = false;
  std::uint64_t left_ = search_options::unlimited;  // solutions to be listed, of the part, behind the row
  std::optional<position> part_end_;                // when all are
  position part_begin_{};
  korat::statistics before_{};  // what the engine had counted then
};

}  // namespace korat::detail
