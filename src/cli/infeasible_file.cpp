// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/infeasible_file.hpp"

#include <fmt/format.h>

#include "cli/arguments.hpp"
#include "cli/checked_json.hpp"
#include "cli/exit_code.hpp"
#include "cli/fingerprint.hpp"

namespace korat::cli {
namespace {

constexpr checked_format infeasible_format{"korat infeasible 2", "file of infeasible ranges",
                                           "make it again with 'korat infeasible --all --output'"};

std::vector<std::uint32_t> domain_sizes(const basic_search& search) {
  std::vector<std::uint32_t> sizes(search.fields());
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = search.domain_size(i);
  return sizes;
}

std::optional<candidate_vector> end_in(const json_value& j) {
  return j.is_null() ? std::nullopt : std::optional(j.get<candidate_vector>());
}

infeasible_range range_in(const json_value& j) {
  return {.count = j.at("count").get<std::uint64_t>(),
          .first = j.at("first").get<candidate_vector>(),
          .last = j.at("last").get<candidate_vector>(),
          .valid_before = end_in(j.at("valid_before")),
          .valid_after = end_in(j.at("valid_after"))};
}

}  // namespace

void write(const std::string& path, const called_subject& subject, const basic_search& search,
           const infeasible_file& what) {
  std::vector<json> ranges;
  for (const auto& r : what.ranges)
    ranges.push_back(json_object{{"count", r.count},
                                 {"first", r.first},
                                 {"last", r.last},
                                 {"valid_before", r.valid_before},
                                 {"valid_after", r.valid_after}});
  write_checked(path, infeasible_format,
                {{"program", program_fingerprint()},
                 {"subject", subject.subject().name},
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
  if (content.at("program").get<std::string>() != program_fingerprint())
    throw usage_error(
        fmt::format("{} was made before the predicate or Korat was changed: {}", path, infeasible_format.instead));
  infeasible_file result{{}, content.at("complete").get<bool>()};
  for (const auto& r : content.at("ranges").each()) result.ranges.push_back(range_in(r));
  return result;
}

}  // namespace korat::cli
