// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/diagram_search.hpp"

#include <algorithm>

#include "diagram/completed.hpp"
#include "diagram/diagram_file.hpp"
#include "diagram/spot_check.hpp"
#include "korat/diagram.hpp"
#include "korat/error.hpp"
#include "search/choose.hpp"

namespace korat::detail {

namespace {

/// Candidates. A search that ends earlier is not worth the trouble.
constexpr std::uint64_t first_work = 16'384;
/// A fifth of the search's own time goes into the diagram; and while the diagram is ahead of the search, a fifth of the
/// time that the search would take to get as far. The search has at least so many candidates, so it is a fifth at its
/// end.
constexpr std::uint64_t share_of_time = 5;
/// Effort, between two looks at whether the search is to stop: some milliseconds.
constexpr std::uint64_t at_once = 200'000;

}  // namespace

diagram_search::diagram_search(search_engine& engine) : diagram_beside(first_work), engine_(engine) {}

std::unique_ptr<diagram_beside> begin_diagram(search_engine& engine) {
  return std::make_unique<diagram_search>(engine);
}

void adopt_diagram(search_engine& engine, const std::string& path) {
  diagram_search::adopt(engine, read_diagram(path, engine.searched()));
}

void diagram_search::work() {
  auto& e = engine_;
  if (e.on_probation_ || e.completion_.owns(e.depth_)) {
    due_ = e.explored_ + first_work / 16;  // soon, but not at every candidate: there may be many in a row
    return;
  }
  if (!e.checkpoints_wanted_) return give_up(e.note_);
  if (builder_ == nullptr) begin_building();
  try {
    const auto allowed = std::max(e.explored_, builder_->covered()) / share_of_time;
    const bool complete = advance(std::min(allowed, builder_->effort() + at_once));
    report_ = builder_->report();
    const auto done = builder_->effort();
    const bool is_behind = e.explored_ / share_of_time > done;
    const bool is_ahead = builder_->covered() / share_of_time > std::max(done, e.explored_);
    due_ = e.explored_ + (is_behind || is_ahead ? first_work / 16 : e.explored_ / 4);
    if (complete) begin_listing(checked_result());
  } catch (const cannot_merge& why) {
    report_ = builder_->report();
    give_up(why.what());
  }
}

void diagram_search::begin_building() {
  builder_ = std::make_unique<diagram_builder>(engine_, engine_.options_.memory_limit);
}

bool diagram_search::advance(std::uint64_t effort) try {
  return engine_.work_from_start([&] { return builder_->advance(effort); });
} catch (const order_matters&) {
  begin_building();
  return false;
}

void diagram_search::give_up(const std::string& why) {
  gave_up_ = why;
  builder_.reset();
  due_ = search_options::unlimited;
}

graph diagram_search::checked_result() {
  auto result = builder_->take_result();
  spot_check(engine_, result);
  return result;
}

diagram_search& diagram_search::adopt(search_engine& engine, graph built) {
  auto owned = std::make_unique<diagram_search>(engine);
  auto& made = *owned;
  engine.diagram_ = std::move(owned);
  made.report_ = {.nodes = built.size(), .edges = built.edges(), .bytes = built.bytes()};
  made.begin_listing(std::move(built));
  return made;
}

void diagram_search::begin_listing(graph built) {
  auto& e = engine_;
  due_ = search_options::unlimited;
  graph_ = std::make_shared<const graph>(std::move(built));
  builder_.reset();
  listing_.emplace(*graph_, e.space_);
  lists_ = true;
  if (e.stand_ == search_engine::standing::at_candidate)
    listing_->seek(e.choices(), e.backward_ != 0 ? listing::towards::previous : listing::towards::next);
  e.checkpoints_.clear();
  fields_restored();
  choices_written_ = true;
}

void diagram_search::write_choices() noexcept {
  if (std::exchange(choices_written_, true) || engine_.stand_ != search_engine::standing::at_candidate) return;
  engine_.depth_ = listing_->write(engine_.choices_.get());
}

// Nobody chooses while solutions are listed, so no field is pending, whether it is part of the structure or not.
void diagram_search::fields_restored() noexcept {
  for (const cell& c : engine_.space_.cells()) clear_pending(c);
}

bool diagram_search::step() {
  auto& e = engine_;
  if (left_ == 0) [[unlikely]]
    return end_part();
  --left_;
  if (e.completion_.owns(e.depth_) && step_in_completion()) return true;
  e.completion_.forget();
  stepped_ = true;
  if (!(e.backward_ != 0 ? listing_->previous() : listing_->next())) {
    e.depth_ = 0;
    choices_written_ = true;
    return false;
  }
  e.stand_ = search_engine::standing::at_candidate;
  choices_written_ = false;
  if (listing_->leaf() != graph::accepted) [[unlikely]]
    complete();
  else
    begin_row();
  return true;
}

void diagram_search::begin_row() noexcept {
  listing_->begin_row(row_, engine_.backward_ != 0 ? listing::towards::previous : listing::towards::next);
  row_.left = static_cast<std::uint32_t>(std::min<std::uint64_t>(row_.left, left_));
  left_ -= row_.left;
}

// The predicate has left fields unread: the first way to choose them.
void diagram_search::complete() {
  auto& e = engine_;
  write_choices();
  e.space_.set_all_pending();
  fill_in_choices();
  const auto depth = e.depth_;
  e.completion_.start();
  completions_ = 1;
  completion_choices_ = e.depth_ - depth;
}

bool diagram_search::step_in_completion() {
  auto& e = engine_;
  while (e.completion_.owns(e.depth_) && !e.next_value(e.choices_[e.depth_ - 1])) e.pop();
  if (!e.completion_.owns(e.depth_)) {
    fields_restored();
    return false;
  }
  const auto kept = e.depth_;
  e.completion_.resume();
  completions_ += 1;
  completion_choices_ += 1 + e.depth_ - kept;
  return true;
}

void diagram_search::fill_in_choices() {
  auto& e = engine_;
  for (std::size_t d = 0; d < e.used_.size(); ++d) e.used_[d] = e.space_.class_domains()[d].used_at_start;
  const auto path = e.copy_of_choices();
  e.depth_ = 0;
  e.rebuild(path);
}

diagram_search::position diagram_search::here() const {
  if (part_end_) return *part_end_;
  const auto& all = graph_->below(graph_->root());
  const auto& e = engine_;
  const bool at_leaf = e.stand_ == search_engine::standing::at_candidate;
  big_integer explored = all.explored, choices = all.choices;
  if (at_leaf) {
    const auto before = listing_->before();
    const auto& leaf = graph_->below(listing_->leaf());
    const bool completes = listing_->leaf() != graph::accepted;
    explored = before.explored;
    choices = before.choices;
    if (e.backward_ != 0) {
      // What lies behind, and the path itself, which both ways share.
      explored = all.explored - before.explored - leaf.explored;
      choices = all.choices - before.choices - leaf.choices + listing_->path_length();
    }
    explored += completes ? completions_ : big_integer(1);
    choices += completes ? completion_choices_ : 0;
  }
  return {std::move(explored), std::move(choices)};
}

void diagram_search::count_into(korat::statistics& s) const {
  if (!stepped_) return;  // the engine's own numbers hold
  const auto now = here();
  s.explored = (big_integer(before_.explored) + (now.explored - part_begin_.explored)).or_largest();
  s.field_initializations =
      (big_integer(before_.field_initializations) + (now.choices - part_begin_.choices)).or_largest();
  s.executions = before_.executions != 0 ? before_.executions : report_.runs;  // none for a part
}

// Without a search beside it.

void diagram_search::build(const function<bool(const diagram_summary&)>& stop) {
  begin_building();
  try {
    while (!advance(builder_->effort() + diagram_options::between_questions))
      if (stop && stop(summary_of(builder_->report(), build_end::incomplete)))
        throw diagram_error("the diagram was stopped before it was complete");
    report_ = builder_->report();
    begin_listing(checked_result());
  } catch (const cannot_merge& why) {
    throw diagram_error(std::string("no diagram can be built: ") + why.what());
  }
}

void diagram_search::go_to(big_integer index) {
  end_row();
  engine_.completion_.forget();
  listing_->to(index);
  engine_.stand_ = search_engine::standing::at_candidate;
  stepped_ = true;
  choices_written_ = false;
  if (listing_->leaf() == graph::accepted) return;
  complete();
  go_to_completion(std::move(index));
}

bool diagram_search::go_to(const candidate_vector& v) {
  end_row();
  engine_.completion_.forget();
  if (!listing_->to(v)) return false;
  engine_.stand_ = search_engine::standing::at_candidate;
  stepped_ = true;
  choices_written_ = false;
  if (listing_->leaf() != graph::accepted) {
    complete();
    if (!go_to_completion(v)) return false;
  }
  return engine_.vector() == v;
}

/// The values of the fields along the way of the structure, up to where it leaves the diagram or to a leaf.
candidate_vector diagram_search::path_of(live_guide& where) const {
  const auto& space = engine_.space_;
  candidate_vector v(space.cells().size());
  std::vector<std::uint32_t> used;
  for (const auto& d : space.class_domains()) used.push_back(d.used_at_start);
  for (auto node = graph_->root(); !graph_->is_leaf(node);) {
    const auto cell = graph_->cell(node);
    const auto value = v[cell] = where.pick(cell, space.cells()[cell].last, used);
    for (const auto& r : space.domain(cell).ranges)
      if (r.class_domain != no_class_domain && value >= r.first && value - r.first < r.count)
        used[r.class_domain] = std::max(used[r.class_domain], value - r.first + 1);
    const auto edge = std::ranges::find(graph_->live(node), value, &graph_edge::value);
    if (edge == graph_->live(node).end()) break;
    node = edge->child;
  }
  return v;
}

bool diagram_search::go_to(const void* live_root) {
  auto& e = engine_;
  live_guide where(e.space_, live_root);
  auto v = path_of(where);
  end_row();
  e.completion_.forget();
  bool found = listing_->to(v);
  if (found && listing_->leaf() != graph::accepted) {
    e.stand_ = search_engine::standing::at_candidate;
    choices_written_ = false;
    e.guide_ = &where;
    complete();
    e.guide_ = nullptr;
    v = e.vector();
  }
  found = found && go_to(v);
  if (!where.problem().empty()) throw position_error(e.space_.name() + ": " + where.problem());
  return found;
}

// Fields that decide nothing about what else there is are the digits of a number, the last one the lowest.
void diagram_search::go_to_completion(big_integer index) {
  auto& e = engine_;
  // From the first one in this direction.
  auto steps = e.backward_ != 0 ? graph_->below(listing_->leaf()).valid - 1 - index : index;
  if (!completes_independently(e, e.completion_.base())) {
    for (; !steps.is_zero(); steps -= 1) step_in_completion();
    return;
  }
  completions_ = steps;
  completions_ += 1;
  completion_choices_ = 0;
  for (auto i = e.depth_; i-- > e.completion_.base();) {
    auto& made = e.choices_[i];
    completion_choices_ += 1 + steps.or_largest();  // so often this digit was written
    steps /= made.limit + 1;
    made.value = static_cast<std::uint32_t>(index.remainder(made.limit + 1));
    index /= made.limit + 1;
    e.put(e.cells_[made.cell], made.value);
  }
}

bool diagram_search::go_to_completion(const candidate_vector& v) {
  auto& e = engine_;
  if (!completes_independently(e, e.completion_.base())) {
    while (e.vector() != v)
      if (!step_in_completion()) return false;
    return true;
  }
  big_integer index;
  for (auto i = e.completion_.base(); i < e.depth_; ++i) {
    const auto& made = e.choices_[i];
    if (v[made.cell] > made.limit) return false;
    index *= made.limit + 1;
    index += v[made.cell];
  }
  go_to_completion(std::move(index));
  return true;
}

big_integer diagram_search::index() const {
  auto result = listing_->before().valid;
  if (listing_->leaf() == graph::accepted) return result;
  result += engine_.backward_ != 0 ? graph_->below(listing_->leaf()).valid - completions_ : completions_ - 1;
  return result;
}

diagram_summary diagram_search::summary() const {
  return summary_of(report_, lists() ? build_end::complete : build_end::incomplete, gave_up_);
}

void diagram_search::pause() {
  auto& e = engine_;
  end_row();
  const auto now = e.statistics();
  write_choices();
  e.space_.set_all_pending();
  fill_in_choices();
  e.completion_.forget();
  e.record_.clear();
  e.checkpoints_.clear();
  e.explored_ = now.explored;
  e.completed_ = now.explored - now.executions;
  e.popped_ = now.field_initializations + e.begun_ - e.depth_ - now.explored;
  e.path_lengths_ = now.field_initializations;  // without saved states these are told
  lists_ = false;
}

void diagram_search::leave() {
  pause();
  listing_.reset();
  give_up("left");
}

// A list that several engines share. What an engine gives away are the last solutions of its part, so that it need not
// go anywhere; whoever takes them goes to the solution before.

/// The choices of a solution, as a search by candidates knows them. It is gone to.
std::vector<choice> diagram_search::choices_at(const big_integer& index) {
  auto& e = engine_;
  go_to(index);
  write_choices();
  if (!e.completion_.owns(e.depth_)) {
    e.space_.set_all_pending();
    fill_in_choices();
  }
  auto result = e.copy_of_choices();
  e.completion_.forget();
  fields_restored();
  return result;
}

std::optional<part> diagram_search::give(std::uint64_t among) {
  auto& e = engine_;
  if (e.stand_ != search_engine::standing::at_candidate || !stepped_) return std::nullopt;
  const bool backward = e.backward_ != 0;
  const auto present = index();
  end_row();
  if (!std::exchange(is_part_, true))
    left_ = (backward ? present : graph_->below(graph_->root()).valid - present - 1).or_largest();
  const auto given = left_ / among;
  if (given == 0) return std::nullopt;
  left_ -= given;
  const auto last = backward ? present - left_ : present + left_;  // of those that are kept
  const auto kept = choices_at(last);
  const auto cut = e.cut_behind(kept);
  part result{kept, e.supply_.low, e.low_, e.high_, graph_, last, given};
  (backward ? result.high : result.low) = {false, {}, cut};
  (backward ? e.low_ : e.high_) = {false, kept, cut};
  go_to(present);
  return result;
}

void diagram_search::take(const part& p) {
  auto& e = engine_;
  before_ = e.statistics();
  end_row();
  if (graph_ != p.diagram) listing_.reset();
  graph_ = p.diagram;
  if (!listing_) listing_.emplace(*graph_, e.space_);
  e.checkpoints_.clear();
  due_ = search_options::unlimited;
  lists_ = is_part_ = true;
  left_ = p.solutions;
  part_end_.reset();
  fields_restored();
  go_to(p.after);
  part_begin_ = here();
}

/// The same numbers, wherever the engine goes. Behind the last solution of all there may be other candidates.
bool diagram_search::end_part() {
  const auto& all = graph_->below(graph_->root());
  const bool last = (engine_.backward_ != 0 ? engine_.low_ : engine_.high_).open;
  part_end_ = last ? position{all.explored, all.choices} : here();
  engine_.completion_.forget();
  engine_.depth_ = 0;
  choices_written_ = true;
  return false;
}

void list_part(search_engine& engine, const part& p) {
  if (engine.diagram_ == nullptr) engine.diagram_ = std::make_unique<diagram_search>(engine);
  static_cast<diagram_search&>(*engine.diagram_).take(p);
}

}  // namespace korat::detail
