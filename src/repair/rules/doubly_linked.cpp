// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "repair/rules/doubly_linked.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <utility>

namespace korat::detail {

namespace {

constexpr auto several = nobody - 1;

}  // namespace

void doubly_linked::propose() {
  for (std::uint32_t b = 0; b < view_.members(); ++b) {
    if (ledger_.is_settled(b) || !view_.member_kind(b).has_inverse) continue;
    const auto pair = partner_of(b);
    if (!pair) continue;
    pair_ = *pair;
    const auto& o = space_.objects()[pair_.first_object];
    const auto other = space_.place(o.first_cell + pair_.previous).binding;
    ledger_.settle(b);
    ledger_.settle(other);
    find_beginnings(b, other);
    choose_direction();
    if (beginnings_.empty()) guess_beginning();
    rings_ = are_rings();
    find_segments();
    find_joints();
    held_.clear();
    for (const auto beginning : beginnings_)
      if (!held_.contains(beginning)) held_.merge(reached_from(beginning));
    for (const auto beginning : beginnings_) open_rings(beginning);
    sort_left_overs();
    for (const auto beginning : beginnings_) walk(beginning);
  }
}

/// The member that answers this one almost always, and is almost always answered by it. One that others answer too, as
/// children answer a parent, is none.
std::optional<doubly_linked::members> doubly_linked::partner_of(std::uint32_t binding) const {
  std::vector<std::uint64_t> answered_by(view_.members()), references(view_.members());
  std::uint32_t object_class = nobody;
  const auto& objects = space_.objects();
  for (std::uint32_t o = 0; o < objects.size(); ++o)
    for (auto cell = objects[o].first_cell; cell < objects[o].end_cell; ++cell) {
      const auto to = view_.target(cell);
      if (to == nobody) continue;
      ++references[space_.place(cell).binding];
      if (space_.place(cell).binding != binding) continue;
      if (object_class == nobody) object_class = objects[o].object_class;
      if (objects[to].object_class != object_class) return std::nullopt;
      for (auto back = objects[to].first_cell; back < objects[to].end_cell; ++back)
        if (view_.target(back) == o && space_.place(back).binding != binding) ++answered_by[space_.place(back).binding];
    }
  for (std::uint32_t other = 0; other < answered_by.size(); ++other) {
    const auto usual = [answers = static_cast<double>(answered_by[other])](std::uint64_t all) {
      return answers >= thresholds::usual * static_cast<double>(all);
    };
    constexpr double alone = 0.9;
    const auto is_alone = [&](std::uint32_t b) {
      return static_cast<double>(answered_by[other]) >= alone * static_cast<double>(view_.member_kind(b).answered);
    };
    if (!view_.member_kind(other).has_inverse || !usual(references[binding]) || !usual(references[other])) continue;
    if (!is_alone(binding) || !is_alone(other)) continue;
    members m{.first_object = static_cast<std::uint32_t>(space_.first_of_class(object_class)),
              .objects = std::min(view_.fresh_from(object_class), space_.described().classes[object_class].count),
              .next = nobody,
              .previous = nobody};
    const auto& sample = objects[m.first_object];
    const auto place_of = [&](std::uint32_t b) {
      auto found = nobody;
      for (auto cell = sample.first_cell; cell < sample.end_cell; ++cell)
        if (space_.place(cell).binding == b) found = found == nobody ? cell - sample.first_cell : several;
      return found;
    };
    m.next = place_of(binding), m.previous = place_of(other);
    if (m.next == several || m.previous == several) return std::nullopt;  // an array: no list
    if (m.next != nobody && m.previous != nobody && m.objects > 2) return m;
  }
  return std::nullopt;
}

/// What fields other than the two refer to: where a list begins. Members that refer to one object from everywhere, or
/// back, do not tell; nor, where there are others, those that mostly refer to the middle of a list, or to its other
/// end.
void doubly_linked::find_beginnings(std::uint32_t next, std::uint32_t previous) {
  constexpr std::size_t many = 1'000;
  struct leading {
    std::vector<std::uint32_t> to;
    std::size_t to_end[2] = {0, 0};  // so many have no previous one, so many no next one
    bool begins_at(std::size_t end) const { return 2 * to_end[end] >= to.size() && to_end[end] >= to_end[1 - end]; }
  };
  std::map<std::uint32_t, leading> by_member;
  beginnings_.clear();
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    const auto to = view_.target(cell), b = view_.member_of(cell);
    if (to == nobody || b == next || b == previous || !in_pair(to) || !view_.is_owning(cell)) continue;
    auto& l = by_member[b];
    l.to.push_back(to);
    l.to_end[0] += this->previous(to) == nobody ? 1 : 0;
    l.to_end[1] += this->next(to) == nobody ? 1 : 0;
    if (l.to.size() > many) return;
  }
  std::size_t speaking[2] = {0, 0};  // references that lead to an end as members do that begin there
  for (const auto& [member, l] : by_member)
    for (const auto end : {std::size_t{0}, std::size_t{1}}) speaking[end] += l.begins_at(end) ? l.to.size() : 0;
  const std::size_t end = speaking[0] >= speaking[1] ? 0 : 1;
  for (const auto& [member, l] : by_member)
    if (speaking[end] == 0 || l.begins_at(end))
      for (const auto to : l.to)
        if (std::ranges::find(beginnings_, to) == beginnings_.end()) beginnings_.push_back(to);
}

/// A list begins where there is no previous entry. A ring is walked in the direction in which objects are reached.
void doubly_linked::choose_direction() {
  const auto turn = [&] { std::swap(pair_.next, pair_.previous); };
  const auto binding_at = [&](std::uint32_t cell) {
    return space_.place(space_.objects()[pair_.first_object].first_cell + cell).binding;
  };
  if (view_.member_kind(binding_at(pair_.previous)).owning && !view_.member_kind(binding_at(pair_.next)).owning) turn();
  const auto begins = [&](std::uint32_t o) { return previous(o) == nobody && next(o) != nobody; };
  if (std::ranges::any_of(beginnings_, begins)) return;
  turn();
  if (std::ranges::none_of(beginnings_, begins)) turn();
}

bool doubly_linked::are_rings() const {
  std::size_t ends = 0;
  for (auto o = pair_.first_object; o < pair_.first_object + pair_.objects; ++o)
    ends += (next(o) == nobody ? 1 : 0) + (previous(o) == nobody ? 1 : 0);
  return beginnings_.size() > 1 && ends < beginnings_.size();
}

/// Nothing refers to the list: an empty reference from elsewhere that could, and an entry without a previous one.
void doubly_linked::guess_beginning() {
  std::uint32_t from = nobody;
  for (std::uint32_t cell = 0; cell < view_.cells(); ++cell) {
    if (view_.target(cell) != nobody || !view_.is_reference(cell) || view_.is_fresh(view_.owner(cell)) ||
        in_pair(view_.owner(cell)))
      continue;
    if (!view_.may_lead_to(cell, pair_.first_object)) continue;
    if (from != nobody) return;  // which one?
    from = cell;
  }
  if (from == nobody) return;
  auto first = pair_.first_object;
  for (auto o = pair_.first_object; o < pair_.first_object + pair_.objects; ++o)
    if (previous(o) == nobody && next(o) != nobody && previous(next(o)) == o) {
      first = o;
      break;
    }
  ledger_.add(from, first);
  beginnings_.push_back(first);
}

void doubly_linked::find_segments() {
  tail_of_.clear();
  heads_.clear();
  says_behind_.clear();
  placed_.clear();
  const std::unordered_set<std::uint32_t> beginnings(beginnings_.begin(), beginnings_.end());
  const auto begins = [&](std::uint32_t o) {
    return previous(o) == nobody || next(previous(o)) != o || beginnings.contains(o);
  };
  for (auto o = pair_.first_object; o < pair_.first_object + pair_.objects; ++o) {
    if (!begins(o)) continue;
    heads_.push_back(o);
    auto tail = o;
    for (auto n = next(tail); n != nobody && previous(n) == tail && !begins(n); n = next(tail)) tail = n;
    tail_of_[o] = tail;
    if (previous(o) != nobody) says_behind_.emplace(previous(o), o);
  }
}

bool doubly_linked::is_open(std::uint32_t object) const {
  return tail_of_.contains(object) && !placed_.contains(object);
}

/// What may follow, the tail's own word first.
std::vector<std::uint32_t> doubly_linked::candidates(std::uint32_t tail) const {
  std::vector<std::uint32_t> found;
  if (tail_of_.contains(next(tail))) found.push_back(next(tail));
  for (auto [at, end] = says_behind_.equal_range(tail); at != end; ++at)
    if (at->second != next(tail)) found.push_back(at->second);
  if (found.size() > 1)
    std::ranges::stable_sort(found, std::greater{},
                             [&](std::uint32_t head) { return related_.score_but_answers(next_cell(tail), head); });
  return found;
}

/// Finds the tail a head, if need be by finding another one for the tail that has it now (Kuhn's matching).
bool doubly_linked::find_joint(std::uint32_t tail, std::unordered_set<std::uint32_t>& asked) {
  for (const auto head : candidates(tail)) {
    if (!asked.insert(head).second) continue;
    const auto rival = before_.find(head);
    if (rival != before_.end() && !find_joint(rival->second, asked)) continue;
    before_[head] = tail;
    behind_[tail] = head;
    return true;
  }
  return false;
}

void doubly_linked::find_joints() {
  behind_.clear();
  before_.clear();
  for (const auto head : heads_) {
    std::unordered_set<std::uint32_t> asked;
    find_joint(tail_of_.at(head), asked);
  }
}

std::unordered_set<std::uint32_t> doubly_linked::reached_from(std::uint32_t head) const {
  std::unordered_set<std::uint32_t> reached;
  while (reached.insert(head).second) {
    const auto joint = behind_.find(tail_of_.at(head));
    if (joint == behind_.end()) break;
    head = joint->second;
  }
  return reached;
}

/// Where two ends could each have what the other has, one reached from the beginning and one not.
void doubly_linked::open_rings(std::uint32_t beginning) {
  auto reached = reached_from(beginning);
  for (const auto head : heads_) {
    if (reached.size() == heads_.size()) return;
    const auto tail = tail_of_.at(head);
    const auto joint = behind_.find(tail);
    if (reached.contains(head) || joint == behind_.end() || held_.contains(head)) continue;
    const auto own = joint->second;
    for (const auto other : candidates(tail)) {
      const auto rival = before_.find(other);
      if (other == own || rival == before_.end() || !reached.contains(other)) continue;
      const auto theirs = candidates(rival->second);
      if (std::ranges::find(theirs, own) == theirs.end()) continue;
      const auto their_tail = rival->second;
      behind_[tail] = other, before_[other] = tail;
      behind_[their_tail] = own, before_[own] = their_tail;
      reached = reached_from(beginning);
      held_.insert(reached.begin(), reached.end());
      break;
    }
  }
}

/// Segments in the order in which they are taken where nothing leads on: those that nothing leads to first, and those
/// that lead on themselves.
void doubly_linked::sort_left_overs() {
  left_overs_.clear();
  next_left_over_ = 0;
  for (const auto head : heads_)
    if (std::ranges::find(beginnings_, head) == beginnings_.end()) left_overs_.push_back(head);
  const auto score = [&](std::uint32_t head) {
    return (before_.contains(head) ? 0 : 2) + (behind_.contains(tail_of_.at(head)) ? 1 : 0);
  };
  std::ranges::stable_sort(left_overs_, std::greater{}, score);
}

/// One that is left, or nobody. Among several lists it is the one that has most in common with the tail, if it is known
/// what entries of a list have in common, and not where a list may end.
std::uint32_t doubly_linked::left_over(std::uint32_t tail, bool at_end) {
  while (next_left_over_ < left_overs_.size() && !is_open(left_overs_[next_left_over_])) ++next_left_over_;
  if (next_left_over_ == left_overs_.size()) return nobody;
  if (beginnings_.size() == 1) return left_overs_[next_left_over_];
  if (at_end) return nobody;
  std::pair<double, std::uint32_t> best{0, nobody};
  for (auto i = next_left_over_; i < left_overs_.size(); ++i)
    if (is_open(left_overs_[i]))
      best = std::max(best, {related_.score_but_answers(next_cell(tail), left_overs_[i]), left_overs_[i]},
                      [](const auto& a, const auto& b) { return a.first < b.first; });
  return best.second == nobody && !related_.tell_of(next_cell(tail)) ? left_overs_[next_left_over_] : best.second;
}

void doubly_linked::join(std::uint32_t tail, std::uint32_t head) {
  if (next(tail) != head) ledger_.add(next_cell(tail), head);
  if (previous(head) != tail) ledger_.add(previous_cell(head), tail);
}

void doubly_linked::walk(std::uint32_t beginning) {
  if (!is_open(beginning)) return;
  const auto last = previous(beginning);
  const bool ring = rings_ || (last != nobody && (next(last) == beginning || before_.contains(beginning)));
  placed_.insert(beginning);
  auto tail = tail_of_.at(beginning);
  for (;;) {
    const auto joint = behind_.find(tail);
    auto head = joint != behind_.end() && is_open(joint->second) ? joint->second : nobody;
    const bool closes = joint != behind_.end() && joint->second == beginning;
    if (head == nobody) head = left_over(tail, closes || next(tail) == (ring ? beginning : nobody));
    if (head == nobody) break;
    join(tail, head);
    placed_.insert(head);
    tail = tail_of_.at(head);
  }
  if (ring) return join(tail, beginning);
  if (next(tail) != nobody) ledger_.add(next_cell(tail), nobody);
  if (last != nobody) ledger_.add(previous_cell(beginning), nobody);
}

}  // namespace korat::detail
