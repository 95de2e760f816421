// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Tables 4.2, 4.4, 4.6 and 4.7 of the thesis on backward search (2017), at all their sizes: a search backward has the
// candidates of one forward, and what the thesis' algorithms execute besides is what they say.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "../../bench/intermediate/candidates.hpp"
#include "../../bench/intermediate/published.hpp"
#include "subjects/subject.hpp"

namespace korat_test::thesis_test {
namespace {

using korat::bench::thesis_row;

constexpr std::uint64_t most_fast = 1'000'000;  // candidates

std::vector<thesis_row> rows(bool fast) {
  std::vector<thesis_row> result;
  for (const auto& r : korat::bench::thesis_rows)
    if (fast == (r.explored <= most_fast)) result.push_back(r);
  return result;
}

std::string name_of(const ::testing::TestParamInfo<thesis_row>& info) {
  std::string name = info.param.subject;
  name.append("_").append(std::to_string(info.param.size));
  std::ranges::replace(name, '-', '_');
  return name;
}

class Thesis : public ::testing::TestWithParam<thesis_row> {
 protected:
  std::unique_ptr<korat::basic_search> search(korat::search_options options) const {
    return korat::subjects::find(GetParam().subject)->search({GetParam().size}, std::move(options));
  }
};
INSTANTIATE_TEST_SUITE_P(fast, Thesis, ::testing::ValuesIn(rows(true)), name_of);
INSTANTIATE_TEST_SUITE_P(slow, Thesis, ::testing::ValuesIn(rows(false)), name_of);

TEST_P(Thesis, BackwardSearchesTheSameAndIntermediateCandidatesAreThoseOfTheTables) {
  const auto backward = search({.direction = korat::direction::backward});
  ASSERT_TRUE(backward->next());
  const auto read_at_the_end = backward->accessed().size();
  while (backward->next_valid()) {
  }
  const auto counted = backward->statistics();
  EXPECT_EQ(backward->outcome(), korat::outcome::complete);
  EXPECT_EQ(counted.explored, GetParam().explored);
  EXPECT_EQ(counted.valid, GetParam().valid);
  if (backward->engine_used() == korat::engine::checkpoint) {  // there is none under a sanitizer
    EXPECT_EQ(korat::bench::executions_backward(counted, read_at_the_end), GetParam().backward);
  }
}

TEST_P(Thesis, FastForwardingHasTheCandidatesOfTheTables) {
  const auto forward = search({});
  std::uint64_t candidates = 0;
  korat::candidate_vector last;
  korat::bench::fast_forward(*forward, [&] {
    ++candidates;
    last = forward->vector();
  });
  EXPECT_EQ(candidates, GetParam().fast_forwarding);
  EXPECT_EQ(last, korat::find_end(*search({}))) << "it ends where one execution comes to at once";
}

}  // namespace
}  // namespace korat_test::thesis_test
