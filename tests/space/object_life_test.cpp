// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The objects of a search: made once by their constructors, initialised, put back after changes, destroyed once.

#include <memory>
#include <stdexcept>

#include "looking.hpp"

namespace korat_test::object_life_test {
namespace {

struct counted {
  static inline int alive = 0;
  counted() { ++alive; }
  counted(const counted&) = delete;
  counted& operator=(const counted&) = delete;
  ~counted() { --alive; }
  korat::field<counted*> next;
  korat::field<int> key;
  int index = -1;
};
struct owner {
  korat::field<counted*> head;
  korat::field<std::string> name;
  std::string unbound = "made by the constructor, longer than the small buffer";
};

korat::finitization<owner> bounded(std::int64_t objects) {
  korat::finitization<owner> bounds;
  auto nodes = bounds.objects<counted>(
      objects, {.initialize = [](counted& c, std::uint32_t i) { c.index = static_cast<int>(i); }});
  bounds.set<&owner::head>(nodes)
      .set<&owner::name>(korat::one_of("short", "a name so long that it is kept on the heap, and longer still"))
      .set<&counted::next>(nodes)
      .set<&counted::key>(korat::between(0, 1));
  return bounds;
}

TEST(ObjectLife, EveryObjectIsDestroyedAsOftenAsItIsMade) {
  {
    korat::search<owner> search(bounded(3), everything());
    EXPECT_EQ(counted::alive, 3);
    while (search.next()) EXPECT_EQ(counted::alive, 3);
  }
  EXPECT_EQ(counted::alive, 0);
  {
    korat::search<owner> stopped(bounded(3), everything());
    stopped.next();
  }
  EXPECT_EQ(counted::alive, 0);
}

TEST(ObjectLife, ObjectsAreInitialisedWithTheirIndex) {
  std::vector<int> indexes;
  korat::for_each(
      bounded(2),
      [](const owner& o) {
        return o.head != nullptr && o.head->next != nullptr && o.head->next != o.head && o.head->next->next == nullptr;
      },
      [&](const owner& o) {
        indexes = {o.head->index, o.head->next->index};
      });
  EXPECT_EQ(indexes, (std::vector<int>{0, 1}));
}

TEST(ObjectLife, MembersThatAreNotSearchedStayAsMade) {
  korat::for_each(bounded(1), everything(), [](const owner& o) { EXPECT_EQ(o.unbound, owner().unbound); });
}

// The objects are put back whatever was done to them in place. Values of classes that own memory (strings) are
// assigned, not copied byte by byte: nothing leaks and nothing is freed twice, which a build with sanitizers sees.
TEST(ObjectLife, StringsChangedInPlaceArePutBack) {
  std::vector<std::string> names;
  korat::for_each(bounded(1), everything(), [&](owner& o) {
    names.push_back(o.name);
    o.name = std::string(200, 'x');
    o.head = nullptr;
  });
  const auto expected = [] {
    std::vector<std::string> result;
    korat::for_each(bounded(1), everything(), [&](const owner& o) { result.push_back(o.name); });
    return result;
  }();
  EXPECT_EQ(names, expected);
}

TEST(ObjectLife, MembersThatAreNotSearchedArePutBackToo) {
  struct with_cache {
    korat::field<int> key;
    int cache = 5;
  };
  korat::finitization<with_cache> bounds;
  bounds.set<&with_cache::key>(korat::between(0, 3));
  int visits = 0;
  korat::for_each(bounds, everything(), [&](with_cache& w) {
    ++visits;
    EXPECT_EQ(w.cache, 5);
    w.cache = 77;
  });
  EXPECT_EQ(visits, 4);
}

// A mutating visitor may use members that own memory: what it leaves in them is gone at the next structure.
TEST(ObjectLife, MembersThatOwnMemoryMayBeChangedInPlace) {
  struct with_log {
    korat::field<int> key;
    std::vector<int> log{1, 2, 3};
    std::string note = "a note that is longer than the small-string buffer";
  };
  korat::finitization<with_log> bounds;
  bounds.set<&with_log::key>(korat::between(0, 3));
  int visits = 0;
  korat::for_each(bounds, everything(), [&](with_log& w) {
    ++visits;
    EXPECT_EQ(w.log.size(), 3u);
    EXPECT_EQ(w.note, with_log().note);
    for (int i = 0; i < 100; ++i) w.log.push_back(i);
    w.note.assign(500, 'y');
  });
  EXPECT_EQ(visits, 4);
}

TEST(ObjectLife, ArraysMayBeResizedInPlace) {
  struct with_array {
    korat::array<int> items;
    korat::array<std::string> names;
  };
  korat::finitization<with_array> bounds;
  bounds.set<&with_array::items>(korat::array_of(korat::between(0, 1)).with_length(korat::between(0, 2)))
      .set<&with_array::names>(korat::array_of(korat::one_of("a", "a name that is too long for the small buffer"))
                                   .with_length(korat::between(1, 1)));
  std::size_t visits = 0, items = 0;
  korat::for_each(bounds, everything(), [&](with_array& w) {
    ++visits;
    items += static_cast<std::size_t>(w.items.size());
    EXPECT_EQ(w.names.size(), 1);
    w.items.resize(50);
    w.items[49] = 7;
    w.names.resize(3);
    w.names[2] = std::string(100, 'n');
  });
  EXPECT_EQ(visits, 14u);
  EXPECT_EQ(items, 2 * (2 * 1 + 4 * 2u));
}

struct refuses {
  static inline int alive = 0;
  static inline int made = 0;
  static inline int fails_at = 1000;
  refuses() {
    if (++made == fails_at) throw std::runtime_error("refused");
    ++alive;
  }
  ~refuses() { --alive; }
  korat::field<int> key;
};
struct box {
  korat::field<refuses*> content;
};

TEST(ObjectLife, AConstructorThatThrowsLeavesNoObjectBehind) {
  korat::finitization<box> bounds;
  auto objects = bounds.objects<refuses>(3);
  bounds.set<&box::content>(objects).set<&refuses::key>(korat::between(0, 1));
  refuses::made = 0;
  { const korat::search<box> counts_them(bounds, everything()); }
  const int needed = refuses::made;
  ASSERT_GE(needed, 3);
  for (int at = 1; at <= needed; ++at) {
    refuses::made = 0;
    refuses::fails_at = at;
    EXPECT_THROW(korat::search<box>(bounds, everything()), std::runtime_error) << at;
    EXPECT_EQ(refuses::alive, 0) << at;
  }
  refuses::fails_at = 1000;
  EXPECT_EQ(all_vectors(bounds).size(), 3u);
}

/// A value whose copies may fail.
struct fragile {
  int number = 0;
  bool breaks = false;
  fragile() = default;
  fragile(int n, bool b) : number(n), breaks(b) {}
  fragile(const fragile&) = default;
  fragile& operator=(const fragile& other) {
    if (other.breaks) throw std::runtime_error("no copy of this one");
    number = other.number;
    return *this;
  }
  ~fragile() {}
  bool operator==(const fragile& other) const { return number == other.number; }
};
struct holds_fragile {
  korat::field<int> key;
  korat::field<fragile> value;
  korat::field<int> last;
};

TEST(ObjectLife, AnAssignmentThatThrowsIsReportedByName) {
  korat::finitization<holds_fragile> bounds("holder");
  bounds.set<&holds_fragile::key>(korat::between(0, 9))
      .set<&holds_fragile::value>(
          korat::one_of(fragile(1, false), fragile(2, false), fragile(3, true), fragile(4, false)))
      .set<&holds_fragile::last>(korat::between(0, 1));
  const auto expect_said = [&](const auto& predicate, korat::search_options options) {
    korat::search<holds_fragile> search(bounds, predicate, options);
    try {
      while (search.next()) continue;
      ADD_FAILURE() << "nothing was thrown";
    } catch (const korat::finitization_error& e) {
      const std::string what = e.what();
      EXPECT_NE(what.find("holds_fragile::value"), std::string::npos) << what;
      EXPECT_NE(what.find("no copy of this one"), std::string::npos) << what;
    }
    EXPECT_EQ(search.outcome(), korat::outcome::failed);
    EXPECT_FALSE(search.next());
  };
  for (const auto engine : {korat::engine::reexecute, korat::engine::checkpoint})
    for (const std::uint64_t self_checks : {std::uint64_t{0}, std::uint64_t{100}})
      for (const auto way : {korat::direction::forward, korat::direction::backward}) {
        const korat::search_options options{.engine = engine, .direction = way, .self_checks = self_checks};
        expect_said([](const holds_fragile& h) { return h.key == 5 && h.value.get().number > 0 && h.last == 1; },
                    options);
        expect_said(everything(), options);
      }
}

// Destructors see the objects as they were made, not the pointers the search put there.
struct releases {
  ~releases() { delete owned.get(); }
  korat::field<releases*> owned;
};

TEST(ObjectLife, DestructorsFollowNoPointerOfTheSearch) {
  korat::finitization<releases> bounds;
  auto objects = bounds.objects<releases>(2);
  bounds.set<&releases::owned>(objects);
  EXPECT_GT(all_vectors(bounds).size(), 2u);
}

// Constructors may use their fields like any others.
struct talkative {
  talkative() {
    key = 3;
    key = key + 1;
  }
  korat::field<int> key;
  korat::field<int> other;
};

TEST(ObjectLife, ConstructorsMayReadAndWriteTheirFields) {
  korat::finitization<talkative> bounds;
  bounds.set<&talkative::other>(korat::between(0, 1));
  int sum = 0;
  korat::for_each(bounds, everything(), [&](const talkative& t) { sum += t.key; });
  EXPECT_EQ(sum, 8);
}

}  // namespace
}  // namespace korat_test::object_life_test
