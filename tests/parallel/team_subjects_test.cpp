// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Every subject at its published sizes, by three threads: the published numbers.

#include <gtest/gtest.h>

#include <string>

#include "parallel/team.hpp"
#include "subjects/subject.hpp"

namespace korat_test::team_subjects_test {
namespace {

constexpr std::uint64_t most = 1'000'000;  // candidates

TEST(TeamOfSubjects, HasThePublishedCounts) {
  int sizes = 0;
  for (const auto& s : korat::subjects::all())
    for (const auto& known : s.known) {
      if (known.explored == 0 || known.explored > most) continue;
      SCOPED_TRACE(s.name + " " + std::to_string(known.arguments.front()));
      const korat::team_request request{
          [&](korat::search_options options) { return s.search(known.arguments, std::move(options)); },
          {.threads = 3, .poll_every = 16},
          [](korat::basic_search&, unsigned) { return true; }};
      const auto team = korat::detail::team(request, std::chrono::nanoseconds(0)).search();
      EXPECT_EQ(team.counts.explored, known.explored);
      EXPECT_EQ(team.counts.valid, known.valid);
      EXPECT_EQ(team.coverage.covered, team.coverage.space);
      ++sizes;
    }
  EXPECT_GT(sizes, 30);
}

}  // namespace
}  // namespace korat_test::team_subjects_test
