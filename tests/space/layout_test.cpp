// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The candidate vector: the root's fields, then the objects of each set in the order of creation; fields in the order
// the finitization names them; an array gives its length, then its elements.

#include <array>

#include "looking.hpp"

namespace korat_test::layout_test {
namespace {

struct node {
  korat::field<node*> left, right;
  korat::field<int> key;
};
struct leaf {
  korat::field<int> weight;
};
struct tree {
  korat::field<node*> root;
  korat::field<int> size;
  korat::field<leaf*> best;
};

TEST(Layout, RootComesFirstThenTheSetsInTheOrderOfCreation) {
  korat::finitization<tree> bounds;
  auto leaves = bounds.objects<leaf>(1);
  auto nodes = bounds.objects<node>(2);
  bounds.set<&node::left>(nodes)
      .set<&tree::root>(nodes)
      .set<&leaf::weight>(korat::between(0, 1))
      .set<&node::right>(nodes)
      .set<&tree::size>(korat::between(0, 2))
      .set<&tree::best>(leaves);
  EXPECT_EQ(fields_of(bounds), (names{"tree.root", "tree.size", "tree.best", "leaf0.weight", "node0.left",
                                      "node0.right", "node1.left", "node1.right"}));
}

TEST(Layout, FieldsOfAnObjectComeInTheOrderTheFinitizationNamesThem) {
  korat::finitization<tree> bounds;
  auto nodes = bounds.objects<node>(1);
  bounds.set<&tree::size>(korat::between(0, 2))
      .set<&tree::root>(nodes)
      .set<&node::key>(korat::between(0, 1))
      .set<&node::left>(nodes);
  EXPECT_EQ(fields_of(bounds), (names{"tree.size", "tree.root", "node0.key", "node0.left"}));
}

TEST(Layout, MembersThatAreNotBoundHaveNoField) {
  korat::finitization<tree> bounds;
  EXPECT_EQ(fields_of(bounds), names{});
  bounds.set<&tree::size>(korat::between(0, 2));
  EXPECT_EQ(fields_of(bounds), names{"tree.size"});
}

TEST(Layout, AnEmptySetHasNoFields) {
  korat::finitization<tree> bounds;
  auto nodes = bounds.objects<node>(0);
  bounds.set<&tree::root>(nodes).set<&node::left>(nodes);
  EXPECT_EQ(fields_of(bounds), names{"tree.root"});
}

TEST(Layout, TheRootsClassMayHaveASetOfItsOwn) {
  korat::finitization<node> bounds;
  auto nodes = bounds.objects<node>(2);
  bounds.set<&node::left>(nodes).set<&node::key>(korat::between(0, 1));
  EXPECT_EQ(fields_of(bounds), (names{"node.left", "node.key", "node0.left", "node0.key", "node1.left", "node1.key"}));
}

TEST(Layout, TwoSetsOfOneClassAreTwoGroupsOfObjects) {
  korat::finitization<tree> bounds;
  auto first = bounds.objects<node>(1);
  auto second = bounds.objects<node>(1);
  bounds.set<&tree::root>(korat::any_of(first, second)).set<&node::key>(korat::between(0, 1));
  const auto fields = fields_of(bounds);
  ASSERT_EQ(fields.size(), 3u);
  EXPECT_NE(fields[1], fields[2]) << "the names of objects are unique";
}

TEST(Layout, AnArrayGivesItsLengthThenItsElements) {
  struct heap {
    korat::array<int> keys;
    korat::field<int> size;
  };
  korat::finitization<heap> bounds;
  bounds.set<&heap::keys>(korat::array_of(korat::between(-1, 1)).with_length(korat::between(1, 3)))
      .set<&heap::size>(korat::between(0, 3));
  EXPECT_EQ(fields_of(bounds),
            (names{"heap.keys.length", "heap.keys[0]", "heap.keys[1]", "heap.keys[2]", "heap.size"}));
}

TEST(Layout, AnArrayThatIsAlwaysEmptyIsItsLength) {
  struct heap {
    korat::array<int> keys;
  };
  korat::finitization<heap> bounds;
  bounds.set<&heap::keys>(korat::array_of(korat::between(0, 1)).with_length(korat::between(0, 0)));
  EXPECT_EQ(fields_of(bounds), (names{"heap.keys.length"}));
}

TEST(Layout, ALengthMayBeANumber) {
  struct heap {
    korat::array<int> keys;
  };
  for (const auto& keys : {korat::array_of(korat::between(0, 1)).with_length(3),
                           korat::array_of(korat::between(0, 1)).with_length(korat::exactly(3))}) {
    korat::finitization<heap> bounds;
    bounds.set<&heap::keys>(keys);
    EXPECT_EQ(korat::for_each(
                  bounds, [](const heap& h) { return h.keys.size() == 3; }, [](const heap&) {})
                  .valid,
              8u);
  }
  EXPECT_THROW((void)korat::array_of(korat::any_bool).with_length(korat::one_of(1, 2)), korat::finitization_error);
}

TEST(Layout, FixedArraysOfEveryKindGiveTheirElements) {
  struct fixed {
    korat::field<int> a[2];
    int b[2];
    std::array<korat::field<int>, 2> c;
    std::array<int, 2> d;
    int e[2][2];
    std::array<std::array<korat::field<int>, 1>, 2> f;
  };
  korat::finitization<fixed> bounds;
  const auto bit = korat::between(0, 1);
  bounds.set<&fixed::a>(bit)
      .set<&fixed::b>(bit)
      .set<&fixed::c>(bit)
      .set<&fixed::d>(bit)
      .set<&fixed::e>(bit)
      .set<&fixed::f>(bit);
  const auto fields = fields_of(bounds);
  EXPECT_EQ(fields.size(), 14u);
  EXPECT_EQ((names(fields.begin(), fields.begin() + 8)),
            (names{"fixed.a[0]", "fixed.a[1]", "fixed.b[0]", "fixed.b[1]", "fixed.c[0]", "fixed.c[1]", "fixed.d[0]",
                   "fixed.d[1]"}));
}

TEST(Layout, TheFirstCandidateIsAllZeros) {
  korat::finitization<tree> bounds;
  auto nodes = bounds.objects<node>(2);
  bounds.set<&tree::root>(nodes).set<&tree::size>(korat::between(5, 7)).set<&node::left>(nodes.without_null());
  korat::search<tree> search(bounds, everything());
  ASSERT_TRUE(search.next());
  EXPECT_EQ(search.vector(), (std::vector<std::uint32_t>{0, 0, 0, 0}));
  EXPECT_EQ(search.structure().size, 5);
  EXPECT_EQ(search.structure().root, nullptr);
}

TEST(Layout, EveryFieldKnowsTheSizeOfItsDomain) {
  korat::finitization<tree> bounds;
  auto nodes = bounds.objects<node>(3);
  bounds.set<&tree::root>(nodes)
      .set<&tree::size>(korat::between(5, 7))
      .set<&node::left>(nodes.without_null())
      .set<&node::key>(korat::exactly(9));
  const korat::search<tree> search(bounds, everything());
  std::vector<std::uint32_t> sizes;
  for (std::size_t i = 0; i < 4; ++i) sizes.push_back(search.domain_size(i));
  EXPECT_EQ(sizes, (std::vector<std::uint32_t>{4, 3, 3, 1}));
}

TEST(Layout, TheSpaceIsNamedAfterTheRootUnlessNamed) {
  EXPECT_EQ(korat::search<tree>(korat::finitization<tree>(), everything()).name(), "tree");
  EXPECT_EQ(korat::search<tree>(korat::finitization<tree>("my tree"), everything()).name(), "my tree");
}

template <class T>
struct box {
  korat::field<T> content;
};

TEST(Layout, NamesOfTemplatesAreWholeAndMembersBare) {
  korat::finitization<box<int>> bounds;
  bounds.set<&box<int>::content>(korat::between(0, 1));
  EXPECT_EQ(fields_of(bounds), names{"box<int>.content"});
}

TEST(Layout, AFinitizationMayBeCopiedAndItsSetsServeTheCopy) {
  korat::finitization<tree> bounds;
  auto nodes = bounds.objects<node>(1);
  auto copy = bounds;
  copy.set<&tree::root>(nodes).set<&node::left>(nodes);
  EXPECT_EQ(fields_of(copy), (names{"tree.root", "node0.left"}));
  EXPECT_EQ(fields_of(bounds), names{});
}

// Fields of many sizes beside each other, each with its own value: nothing spills over.
TEST(Layout, NeighboursOfEveryWidthKeepTheirValues) {
  struct mixed {
    korat::field<bool> a;
    korat::field<std::uint8_t> b;
    korat::field<std::int16_t> c;
    korat::field<std::int32_t> d;
    korat::field<char> e;
    korat::field<std::int64_t> f;
    korat::field<bool> g;
    korat::field<std::string> h;
    korat::field<bool> i;
  };
  korat::finitization<mixed> bounds;
  bounds.set<&mixed::a>(korat::exactly(true))
      .set<&mixed::b>(korat::exactly(0xab))
      .set<&mixed::c>(korat::exactly(-12345))
      .set<&mixed::d>(korat::exactly(0x12345678))
      .set<&mixed::e>(korat::exactly('e'))
      .set<&mixed::f>(korat::exactly(std::int64_t{-0x1234'5678'9abc}))
      .set<&mixed::g>(korat::exactly(true))
      .set<&mixed::h>(korat::exactly(std::string("a string longer than the small-string buffer")))
      .set<&mixed::i>(korat::exactly(true));
  korat::search<mixed> search(bounds, everything());
  ASSERT_TRUE(search.next());
  const auto& m = search.structure();
  EXPECT_TRUE(m.a && m.g && m.i);
  EXPECT_EQ(m.b, 0xab);
  EXPECT_EQ(m.c, -12345);
  EXPECT_EQ(m.d, 0x12345678);
  EXPECT_EQ(m.e, 'e');
  EXPECT_EQ(m.f, -0x1234'5678'9abc);
  EXPECT_EQ(m.h, "a string longer than the small-string buffer");
}

}  // namespace
}  // namespace korat_test::layout_test
