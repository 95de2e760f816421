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

ordered_json as_stored_json(const tallies& t) {
  ordered_json rejections = ordered_json::array();
  for (const auto& r : t.rejections) rejections.push_back({r.field, r.candidates, r.depths});
  return {{"by_fields_read", t.by_fields_read}, {"reach", t.reach},         {"rejections", rejections},
          {"by_space", t.by_space},             {"by_bucket", t.by_bucket}, {"bucket_bits", t.bucket_bits}};
}

tallies tallies_in(const ordered_json& j) {
  tallies t;
  j.at("by_fields_read").get_to(t.by_fields_read);
  j.at("reach").get_to(t.reach);
  for (const auto& r : j.at("rejections"))
    t.rejections.push_back({r.at(0).get<std::uint32_t>(), r.at(1).get<std::uint64_t>(), r.at(2).get<std::uint64_t>()});
  j.at("by_space").get_to(t.by_space);
  j.at("by_bucket").get_to(t.by_bucket);
  j.at("bucket_bits").get_to(t.bucket_bits);
  return t;
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
