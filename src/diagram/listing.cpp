// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/listing.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace korat::detail {

/// Writes down what is stored along each edge. Equal ways are written once.
struct listing::planner {
  listing& to;
  using path = std::vector<std::pair<std::uint32_t, std::uint32_t>>;  // cells and values
  std::map<path, std::uint32_t> known = {};                           // the first store
  path way = {};                                                      // of the jump that is being planned
  path last_way = {};                                                 // of the one before

  jump plan(node_id node) {
    const auto& g = to.graph_;
    for (; g.live(node).size() == 1; node = g.live(node)[0].child)
      way.emplace_back(g.cell(node), g.live(node)[0].value);
    const auto [at, is_new] = known.try_emplace(way, static_cast<std::uint32_t>(to.stores_.size()));
    if (is_new)
      for (const auto& [cell, value] : way) add_store(cell, value);
    auto made = to.way_to(node);
    made.first = at->second;
    made.end = at->second + static_cast<std::uint32_t>(way.size());
    last_way = std::exchange(way, {});
    return made;
  }
  /// Of a node with several. Where all lead to an end by the same stores behind their own, they are a row: whoever goes
  /// from one to the next has nothing to store but its value.
  void plan_edges(node_id node) {
    const auto& g = to.graph_;
    const auto live = g.live(node);
    auto* const made = &to.jumps_[g.first_edge(node)];
    bool is_row = to.space_.cells()[g.cell(node)].what != cell::kind::assigned;
    path first_way;
    for (std::uint32_t i = 0; i < live.size(); ++i) {
      made[i] = plan(g.cell(node), live[i]);
      if (i == 0) first_way = last_way;
      is_row = is_row && made[i].to == graph::accepted && live[i].value == live[0].value + i &&
               std::ranges::equal(std::span(last_way).subspan(1), std::span(first_way).subspan(1));
    }
    for (std::uint32_t i = 0; is_row && i < live.size(); ++i) made[i].edge = live[i].value;
  }
  jump plan(std::uint32_t cell, const graph_edge& e) {
    way.emplace_back(cell, e.value);
    return plan(e.child);
  }
  void add_store(std::uint32_t index, std::uint32_t value) {
    const cell& c = to.space_.cells()[index];
    if (c.what == cell::kind::assigned)
      to.stores_.push_back({c.address, value, index, 0});
    else
      to.stores_.push_back({c.address, c.values[value], index, c.width});
  }
};

listing::listing(const graph& g, const space& s)
    : graph_(g), space_(s), jumps_(g.edges()), decisions_(s.cells().size() + 1) {
  planner plans{*this};
  for (node_id n = 0; n < g.size(); ++n)
    if (g.live(n).size() > 1) plans.plan_edges(n);
  if (g.is_live(g.root())) begin_ = plans.plan(g.root());
}

listing::jump listing::way_to(node_id node) const noexcept {
  const auto edges = static_cast<std::uint32_t>(graph_.live(node).size());
  return {0, 0, node, edges, edges == 0 ? none : graph_.first_edge(node)};
}

inline void listing::take(const jump& j) {
  for (auto i = j.first; i != j.end; ++i) {
    const auto& s = stores_[i];
    if (s.width == 8) [[likely]]
      store_as<std::uint64_t>(s.address, s.bits);
    else if (s.width == 4)
      store_as<std::uint32_t>(s.address, s.bits);
    else if (s.width == 2)
      store_as<std::uint16_t>(s.address, s.bits);
    else if (s.width == 1)
      store_as<std::uint8_t>(s.address, s.bits);
    else
      space_.put(space_.cells()[s.cell], static_cast<std::uint32_t>(s.bits));
  }
}

inline void listing::decide(node_id node, std::uint32_t at) noexcept {
  decisions_[depth_++] = {graph_.first_edge(node), static_cast<std::uint32_t>(graph_.live(node).size()), at};
}

template <int Step>
inline void listing::descend(const jump& from) {
  const jump* j = &from;
  for (;;) {
    take(*j);
    if (j->edges == 0) break;
    const auto at = Step < 0 ? j->edges - 1 : 0;
    decisions_[depth_++] = {j->edge, j->edges, at};
    j = &jumps_[j->edge + at];
  }
  leaf_ = j->to;
  row_value_ = j->edge;
}

template <int Step>
inline bool listing::step() {
  if (depth_ == 0) [[unlikely]]
    return begin<Step>();
  do {
    auto& last = decisions_[depth_ - 1];
    const auto at = last.at + static_cast<std::uint32_t>(Step);  // none + 1 is the first; 0 - 1 is none
    if (at >= last.count) continue;
    last.at = at;
    descend<Step>(jumps_[last.first + at]);
    return true;
  } while (--depth_ > 0);
  leaf_ = graph::rejected;
  row_value_ = none;
  return false;
}

void listing::begin_row(solution_row& behind, towards where) noexcept {
  if (row_value_ == none) {
    behind.left = 0;
    return;
  }
  auto& last = decisions_[depth_ - 1];
  const cell& c = space_.cells()[stores_[jumps_[last.first + last.at].first].cell];
  const bool back = where == towards::previous;
  behind.left = back ? last.at : last.count - 1 - last.at;
  behind.width = c.width;
  behind.bits = c.values + row_value_;
  behind.step = back ? -1 : 1;
  behind.address = c.address;
  behind.at = &last.at;
}

/// Without a decision behind us: before the first solution, at the only one, or behind it.
template <int Step>
bool listing::begin() {
  if (leaf_ != graph::rejected || !graph_.is_live(graph_.root())) {
    leaf_ = graph::rejected;
    return false;
  }
  descend<Step>(begin_);
  return true;
}

bool listing::next() { return step<1>(); }
bool listing::previous() { return step<-1>(); }

// Where the candidate leaves the diagram at a node with one live edge, the solutions of that node lie either all before
// it or all behind it. That is a decision, too, until they have been listed; nobody else goes by that edge alone.
void listing::seek(std::span<const choice> candidate, towards where) {
  reset();
  leaf_ = graph::accepted;  // a place of its own: not before the first
  auto node = graph_.root();
  for (const auto& made : candidate) {
    if (graph_.is_leaf(node)) break;
    const auto live = graph_.live(node);
    const auto edge = std::ranges::lower_bound(live, made.value, {}, &graph_edge::value);
    const auto at = static_cast<std::uint32_t>(edge - live.begin());
    if (edge == live.end() || edge->value != made.value) {
      if (live.size() == 1) jumps_[graph_.first_edge(node)] = planner{*this}.plan(graph_.cell(node), live[0]);
      decide(node, where == towards::next ? at - 1 : at);
      return;
    }
    if (live.size() > 1) decide(node, at);
    node = edge->child;
  }
  leaf_ = node;
}

void listing::to(big_integer& index) {
  reset();
  const jump* j = &begin_;
  for (;; j = &jumps_[decisions_[depth_ - 1].first + decisions_[depth_ - 1].at]) {
    take(*j);
    if (graph_.is_leaf(j->to)) break;
    const auto live = graph_.live(j->to);
    std::uint32_t at = 0;
    for (; graph_.below(live[at].child).valid <= index; ++at) index -= graph_.below(live[at].child).valid;
    decide(j->to, at);
  }
  leaf_ = j->to;
}

bool listing::to(const candidate_vector& v) {
  reset();
  auto node = graph_.root();
  for (; !graph_.is_leaf(node) && graph_.is_live(node);) {
    const auto live = graph_.live(node);
    const auto edge = std::ranges::lower_bound(live, v[graph_.cell(node)], {}, &graph_edge::value);
    if (edge == live.end() || edge->value != v[graph_.cell(node)]) return false;
    if (live.size() > 1) decide(node, static_cast<std::uint32_t>(edge - live.begin()));
    node = edge->child;
  }
  if (!graph_.is_live(node)) return false;
  take(begin_);
  for (std::uint32_t d = 0; d < depth_; ++d) take(jumps_[decisions_[d].first + decisions_[d].at]);
  leaf_ = node;
  return true;
}

/// visit(node, edge) for each node on the path, and the live edge taken.
template <class Visit>
void listing::along_path(Visit visit) const {
  auto node = graph_.root();
  for (std::uint32_t d = 0; !graph_.is_leaf(node);) {
    const auto live = graph_.live(node);
    if (live.size() > 1 && decisions_[d].count == 1) ++d;  // where a candidate was sought
    const auto& e = live[live.size() > 1 ? decisions_[d++].at : 0];
    visit(node, e);
    node = e.child;
  }
}

std::uint32_t listing::write(choice* choices) const {
  std::uint32_t depth = 0;
  along_path([&](node_id node, const graph_edge& e) {
    choices[depth].cell = graph_.cell(node);
    choices[depth++].value = e.value;
  });
  return depth;
}

std::uint32_t listing::path_length() const {
  std::uint32_t length = 0;
  along_path([&](node_id, const graph_edge&) { ++length; });
  return length;
}

subtree listing::before() const {
  subtree sum;
  along_path([&](node_id node, const graph_edge& taken) {
    for (const auto edges : {graph_.live(node), graph_.dead(node)})
      for (const auto& e : edges)
        if (e.value < taken.value) sum.add_child(graph_.below(e.child));
    sum.choices += 1;
  });
  return sum;
}

}  // namespace korat::detail
