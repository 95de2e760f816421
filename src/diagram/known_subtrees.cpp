// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "diagram/known_subtrees.hpp"

namespace korat::detail {

known_subtrees::known_subtrees(automaton& a, const chosen_fields& chosen, std::size_t cells)
    : automaton_(a), chosen_(chosen), to_blame_(cells) {}

const known_subtrees::subtree_at* known_subtrees::find(std::uint64_t key) {
  const auto root = roots_.find(key);
  if (root == roots_.end()) return nullptr;
  const auto found = find_from(root->second);
  if (found == none) return nullptr;
  const auto& e = entries_[found];
  found_ = {e.node, e.need, e.chosen, std::span(readings_).subspan(e.first_reading, e.readings),
            std::span(sets_).subspan(e.chooses, chosen_.words)};
  return &found_;
}

std::uint32_t known_subtrees::find_from(std::uint32_t at) {
  for (auto i = junctions_[at].entries; i != none; i = entries_[i].next)
    if (entries_[i].chosen.serves(chosen_.signature.now(), entries_[i].need) &&
        chosen_.disjoint_from(sets_.data() + entries_[i].chooses))
      return i;
  for (auto b = junctions_[at].branches; b != none; b = branches_[b].next)
    if (const auto behind = along(b); behind != none)
      if (const auto found = find_from(behind); found != none) return found;
  return none;
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
  const auto behind = behind_.find(std::uint64_t{b} << 32 | automaton_.next(at, chosen_.values[cell]));
  if (behind != behind_.end()) return behind->second;
  ++to_blame_[cell];
  return none;
}

void known_subtrees::clear() {
  roots_ = {};
  behind_ = {};
  junctions_ = {};
  branches_ = {};
  entries_ = {};
  readings_ = {};
  sets_ = {};
  bytes_ = 0;
}

void known_subtrees::add(std::uint64_t key, const subtree_at& made) {
  const auto chooses = sets_.size();
  sets_.insert(sets_.end(), made.chooses.begin(), made.chooses.end());
  const auto new_junction = [this] {
    junctions_.emplace_back();
    return static_cast<std::uint32_t>(junctions_.size() - 1);
  };
  auto& root = roots_.try_emplace(key, none).first->second;
  if (root == none) root = new_junction();
  auto at = root;
  for (const auto& r : made.readings) {
    auto& behind = junction_behind(at, r, chooses);
    if (behind == none) behind = new_junction();
    at = behind;
  }
  entries_.push_back({made.node, made.need, made.chosen, readings_.size(), static_cast<std::uint32_t>(made.readings.size()),
                      chooses, junctions_[at].entries});
  junctions_[at].entries = static_cast<std::uint32_t>(entries_.size() - 1);
  readings_.insert(readings_.end(), made.readings.begin(), made.readings.end());
  constexpr std::size_t map_entry = 40;  // about
  bytes_ = sets_.capacity() * sizeof(std::uint64_t) + readings_.capacity() * sizeof(reading) +
           entries_.capacity() * sizeof(entry) + junctions_.capacity() * sizeof(junction) +
           branches_.capacity() * sizeof(branch) + (roots_.size() + behind_.size()) * map_entry;
}

std::uint32_t& known_subtrees::junction_behind(std::uint32_t at, const reading& r, std::size_t chooses) {
  ++followed_;
  auto b = junctions_[at].branches;
  while (b != none && branches_[b].at != r.at) b = branches_[b].next;
  if (b == none) {
    branches_.push_back({r.at, chooses, junctions_[at].branches});
    b = junctions_[at].branches = static_cast<std::uint32_t>(branches_.size() - 1);
  }
  return behind_.try_emplace(std::uint64_t{b} << 32 | r.to, none).first->second;
}

}  // namespace korat::detail
