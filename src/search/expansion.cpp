// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "search/expansion.hpp"

#include <algorithm>
#include <utility>

namespace korat::detail {

std::optional<big_integer> expansion::count(std::span<const symbol_id> symbols) {
  const auto has_one_value = [&](symbol_id s) {
    const auto [low, high] = path_.range(s);
    return low == high;
  };
  if (path_.is_closed() && std::ranges::all_of(symbols, has_one_value)) return 1;
  big_integer product = 1;
  std::vector<bool> done(path_.symbols());
  for (const auto s : symbols) {
    if (done[s]) continue;
    auto tied = path_.tied_to(s);
    for (const auto each : tied.symbols) done[each] = true;
    const auto number = tied.problem ? counter_.count(*tied.problem) : count_by_trying(std::move(tied.symbols));
    if (!number) return std::nullopt;
    product *= *number;
  }
  return product;
}

std::optional<big_integer> expansion::count_by_trying(std::vector<symbol_id> symbols) {
  std::uint64_t found = 0;
  begin(std::move(symbols));
  counting_ = true;
  auto how = next();
  for (; how == step::found; how = next()) ++found;
  counting_ = false;
  end();
  return how == step::none && tried_ < most_tried ? std::optional<big_integer>(found) : std::nullopt;
}

void expansion::begin(std::vector<symbol_id> symbols) {
  end();
  active_ = true;
  symbols_ = std::move(symbols);
  bits_.assign(symbols_.size(), 0);
}

expansion::step expansion::next() {
  if (symbols_.empty()) active_ = false;
  if (!active_) return step::none;
  if (levels_.empty())
    enter();
  else if (!std::exchange(paused_, false))
    ++levels_.back().value;
  while (!levels_.empty()) {
    const auto how = take_value(levels_.back());
    if (how == step::paused) return paused_ = true, how;
    if (how == step::none) {
      levels_.pop_back();
      if (!levels_.empty()) ++levels_.back().value;
    } else if (levels_.size() == symbols_.size()) {
      return how;
    } else {
      enter();
    }
  }
  return active_ = false, step::none;
}

void expansion::end() {
  if (!levels_.empty()) path_.return_to(levels_.front().before);
  levels_.clear();
  active_ = paused_ = false;
}

/// The next symbol takes values.
void expansion::enter() {
  const auto [low, high] = path_.range(symbols_[levels_.size()]);
  levels_.push_back({path_.position(), low, high});
}

/// Its value, or the next one that is possible; else the path is as it was before.
expansion::step expansion::take_value(level& at) {
  const auto number = levels_.size() - 1;
  const auto term = path_.terms().term_of(symbols_[number]);
  const auto type = path_.terms()[term].type;
  for (;; ++at.value) {
    path_.return_to(at.before);
    if (at.value > at.last || (counting_ && tried_ >= most_tried)) return step::none;
    if (is_to_pause()) return step::paused;
    bits_[number] = wrapped(at.value, type);
    path_.push({term, relation::equal, path_.terms().constant(bits_[number], type)});
    const auto possible = try_value();
    if (possible == answer::yes || (possible == answer::unknown && levels_.size() < symbols_.size()))
      return step::found;
  }
}

answer expansion::try_value() {
  const auto before = path_.questions();
  const auto possible = path_.feasible();
  const auto work = 1 + of_a_question * (path_.questions() - before);
  work_ += work;
  if (counting_) tried_ += work;
  return possible;
}

bool expansion::is_to_pause() {
  if (work_ < of_a_question) return false;
  work_ = 0;
  return pause_();
}

}  // namespace korat::detail
