// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/accounting.hpp"

#include <algorithm>
#include <map>

#include "korat/error.hpp"
#include "search/coverage.hpp"
#include "search/tracker.hpp"
#include "undo/heap.hpp"

namespace korat::detail {

namespace {

constexpr std::uint64_t largest_table = std::uint64_t{1} << 20;

}  // namespace

/// The boxes of all prefixes of the choices, in full.
struct accounting::big_units {
  std::vector<natural> box;  // [depth]
  natural reached{0};
};

accounting::accounting(const space& s, bool rejections, std::uint32_t parts_to_track, bool backward)
    : space_(s), signature_(s.cells().size() + 1), rejected_(rejections ? s.cells().size() + 1 : 0) {
  std::map<std::uint32_t, std::uint64_t> fields;  // of each size
  for (const cell& c : s.cells()) ++fields[c.last + 1];
  fields.erase(1);  // they divide nothing
  std::map<std::uint32_t, std::uint64_t> weight{{1, 0}};
  std::uint64_t entries = 1;
  for (const auto& [size, count] : fields) {
    sizes_.push_back(size);
    radix_.push_back(count + 1);
    weight[size] = entries;
    if (entries <= largest_table) entries *= count + 1;
  }
  const bool fits = entries <= largest_table;
  for (const cell& c : s.cells()) weight_.push_back(fits ? weight[c.last + 1] : 0);
  candidates_.resize(fits ? entries : 1);
  if (!fits && is_countable(s)) {
    units_ = std::make_unique<big_units>();
    units_->box.resize(s.cells().size() + 1);
    units_->box[0] = size_of(s);
  }
  if (parts_to_track != 0) tracker_ = std::make_unique<tracker>(s, parts_to_track, backward);
  more_of_all_ = rejections || units_ != nullptr;
  more_of_valid_ = more_of_all_ || tracker_ != nullptr;
}

accounting::~accounting() = default;

void accounting::begin_with(std::span<const choice> made) {
  for (std::size_t i = 0; i < made.size(); ++i) signature_[i + 1] = signature_[i] + weight_[made[i].cell];
  if (units_ != nullptr) divide_boxes(made, 0);
  lowest_kept_ = 0;
}

void accounting::divide_boxes(std::span<const choice> made, std::uint32_t kept) {
  auto& box = units_->box;
  for (auto i = kept; i < made.size(); ++i) {
    box[i + 1] = box[i];
    box[i + 1] /= space_.cells()[made[i].cell].last + 1;
  }
}

void accounting::add_boxes(std::span<const choice> made, std::uint32_t kept, std::uint64_t siblings) {
  const not_for_predicate scope;
  if (siblings != 0) units_->reached += units_->box[kept].times(siblings);
  divide_boxes(made, kept);
  units_->reached += units_->box[made.size()];
}

// Two functions, so that tracking alone saves no registers for the rest.
void accounting::add_more(std::span<const choice> made, std::uint32_t kept, std::uint64_t siblings, bool valid,
                          std::uint64_t explored) {
  if (more_of_all_) add_to_all(made, kept, siblings, valid);
  if (valid && tracker_ != nullptr) tracker_->add(made, explored, lowest_kept_);
}

[[gnu::noinline]] void accounting::add_to_all(std::span<const choice> made, std::uint32_t kept, std::uint64_t siblings,
                                              bool valid) {
  if (units_ != nullptr) add_boxes(made, kept, siblings);
  if (rejected_.empty()) return;
  if (siblings != 0) add_rejected(made[kept - 1].cell, kept, siblings);
  if (!valid) add_rejected(made.empty() ? no_field : made.back().cell, made.size(), 1);
}

natural accounting::reach() const {
  if (units_ != nullptr) return units_->reached;
  const auto whole = size_of(space_);
  natural sum;
  for (std::uint64_t signature = 0; signature < candidates_.size(); ++signature) {
    if (candidates_[signature] == 0) continue;
    natural box = whole;
    auto rest = signature;
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      for (auto fields = rest % radix_[i]; fields > 0; --fields) box /= sizes_[i];
      rest /= radix_[i];
    }
    sum += box.times(candidates_[signature]);
  }
  return sum;
}

std::vector<rejection> accounting::rejections() const {
  std::vector<rejection> result;
  for (std::uint32_t i = 0; i < rejected_.size(); ++i)
    if (rejected_[i].candidates != 0) result.push_back({i, rejected_[i].candidates, rejected_[i].depths});
  return result;
}

korat::distribution accounting::distribution(std::uint64_t explored) const {
  return tracker_ == nullptr ? korat::distribution{} : tracker_->distribution(explored);
}

korat::tallies accounting::tallies() const {
  korat::tallies result;
  if (units_ != nullptr) result.reach = units_->reached.decimal();
  for (std::uint64_t signature = 0; units_ == nullptr && signature < candidates_.size(); ++signature)
    if (candidates_[signature] != 0)
      result.by_fields_read.insert(result.by_fields_read.end(), {signature, candidates_[signature]});
  result.rejections = rejections();
  if (tracker_ != nullptr) tracker_->tell(result);
  return result;
}

void accounting::take(const korat::tallies& t) {
  const auto check = [](bool fits) {
    if (!fits) throw usage_error("korat: what is given to resume() was counted by a search with other options");
  };
  check(t.has_reach() && t.by_fields_read.size() % 2 == 0 && t.reach.has_value() == (units_ != nullptr));
  if (units_ != nullptr) units_->reached = natural::from_decimal(*t.reach);
  std::ranges::fill(candidates_, 0);
  for (std::size_t i = 0; i < t.by_fields_read.size(); i += 2) {
    check(t.by_fields_read[i] < candidates_.size());
    candidates_[t.by_fields_read[i]] = t.by_fields_read[i + 1];
  }
  std::ranges::fill(rejected_, rejected{});
  for (const auto& r : t.rejections) {
    check(r.field < rejected_.size());
    rejected_[r.field] = {r.candidates, r.depths};
  }
  check(tracker_ == nullptr ? t.by_space.empty() : tracker_->take(t));
}

}  // namespace korat::detail
