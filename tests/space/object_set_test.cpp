// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Domains of references: null or not, one set or several, interchangeable objects or objects told apart.

#include "looking.hpp"

namespace korat_test::object_set_test {
namespace {

struct thing {
  korat::field<int> tag;
};
struct other {
  int number = 0;
};
struct two {
  korat::field<thing*> a, b;
};
struct three {
  korat::field<thing*> a, b, c;
};

vectors vectors_of_two(std::int64_t objects, korat::object_options<thing> options) {
  korat::finitization<two> bounds;
  auto things = bounds.objects<thing>(objects, std::move(options));
  bounds.set<&two::a>(things).set<&two::b>(things);
  return all_vectors(bounds);
}

TEST(ObjectSet, TakesNullThenUsedObjectsThenOneFreshObject) {
  EXPECT_EQ(vectors_of_two(3, {}), (vectors{{0, 0}, {0, 1}, {1, 0}, {1, 1}, {1, 2}}));
}

TEST(ObjectSet, WithoutNullStartsWithItsFirstObject) {
  EXPECT_EQ(vectors_of_two(3, {.null = korat::null_value::excluded}), (vectors{{0, 0}, {0, 1}}));
}

TEST(ObjectSet, ToldApartTakesAllItsObjectsEverywhere) {
  EXPECT_EQ(vectors_of_two(2, {.symmetry = korat::isomorphism::kept}),
            (vectors{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}));
  EXPECT_EQ(vectors_of_two(2, {.symmetry = korat::isomorphism::kept, .null = korat::null_value::excluded}),
            (vectors{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

TEST(ObjectSet, OfOneObjectAndOfNone) {
  EXPECT_EQ(vectors_of_two(1, {}), (vectors{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
  EXPECT_EQ(vectors_of_two(0, {}), (vectors{{0, 0}}));
}

TEST(ObjectSet, NullIsDecidedForEachMember) {
  korat::finitization<two> bounds;
  auto things = bounds.objects<thing>(2);
  bounds.set<&two::a>(things.without_null()).set<&two::b>(things);
  EXPECT_EQ(all_vectors(bounds), (vectors{{0, 0}, {0, 1}, {0, 2}}));
  korat::finitization<two> reversed;
  auto more = reversed.objects<thing>(2, {.null = korat::null_value::excluded});
  reversed.set<&two::a>(more.with_null()).set<&two::b>(more);
  EXPECT_EQ(all_vectors(reversed), (vectors{{0, 0}, {1, 0}, {1, 1}}));
}

// A fresh object is fresh for all members that share the set, however they treat null.
TEST(ObjectSet, SharedBetweenMembersCountsItsObjectsOnce) {
  korat::finitization<three> bounds;
  auto things = bounds.objects<thing>(3, {.null = korat::null_value::excluded});
  bounds.set<&three::a>(things).set<&three::b>(things).set<&three::c>(things);
  EXPECT_EQ(all_vectors(bounds), (vectors{{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {0, 1, 2}}));  // Bell(3)
}

TEST(ObjectSet, TwoSetsOfOneClassAreCountedApart) {
  korat::finitization<two> bounds;
  auto mine = bounds.objects<thing>(2, {.null = korat::null_value::excluded});
  auto yours = bounds.objects<thing>(2, {.null = korat::null_value::excluded});
  bounds.set<&two::a>(mine).set<&two::b>(yours);
  EXPECT_EQ(all_vectors(bounds), (vectors{{0, 0}}));
  korat::search<two> search(bounds, everything());
  ASSERT_TRUE(search.next());
  EXPECT_NE(search.structure().a, search.structure().b);
}

TEST(ObjectSet, OfAnotherClassIsCountedApart) {
  struct pair {
    korat::field<thing*> t;
    korat::field<other*> o;
  };
  korat::finitization<pair> bounds;
  auto things = bounds.objects<thing>(2);
  auto others = bounds.objects<other>(2);
  bounds.set<&pair::t>(things).set<&pair::o>(others);
  EXPECT_EQ(all_vectors(bounds), (vectors{{0, 0}, {0, 1}, {1, 0}, {1, 1}}));
}

// Which object is fresh depends on the order of reads, not on the order of fields.
TEST(ObjectSet, FreshObjectsAreTakenInTheOrderOfReads) {
  korat::finitization<two> bounds;
  auto things = bounds.objects<thing>(2, {.null = korat::null_value::excluded});
  bounds.set<&two::a>(things).set<&two::b>(things);
  korat::search<two> search(bounds, [](const two& t) { return t.b != nullptr && t.a != nullptr; });
  vectors found;
  while (search.next()) found.push_back(search.vector());
  EXPECT_EQ(found, (vectors{{0, 0}, {1, 0}}));
}

TEST(ObjectSet, ObjectsOfASetAreDistinctAndAligned) {
  struct alignas(64) roomy {
    korat::field<int> x;
    char rest[60];
  };
  struct many {
    korat::field<roomy*> r[4];
  };
  korat::finitization<many> bounds;
  auto rooms = bounds.objects<roomy>(4, {.null = korat::null_value::excluded});
  bounds.set<&many::r>(rooms);
  const auto counts = korat::for_each(
      bounds,
      [](const many& m) {
        return m.r[0] != m.r[1] && m.r[0] != m.r[2] && m.r[1] != m.r[2] && m.r[3] != m.r[0] && m.r[3] != m.r[1] &&
               m.r[3] != m.r[2];
      },
      [](const many& m) {
        for (const auto& r : m.r) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(r.get()) % 64, 0u);
      });
  EXPECT_EQ(counts.valid, 1u);
}

struct shape {
  virtual ~shape() = default;
  virtual int kind() const { return 0; }
};
struct circle : shape {
  int kind() const override { return 1; }
};
struct square : shape {
  int kind() const override { return 2; }
};
struct drawing {
  korat::field<shape*> a, b;
};

TEST(AnyOf, TakesNullThenTheSetsInTheOrderNamedEachUpToAFreshObject) {
  korat::finitization<drawing> bounds;
  auto circles = bounds.objects<circle>(2);
  auto squares = bounds.objects<square>(1);
  bounds.set<&drawing::a>(korat::any_of(squares, circles)).set<&drawing::b>(korat::any_of(squares, circles));
  // 0 null, 1 square0, 2 circle0, 3 circle1
  const vectors expected{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {2, 3}};
  EXPECT_EQ(all_vectors(bounds), expected);
  EXPECT_EQ(all_vectors(bounds, {.direction = korat::direction::backward}),
            vectors(expected.rbegin(), expected.rend()));
  std::vector<int> kinds;
  korat::for_each(bounds, everything(), [&](const drawing& d) { kinds.push_back(d.b == nullptr ? -1 : d.b->kind()); });
  EXPECT_EQ(kinds, (std::vector<int>{-1, 2, 1, -1, 2, 1, -1, 2, 1, 1}));
}

TEST(AnyOf, HasNullIfAnySetHasIt) {
  for (const bool null : {false, true}) {
    korat::finitization<drawing> bounds;
    auto circles = bounds.objects<circle>(1, {.null = korat::null_value::excluded});
    auto squares =
        bounds.objects<square>(1, {.null = null ? korat::null_value::included : korat::null_value::excluded});
    bounds.set<&drawing::a>(korat::any_of(circles, squares));
    EXPECT_EQ(all_vectors(bounds).size(), null ? 3u : 2u);
  }
}

TEST(AnyOf, SkipsEmptySets) {
  korat::finitization<drawing> bounds;
  auto none = bounds.objects<circle>(0);
  auto squares = bounds.objects<square>(2);
  auto nothing = bounds.objects<shape>(0);
  bounds.set<&drawing::a>(korat::any_of(none.without_null(), squares.without_null(), nothing.without_null()))
      .set<&drawing::b>(korat::any_of(none.without_null(), squares.without_null(), nothing.without_null()));
  EXPECT_EQ(all_vectors(bounds), (vectors{{0, 0}, {0, 1}}));
}

TEST(AnyOf, MixesObjectsToldApartWithInterchangeableOnes) {
  korat::finitization<drawing> bounds;
  auto circles = bounds.objects<circle>(2, {.symmetry = korat::isomorphism::kept, .null = korat::null_value::excluded});
  auto squares = bounds.objects<square>(2, {.null = korat::null_value::excluded});
  bounds.set<&drawing::a>(korat::any_of(circles, squares)).set<&drawing::b>(korat::any_of(circles, squares));
  // 0, 1: circles told apart; 2, 3: squares
  EXPECT_EQ(all_vectors(bounds),
            (vectors{{0, 0}, {0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}, {2, 3}}));
}

TEST(AnyOf, SharesTheCountOfUsedObjectsWithTheSetAlone) {
  struct pair {
    korat::field<circle*> alone;
    korat::field<shape*> any;
  };
  korat::finitization<pair> bounds;
  auto circles = bounds.objects<circle>(2, {.null = korat::null_value::excluded});
  auto squares = bounds.objects<square>(1, {.null = korat::null_value::excluded});
  bounds.set<&pair::alone>(circles).set<&pair::any>(korat::any_of(circles, squares));
  EXPECT_EQ(all_vectors(bounds), (vectors{{0, 0}, {0, 1}, {0, 2}}));
}

struct city {
  korat::field<int> size;
};
struct country {
  korat::array<city*> cities;
  korat::field<city*> capital;
};

TEST(EachOf, IsAListOfAllObjectsWithNothingToSearch) {
  korat::finitization<country> bounds;
  auto cities = bounds.objects<city>(3);
  bounds.set<&country::cities>(korat::each_of(cities))
      .set<&country::capital>(cities)
      .set<&city::size>(korat::between(0, 1));
  korat::search<country> search(bounds, [](const country& c) {
    if (c.cities.size() != 3 || c.cities[0] == c.cities[1] || c.cities[1] == c.cities[2] || c.cities[0] == c.cities[2])
      return false;
    int sum = 0;
    for (const city* one : c.cities) sum += one->size;
    return sum == 2 && c.capital != nullptr;
  });
  std::size_t valid = 0;
  for (; search.next_valid(); ++valid) EXPECT_EQ(search.structure().cities.size(), 3);
  // Three ways to have two large cities; the capital is the one fresh object of the set: being listed is no use of it.
  EXPECT_EQ(valid, 3u);
}

TEST(EachOf, OfAnEmptySetIsAnEmptyArray) {
  korat::finitization<country> bounds;
  auto cities = bounds.objects<city>(0);
  bounds.set<&country::cities>(korat::each_of(cities));
  korat::search<country> search(bounds, [](const country& c) { return c.cities.empty(); });
  EXPECT_TRUE(search.next_valid());
  EXPECT_FALSE(search.next_valid());
}

}  // namespace
}  // namespace korat_test::object_set_test
