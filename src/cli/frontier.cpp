// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/frontier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "files/vector_file.hpp"

namespace korat::cli {
namespace {

void count_result(const job_result& r, frontier& sum) {
  sum.counts.explored += r.counts.explored;
  sum.counts.valid += r.counts.valid;
  sum.counts.executions += r.counts.executions;
  sum.counts.field_initializations += r.counts.field_initializations;
  sum.hash.add(r.hash);
  sum.seconds += r.seconds;
  ++sum.results;
  sum.space = r.space;
  if (r.space.empty()) return;
  sum.covered += big_integer::parse(r.covered);
  sum.reach += big_integer::parse(r.reach);
}

/// Takes the ranges out, if all are there.
bool take_ranges(std::vector<open_range>& open, const std::vector<open_range>& given) {
  const auto is_open = [&](const open_range& r) { return std::ranges::find(open, r) != open.end(); };
  if (!std::ranges::all_of(given, is_open)) return false;
  for (const auto& range : given)
    if (const auto found = std::ranges::find(open, range); found != open.end()) open.erase(found);
  return true;
}

/// A result may be older than the one that left its ranges, if clocks differ: so until nothing changes.
std::vector<open_range> what_is_open(const shard& all, std::vector<const job_result*> results, frontier& sum) {
  std::vector<open_range> open;
  if (all.all) open.push_back(*all.all);
  const auto counts = [&](const job_result* r) {
    if (!take_ranges(open, r->given)) return false;
    open.insert(open.end(), r->left.begin(), r->left.end());
    count_result(*r, sum);
    return true;
  };
  for (bool more = true; more;) {
    const auto found = std::ranges::find_if(results, counts);
    more = found != results.end();
    if (more) results.erase(found);
  }
  sum.needless += results.size();
  return open;
}

void check_chain(const std::map<std::uint64_t, shard>& shards) {
  for (const auto& [number, one] : shards) {
    const auto next = shards.find(number + 1);
    const bool first = number == 1, last = number == one.of;
    const bool begins = !one.all || !first || !one.all->after;
    const bool ends = !one.all || !last || !one.all->last;
    const bool meets =
        !one.all || next == shards.end() || !next->second.all || one.all->last == next->second.all->after;
    if (!begins || !ends || !meets)
      throw files::file_error(
          fmt::format("shard {} of {} does not meet its neighbour: they are not of the same search", number, one.of));
  }
}

}  // namespace

std::uint64_t frontier::open_ranges() const {
  std::uint64_t sum = 0;
  for (const auto& one : open) sum += one.ranges.size();
  return sum;
}

frontier frontier_of(const std::vector<job_result>& all) {
  frontier sum;
  if (all.empty()) return sum;
  sum.identity = all.front().identity;
  sum.shards = all.front().shard.of;
  std::map<std::uint64_t, shard> shards;
  std::map<std::uint64_t, std::vector<const job_result*>> of_shard;
  for (const auto& r : all) {
    const auto [known, fresh] = shards.try_emplace(r.shard.number, r.shard);
    if (!fresh && known->second.all != r.shard.all)
      throw files::file_error(
          fmt::format("{}: shard {} of {} has other ends here", r.path, r.shard.number, r.shard.of));
    of_shard[r.shard.number].push_back(&r);
  }
  check_chain(shards);
  for (std::uint64_t i = 1; i <= sum.shards; ++i)
    if (!shards.contains(i)) sum.missing.push_back(i);
  for (const auto& [number, results] : of_shard)
    if (auto open = what_is_open(shards[number], results, sum); !open.empty())
      sum.open.push_back({shards[number], std::move(open)});
  return sum;
}

}  // namespace korat::cli
