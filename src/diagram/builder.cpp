// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/builder.hpp"

#include <algorithm>

#include "diagram/completed.hpp"
#include "search/choose.hpp"

namespace korat::detail {

diagram_builder::diagram_builder(search_engine& engine, std::size_t most_bytes, skeleton first_checks)
    : engine_(engine),
      most_bytes_(most_bytes),
      automaton_(engine),
      chosen_(engine.space_),
      known_(automaton_, chosen_, engine.space_.cells().size()) {
  first_checks_.begin(std::move(first_checks));
}

// Invariant: the choices of the engine are those of the frames, in memory and in 'chosen_'; every field is pending,
// chosen or not, because the predicate is stopped at every read.
bool diagram_builder::advance(std::uint64_t effort_allowed) {
  const automaton::at_work scope(engine_);
  engine_.rebuild(paused_);
  engine_.space_.set_all_pending();
  if (!std::exchange(begun_, true)) descend(automaton_.start());
  while (!frames_.empty() && effort() < effort_allowed) {
    auto& made = engine_.choices_[engine_.depth_ - 1];
    chosen_.signature.remove(made.cell, made.value);
    if (!next_value(made)) {
      close();
      continue;
    }
    value_set(made.cell);
    if (is_full()) start_afresh();
    check_room();
    descend(automaton_.next(frames_.back().state, made.value));
  }
  paused_ = engine_.copy_of_choices();
  engine_.unwind();
  return frames_.empty();
}

bool diagram_builder::next_value(choice& made) {
  do {
    if (!engine_.next_value(made)) return false;
  } while (first_checks_.begun() && !first_checks_.take(engine_.depth_ - 1, made.value));
  return true;
}

std::uint64_t diagram_builder::effort() const noexcept {
  constexpr std::uint64_t of_a_run = 20, of_a_reading = 1;  // measured on the subjects, where little merges
  return of_a_run * automaton_.runs() + of_a_reading * (condensed_ + known_.followed());
}

std::uint64_t diagram_builder::covered() const {
  big_integer candidates = 0;
  for (const auto& f : frames_) candidates += f.below.explored;
  return candidates.or_largest();
}

build_report diagram_builder::report() const {
  return {automaton_.runs(),
          automaton_.states(),
          merged_,
          automaton_.checked(),
          graph_.size(),
          graph_.edges(),
          automaton_.bytes() + known_.bytes() + graph_.bytes() + nodes_.bytes(),
          known_.to_blame()};
}

diagram_summary summary_of(const build_report& r, build_end end, std::optional<std::string> why_not) {
  diagram_summary s{.complete = end == build_end::complete,
                    .why_not = std::move(why_not),
                    .runs = r.runs,
                    .states = r.states,
                    .merged = r.merged,
                    .checked = r.checked,
                    .nodes = r.nodes,
                    .edges = r.edges,
                    .bytes = r.bytes,
                    .to_blame = {}};
  for (std::uint32_t i = 0; i < r.to_blame.size(); ++i)
    if (r.to_blame[i] != 0) s.to_blame.push_back({i, r.to_blame[i]});
  std::ranges::stable_sort(s.to_blame, std::greater(), &diagram_summary::blame::times);
  return s;
}

void diagram_builder::value_set(std::uint32_t cell) {
  chosen_.values[cell] = engine_.choices_[engine_.depth_ - 1].value;
  chosen_.signature.add(cell, chosen_.values[cell]);
}

/// From a state on: through what it reads again, to an answer, a subtree that is known, or a new node.
void diagram_builder::descend(state_id s) {
  while (!automaton::is_answer(s) && chosen_.has(automaton_.cell(s))) {
    const auto to = automaton_.next(s, chosen_.values[automaton_.cell(s)]);
    readings_.push_back({s, to});
    s = to;
  }
  if (s == automaton::rejected) return take(graph::rejected, completion_need::nothing);
  if (s == automaton::accepted) {
    auto need = completion_need::fields;
    const auto leaf = accepted(need);
    return take(leaf, need);
  }
  const auto key = key_of(s);
  if (const auto* const found = known_.find(key)) return use(*found);
  open(s, key);
}

void diagram_builder::open(state_id s, std::uint64_t key) {
  const auto cell = automaton_.cell(s);
  auto& made = frames_.emplace_back();
  made.state = s;
  made.number = ++opened_;
  made.cell = cell;
  made.key = key;
  made.first_reading = readings_.size();
  made.first_edge = edges_.size();
  made.chosen = chosen_.signature.now();
  choosing_.resize(std::max(choosing_.size(), frames_.size() * chosen_.words));
  std::ranges::fill(chooses(frames_.size() - 1), 0);
  engine_.push(cell);
  if (first_checks_.begun()) engine_.keep_to(first_checks_);
  set_pending(engine_.cells_[cell]);
  chosen_.add(cell);
  value_set(cell);
  descend(automaton_.next(s, chosen_.values[cell]));
}

/// The last choice's value leads to this subtree. (Without a choice it is the whole diagram.)
void diagram_builder::take(node_id child, completion_need need) {
  if (frames_.empty()) return graph_.root(child);
  auto& f = frames_.back();
  edges_.push_back({chosen_.values[f.cell], child});
  f.below.add_child(graph_.below(child));
  f.need = std::max(f.need, need);
}

/// All values of the last choice are explored.
void diagram_builder::close() {
  const frame f = std::move(frames_.back());
  const auto depth = frames_.size() - 1;
  chooses(depth)[f.cell / 64] |= std::uint64_t{1} << (f.cell % 64);
  chosen_.remove(f.cell);
  engine_.pop();
  condense_readings(f);
  const auto made = nodes_.add(f.cell, std::span(edges_).subspan(f.first_edge), f.below);
  edges_.resize(f.first_edge);
  remember(f, made);
  frames_.pop_back();
  if (depth > 0) std::ranges::transform(chooses(depth - 1), chooses(depth), chooses(depth - 1).begin(), std::bit_or());
  take(made, f.need);
}

/// What is read again of the very choice is no condition on those before it; of the rest, once is enough.
void diagram_builder::condense_readings(const frame& f) {
  if (seen_.size() < automaton_.states()) seen_.resize(2 * automaton_.states());
  ++seeing_;
  condensed_ += readings_.size() - f.first_reading;
  auto kept = readings_.begin() + static_cast<std::ptrdiff_t>(f.first_reading);
  for (auto r = kept; r != readings_.end(); ++r)
    if (automaton_.cell(r->at) != f.cell && std::exchange(seen_[r->at], seeing_) != seeing_) *kept++ = *r;
  readings_.erase(kept, readings_.end());
}

/// The predicate has accepted: what remains to be chosen?
node_id diagram_builder::accepted(completion_need& need) {
  if (engine_.symbolic_ != nullptr)
    return need = completion_need::nothing, graph::accepted;  // a skeleton, whose solutions nobody asks for
  for (const auto& made : engine_.choices()) clear_pending(engine_.cells_[made.cell]);
  const auto left = completed_candidates(engine_);
  engine_.space_.set_all_pending();
  need = left.need;
  return left.below == graph_.below(graph::accepted) ? graph::accepted : nodes_.add_leaf(left.below);
}

std::uint64_t diagram_builder::key_of(state_id s) {
  auto used = used_numbers_.try_emplace(engine_.used_, static_cast<std::uint32_t>(used_numbers_.size())).first->second;
  // What was left out below depends on this place alone.
  if (first_checks_.begun())
    used = place_numbers_.find_or_insert(std::uint64_t{used} << 32 | first_checks_.reached(engine_.depth_),
                                         place_numbers_.size());
  return std::uint64_t{s} << 32 | used;
}

void diagram_builder::use(const known_subtrees::subtree_at& known) {
  ++merged_;
  if (!frames_.empty() && first_use(known.number)) {
    readings_.insert(readings_.end(), known.readings.begin(), known.readings.end());
    const auto mine = chooses(frames_.size() - 1);
    std::ranges::transform(mine, known.chooses, mine.begin(), std::bit_or());
  }
  take(known.node, known.need);
}

/// Of several values that lead to the same subtree, one tells what it reads and chooses.
bool diagram_builder::first_use(std::uint32_t subtree) {
  if (used_by_.size() <= subtree) used_by_.resize(2 * known_.size());
  return std::exchange(used_by_[subtree], frames_.back().number) != frames_.back().number;
}

bool diagram_builder::is_full() const noexcept { return automaton_.bytes() + known_.bytes() > most_bytes_; }

void diagram_builder::check_room() const {
  if (graph_.bytes() + nodes_.bytes() > most_bytes_)
    throw cannot_merge("the diagram takes more memory than it may, " + std::to_string(most_bytes_) +
                       " bytes; raise the limit");
}

// All states are forgotten but those of the open nodes, which the predicate comes to again on the way through its
// choices.
void diagram_builder::start_afresh() {
  known_.clear();
  automaton_.clear();
  readings_.clear();
  seen_.clear();
  used_by_.clear();
  auto s = automaton_.start();
  for (auto& f : frames_) {
    while (automaton_.cell(s) != f.cell) s = automaton_.next(s, chosen_.values[automaton_.cell(s)]);
    f.state = s;
    f.first_reading = 0;
    f.forgotten = true;
    if (&f != &frames_.back()) s = automaton_.next(s, chosen_.values[f.cell]);
  }
}

void diagram_builder::remember(const frame& f, node_id node) {
  if (f.forgotten) return;
  known_.add(f.key,
             {0, node, f.need, f.chosen, std::span(readings_).subspan(f.first_reading), chooses(frames_.size() - 1)});
}

}  // namespace korat::detail
