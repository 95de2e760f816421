// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/profile.hpp"

#include "korat/diagnosis.hpp"

namespace korat::report {

std::string member_of(const field_name& field) {
  const auto number = field.object.find_last_not_of("0123456789");
  const auto element = field.member.find('[');
  return field.object.substr(0, number + 1) + "." + field.member.substr(0, element) +
         (element == std::string::npos ? "" : "[]");
}

const std::string& profile::member(std::uint32_t field) {
  members_.resize(search_->fields());
  if (members_[field].empty()) members_[field] = member_of(search_->field(field));
  return members_[field];
}

const check& profile::check_at(const basic_search& search) {
  const auto accessed = search.accessed();
  if (accessed.empty()) return checks_.try_emplace({0, "(nothing read)"}).first->first;
  const auto sites = read_sites(search);
  const code_address site = sites.size() == accessed.size() ? sites.back() : 0;
  return checks_.try_emplace({site, member(accessed.back())}).first->first;
}

void profile::tally::add(const check* where, std::uint64_t count) {
  for (auto& [known, n] : counts)
    if (known == where) return static_cast<void>(n += count);
  counts.emplace_back(where, count);
}

void profile::tally::add(const tally& other) {
  for (const auto& [where, count] : other.counts) add(where, count);
}

void profile::on_candidate(const basic_search& search, bool valid) {
  search_ = &search;
  const auto accessed = search.accessed();
  const auto vector = search.vector();
  std::size_t same = 0;
  while (same < levels_.size() && same < accessed.size() && levels_[same].field == accessed[same] &&
         levels_[same].value == vector[accessed[same]])
    ++same;
  close_down_to(same);
  for (auto i = same; i < accessed.size(); ++i) levels_.push_back({.field = accessed[i], .value = vector[accessed[i]]});
  auto& last = levels_.empty() ? whole_ : levels_.back();
  ++last.candidates;
  last.solved |= valid;
  if (valid) return;
  const check& where = check_at(search);
  auto& counts = checks_[where];
  ++counts.rejected;
  counts.depths += accessed.size();
  last.rejections.add(&where, 1);
}

void profile::on_end(const basic_search&, outcome how) {
  if (how != outcome::complete) return;
  close_down_to(0);
  count_in_vain(whole_);
}

void profile::close_down_to(std::size_t depth) {
  while (levels_.size() > depth) close_last();
}

void profile::close_last() {
  level closed = std::move(levels_.back());
  levels_.pop_back();
  auto& below = levels_.empty() ? whole_ : levels_.back();
  below.candidates += closed.candidates;
  below.solved |= closed.solved;
  below.rejections.add(closed.rejections);
  if (closed.solved)
    count_in_vain(closed);
  else if (closed.candidates > 1)
    below.failures.push_back({closed.field, std::move(closed.rejections)});
}

// One candidate of each failure was needed to see it.
void profile::count_in_vain(const level& solved) {
  for (const auto& [field, rejections] : solved.failures) {
    std::uint64_t needed = 1;
    for (const auto& [where, count] : rejections.counts) {
      auto& counts = checks_[*where];
      counts.in_vain += count - needed;
      counts.too_late[member(field)] += count - needed;
      needed = 0;
    }
  }
}

}  // namespace korat::report
