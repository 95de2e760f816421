// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/accounting.hpp"

#include <algorithm>
#include <map>

#include "search/coverage.hpp"
#include "search/tracker.hpp"

namespace korat::detail {

namespace {

constexpr std::uint64_t largest_table = std::uint64_t{1} << 20;

}  // namespace

/// The boxes of all prefixes of the choices, in full.
struct accounting::big_units {
  std::vector<natural> box;  // [depth]
  natural reached{0};
};

accounting::accounting(const space& s, std::uint32_t parts_to_track, bool backward)
    : space_(s), signature_(s.cells().size() + 1), rejected_(s.cells().size() + 1) {
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
  for (const cell& c : s.cells()) weight_.push_back(weight[c.last + 1]);
  table_fits_ = entries <= largest_table;
  if (table_fits_) {
    candidates_.resize(entries);
  } else {
    units_ = std::make_unique<big_units>();
    units_->box.resize(s.cells().size() + 1);
    if (is_countable(s)) units_->box[0] = size_of(s);
  }
  if (parts_to_track != 0) tracker_ = std::make_unique<tracker>(s, parts_to_track, backward);
}

accounting::~accounting() = default;

void accounting::divide_units(std::span<const choice> made, std::uint32_t kept) {
  for (auto i = kept; i < made.size(); ++i) {
    units_->box[i + 1] = units_->box[i];
    units_->box[i + 1] /= space_.cells()[made[i].cell].last + 1;
  }
}

void accounting::reached_slowly(std::uint32_t depth, std::uint64_t count) {
  units_->reached += units_->box[depth].times(count);
}

void accounting::track(std::span<const choice> made, std::uint64_t explored) {
  tracker_->add(made, lowest_kept_, explored);
  lowest_kept_ = static_cast<std::uint32_t>(made.size());
}

natural accounting::reach() const {
  if (!table_fits_) return units_->reached;
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

}  // namespace korat::detail
