// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The values that a field may take instead of the one it has, each with a score that says how natural the repair is:
// what is tried first.

#include <algorithm>
#include <limits>
#include <span>
#include <variant>

#include "encoding/sign_extend.hpp"
#include "repair/covering.hpp"
#include "repair/engine.hpp"

namespace korat::detail {

namespace {

namespace scores {
constexpr double guessed = 10;  // the rest of the structure says so
constexpr double differs = 6;   // from all others of the member, which it did not
constexpr double answers = 4;   // the object refers back to the owner already
constexpr double unowned = 2;   // nothing else leads to the object
constexpr double shared = 3;    // and another field leads to where it leads now
constexpr double null = 1;
constexpr double original = 3;   // what was there before we changed it
constexpr double proposed = 3;   // a comparison asks for it
constexpr double missing = 1.5;  // of a range, whose other numbers are all there
constexpr double lacking = 1.5;  // so much differed what was compared last
constexpr double fresh = -2;
constexpr double answered_now = -3;  // what is there is confirmed by a reference back
constexpr double owned = -1;         // something else leads to the object
constexpr double unrelated = -5;     // nothing speaks for it
constexpr double per_read = -0.05;   // the field read last is the first suspect
}  // namespace scores

constexpr std::size_t a_few = 8;

}  // namespace

double repair_engine::score_of_age(std::uint32_t reads) noexcept {
  constexpr std::uint32_t oldest = 1'000;
  return scores::per_read * static_cast<double>(std::min(reads, oldest));
}

double repair_engine::score_of_proposal(double score) noexcept { return scores::proposed + score; }

std::vector<repair_engine::move> repair_engine::moves_at(std::uint32_t position, double score, bool all) {
  std::vector<move> result;
  const auto cell = reads_[position];
  if (!may_change(cell)) return result;
  const auto dearer = limits_of(cell).weight - 1;
  const move base{first_read(cell), cell, bits(cell), score - dearer};
  const auto& source = space_.domain(cell).source;
  if (source.is_reference())
    reference_moves(result, base, all);
  else if (source.integer != value_source::number::none)
    integer_moves(result, base, all);
  else if (source.bitwise)
    listed_moves(result, base);
  if (const auto before = original_.find(cell);
      before != original_.end() && before->second != base.bits && in_range(cell, before->second)) {
    std::erase_if(result, [&](const move& m) { return m.bits == before->second; });
    result.push_back({base.position, cell, before->second, base.score + scores::original});
  }
  return result;
}

/// All that are to be tried where nothing may be missed; of integers, those at hand.
std::vector<repair_engine::move> repair_engine::every_move(std::uint32_t position, double score) {
  auto moves = moves_at(position, score, true);
  const auto cell = reads_[position];
  const auto& d = space_.domain(cell);
  if (!d.source.is_reference() || !may_change(cell)) return moves;
  score += scores::unrelated;
  for (const auto& r : d.ranges)
    for (auto object = r.first_object; object < r.first_object + r.count; ++object) {
      const auto value = d.bits[r.first + (object - r.first_object)];
      const bool there =
          value == bits(cell) || std::ranges::any_of(moves, [&](const move& m) { return m.bits == value; });
      if (!there && !is_fresh(static_cast<std::uint32_t>(object))) moves.push_back({position, cell, value, score});
    }
  return moves;
}

std::optional<std::uint64_t> repair_engine::reference_bits(std::uint32_t cell, std::uint32_t object) const {
  const auto& d = space_.domain(cell);
  if (object == nobody) return !d.source.nulls.empty() ? std::optional<std::uint64_t>(0) : std::nullopt;
  for (const auto& r : d.ranges)
    if (object >= r.first_object && object < r.first_object + r.count)
      return d.bits[r.first + (object - r.first_object)];
  return std::nullopt;
}

/// What a guess looks like in memory, if the field may be so.
std::optional<std::uint64_t> repair_engine::guessed_bits(const proposal& g) const {
  if (view_->is_reference(g.cell)) return reference_bits(g.cell, static_cast<std::uint32_t>(g.value));
  return g.value == bits(g.cell) || in_range(g.cell, g.value) ? std::optional(g.value) : std::nullopt;
}

/// The first fresh object that nothing refers to: one is as good as another.
std::uint32_t repair_engine::next_fresh(std::uint32_t cell) const {
  for (const auto& r : space_.domain(cell).ranges) {
    if (r.count == 0) continue;
    const auto fresh = r.first_object + fresh_from_[space_.objects()[r.first_object].object_class];
    for (auto o = static_cast<std::uint32_t>(fresh); o < r.first_object + r.count; ++o)
      if (view_->referring(o, 1).empty()) return o;
  }
  return nobody;
}

void repair_engine::reference_moves(std::vector<move>& to, const move& base, bool all) const {
  const auto cell = base.cell;
  const auto owner = view_->owner(cell);
  const auto now = view_->target(cell);
  double from = base.score;
  if (now != nobody && view_->has_inverse(cell) && view_->refers(now, owner)) from += scores::answered_now;

  const auto& known = view_->covering_fields();
  const auto group = known.of(cell);
  const bool owns = group || view_->is_owning(cell);
  const auto owners = [&](std::uint32_t object) {
    return group ? known.owners(*group, object) : view_->owners(object);
  };
  std::vector<std::uint32_t> seen;
  if (now != nobody || base.bits == 0) seen.push_back(now);  // a pointer to nowhere is no null
  const auto add = [&](std::uint32_t object, double score) {
    if (std::ranges::find(seen, object) != seen.end()) return;
    seen.push_back(object);
    if (object != nobody) {
      if (view_->refers(object, owner) && !view_->refers(owner, object)) score += scores::answers;
      if (owns) score += owners(object) == 0 ? scores::unowned : scores::owned;
    }
    if (const auto value = reference_bits(cell, object); value && *value != base.bits)
      to.push_back({base.position, cell, *value, from + score});
  };
  if (const auto* const guess = ledger_->find(cell)) add(static_cast<std::uint32_t>(guess->value), scores::guessed);
  for (const auto object : view_->referring(owner, a_few)) add(object, 0);
  const std::span<const std::uint32_t> lost = group ? known.lost(*group) : view_->unowned();
  // Where it leads another field leads too, and nothing where it may have led.
  const auto shared = group && now != nobody && owners(now) > 1 ? scores::shared : 0;
  std::size_t more = all ? 64 : a_few;
  for (auto object = lost.begin(); owns && more > 0 && object != lost.end(); ++object)
    if (owners(*object) == 0) add(*object, shared), --more;
  if (now != nobody || base.bits != 0) add(nobody, scores::null);
  // To where the object itself leads, so that it is left out.
  if (now != nobody && space_.objects()[now].object_class == space_.objects()[owner].object_class)
    if (const auto beyond =
            view_->target(space_.objects()[now].first_cell + (cell - space_.objects()[owner].first_cell));
        beyond != nobody)
      add(beyond, 0);
  // Objects met so far, the latest first.
  const std::size_t most = all ? 256 : 2 * a_few;
  double age = 0;
  for (std::size_t i = reads_.size(), looked = 0; i-- > 0 && looked < most; ++looked, age += 0.01) {
    add(view_->owner(reads_[i]), -age);
    if (view_->is_reference(reads_[i]) && view_->target(reads_[i]) != nobody) add(view_->target(reads_[i]), -age);
  }
  const auto& root = space_.objects()[0];
  for (auto c = root.first_cell; c < root.end_cell; ++c)
    if (view_->is_reference(c) && view_->target(c) != nobody) add(view_->target(c), -age);
  if (const auto fresh = next_fresh(cell); fresh != nobody) add(fresh, scores::fresh);
}

/// What the options say, and for the length of an array, the finitization.
std::optional<std::pair<std::int64_t, std::int64_t>> repair_engine::range_of(std::uint32_t cell) const noexcept {
  return limits_of(cell).range;
}

bool repair_engine::in_range(std::uint32_t cell, std::uint64_t value) const noexcept {
  const auto range = range_of(cell);
  if (!range) return true;
  const auto& source = space_.domain(cell).source;
  if (source.integer == value_source::number::is_unsigned)
    return std::cmp_greater_equal(value, range->first) && std::cmp_less_equal(value, range->second);
  const auto number = encoding::sign_extended(value, 8 * static_cast<unsigned>(source.width));
  return number >= range->first && number <= range->second;
}

std::int64_t repair_engine::integer_at(std::uint32_t cell) const {
  const auto value = space_.value_in_memory(cell);
  if (const auto* u = std::get_if<std::uint64_t>(&value)) return static_cast<std::int64_t>(*u);
  return std::get<std::int64_t>(value);
}

/// How far an integer is from what it was.
double repair_engine::moved(std::uint32_t cell) const {
  const auto before = original_.find(cell);
  if (before == original_.end()) return 0;
  const auto type = repair_symbols::type_of_cell(space_.domain(cell).source);
  const auto way = value_of(bits(cell), type) - value_of(before->second, type);
  return static_cast<double>(way < 0 ? -way : way);
}

/// The bytes of a value that the cell has.
std::uint64_t repair_engine::mask_of(std::uint32_t cell) const noexcept {
  const auto width = space_.domain(cell).source.width;
  return width >= 8 ? ~std::uint64_t{0} : (std::uint64_t{1} << (8 * width)) - 1;
}

// Where nothing announces what an integer is compared with: numbers that are at hand. How many objects there are, what
// was read before, and their neighbours.
void repair_engine::integer_moves(std::vector<move>& to, const move& base, bool all) {
  const auto mask = mask_of(base.cell);
  std::vector<std::uint64_t> seen{base.bits};
  const auto add = [&](std::int64_t value, double score) {
    const auto value_bits = static_cast<std::uint64_t>(value) & mask;
    if (std::ranges::find(seen, value_bits) != seen.end() || !in_range(base.cell, value_bits)) return;
    seen.push_back(value_bits);
    to.push_back({base.position, base.cell, value_bits, base.score + score});
  };
  if (const auto* const guess = ledger_->find(base.cell)) add(static_cast<std::int64_t>(guess->value), scores::guessed);
  if (const auto free = rules_.has(rule::distinct) ? distinct_->free_value(base.cell) : std::nullopt)
    add(static_cast<std::int64_t>(*free), scores::differs);
  if (rules_.has(rule::distinct))
    for (const auto value : distinct_->missing_values(base.cell))
      add(static_cast<std::int64_t>(value), scores::missing);
  // A sum has what its parts lack: the two sides of the last comparison say how much.
  for (const auto lacking : symbols_.differences(2)) {
    std::int64_t other = 0;
    if (!__builtin_add_overflow(integer_at(base.cell), lacking, &other)) add(other, scores::lacking);
    if (!__builtin_sub_overflow(integer_at(base.cell), lacking, &other)) add(other, scores::lacking);
  }
  for (const auto count : objects_met()) add(count, 2), add(count - 1, 1), add(count + 1, 0.5);
  double score = 0;
  const std::size_t most = all ? 64 : a_few;
  for (std::size_t i = reads_.size(), looked = 0; i-- > 0 && looked < most; ++looked, score -= 0.01) {
    if (space_.domain(reads_[i]).source.integer == value_source::number::none || reads_[i] == base.cell) continue;
    const auto near = integer_at(reads_[i]);
    add(near, score), add(near + 1, score), add(near - 1, score);
  }
  const auto now = integer_at(base.cell);
  add(now - 1, -0.5), add(now + 1, -0.5), add(0, -0.5), add(1, -0.5), add(-1, -1);
}

void repair_engine::listed_moves(std::vector<move>& to, const move& base) const {
  const auto& d = space_.domain(base.cell);
  const auto* const guess = ledger_->find(base.cell);
  for (std::uint32_t i = 0; i < d.bits.size(); ++i) {
    const bool is_guessed = guess != nullptr && guess->value == d.bits[i];
    if (d.bits[i] != base.bits)
      to.push_back({base.position, base.cell, d.bits[i], base.score + (is_guessed ? scores::guessed : 0)});
  }
}

/// How many objects of each class the predicate has met. Those met by the reads that were counted last time still are.
const std::vector<std::int64_t>& repair_engine::objects_met() {
  auto& m = met_;
  if (m.count.empty()) {
    m.count.assign(space_.described().classes.size(), 0);
    m.is_met.assign(space_.objects().size(), false);
  }
  const auto meet = [&](std::uint32_t object) {
    if (object == nobody || m.is_met[object]) return;
    m.is_met[object] = true;
    m.order.push_back({m.reads, object});
    ++m.count[space_.objects()[object].object_class];
  };
  for (; m.reads < depth(); ++m.reads) {
    const auto cell = reads_[m.reads];
    meet(view_->owner(cell));
    if (view_->is_reference(cell)) meet(view_->target(cell));
  }
  return m.count;
}

/// The last of the reads that are kept may be of a field that has another value now.
void repair_engine::forget_met(std::uint32_t kept) noexcept {
  auto& m = met_;
  if (m.reads < kept) return;
  m.reads = kept == 0 ? 0 : kept - 1;
  for (; !m.order.empty() && m.order.back().read >= m.reads; m.order.pop_back()) {
    m.is_met[m.order.back().object] = false;
    --m.count[space_.objects()[m.order.back().object].object_class];
  }
}

}  // namespace korat::detail
