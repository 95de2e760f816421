// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Large structures: valid for the predicate and for the invariant, as large as asked for, different for different seeds
// and the same for the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "image/live.hpp"
#include "invariants.hpp"
#include "korat/print.hpp"
#include "subjects/binary_tree.hpp"
#include "subjects/doubly_linked_list.hpp"
#include "subjects/subject.hpp"

namespace korat_test::grown_test {
namespace {

using korat::subjects::grown;
using korat::subjects::subject;

bool rep_ok(const subject& s, const grown& g) {
  const auto description = s.describe(g.arguments);
  const auto& predicate = korat::detail::erasure::of(description).predicate;
  return predicate.call(predicate.function.get(), g.root);
}

korat::structure as_data(const subject& s, const grown& g) {
  return korat::detail::read_live(s.describe(g.arguments), g.root, g.told_apart);
}

std::int64_t size_of(const korat::structure& s) {
  for (const auto& f : s.objects.front().fields)
    if (f.name == "size") return std::get<std::int64_t>(f.value);
  return -1;
}

std::int64_t least_size(const subject& s) { return s.name == "dag" ? 2 : s.name == "disj-set" ? 1 : 0; }

class Grown : public ::testing::TestWithParam<std::string> {
 protected:
  const subject& subject_ = *korat::subjects::find(GetParam());
};

TEST_P(Grown, SatisfiesThePredicate) {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U}) {
    std::mt19937_64 random(seed);
    for (auto size = least_size(subject_); size <= 50; ++size)
      ASSERT_TRUE(rep_ok(subject_, subject_.grow(size, random))) << size << " " << seed;
    ASSERT_TRUE(rep_ok(subject_, subject_.grow(1000, random))) << seed;
  }
}

TEST_P(Grown, SatisfiesTheInvariantWithExactlyTheSize) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    std::mt19937_64 random(seed);
    for (const std::int64_t size : {0, 1, 2, 3, 4, 7, 15, 16, 50, 300}) {
      if (size < least_size(subject_)) continue;
      const auto data = as_data(subject_, subject_.grow(size, random));
      ASSERT_EQ(korat::test::violated(subject_.name, data), "") << size << " " << seed;
      EXPECT_EQ(size_of(data), size);
    }
  }
}

TEST_P(Grown, IsTheSameForTheSameSeedOnly) {
  const auto text = [&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    return to_json(as_data(subject_, subject_.grow(40, random)));
  };
  EXPECT_EQ(text(1), text(1));
  const bool one_shape = subject_.name == "sorted-list";  // with as many elements as places
  EXPECT_EQ(text(1) == text(2), one_shape);
}

TEST_P(Grown, RefusesSizesThatThereAreNotByName) {
  std::mt19937_64 random(1);
  for (const auto bad : {std::int64_t{-1}, least_size(subject_) - 1, std::int64_t{10'000'000}}) try {
      subject_.grow(bad, random);
      FAIL() << bad;
    } catch (const korat::finitization_error& e) {
      EXPECT_EQ(std::string(e.what()).find(subject_.name + ": size is " + std::to_string(bad) + ","), 0U) << e.what();
    }
}

std::vector<std::string> names_of_subjects() {
  std::vector<std::string> names;
  for (const auto& s : korat::subjects::all())
    if (s.grow) names.push_back(s.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(subjects, Grown, ::testing::ValuesIn(names_of_subjects()), [](const auto& tested) {
  auto name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

// Neither the standard library nor the machine has a say in what a seed means.
TEST(GrownStructure, IsTheSameEverywhere) {
  std::mt19937_64 random(1);
  const auto& subject = *korat::subjects::find("avl-tree");
  EXPECT_EQ(to_text(as_data(subject, subject.grow(5, random))),
            "tree  size=5\n"
            "└─ root: node0  info=20\n"
            "   ├─ left: node1  left=null, info=0\n"
            "   │  └─ right: node3  left=null, right=null, info=10\n"
            "   └─ right: node2  right=null, info=40\n"
            "      └─ left: node4  left=null, right=null, info=30\n");
}

TEST(GrownStructure, LiesInMemoryInAnotherOrder) {
  using namespace korat::subjects::doubly_linked_list;
  std::mt19937_64 random(1);
  const auto grown = korat::subjects::find("doubly-linked-list")->grow(10'000, random);
  const entry* const header = static_cast<const list*>(grown.root)->header;
  int rising = 0;
  for (const entry* e = header; e->next != header; e = e->next)
    if (std::less{}(e, e->next.get())) ++rising;
  EXPECT_GT(rising, 4'000);
  EXPECT_LT(rising, 6'000);
}

int height_of(const korat::subjects::binary_tree::node* n) {
  return n ? 1 + std::max(height_of(n->left), height_of(n->right)) : 0;
}

TEST(GrownStructure, OfAMillionNodesIsNotDeep) {
  std::mt19937_64 random(1);
  const auto grown = korat::subjects::find("binary-tree")->grow(1'000'000, random);
  EXPECT_LT(height_of(static_cast<const korat::subjects::binary_tree::tree*>(grown.root)->root), 80);
}

// What repair is measured on.
TEST(GrownStructure, OfAMillionObjectsSatisfiesThePredicate) {
  for (const auto* name : {"doubly-linked-list", "binary-tree", "ternary-tree", "avl-tree", "linked-disj-set"}) {
    std::mt19937_64 random(1);
    const auto& subject = *korat::subjects::find(name);
    EXPECT_TRUE(rep_ok(subject, subject.grow(1'000'000, random))) << name;
  }
}

}  // namespace
}  // namespace korat_test::grown_test
