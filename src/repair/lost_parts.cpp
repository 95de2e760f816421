// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The predicate holds, but objects are lost: lists and trees are whole without a part of them. Each part is tried
// wherever the root reaches a reference to its class. What was there before hangs on the part's own end then, as when
// something is inserted into a list; or is gone, if it was wrong. Integers that were changed may have counted what was
// left, so they are tried as they were first.

#include <algorithm>

#include "repair/covering.hpp"
#include "repair/engine.hpp"

namespace korat::detail {

namespace {

constexpr std::size_t most_heads = 64;
constexpr std::uint64_t most_work = 200'000'000;  // about two seconds

}  // namespace

/// As long as that makes it cheaper. The structure satisfies the predicate before and afterwards.
void repair_engine::recover_lost() {
  const auto until = work_done() + most_work;
  for (bool found = true; found && price_now().lost > 0 && work_done() < until;) {
    const auto accepted = changes();
    found = recover_a_part(accepted, true, until) || recover_a_part(accepted, false, until);
    if (!found) take(accepted);
  }
}

/// Of the repair that was set aside. True: nothing is lost any more, and that is the repair.
bool repair_engine::recover_spare() {
  if (!spare_ || !rules_.has(rule::recovery)) return false;
  put_back();
  for (const auto& [cell, value] : spare_->values) set(cell, value);
  recover_lost();
  const auto now = price_now();
  if (now.lost == 0) return spare_.reset(), true;
  keep_spare(now, changes());
  put_back();
  run_anew();
  return accepted_ = false;
}

/// To these changes, and no others.
void repair_engine::take(const std::vector<change>& chosen) {
  put_back();
  for (const auto& c : chosen) set(c.cell, c.after);
}

bool repair_engine::is_integer(std::uint32_t cell) const noexcept {
  return space_.domain(cell).source.integer != value_source::number::none;
}

void repair_engine::run_anew() {
  symbols_.clear();
  following_ = false;
  rewind(0);
  space_.set_all_pending();  // also what was left open and not read again
  accepted_ = accepts(run_from(0));
  index_reads();
}

/// Where parts begin that the root does not reach: objects that no other lost one leads to; where they lead around in a
/// ring, each of the ring.
template <class IsLost, class Leads>
std::vector<std::uint32_t> repair_engine::heads_of(const IsLost& is_lost, const Leads& leads) const {
  const auto objects = static_cast<std::uint32_t>(space_.objects().size());
  std::vector<std::uint32_t> heads, led_by(objects, nobody);  // [object]: a lost one that leads to it
  std::vector<bool> is_below(objects);
  const auto each_below = [&](std::uint32_t o, auto&& use) {
    const auto& object = space_.objects()[o];
    for (auto cell = object.first_cell; cell < object.end_cell; ++cell)
      if (const auto to = view_->is_reference(cell) && leads(cell) ? view_->target(cell) : nobody;
          to != nobody && to != o && is_lost(to))
        use(to);
  };
  const auto add = [&](std::uint32_t head) {
    heads.push_back(head);
    std::vector<std::uint32_t> queue{head};
    for (std::size_t i = 0; i < queue.size(); ++i)
      each_below(queue[i], [&](std::uint32_t to) {
        if (!is_below[to]) is_below[to] = true, queue.push_back(to);
      });
    is_below[head] = true;
  };
  for (std::uint32_t o = 1; o < objects; ++o)
    if (is_lost(o)) each_below(o, [&](std::uint32_t to) { led_by[to] = o; });
  for (std::uint32_t o = 1; o < objects && heads.size() < most_heads; ++o)
    if (is_lost(o) && led_by[o] == nobody) add(o);
  for (std::uint32_t o = 1; o < objects && heads.size() < most_heads; ++o) {
    if (!is_lost(o) || is_below[o]) continue;
    std::unordered_set<std::uint32_t> passed;
    auto of_ring = o;
    while (passed.insert(of_ring).second) of_ring = led_by[of_ring];
    add(of_ring);
    for (auto other = led_by[of_ring]; other != of_ring && heads.size() < most_heads; other = led_by[other])
      heads.push_back(other);
  }
  return heads;
}

std::vector<std::uint32_t> repair_engine::lost_heads() const {
  const auto reached = view_->reached_now();
  return heads_of([&](std::uint32_t o) { return belongs_[o] && !reached[o]; },
                  [&](std::uint32_t cell) { return view_->is_owning(cell); });
}

/// The same of a group of covering fields.
std::vector<std::uint32_t> repair_engine::lost_heads(std::uint32_t group) const {
  const auto& known = view_->covering_fields();
  const auto reached = known.reached_now(*view_);
  return heads_of(
      [&](std::uint32_t o) {
        return belongs_[o] && space_.objects()[o].object_class == known.target_class(group) && !reached.by[group][o];
      },
      [&](std::uint32_t cell) { return known.of(cell) == group; });
}

/// The last field that is reached from the object through the same member, before null or what was met.
std::uint32_t repair_engine::end_from(std::uint32_t cell, std::uint32_t head) const {
  const auto place = cell - space_.objects()[space_.owner(cell)].first_cell;
  const auto& from = space_.objects()[space_.owner(cell)];
  if (from.object_class != space_.objects()[head].object_class) return space::no_cell;
  std::unordered_set<std::uint32_t> met{head};
  for (auto at = head;;) {
    const auto end = space_.objects()[at].first_cell + place;
    at = view_->target(end);
    if (at == nobody || !met.insert(at).second) return end;
  }
}

bool repair_engine::recover_a_part(const std::vector<change>& accepted, bool integers_as_they_were,
                                   std::uint64_t until) {
  const bool any_integer = std::ranges::any_of(accepted, [&](const change& c) { return is_integer(c.cell); });
  if (integers_as_they_were && !any_integer) return false;
  const auto best = price_now();
  take(accepted);
  if (integers_as_they_were)
    for (const auto& c : accepted)
      if (is_integer(c.cell) && in_range(c.cell, c.before)) set(c.cell, c.before);
  run_anew();
  const auto heads = lost_heads();
  const auto is_cheaper = [&] { return accepted_ && price_now() < best; };
  if (is_cheaper()) return true;
  for (auto position = depth(); position-- > 0;) {
    const auto cell = reads_[position];
    if (!view_->is_reference(cell) || !may_change(cell) || first_read(cell) != position) continue;
    for (const auto head : heads) {
      if (work_done() >= until || executions_ >= options_.max_executions) return false;
      if (std::chrono::steady_clock::now() >= deadline_) return false;
      if (try_part(position, cell, head, is_cheaper)) return true;
    }
  }
  return false;
}

template <class Cheaper>
bool repair_engine::try_part(std::uint32_t position, std::uint32_t cell, std::uint32_t head,
                             const Cheaper& is_cheaper) {
  const auto before = bits(cell);
  const auto value = reference_bits(cell, head);
  if (!value || *value == before) return false;
  const auto end = end_from(cell, head);
  const auto behind = end == space::no_cell ? 0 : bits(end);
  set(cell, *value);
  if (end != space::no_cell && may_change(end) && behind != before) {
    set(end, before);
    accepted_ = accepts(run_from(position));
    if (is_cheaper()) return true;
    set(end, behind);
  }
  accepted_ = accepts(run_from(position));
  if (is_cheaper()) return true;
  set(cell, before);
  return false;
}

}  // namespace korat::detail
