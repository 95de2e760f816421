// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/saved_search.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>

#include "cli/checked_json.hpp"
#include "cli/exit_code.hpp"
#include "cli/fingerprint.hpp"
#include "cli/search_json.hpp"

namespace korat::cli {
namespace {

constexpr checked_format search_format{"korat search 3", "saved search", "remove it to search from the beginning"};
constexpr std::chrono::milliseconds shortest_pause{200};
constexpr int pause_by_cost = 200;  // saving takes at most one part in so many

json_object state_json(const saved_search& s) {
  return {{"complete", s.search.complete},
          {"vector", s.search.vector},
          {"left", as_stored_json(s.search.left)},
          {"counts", as_stored_json(s.search.counts)},
          {"tallies", as_stored_json(s.search.tallies)},
          {"seconds", s.search.seconds},
          {"hash", std::array{s.hash.high(), s.hash.low()}},
          {"output_bytes", s.output_bytes},
          {"printed", std::array{s.printed.items, s.printed.structures}},
          {"shown", s.shown}};
}

saved_search from_json(const json_value& j) {
  saved_search s;
  auto& at = s.search;
  at.complete = j.at("complete").get<bool>();
  at.vector = j.at("vector").get<candidate_vector>();
  at.left = ranges_in(j.at("left"));
  at.counts = statistics_in(j.at("counts"));
  at.tallies = tallies_in(j.at("tallies"));
  at.seconds = j.at("seconds").get<double>();
  s.hash = {j.at("hash").at(0).get<std::uint64_t>(), j.at("hash").at(1).get<std::uint64_t>()};
  s.output_bytes = j.at("output_bytes").get<std::uint64_t>();
  s.printed = {j.at("printed").at(0).get<std::uint64_t>(), j.at("printed").at(1).get<std::uint64_t>()};
  s.shown = j.at("shown").get<decltype(s.shown)>();
  return s;
}

}  // namespace

saver::saver(const std::string& path, std::string identity) : path_(path), identity_(std::move(identity)) {
  if (!wanted()) return;
  program_ = program_fingerprint();
  if (std::filesystem::exists(path_) && !std::filesystem::is_regular_file(path_))
    throw usage_error(
        fmt::format("--resume {}: that is no ordinary file, to be read and replaced; name another", path_));
  lock_ = std::make_unique<lock_beside>(path_);
  if (!std::filesystem::exists(path_)) return;
  const auto content = read_checked(path_, search_format);
  if (content["search"] != json_value::parse(identity_))
    throw usage_error(fmt::format("{} is of another search: {}\nThis one is {}. Name another file, or remove it.",
                                  path_, content["search"].text(), identity_));
  if (content.value("program", std::string()) != program_)
    throw usage_error(
        fmt::format("{} was saved before the predicate or Korat was changed: {}", path_, search_format.instead));
  found_ = from_json(content.at("state"));
}

void saver::save(const saved_search& s) {
  const auto start = std::chrono::steady_clock::now();
  write_checked(path_, search_format,
                {{"program", program_}, {"search", json::from_text(identity_)}, {"state", state_json(s)}});
  const auto end = std::chrono::steady_clock::now();
  next_ = end + std::max<std::chrono::steady_clock::duration>(shortest_pause, (end - start) * pause_by_cost);
}

}  // namespace korat::cli
