// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a change brings: how far the predicate comes with it, whether it passes the failure, and what is cut off.

#include <algorithm>
#include <functional>

#include "repair/covering.hpp"
#include "repair/engine.hpp"

namespace korat::detail {

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
  return reads - std::min(reads, unfinished());
}

/// Reads of the object that the predicate looked at last, if it has seen less of it than of most others of its class:
/// to begin with an object is no progress, for any that is put there lets it do so.
std::uint32_t repair_engine::unfinished() {
  const auto last = depth() == 0 ? 0 : space_.owner(reads_.back());
  if (last == 0 || usually_read_.empty()) return 0;
  const auto& object = space_.objects()[last];
  const auto usually = usually_read_[object.object_class];
  std::uint32_t seen = 0;
  for (auto cell = object.first_cell; cell < object.end_cell && seen < usually; ++cell) seen += was_read(cell) ? 1 : 0;
  return seen < usually ? seen : 0;
}

/// How many fields of an object the predicate reads most often, by class, of those that it has read last.
void repair_engine::note_usually_read() {
  constexpr std::uint32_t enough = 4'096;  // reads
  usually_read_.assign(space_.described().classes.size(), 0);
  std::vector<std::vector<std::uint32_t>> objects(usually_read_.size());  // [class][fields read]
  std::unordered_map<std::uint32_t, std::uint32_t> seen;                  // object to its fields read
  for (auto p = depth() - std::min(depth(), enough); p < depth(); ++p) ++seen[space_.owner(reads_[p])];
  for (const auto& [o, count] : seen) {
    auto& c = objects[space_.objects()[o].object_class];
    if (count >= c.size()) c.resize(count + 1);
    ++c[count];
  }
  for (std::size_t c = 0; c < objects.size(); ++c)
    if (const auto most = std::ranges::max_element(objects[c]); most != objects[c].end())
      usually_read_[c] = static_cast<std::uint32_t>(most - objects[c].begin());
}

/// Remembers which fields were read from here on, up to the failure.
void repair_engine::note_known(std::uint32_t position) {
  if (position >= failure_.from) return;
  for (auto p = std::min(failure_.from, depth()); p-- > position;) {
    known_[reads_[p]] = failure_.number;
    failure_.suffix.push_back(reads_[p]);
  }
  failure_.from = position;
}

/// It has passed the failure if it has read something new, and rejects where it was not yet or at the same place; what
/// it rejects now although it had passed it, the change has broken. To accept and lose objects is to pass, too.
void repair_engine::measure(attempt& a, std::uint32_t first) {
  using namespace thresholds;
  a.gain = 0;
  a.passed = a.loses = false;
  a.value = static_cast<std::int64_t>(progress()) - of_a_change * static_cast<std::int64_t>(changed_);
  const auto unfinished_now = unfinished() > 0 ? space_.owner(reads_.back()) : nobody;
  for (auto p = first + 1; p < depth(); ++p)
    if (const auto owner = space_.owner(reads_[p]); owner != unfinished_now && !is_fresh(owner) && !is_known(reads_[p]))
      a.gain += is_added(reads_[p]) ? 0 : 1;
  a.passed = lossy_ || (a.gain > 0 && (reads_.back() == failure_.last || !is_known(reads_.back())));
  if (!a.passed) return;
  for (std::size_t i = 0; i < failure_.suffix.size() && i + first + 1 < failure_.failed_at; ++i)
    if (const auto cell = failure_.suffix[i]; space_.is_element(cell) && !was_read(cell)) --a.gain;
  const auto cut = cut_off();
  a.loses = cut.parts > 0;
  a.value -= of_a_lost_part * cut.parts + cut.fields;
}

/// Whether it is an element that its array did not have.
bool repair_engine::is_added(std::uint32_t cell) const noexcept {
  if (lengths_changed_.empty() || !space_.is_element(cell)) return false;
  const auto length = space_.place(cell).length_cell;
  const auto before = original_.find(length);
  return before != original_.end() && cell - length > before->second;
}

/// Whether the predicate had passed the field at the failure.
bool repair_engine::is_known(std::uint32_t cell) const noexcept {
  return known_[cell] == failure_.number && space_.owner(cell) != failure_.unfinished;
}

/// [group of covering fields, and one more for all references][object]: whether the root reaches it so.
std::vector<std::vector<bool>> repair_engine::reached_by_group() const {
  auto reached = view_->covering_fields().reached_now(*view_).by;
  reached.push_back(view_->reached_now());
  return reached;
}

/// Of a large structure it would take longer than all the rest, and nothing is said to be cut off.
void repair_engine::note_reached() {
  if (space_.cells().size() > large) return;
  failure_.reached = reached_by_group();
  other_work_ += space_.cells().size() / 8;
  if (reached_first_.empty()) reached_first_ = failure_.reached;
  for (std::size_t g = 0; g < reached_first_.size(); ++g)
    std::transform(failure_.reached[g].begin(), failure_.reached[g].end(), reached_first_[g].begin(),
                   failure_.reached[g].begin(), std::logical_or{});
}

/// Parts that were reached when the search began or at the failure, by the references that lead to all objects of their
/// class, and are not reached now.
repair_engine::cut_parts repair_engine::cut_off() {
  cut_parts sum;
  if (failure_.reached.empty()) return sum;
  const auto& known = view_->covering_fields();
  const auto now = reached_by_group();
  other_work_ += space_.cells().size() / 8;
  const auto objects = static_cast<std::uint32_t>(space_.objects().size());
  for (covering::number g = 0; g < now.size(); ++g) {
    const auto is_cut = [&](std::uint32_t o) {
      if (!failure_.reached[g][o] || now[g][o]) return false;
      const auto of = space_.objects()[o].object_class;
      return g < known.groups() ? known.target_class(g) == of : known.groups_of(of) == 0;
    };
    const auto leads = [&](std::uint32_t cell) {
      return g < known.groups() ? known.of(cell) == g : view_->is_owning(cell);
    };
    std::int64_t cut = 0;
    std::vector<bool> is_led(objects);  // by another one that is cut off
    for (std::uint32_t o = 1; o < objects; ++o) {
      if (!is_cut(o)) continue;
      ++cut;
      const auto& object = space_.objects()[o];
      const auto groups = static_cast<std::uint32_t>(std::max<std::size_t>(1, known.groups_of(object.object_class)));
      sum.fields += (object.end_cell - object.first_cell) / groups;
      for (auto cell = object.first_cell; cell < object.end_cell; ++cell)
        if (const auto to = view_->is_reference(cell) && leads(cell) ? view_->target(cell) : nobody;
            to != nobody && to != o && is_cut(to))
          is_led[to] = true;
    }
    if (cut > 0) sum.parts += std::max<std::int64_t>(1, cut - std::ranges::count(is_led, true));  // or a ring
  }
  return sum;
}

/// Which fields it read last: two candidates for which that is the same fail alike.
std::uint64_t repair_engine::way_now() const noexcept {
  std::uint64_t hash = 0;
  for (auto p = depth() - std::min(depth(), thresholds::way); p < depth(); ++p)
    hash = (hash ^ reads_[p]) * 0x9e37'79b9'7f4a'7c15 + (hash >> 31);
  return hash;
}

}  // namespace korat::detail
