// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The skeleton of a predicate whose integers are left open: what it does before it looks at one of them, as if it said
// yes there. That depends on enumerated fields only, so equal states of it merge, and a diagram tells which values of a
// field lead anywhere. The search takes no others: shapes that are none are met no more than once, when the diagram is
// built.
//
// A value is left out because no choice of the fields behind it makes the skeleton accept. Objects are numbered as they
// are met, so this holds as long as the search chooses the same fields in the same order as the diagram. Where it
// chooses another one, it goes on without the skeleton.
//
// 'skeleton_beside' builds the diagram; it is written in terms of searches, so it lies above
// (src/diagram/skeleton_search.*). 'skeleton_walk' knows for each choice where in the diagram it was made.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "search/choice.hpp"

namespace korat::detail {

class search_engine;

/// The values that lead to an answer of yes. Node 0 is the root. Without nodes it is of no use: the predicate begins
/// with a number that is open.
struct skeleton {
  static constexpr std::uint32_t nowhere = 0xffff'ffff;
  struct edge {
    std::uint32_t value, to;
  };  // to: a node, or nowhere: the skeleton has accepted
  struct node {
    std::uint32_t cell, first_edge, edges;
  };  // edges in the order of their values
  std::vector<node> nodes = {};
  std::vector<edge> edges = {};
  std::vector<bool> independent = {};  // [cell]: no reference, and no node's: chosen in between, it changes nothing
  bool in_order = false;  // all fields that the search chooses before it accepts are its own, in this order
  std::uint32_t open_number = nowhere;  // some acceptance is a look at it, or another one; nowhere: none is

  std::span<const edge> edges_of(std::uint32_t n) const {
    return std::span(edges).subspan(nodes[n].first_edge, nodes[n].edges);
  }
};

class skeleton_walk {
 public:
  /// Without choices.
  void begin(skeleton);
  /// Whether there is a skeleton of any use.
  bool begun() const noexcept { return !skeleton_.nodes.empty(); }

  /// The choice, the last so far, was just made: of this enumerated field, or of what the skeleton knows nothing of.
  void add_field(std::size_t choice, std::uint32_t cell) {
    const auto at = reached(choice);
    if (skeleton_.independent[cell]) return put(choice, {nowhere, at});
    const bool expected = at != nowhere && skeleton_.nodes[at].cell == cell;
    put(choice, {expected ? at : nowhere, nowhere});
  }
  void add_other(std::size_t choice) { put(choice, {nowhere, reached(choice)}); }
  /// The values that it may have, or none: all.
  std::span<const skeleton::edge> allowed(std::size_t choice) const {
    const auto at = places_[choice].at;
    return at == nowhere ? std::span<const skeleton::edge>() : skeleton_.edges_of(at);
  }
  /// It has taken a value, larger than those before: may it? If so, the choices behind it follow that.
  bool take(std::size_t choice, std::uint32_t value) {
    auto& p = places_[choice];
    if (p.at == nowhere) return true;
    const auto edges = skeleton_.edges_of(p.at);
    while (p.edge < edges.size() && edges[p.edge].value < value) ++p.edge;
    const bool may = p.edge < edges.size() && edges[p.edge].value == value;
    p.behind = may ? edges[p.edge].to : nowhere;
    return may;
  }
  /// The node behind so many choices, or nowhere.
  std::uint32_t reached(std::size_t choices) const { return choices == 0 ? 0 : places_[choices - 1].behind; }
  /// The field that comes after so many choices and has one value that leads anywhere; nowhere: there is none.
  std::uint32_t forced_field(std::size_t choices) const {
    const auto at = reached(choices);
    return at != nowhere && skeleton_.nodes[at].edges == 1 ? skeleton_.nodes[at].cell : nowhere;
  }
  /// Whether the choice was made because of that, without anybody asking for the field; it was just made.
  void note_forced(std::size_t choice) { places_[choice].forced = true; }
  bool is_forced(std::size_t choice) const { return choice < places_.size() && places_[choice].forced; }

 private:
  static constexpr auto nowhere = skeleton::nowhere;
  struct place {
    std::uint32_t at, behind;  // nodes: where the choice was made, and where its value leads
    std::uint32_t edge = 0;    // of 'at': those before are of smaller values than the one taken
    bool forced = false;
  };
  void put(std::size_t choice, place p) {
    if (places_.size() <= choice) make_room(choice);
    places_[choice] = p;
  }
  void make_room(std::size_t choice);

  skeleton skeleton_;
  std::vector<place> places_;  // [choice]
};

/// Builds it, a little at a time.
class skeleton_beside {
 public:
  virtual ~skeleton_beside() = default;
  /// The number of candidates at which there is work to do.
  std::uint64_t due() const noexcept { return due_; }
  /// When it is complete; and then, if there is something due, once more, of more checks.
  virtual std::optional<skeleton> work() = 0;

 protected:
  std::uint64_t due_ = 0;
};
std::unique_ptr<skeleton_beside> begin_skeleton(search_engine&);

}  // namespace korat::detail
