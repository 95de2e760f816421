// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The two doors, read() and field<T>, in a search: which reads are noticed, when, and which are not.

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "korat/korat.hpp"

namespace korat_test::read_test {
namespace {

using names = std::vector<std::string>;

/// The fields of the first candidate, by name, in the order of their first reads. Completion adds none, because the
/// predicate answers false.
template <class Root, class Look>
names reads_of(const korat::finitization<Root>& bounds, Look look) {
  korat::search<Root> search(bounds,
                             [look](const Root& root) {
                               look(root);
                               return false;
                             },
                             {.self_checks = 0});
  EXPECT_TRUE(search.next());
  names result;
  for (const auto index : search.accessed()) {
    const auto name = search.field(index);
    result.push_back(name.object + "." + name.member);
  }
  return result;
}

struct both {
  korat::field<int> noticed;
  int plain = 0;
  korat::field<std::string> text;
  std::string plain_text;
  int unbound = 5;
};

korat::finitization<both> all_of_it() {
  korat::finitization<both> bounds("both");
  bounds.set<&both::noticed>(korat::between(0, 3))
      .set<&both::plain>(korat::between(0, 3))
      .set<&both::text>(korat::one_of("a", "b"))
      .set<&both::plain_text>(korat::one_of("a", "b"));
  return bounds;
}

TEST(Read, GivesANumberByValueAndAClassItself) {
  both b;
  EXPECT_EQ(&korat::read(b.plain_text), &b.plain_text);
  static_assert(std::is_same_v<decltype(korat::read(b.plain)), int>);
}

TEST(Read, OutsideASearchJustReads) {
  both b;
  b.plain = 4;
  EXPECT_EQ(korat::read(b.plain), 4);
  const int local = 7;
  EXPECT_EQ(korat::read(local), 7);
}

TEST(Read, IsNoticedInOrderOfFirstReads) {
  const auto seen = reads_of(all_of_it(), [](const both& b) {
    (void)korat::read(b.plain_text);
    (void)korat::read(b.plain);
    (void)b.noticed.get();
    (void)b.text->size();
  });
  EXPECT_EQ(seen, (names{"both.plain_text", "both.plain", "both.noticed", "both.text"}));
}

TEST(Read, IsNoticedOnceHoweverOftenItHappens) {
  const auto seen = reads_of(all_of_it(), [](const both& b) {
    for (int i = 0; i < 3; ++i) (void)korat::read(b.plain), (void)b.noticed.get();
  });
  EXPECT_EQ(seen, (names{"both.plain", "both.noticed"}));
}

TEST(Read, OfAnUnboundMemberIsNoChoice) {
  EXPECT_EQ(reads_of(all_of_it(), [](const both& b) { (void)korat::read(b.unbound); }), names{});
}

TEST(Read, WithoutEitherDoorIsNotNoticed) {
  EXPECT_EQ(reads_of(all_of_it(), [](const both& b) { return b.plain == 0; }), names{});
}

TEST(Read, TakingAReferenceToAFieldIsNoRead) {
  const auto seen = reads_of(all_of_it(), [](const both& b) {
    const auto& f = b.noticed;
    const auto* p = &b.text;
    (void)f, (void)p;
  });
  EXPECT_EQ(seen, names{});
}

TEST(Read, EveryWayToLookAtAFieldIsNoticed) {
  const auto bounds = all_of_it();
  const names expected{"both.noticed"};
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return b.noticed == 0; }), expected);
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return 0 < b.noticed; }), expected);
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return b.noticed + 1; }), expected);
  EXPECT_EQ(reads_of(bounds,
                     [](const both& b) {
                       const int n = b.noticed;
                       return n;
                     }),
            expected);
  EXPECT_EQ(reads_of(bounds,
                     [](const both& b) {
                       const auto copy = b.noticed;
                       return copy.get();
                     }),
            expected);
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return b.noticed ? 1 : 2; }), expected);
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return korat::read(b.noticed).get(); }), expected);
  const names text{"both.text"};
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return b.text == "a"; }), text);
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return b.text < std::string("a"); }), text);
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return b.text[0u]; }), text);
  EXPECT_EQ(reads_of(bounds, [](const both& b) { return b.text->empty(); }), text);
}

TEST(Read, ComparingTwoFieldsReadsLeftThenRight) {
  struct two {
    korat::field<std::string> a, b;
  };
  korat::finitization<two> bounds("two");
  bounds.set<&two::a>(korat::one_of("x", "y")).set<&two::b>(korat::one_of("x", "y"));
  EXPECT_EQ(reads_of(bounds, [](const two& t) { return t.a == t.b; }), (names{"two.a", "two.b"}));
  EXPECT_EQ(reads_of(bounds, [](const two& t) { return t.b < t.a; }), (names{"two.b", "two.a"}));
}

TEST(Read, ShortCircuitingLeavesTheRestUnread) {
  struct two {
    korat::field<bool> a, b;
  };
  korat::finitization<two> bounds("two");
  bounds.set<&two::a>(korat::any_bool).set<&two::b>(korat::any_bool);
  EXPECT_EQ(reads_of(bounds, [](const two& t) { return t.a && t.b; }), (names{"two.a"}));
  EXPECT_EQ(reads_of(bounds, [](const two& t) { return t.a || t.b; }), (names{"two.a", "two.b"}));
}

TEST(Read, OfAnArraysElementsIsNoticedOneByOne) {
  struct fixed {
    korat::field<int> values[3];
    std::array<int, 2> plain{};
  };
  korat::finitization<fixed> bounds("fixed");
  bounds.set<&fixed::values>(korat::between(0, 1)).set<&fixed::plain>(korat::between(0, 1));
  const auto seen = reads_of(bounds, [](const fixed& f) {
    (void)f.values[2].get();
    (void)korat::read(f.plain[1]);
    (void)f.values[0].get();
  });
  EXPECT_EQ(seen, (names{"fixed.values[2]", "fixed.plain[1]", "fixed.values[0]"}));
}

TEST(Read, OfAnyByteOfAFieldCountsForTheField) {
  struct wide {
    std::int64_t value = 0;
  };
  korat::finitization<wide> bounds("wide");
  bounds.set<&wide::value>(korat::between(0, 1));
  const auto seen =
      reads_of(bounds, [](const wide& w) { (void)korat::read(reinterpret_cast<const unsigned char*>(&w.value)[5]); });
  EXPECT_EQ(seen, (names{"wide.value"}));
}

TEST(Read, OfNeighbouringBytesTellsThemApart) {
  struct packed {
    korat::field<bool> a, b, c;
    korat::field<char> d;
    korat::field<std::int16_t> e;
  };
  korat::finitization<packed> bounds("packed");
  bounds.set<&packed::a>(korat::any_bool)
      .set<&packed::b>(korat::any_bool)
      .set<&packed::c>(korat::any_bool)
      .set<&packed::d>(korat::between('a', 'c'))
      .set<&packed::e>(korat::between(-1, 1));
  const auto seen = reads_of(bounds, [](const packed& p) {
    (void)p.c.get(), (void)p.e.get(), (void)p.a.get(), (void)p.d.get(), (void)p.b.get();
  });
  EXPECT_EQ(seen, (names{"packed.c", "packed.e", "packed.a", "packed.d", "packed.b"}));
}

TEST(Read, BetweenStepsIsTheUsersOwn) {
  korat::search<both> search(all_of_it(), [](const both& b) { return b.noticed == 2; });
  ASSERT_TRUE(search.next_valid());
  const auto before = search.vector();
  EXPECT_EQ(search.structure().noticed, 2);
  EXPECT_EQ(search.structure().text, "a");
  EXPECT_EQ(search.vector(), before);
  EXPECT_TRUE(search.next());
}

TEST(Write, BetweenStepsIsTheUsersOwn) {
  korat::search<both> search(all_of_it(), [](const both& b) { return b.noticed == 2; });
  ASSERT_TRUE(search.next_valid());
  search.structure_to_change().noticed = 77;
  EXPECT_EQ(search.structure().noticed, 77);
  search.restore();
  EXPECT_EQ(search.structure().noticed, 2);
}

}  // namespace
}  // namespace korat_test::read_test
