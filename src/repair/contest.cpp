// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The predicate has rejected: a contest of changes, the most natural first. A change that lets the predicate read well
// beyond the place where it rejected wins at once; otherwise the one with which it comes furthest.

#include <algorithm>
#include <unordered_set>

#include "repair/covering.hpp"
#include "repair/engine.hpp"

namespace korat::detail {

namespace {

constexpr std::uint32_t well_beyond = 64;   // reads
constexpr std::uint32_t as_one_is_met = 4;  // reads, where it does not belong
constexpr double speaks_for_itself = 5;     // a score: any progress confirms such a change

}  // namespace

void repair_engine::index_reads() {
  for (; indexed_ < depth(); ++indexed_) {
    const auto cell = reads_[indexed_];
    if (position_[cell] >= indexed_ || reads_[position_[cell]] != cell) position_[cell] = indexed_;
  }
}

/// How far the predicate has come: so many reads, but of objects and elements that we have added ourselves.
std::uint32_t repair_engine::progress() {
  index_reads();
  auto reads = depth();
  const auto& classes = space_.described().classes;
  for (std::size_t c = 1; c < classes.size(); ++c)
    for (auto i = fresh_from_[c]; i < classes[c].count; ++i) {
      const auto& o = space_.objects()[space_.first_of_class(c) + i];
      if (view_->owners(static_cast<std::uint32_t>(space_.first_of_class(c) + i)) == 0)
        break;  // they are taken in order
      for (auto cell = o.first_cell; cell < o.end_cell; ++cell) reads -= was_read(cell) ? 1 : 0;
    }
  for (const auto length : lengths_changed_)
    if (const auto before = original_.find(length); before != original_.end())
      for (auto i = before->second; i < bits(length); ++i)
        reads -= was_read(length + 1 + static_cast<std::uint32_t>(i)) ? 1 : 0;
  return reads;
}

/// Position of the cell's first read; it has been read.
std::uint32_t repair_engine::first_read(std::uint32_t cell) const noexcept { return position_[cell]; }

bool repair_engine::was_read(std::uint32_t cell) const noexcept {
  return position_[cell] < indexed_ && reads_[position_[cell]] == cell;
}

/// Arms all fields anew and runs on from the last saved state, so that what is read from there on is seen, for the
/// second time.
bool repair_engine::look_closer() {
  if (!restore_failure()) return false;
  failure_.closer = true;
  failure_.first_depth = depth();
  arm_and_run();
  index_reads();
  failure_.failed_at = failure_.from = depth();
  failure_.progress = progress() - read_twice_;
  return depth() > failure_.first_depth;
}

bool repair_engine::arm_and_run() {
  for (const auto cell : reads_) make_pending(cell);
  const auto& state = checkpoints_.at(depth());
  read_twice_ = depth() - state.depth;  // between the state and here, however far apart they happen to be
  next_save_ = depth() + 1;
  symbols_.forget_from(state.depth);
  prepare(state);
  ++executions_;
  const bool accepted = accepts(enter_predicate());
  for (const auto cell : reads_) restore_read(cell);  // those it did not come by again
  return accepted;
}

/// Brings the reads back to what they were at the failure, which a trial has changed. False: it is another failure now.
bool repair_engine::restore_failure() {
  if (failure_.from >= failure_.failed_at) return true;
  if (accepts(run_from(failure_.from))) return accepted_ = true, false;
  if (failure_.closer && depth() == failure_.first_depth && arm_and_run()) return accepted_ = true, false;
  index_reads();
  failure_.from = failure_.failed_at;
  return depth() == failure_.failed_at;
}

/// How far the predicate comes with the changes. What was there before is put back unless they are to stay.
bool repair_engine::try_moves(std::vector<move>& together, std::uint32_t& reached) {
  std::uint32_t first = failure_.failed_at;
  for (const auto& m : together) first = std::min(first, m.position);
  if (first > failure_.from && !restore_failure()) return accepted_;
  std::vector<std::uint64_t> before;
  const auto make = [&](const move& m) {
    before.push_back(bits(m.cell));
    set(m.cell, m.bits);
  };
  for (const auto& m : together) make(m);
  failure_.from = std::min(failure_.from, first);
  accepted_ = accepts(run_from(first + 1));
  if (const auto follows = accepted_ ? std::nullopt : consequence(together)) {
    together.push_back(*follows);
    make(*follows);
    failure_.from = std::min(failure_.from, follows->position);
    accepted_ = accepts(run_from(follows->position));
  }
  reached = reached_now();
  const auto beyond = together.front().score >= speaks_for_itself ? 0 : well_beyond;
  if (reached > failure_.progress + beyond) return true;
  for (std::size_t i = together.size(); i-- > 0;) set(together[i].cell, before[i]);
  return false;
}

/// How far the predicate came; if it is to be looked at closer, by running on.
std::uint32_t repair_engine::reached_now() {
  std::uint32_t fewer = 0;
  // Where a part was left out it reads a little less.
  constexpr std::uint32_t a_little = 16;
  if (!accepted_ && failure_.closer && depth() <= failure_.first_depth && depth() + a_little >= failure_.first_depth) {
    fewer = failure_.first_depth - depth();
    accepted_ = arm_and_run();
    fewer -= read_twice_;
  }
  if (accepted_ && set_aside()) return accepted_ = false, 0;
  return accepted_ ? ~std::uint32_t{0} : progress() + fewer;
}

/// What the comparisons before the failure ask for. To solve them is work, too.
std::vector<repair_symbols::proposal> repair_engine::asked_by_comparisons(std::size_t most) {
  constexpr std::uint64_t of_a_condition = 16;
  other_work_ += of_a_condition * symbols_.conditions();
  return symbols_.proposals(most);
}

/// A change that makes the predicate reject because of an integer that it did not mind before, one that counts what is
/// there: it changes too.
std::optional<repair_engine::move> repair_engine::consequence(const std::vector<move>& together) {
  index_reads();
  const auto last = symbols_.last_condition();
  if (!last || last == failure_.condition) return std::nullopt;
  for (const auto& p : asked_by_comparisons(1)) {
    const auto [cell, value] = p.values[0];
    const auto same = [cell = cell](const move& m) { return m.cell == cell; };
    if (p.values.size() != 1 || !was_read(cell) || first_read(cell) + 1 != depth() ||
        std::ranges::any_of(together, same))
      break;
    return move{first_read(cell), cell, value & mask_of(cell), 0};
  }
  return std::nullopt;
}

std::vector<repair_engine::move> repair_engine::suspects(std::uint32_t window) {
  std::vector<move> moves;
  std::unordered_set<std::uint32_t> seen;
  const auto add = [&](std::uint32_t position) {
    if (!seen.insert(reads_[position]).second) return;
    auto some = moves_at(position, failure_.failed_at, window > 16);
    moves.insert(moves.end(), some.begin(), some.end());
  };
  for (auto p = failure_.failed_at; p-- > 0 && seen.size() < window;) add(p);
  // Fields that look wrong, and fields that were changed, wherever they are.
  constexpr std::size_t most_far = 32;
  std::size_t far = 0;
  for (const auto& g : ledger_->proposals())
    if (far < most_far && was_read(g.cell) && !original_.contains(g.cell)) add(first_read(g.cell)), ++far;
  // An object that two fields own: the one read last is among the above; here is the other.
  if (const auto last = reads_[failure_.failed_at - 1]; view_->is_reference(last))
    if (const auto object = view_->target(last); object != nobody)
      for (const auto cell : view_->rivals(last, object, 4))
        if (was_read(cell)) add(first_read(cell));
  for (auto i = recent_.rbegin(); i != recent_.rend() && i - recent_.rbegin() < 8; ++i)
    if (was_read(*i)) add(first_read(*i));
  // Numbers of the root may count what was met, and be read before.
  const auto& root = space_.objects()[0];
  for (auto cell = root.first_cell; rules_.has(rule::counts) && cell < std::min(root.end_cell, root.first_cell + 16);
       ++cell)
    if (is_integer(cell) && was_read(cell)) add(first_read(cell));
  for (const auto& p : asked_by_comparisons(16)) {
    if (p.values.size() != 1 || !was_read(p.values[0].first)) continue;
    const auto position = first_read(p.values[0].first);
    moves.push_back(
        {position, p.values[0].first, p.values[0].second & mask_of(p.values[0].first), score_of_proposal(position)});
  }
  std::ranges::stable_sort(moves, std::greater{}, &move::score);
  return moves;
}

/// The integers among the suspects are left open, so that the comparisons say which values would do.
void repair_engine::open_integers(std::uint32_t window) {
  std::size_t seen = 0;
  for (auto p = failure_.failed_at; p-- > 0 && seen < std::min(window, 16U); ++seen) {
    const auto cell = reads_[p];
    if (symbols_.is_open(cell) || !may_change(cell)) continue;
    if (space_.domain(cell).source.integer == value_source::number::none) continue;
    open(cell);
    failure_.from = std::min(failure_.from, first_read(cell));
  }
}

/// Those of earlier contests have their values. Conditions that tie many together take long to solve. States saved
/// since the first of them was read may know it as a symbol, so the predicate runs once more from there.
void repair_engine::close_integers() {
  constexpr std::size_t many = 64;
  if (symbols_.cells().size() <= many) return;
  const auto cells = symbols_.cells();
  symbols_.clear();
  auto first = depth();
  for (const auto cell : cells)
    if (was_read(cell)) {
      restore_read(cell);
      first = std::min(first, first_read(cell));
    } else {
      make_pending(cell);
    }
  accepted_ = accepts(run_from(first));
  index_reads();
}

bool repair_engine::contest_within(std::uint32_t window, gain wanted) {
  if (failure_.failed_at == 0 || !restore_failure()) return accepted_;
  open_integers(window);
  if (!restore_failure()) return accepted_;
  failure_.condition = symbols_.last_condition();
  std::vector<attempt> attempts;
  for (const auto& m : suspects(window)) attempts.push_back({{m}, m.score});
  second_guesses(attempts);
  std::ranges::stable_sort(attempts, std::greater{}, &attempt::score);
  std::vector<move> best;
  std::uint32_t furthest = failure_.progress;
  for (auto& [moves, unused] : attempts) {
    if (!budget_left()) return false;
    if (leads_back(moves)) continue;
    std::uint32_t reached = 0;
    if (try_moves(moves, reached)) return keep(moves);
    if (accepted_) return true;
    if (reached > furthest) best = moves, furthest = reached;
  }
  return wanted == gain::any && keep_best(best);
}

/// Objects that no field of a group leads to, and its empty fields, those read last first.
bool repair_engine::place_lost(gain wanted) {
  constexpr std::size_t few_objects = 4, few_places = 64, furthest_back = 1 << 16;
  if (!restore_failure()) return accepted_;
  const auto& known = view_->covering_fields();
  std::vector<move> moves;
  std::unordered_map<covering::number, std::size_t> places;
  for (std::size_t i = failure_.failed_at, looked = 0; i-- > 0 && looked < furthest_back; ++looked) {
    const auto cell = reads_[i];
    if (bits(cell) != 0 || !view_->is_reference(cell) || !may_change(cell)) continue;
    const auto group = known.of(cell);
    if (!group || known.lost(*group).empty() || ++places[*group] > few_places) continue;
    std::size_t tried = 0;
    for (const auto object : known.lost(*group)) {
      if (known.owners(*group, object) != 0) continue;
      if (const auto value = reference_bits(cell, object)) moves.push_back({first_read(cell), cell, *value, 0});
      if (++tried == few_objects) break;
    }
  }
  std::vector<move> best;
  std::uint32_t furthest = failure_.progress + as_one_is_met;
  for (const auto& m : moves) {
    if (!budget_left()) return false;
    std::vector together{m};
    std::uint32_t reached = 0;
    if (leads_back(together)) continue;
    if (try_moves(together, reached)) return keep(together);
    if (accepted_) return true;
    if (reached > furthest) best = together, furthest = reached;
  }
  return wanted == gain::any && keep_best(best);
}

/// The ones that came furthest, though not far.
bool repair_engine::keep_best(const std::vector<move>& moves) {
  if (moves.empty()) return false;
  auto from = failure_.from;
  for (const auto& m : moves) {
    set(m.cell, m.bits);
    from = std::min(from, m.position);
  }
  keep(moves);
  accepted_ = accepts(run_from(from));
  return true;
}

// What else a group of fields may have been. Those near the failure first.
void repair_engine::second_guesses(std::vector<attempt>& to) const {
  constexpr double score = 2.4, for_nearness = 20;
  constexpr std::uint32_t near = 256;  // reads
  std::unordered_set<std::uint32_t> owners;
  for (auto p = failure_.failed_at; p-- > 0 && failure_.failed_at - p < near;) owners.insert(view_->owner(reads_[p]));
  for (const auto& group : ledger_->alternatives) {
    attempt a{{}, score};
    for (const auto& g : group) {
      const auto value = guessed_bits(g);
      if (!value || !may_change(g.cell)) break;
      if (owners.contains(view_->owner(g.cell))) a.score = score + for_nearness;
      if (was_read(g.cell))
        a.moves.push_back({first_read(g.cell), g.cell, *value, score});
      else
        a.moves.push_back({failure_.failed_at - 1, g.cell, *value, score});  // it has not come by there
    }
    if (a.moves.size() == group.size()) to.push_back(std::move(a));
  }
}

bool repair_engine::keep(std::span<const move> moves) {
  for (const auto& m : moves) recent_.push_back(m.cell);
  been_there_.insert(assignment_);
  return true;
}

/// To where a contest has ended before: the same failure would follow.
bool repair_engine::leads_back(std::span<const move> moves) const noexcept {
  auto there = assignment_;
  for (const auto& m : moves) there ^= contribution(m.cell, bits(m.cell)) ^ contribution(m.cell, m.bits);
  return been_there_.contains(there);
}

}  // namespace korat::detail
