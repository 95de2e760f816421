// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "harness/workload.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>

namespace korat::bench {
namespace {

std::unique_ptr<basic_search> start(const workload& work, engine with) {
  auto options = work.options;
  options.engine = with;
  auto search = work.start(std::move(options));
  // The engine may decline to save states; its times would then say nothing about checkpoints.
  if (search->engine_used() != with)
    throw disagreement(
        fmt::format("{}: no {} engine here: {}", work.name, name_of(with), search->engine_note().value_or("")));
  return search;
}

}  // namespace

workload of_subject(const std::string& name, const subjects::arguments& arguments) {
  const auto* const subject = subjects::find(name);
  if (subject == nullptr) throw disagreement("there is no subject " + name);
  return {fmt::format("{} {}", name, fmt::join(arguments, " ")),
          [subject, arguments](search_options options) { return subject->search(arguments, std::move(options)); }};
}

statistics consume(const workload& work, engine with) {
  const auto search = start(work, with);
  while (search->next_valid()) {
  }
  return search->statistics();
}

result walk(const workload& work, engine with) {
  const auto search = start(work, with);
  result found;
  while (search->next()) {
    ++found.explored;
    found.valid += search->valid() ? 1 : 0;
    const auto accessed = search->accessed();
    found.checksum = found.checksum * 31 + (accessed.empty() ? 0 : search->vector()[accessed.back()]);
  }
  return found;
}

result walk_both(const workload& work) {
  progress::show("comparing " + work.name);
  const auto found = walk(work, engine::checkpoint), expected = walk(work, engine::reexecute);
  if (found != expected)
    throw disagreement(fmt::format(
        "{}: the engines step through other candidates: checkpoints {} ({} valid), re-execution {} ({} valid)",
        work.name, found.explored, found.valid, expected.explored, expected.valid));
  progress::clear();
  return found;
}

const char* name_of(engine e) noexcept { return e == engine::checkpoint ? "checkpoint" : "reexecute"; }

double nanoseconds_per(double seconds, std::uint64_t candidates) {
  return seconds * 1e9 / static_cast<double>(candidates);
}

}  // namespace korat::bench
