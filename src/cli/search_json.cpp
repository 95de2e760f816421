// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/search_json.hpp"

namespace korat::cli {
namespace {

/// The members with their names: for writing and reading.
template <class Statistics, class Visit>
void each_count(Statistics& s, Visit visit) {
  visit("explored", s.explored);
  visit("valid", s.valid);
  visit("executions", s.executions);
  visit("field_initializations", s.field_initializations);
  visit("self_checks", s.self_checks);
  visit("checkpoints", s.checkpoints);
  visit("undo_operations", s.undo_operations);
  visit("bytes_saved", s.bytes_saved);
  visit("bytes_restored", s.bytes_restored);
  visit("peak_memory", s.peak_memory);
}

}  // namespace

ordered_json as_stored_json(const statistics& s) {
  ordered_json counts;
  each_count(s, [&](const char* name, std::uint64_t n) { counts[name] = n; });
  return counts;
}

statistics statistics_in(const ordered_json& j) {
  statistics s;
  each_count(s, [&](const char* name, std::uint64_t& n) { n = j.at(name).get<std::uint64_t>(); });
  return s;
}

ordered_json as_stored_json(const std::vector<open_range>& ranges) {
  const auto end = [](const std::optional<candidate_vector>& v) { return v ? ordered_json(*v) : ordered_json(); };
  auto all = ordered_json::array();
  for (const auto& r : ranges) all.push_back(ordered_json::array({end(r.after), end(r.last)}));
  return all;
}

std::vector<open_range> ranges_in(const ordered_json& j) {
  const auto end = [](const ordered_json& v) {
    return v.is_null() ? std::nullopt : std::optional(v.get<candidate_vector>());
  };
  std::vector<open_range> all;
  for (const auto& r : j) all.push_back({end(r.at(0)), end(r.at(1))});
  return all;
}

}  // namespace korat::cli
