// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/infeasible_file.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/arguments.hpp"
#include "cli/checked_json.hpp"
#include "cli/exit_code.hpp"

namespace korat::cli {
namespace {

constexpr checked_format infeasible_format{"korat infeasible 1", "file of infeasible ranges",
                                           "make it again with 'korat infeasible --all --output'"};

std::vector<std::uint32_t> domain_sizes(const basic_search& search) {
  std::vector<std::uint32_t> sizes(search.fields());
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = search.domain_size(i);
  return sizes;
}

ordered_json end_json(const std::optional<candidate_vector>& v) { return v ? ordered_json(*v) : ordered_json(); }
std::optional<candidate_vector> end_in(const ordered_json& j) {
  return j.is_null() ? std::nullopt : std::optional(j.get<candidate_vector>());
}

infeasible_range range_in(const ordered_json& j) {
  return {.count = j.at("count").get<std::uint64_t>(),
          .first = j.at("first").get<candidate_vector>(),
          .last = j.at("last").get<candidate_vector>(),
          .valid_before = end_in(j.at("valid_before")),
          .valid_after = end_in(j.at("valid_after"))};
}

bool answers(basic_search& search, const candidate_vector& v, bool valid) {
  return v.size() == search.fields() && search.seek(v, noncanonical::move) && search.vector() == v &&
         search.valid() == valid;
}

bool still_holds(basic_search& search, const infeasible_range& r) {
  return answers(search, r.first, false) && answers(search, r.last, false) &&
         (!r.valid_before || answers(search, *r.valid_before, true)) &&
         (!r.valid_after || answers(search, *r.valid_after, true));
}

/// Some of them, evenly spread, the first and the last among them.
void ask_again(const std::string& path, basic_search& search, const std::vector<infeasible_range>& ranges) {
  constexpr std::size_t asked = 64;
  const auto most = std::min(asked, ranges.size());
  for (std::size_t i = 0; i < most; ++i)
    if (!still_holds(search, ranges[most == 1 ? 0 : i * (ranges.size() - 1) / (most - 1)]))
      throw usage_error(path + " is of another predicate: it accepts and rejects other candidates");
}

}  // namespace

void write(const std::string& path, const called_subject& subject, const basic_search& search,
           const infeasible_file& what) {
  ordered_json ranges = ordered_json::array();
  for (const auto& r : what.ranges)
    ranges.push_back({{"count", r.count},
                      {"first", r.first},
                      {"last", r.last},
                      {"valid_before", end_json(r.valid_before)},
                      {"valid_after", end_json(r.valid_after)}});
  write_checked(path, infeasible_format,
                {{"subject", subject.subject().name},
                 {"arguments", subject.arguments()},
                 {"domains", domain_sizes(search)},
                 {"complete", what.complete},
                 {"ranges", ranges}});
}

infeasible_file read_infeasible(const std::string& path, const subjects::subject& subject,
                                const subjects::arguments& arguments) {
  const auto content = read_checked(path, infeasible_format);
  const auto search = subject.search(arguments, {});
  const auto its_arguments = content.at("arguments").get<subjects::arguments>();
  const auto its_subject = content.at("subject").get<std::string>();
  if (its_subject != subject.name || its_arguments != arguments ||
      content.at("domains").get<std::vector<std::uint32_t>>() != domain_sizes(*search))
    throw usage_error(fmt::format("{} has the infeasible ranges of {}, not of {} as it is now", path,
                                  call_text(its_subject, its_arguments), call_text(subject.name, arguments)));
  infeasible_file result{{}, content.at("complete").get<bool>()};
  for (const auto& r : content.at("ranges")) result.ranges.push_back(range_in(r));
  ask_again(path, *search, result.ranges);
  return result;
}

}  // namespace korat::cli
