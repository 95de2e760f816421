// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// For every subject at every published size up to five million candidates: backward is forward reversed, candidate by
// candidate, and the ranges of every kind of partition make up the whole, each candidate once and in its place.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "subjects/subject.hpp"

namespace korat_test::walks_test {
namespace {

using korat::search_options;
using korat::subjects::known_count;
using korat::subjects::subject;

struct one_size {
  const subject* of;
  known_count known;
  friend std::ostream& operator<<(std::ostream& out, const one_size& s) { return out << s.of->name; }
};

constexpr std::uint64_t most = 5'000'000;  // candidates
constexpr std::uint64_t most_of_a_fast_one = 100'000;

std::vector<one_size> sizes(std::uint64_t above, std::uint64_t up_to) {
  std::vector<one_size> result;
  for (const auto& s : korat::subjects::all())
    for (const auto& k : s.known)
      if (const auto size = k.explored != 0 ? k.explored : 10 * k.valid; size > above && size <= up_to)
        result.push_back({&s, k});
  return result;
}

std::string name_of(const ::testing::TestParamInfo<one_size>& info) {
  std::string name = info.param.of->name;
  for (const auto a : info.param.known.arguments) name.append("_").append(std::to_string(a));
  std::ranges::replace(name, '-', '_');
  return name;
}

/// A number for each candidate, in order: what was read, with which values, and the answer. The chance that two
/// different candidates share one is nil, and memory suffices for millions.
using fingerprints = std::vector<std::uint64_t>;

std::uint64_t fingerprint(const korat::basic_search& search) {
  std::uint64_t hash = search.valid() ? 1 : 0;
  const auto vector = search.vector();
  for (const auto field : search.accessed()) {
    hash = (hash ^ (std::uint64_t{field} << 32 | vector[field])) * 0x9e37'79b9'7f4a'7c15;
    hash ^= hash >> 29;
  }
  return hash;
}

fingerprints all_of(const one_size& s, search_options options) {
  fingerprints result;
  const auto search = s.of->search(s.known.arguments, std::move(options));
  while (search->next()) result.push_back(fingerprint(*search));
  return result;
}

class Walks : public ::testing::TestWithParam<one_size> {
 protected:
  const fingerprints forward_ = all_of(GetParam(), {});
  std::unique_ptr<korat::basic_search> new_search() const {
    return GetParam().of->search(GetParam().known.arguments, {});
  }

  fingerprints all_between(const std::vector<korat::candidate_vector>& cuts) const {
    fingerprints result;
    for (std::size_t i = 0; i <= cuts.size(); ++i) {
      search_options part;
      if (i > 0) part.from = cuts[i - 1];
      if (i < cuts.size()) part.to = cuts[i];
      part.direction = i % 2 == 0 ? korat::direction::forward : korat::direction::backward;
      auto found = all_of(GetParam(), part);
      if (i % 2 == 1) std::ranges::reverse(found);
      result.insert(result.end(), found.begin(), found.end());
    }
    return result;
  }
};
INSTANTIATE_TEST_SUITE_P(fast, Walks, ::testing::ValuesIn(sizes(0, most_of_a_fast_one)), name_of);
INSTANTIATE_TEST_SUITE_P(slow, Walks, ::testing::ValuesIn(sizes(most_of_a_fast_one, most)), name_of);

// EXPECT_TRUE: a difference must not print millions of numbers.

TEST_P(Walks, BackwardIsForwardReversed) {
  auto backward = all_of(GetParam(), {.direction = korat::direction::backward});
  std::ranges::reverse(backward);
  EXPECT_EQ(backward.size(), forward_.size());
  EXPECT_TRUE(backward == forward_);
  const auto search = new_search();
  ASSERT_TRUE(korat::find_end(*search));
  EXPECT_EQ(fingerprint(*search), forward_.back());
  EXPECT_EQ(search->statistics().executions, 1u);
}

TEST_P(Walks, EveryPartitionMakesUpTheWhole) {
  EXPECT_TRUE(all_between(korat::cut_by_space(*new_search(), 5)) == forward_);
  EXPECT_TRUE(all_between(korat::cut_by_probing(*new_search(), 16)) == forward_);
  EXPECT_TRUE(all_between(korat::cut_by_count(*new_search(), 3)) == forward_);
}

}  // namespace
}  // namespace korat_test::walks_test
