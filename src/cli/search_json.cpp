// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/search_json.hpp"

#include <array>
#include <optional>

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

json as_stored_json(const statistics& s) {
  json_object counts;
  each_count(s, [&](const char* name, std::uint64_t n) { counts.add(name, n); });
  return counts;
}

statistics statistics_in(const json_value& j) {
  statistics s;
  each_count(s, [&](const char* name, std::uint64_t& n) { n = j.at(name).get<std::uint64_t>(); });
  return s;
}

json as_stored_json(const tallies& t) {
  std::vector<std::array<std::uint64_t, 3>> rejections;
  for (const auto& r : t.rejections) rejections.push_back({r.field, r.candidates, r.depths});
  return json_object{{"by_fields_read", t.by_fields_read}, {"reach", t.reach},
                     {"rejections", rejections},           {"by_space", t.by_space},
                     {"by_bucket", t.by_bucket},           {"bucket_bits", t.bucket_bits}};
}

tallies tallies_in(const json_value& j) {
  tallies t;
  t.by_fields_read = j.at("by_fields_read").get<decltype(t.by_fields_read)>();
  if (const auto& reach = j.at("reach"); !reach.is_null()) t.reach = reach.get<std::string>();
  for (const auto& r : j.at("rejections").each())
    t.rejections.push_back({r.at(0).get<std::uint32_t>(), r.at(1).get<std::uint64_t>(), r.at(2).get<std::uint64_t>()});
  t.by_space = j.at("by_space").get<decltype(t.by_space)>();
  t.by_bucket = j.at("by_bucket").get<decltype(t.by_bucket)>();
  t.bucket_bits = j.at("bucket_bits").get<decltype(t.bucket_bits)>();
  return t;
}

json as_stored_json(const std::vector<open_range>& ranges) {
  std::vector<std::array<std::optional<candidate_vector>, 2>> all;
  for (const auto& r : ranges) all.push_back({r.after, r.last});
  return all;
}

std::vector<open_range> ranges_in(const json_value& j) {
  const auto end = [](const json_value& v) {
    return v.is_null() ? std::nullopt : std::optional(v.get<candidate_vector>());
  };
  std::vector<open_range> all;
  for (const auto& r : j.each()) all.push_back({end(r.at(0)), end(r.at(1))});
  return all;
}

}  // namespace korat::cli
