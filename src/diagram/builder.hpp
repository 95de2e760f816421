// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Builds the diagram: a depth-first search over the states of the predicate that explores no subtree twice.
//
// A subtree is known by the state at its root and the number of objects in use. It may be used again where
//   - the fields chosen before that it reads again lead the predicate the same way ('reads': a state, and where it
//     continues);
//   - the fields that it chooses are not chosen yet ('chooses');
//   - if it accepts anything, the same fields are chosen: those that are not are completed.
// To see whether a field leads the same way, its transition is looked up, and run if it is not known: with all
// conditions before it fulfilled, the predicate would come there in any case.

#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "diagram/known_subtrees.hpp"
#include "diagram/unique_nodes.hpp"
#include "korat/diagram_summary.hpp"
#include "search/choice.hpp"
#include "search/skeleton.hpp"

namespace korat::detail {

/// What building took.
struct build_report {
  std::uint64_t runs = 0;     // of the predicate, from a read to the next
  std::uint64_t states = 0;   // different ones, at reads
  std::uint64_t merged = 0;   // subtrees that were not explored because they were known
  std::uint64_t checked = 0;  // runs that were made twice, see 'automaton'
  std::uint64_t nodes = 0;    // so far
  std::uint64_t edges = 0;
  std::uint64_t bytes = 0;  // of memory
  /// [cell]: how often a subtree could not be used again because this field, read once more, led elsewhere.
  std::vector<std::uint64_t> to_blame = {};
};

enum class build_end { complete, incomplete };
/// As users see it.
diagram_summary summary_of(const build_report&, build_end, std::optional<std::string> why_not = {});

class diagram_builder {
 public:
  /// `most_bytes`: of what is known of states and subtrees, which is forgotten beyond it; and of the diagram itself.
  /// `first_checks`: the skeleton of some; values that lead nowhere there are not tried. The diagram then has the
  /// solutions, but not the candidates that were left out.
  diagram_builder(search_engine&, std::size_t most_bytes, skeleton first_checks = {});

  /// Goes on until so much has been done in all, or the diagram is complete: true. The engine's choices are to be
  /// undone before, and are afterwards. Throws cannot_merge.
  bool advance(std::uint64_t effort);
  /// What has been done, in candidates that a search from saved states explores in about the same time.
  std::uint64_t effort() const noexcept;
  /// The candidates of the subtrees that are complete: a search from the beginning would have explored so many by now.
  std::uint64_t covered() const;
  /// The diagram, once it is complete.
  graph take_result() { return std::move(graph_); }
  build_report report() const;
  std::optional<std::uint32_t> open_number() const { return automaton_.open_number(); }

 private:
  /// A node whose edges are being explored.
  struct frame {
    state_id state;
    std::uint32_t cell;
    std::uint64_t number;       // of those that were opened
    std::uint64_t key;          // the state and the objects in use
    std::size_t first_reading;  // in 'readings_'
    std::size_t first_edge;     // in 'edges_'
    completion_need need = completion_need::nothing;
    signature chosen;  // before its own choice
    subtree below;
    bool forgotten = false;  // what it has read again is not known any more: it cannot be found again
  };

  void descend(state_id);
  void open(state_id, std::uint64_t key);
  void take(node_id child, completion_need);
  void close();
  void condense_readings(const frame&);
  node_id accepted(completion_need&);
  void use(const known_subtrees::subtree_at&);
  bool first_use(std::uint32_t subtree);
  void remember(const frame&, node_id);
  bool is_full() const noexcept;
  void check_room() const;
  void start_afresh();
  std::uint64_t key_of(state_id);
  bool next_value(choice&);
  void value_set(std::uint32_t cell);
  std::span<std::uint64_t> chooses(std::size_t depth) noexcept {
    return std::span(choosing_).subspan(depth * chosen_.words, chosen_.words);
  }

  search_engine& engine_;
  std::size_t most_bytes_;
  automaton automaton_;
  chosen_fields chosen_;
  known_subtrees known_;
  graph graph_;
  unique_nodes nodes_{graph_};
  std::vector<frame> frames_;
  std::vector<reading> readings_;                                     // of the frames, one behind the other
  std::vector<graph_edge> edges_;                                     // the same
  std::vector<std::uint64_t> choosing_;                               // [frame]: the cells chosen below, as sets
  std::map<std::vector<std::uint32_t>, std::uint32_t> used_numbers_;  // objects in use -> a number
  number_map<std::uint64_t> place_numbers_;  // that, and where in the skeleton of the first checks -> a number
  skeleton_walk first_checks_;
  std::vector<std::uint32_t> seen_;  // [state]: the frame that has seen it last, to keep a reading once
  std::uint32_t seeing_ = 0;
  std::vector<std::uint64_t> used_by_;  // [subtree]: the frame that has used it last
  std::uint64_t opened_ = 0;            // frames
  std::uint64_t merged_ = 0;
  std::uint64_t condensed_ = 0;  // readings looked at
  std::vector<choice> paused_;   // the engine's choices, between two calls of advance()
  bool begun_ = false;
};

}  // namespace korat::detail
