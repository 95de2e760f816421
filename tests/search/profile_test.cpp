// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The profile against a count over the whole sequence of candidates, made afterwards; and the two options of a search
// that it rests on: noting where reads happen, and choosing fields first.

#include "report/profile.hpp"

#include <gtest/gtest.h>

#include <set>

#include "samples.hpp"
#include "undo/has_context.h"

namespace korat_test::profile_test {
namespace {

using korat::engine;

class Profile : public ::testing::TestWithParam<sample> {};
INSTANTIATE_TEST_SUITE_P(Samples, Profile, ::testing::ValuesIn(plain_samples()),
                         [](const auto& of) { return of.param.name; });

/// Candidates in vain in [begin, end), which share their first `depth` choices: those behind a value without solutions,
/// but for one each. `whole` has solutions, or is the whole search.
std::uint64_t in_vain(const sequence& all, std::size_t begin, std::size_t end, std::size_t depth) {
  std::uint64_t vain = 0;
  while (begin < end) {
    if (all[begin].accessed.size() <= depth) return vain;  // a leaf
    const auto value = [&](const candidate& c) { return c.vector[c.accessed[depth]]; };
    auto stop = begin;
    bool solved = false;
    for (; stop < end && value(all[stop]) == value(all[begin]); ++stop) solved |= all[stop].valid;
    vain += solved ? in_vain(all, begin, stop, depth + 1) : stop - begin - 1;
    begin = stop;
  }
  return vain;
}

TEST_P(Profile, CountsWhatIsExploredInVain) {
  korat::report::profile profile;
  auto search = GetParam().diagnosed({.trace_reads = true}, {.listener = &profile});
  const auto all = rest_of(search);
  std::uint64_t rejected = 0, vain = 0, late = 0;
  for (const auto& [check, counts] : profile.checks()) {
    rejected += counts.rejected;
    vain += counts.in_vain;
    for (const auto& [member, count] : counts.too_late) late += count;
  }
  EXPECT_EQ(rejected, all.size() - valid_ones(all).size());
  EXPECT_EQ(vain, in_vain(all, 0, all.size(), 0));
  EXPECT_EQ(late, vain);
}

TEST_P(Profile, NotingWhereReadsHappenChangesNothingElse) {
  auto search = GetParam().diagnosed({.trace_reads = true});
  sequence all;
  while (search.next()) {
    all.push_back(current(search));
    ASSERT_LE(korat::read_sites(search).size(), search.accessed().size());
    if (!search.valid()) {
      ASSERT_EQ(korat::read_sites(search).size(), search.accessed().size());
    }
    if (KORAT_HAS_CONTEXT && !korat::read_sites(search).empty()) {
      ASSERT_NE(korat::read_sites(search).front(), 0u);
    }
  }
  EXPECT_EQ(difference(sequence_of(GetParam()), all), "");
}

TEST_P(Profile, ReadingAFieldOfTheRootFirstFindsTheSame) {
  const auto truth = GetParam().search({});
  std::multiset<std::string> expected;
  while (truth->next_valid()) expected.insert(korat::to_json(truth->snapshot()));
  if (truth->fields() == 0) GTEST_SKIP() << "no field to read";
  for (std::uint32_t field = 0; field < truth->fields(); ++field) {
    const auto [object, member] = truth->field(field);
    if (object != truth->field(0).object || member.find('[') != std::string::npos) continue;
    auto search = GetParam().diagnosed({.read_first = {field}}, {.count_reach = true});
    std::multiset<std::string> found;
    while (search.next_valid()) {
      EXPECT_EQ(search.accessed().front(), field);
      found.insert(korat::to_json(search.snapshot()));
    }
    EXPECT_EQ(found.size(), expected.size()) << object << "." << member;
    EXPECT_EQ(search.coverage().covered, search.coverage().space);
  }
}

TEST(ReadFirst, TakesFieldsOfTheRootOnly) {
  EXPECT_THROW(binary_tree(3).diagnosed({.read_first = {2}}), korat::usage_error) << "a field of a node";
  EXPECT_THROW(binary_tree(3).diagnosed({.read_first = {99}}), korat::usage_error);
}

}  // namespace
}  // namespace korat_test::profile_test
