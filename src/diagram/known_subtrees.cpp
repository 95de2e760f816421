// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/known_subtrees.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace korat::detail {

known_subtrees::known_subtrees(automaton& a, const chosen_fields& chosen, std::size_t cells)
    : automaton_(a), chosen_(chosen), to_blame_(cells) {}

const known_subtrees::subtree_at* known_subtrees::find(std::uint64_t key) {
  const auto* const number = root_numbers_.find(key);
  if (number == nullptr) return nullptr;
  auto& from = roots_[*number];
  const auto found = find(from, values_read(key, from));
  if (found == none) return nullptr;
  const auto& e = entries_[found];
  found_ = {found,
            e.node,
            e.need,
            e.chosen,
            std::span(readings_).subspan(e.first_reading, e.readings),
            std::span(sets_).subspan(e.chooses, chosen_.words)};
  return &found_;
}

std::uint32_t known_subtrees::find(root& r, wide_unsigned values) {
  if (const auto* const before = with_values_.find(values); before != nullptr && holds(entries_[*before]))
    return *before;
  if (!r.with_other_values.worth_trying()) return none;
  const auto found = find_from(r.junction, 0);
  if (found == none) return none;
  ++r.with_other_values.hits;
  with_values_.find_or_insert(values, found) = found;
  return found;
}

// A subtree that was found with these values reads nothing else again, although others may.
wide_unsigned known_subtrees::values_read(std::uint64_t key, const root& r) noexcept {
  auto sum =
      random_number(static_cast<std::uint32_t>(key >> 32), static_cast<std::uint32_t>(key)) * 3;  // not that of a field
  for (std::size_t w = 0; w < chosen_.words; ++w)
    for (auto left = sets_[r.reads + w] & chosen_.set[w]; left != 0; left &= left - 1) {
      const auto cell = static_cast<std::uint32_t>(64 * w) + static_cast<std::uint32_t>(std::countr_zero(left));
      sum += random_number(cell, chosen_.values[cell]);
    }
  return sum;
}

bool known_subtrees::holds(const entry& e) const noexcept {
  return e.chosen.serves(chosen_.signature.now(), e.need) && chosen_.disjoint_from(sets_.data() + e.chooses);
}

/// The subtrees at a junction share their first `depth` readings, which lead the same way now.
std::uint32_t known_subtrees::find_from(std::uint32_t at, std::size_t depth) {
  for (auto i = junctions_[at].entries; i != none; i = entries_[i].next)
    if (holds(entries_[i]) && leads_on(entries_[i], depth)) return i;
  for (auto b = junctions_[at].branches; b != none; b = branches_[b].next)
    if (const auto behind = along(b); behind != none)
      if (const auto found = find_from(behind, depth + 1); found != none) return found;
  return none;
}

bool known_subtrees::leads_on(const entry& e, std::size_t depth) {
  const auto rest = std::span(readings_).subspan(e.first_reading, e.readings).subspan(depth);
  return std::ranges::all_of(rest, [this](const reading& r) { return leads_to(r); });
}

bool known_subtrees::leads_to(const reading& r) {
  ++followed_;
  const auto cell = automaton_.cell(r.at);
  if (!chosen_.has(cell)) return false;
  if (automaton_.next(r.at, chosen_.values[cell]) == r.to) return true;
  ++to_blame_[cell];
  return false;
}

// A transition that is not known may be run only if the predicate would come there: it would not if it found a field
// chosen that it took for unread the last time.
std::uint32_t known_subtrees::along(std::uint32_t b) {
  ++followed_;
  const auto at = branches_[b].at;
  const auto cell = automaton_.cell(at);
  if (!chosen_.has(cell)) return none;
  const bool would_come = chosen_.disjoint_from(sets_.data() + branches_[b].chooses);
  if (!would_come && !automaton_.is_known(at, chosen_.values[cell])) return none;
  if (const auto* const behind = behind_.find(std::uint64_t{b} << 32 | automaton_.next(at, chosen_.values[cell])))
    return *behind;
  ++to_blame_[cell];
  return none;
}

void known_subtrees::clear() {
  root_numbers_.clear();
  behind_.clear();
  with_values_.clear();
  roots_ = {};
  junctions_ = {};
  branches_ = {};
  entries_ = {};
  readings_ = {};
  sets_ = {};
  bytes_ = 0;
}

known_subtrees::root& known_subtrees::root_of(std::uint64_t key) {
  const auto number = root_numbers_.find_or_insert(key, static_cast<std::uint32_t>(roots_.size()));
  if (number == roots_.size()) {
    roots_.push_back({new_junction(), sets_.size(), {}});
    sets_.resize(sets_.size() + chosen_.words);
  }
  return roots_[number];
}

std::uint32_t known_subtrees::new_junction() {
  junctions_.emplace_back();
  return static_cast<std::uint32_t>(junctions_.size() - 1);
}

void known_subtrees::add(std::uint64_t key, const subtree_at& made) {
  const auto chooses = sets_.size();
  sets_.insert(sets_.end(), made.chooses.begin(), made.chooses.end());
  const auto& from = root_of(key);
  for (const auto& r : made.readings) {
    const auto cell = automaton_.cell(r.at);
    sets_[from.reads + cell / 64] |= std::uint64_t{1} << (cell % 64);
  }
  const auto number = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({made.node, made.need, made.chosen, readings_.size(),
                      static_cast<std::uint32_t>(made.readings.size()), chooses, none});
  readings_.insert(readings_.end(), made.readings.begin(), made.readings.end());
  auto at = from.junction;
  std::size_t depth = 0;
  for (; junctions_[at].branches != none && depth < made.readings.size(); ++depth)
    at = next_junction(at, entries_.back(), depth);
  put_at(at, number, depth);
  if (junctions_[at].read_on > most_at_junction) branch_out(at, depth);
  const auto values = values_read(key, from);
  with_values_.find_or_insert(values, number) = number;
  bytes_ = sets_.capacity() * sizeof(std::uint64_t) + readings_.capacity() * sizeof(reading) +
           entries_.capacity() * sizeof(entry) + junctions_.capacity() * sizeof(junction) +
           roots_.capacity() * sizeof(root) + branches_.capacity() * sizeof(branch) + root_numbers_.bytes() +
           behind_.bytes() + with_values_.bytes();
}

void known_subtrees::put_at(std::uint32_t at, std::uint32_t number, std::size_t depth) noexcept {
  entries_[number].next = std::exchange(junctions_[at].entries, number);
  if (entries_[number].readings > depth) ++junctions_[at].read_on;
}

/// Those that read on move to where that leads them.
void known_subtrees::branch_out(std::uint32_t at, std::size_t depth) {
  junctions_[at].read_on = 0;
  for (auto i = std::exchange(junctions_[at].entries, none); i != none;) {
    const auto next = entries_[i].next;
    if (entries_[i].readings > depth)
      put_at(next_junction(at, entries_[i], depth), i, depth + 1);
    else
      put_at(at, i, depth);
    i = next;
  }
}

std::uint32_t known_subtrees::next_junction(std::uint32_t at, const entry& e, std::size_t depth) {
  ++followed_;
  const auto& r = readings_[e.first_reading + depth];
  auto b = junctions_[at].branches;
  while (b != none && branches_[b].at != r.at) b = branches_[b].next;
  if (b == none) {
    branches_.push_back({r.at, e.chooses, junctions_[at].branches});
    b = junctions_[at].branches = static_cast<std::uint32_t>(branches_.size() - 1);
  }
  auto& behind = behind_.find_or_insert(std::uint64_t{b} << 32 | r.to, none);
  if (behind == none) behind = new_junction();
  return behind;
}

}  // namespace korat::detail
