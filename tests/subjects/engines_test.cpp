// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// All subjects in both forms, by every engine: as many structures, and the same ones whatever their order. The oracle
// of each is the search that re-executes the predicate with every value.

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "korat/print.hpp"
#include "subjects/subject.hpp"

namespace korat_test::engines_test {
namespace {

namespace subjects = korat::subjects;

/// The sum does not depend on the order, and a structure that comes twice changes it.
struct found {
  std::uint64_t count = 0, sum = 0;
  bool operator==(const found&) const = default;
};

found all_of(const subjects::subject& s, const subjects::arguments& a, korat::search_options options) {
  const auto search = s.search(a, std::move(options));
  found all;
  while (search->next_valid()) {
    ++all.count;
    all.sum += std::hash<std::string>()(to_text(search->snapshot())) * 2 + 1;
  }
  return all;
}

bool has_open_integers(const subjects::subject& s, const subjects::arguments& a) {
  try {
    s.search(a, {.symbolic = {"*"}});
    return true;
  } catch (const korat::usage_error& e) {
    EXPECT_NE(std::string(e.what()).find("no integer member that can be symbolic"), std::string::npos) << e.what();
    return false;
  }
}

/// The number of structures.
std::uint64_t compare_engines(const subjects::subject& s, const subjects::arguments& a, const found& expected) {
  constexpr auto all = korat::search_options::unlimited;
  EXPECT_EQ(all_of(s, a, {}), expected);
  EXPECT_EQ(all_of(s, a, {.engine = korat::engine::reexecute}), expected);
  EXPECT_EQ(all_of(s, a, {.engine = korat::engine::diagram}), expected);
  if (!has_open_integers(s, a)) return expected.count;
  EXPECT_EQ(all_of(s, a, {.symbolic = {"*"}, .expand = all}), expected);
  EXPECT_EQ(all_of(s, a, {.engine = korat::engine::reexecute, .symbolic = {"*"}, .expand = all}), expected);
  return expected.count;
}

/// Of the subject that it is another form of, if it is.
const subjects::subject& plain_form(const subjects::subject& s) {
  const auto* const plain = subjects::find(s.name.substr(0, s.name.find("-lockstep")));
  return plain != nullptr ? *plain : s;
}

TEST(AllSubjects, HaveTheSameStructuresByEveryEngine) {
  constexpr std::uint64_t enough = 5'000;  // candidates: seconds in all, also with sanitizers
  for (const auto& group : {subjects::all(), subjects::in_lockstep()})
    for (const auto& s : group) {
      std::uint64_t structures = 0;
      for (std::int64_t n = 1; n <= 6; ++n) {
        const subjects::arguments a(s.forms.front().size(), n);
        SCOPED_TRACE(s.name + testing::PrintToString(a));
        const auto size = plain_form(s).search(a, {.max_explored = enough});
        while (size->next_valid()) {
        }
        if (size->outcome() != korat::outcome::complete) break;
        structures += compare_engines(s, a, all_of(plain_form(s), a, {.engine = korat::engine::reexecute}));
      }
      EXPECT_GT(structures, 5u) << s.name << ": too small to compare anything";
    }
}

}  // namespace
}  // namespace korat_test::engines_test
