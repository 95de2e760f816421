// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Members that the predicate reads and the finitization does not name. They keep what the constructor gave them, and
// the structures that they would lead to are missing: that is said.

#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "healthy.hpp"

namespace korat_test::unbound_test {
namespace {

struct item {
  korat::field<int> key;
  korat::field<item*> next;
  korat::field<int> colour{3};
  korat::field<std::int64_t> count;
};
struct items {
  korat::field<item*> first;
};

korat::finitization<items> bounded() {
  korat::finitization<items> bounds("items");
  auto set = bounds.objects<item>(3);
  bounds.set<&items::first>(set).set<&item::key>(korat::between(0, 2));
  return bounds;
}

bool rising(const items& all) {
  korat::set<const item*> seen;
  int last = -1;
  for (const item* i = all.first; i; i = i->next) {
    if (!seen.insert(i).second || i->key < last) return false;
    last = i->key;
  }
  return true;
}

template <class Root, class Predicate>
std::string note_of(const korat::finitization<Root>& bounds, Predicate predicate, korat::search_options options = {}) {
  korat::search<Root> search(bounds, predicate, options);
  while (search.next_valid()) {
  }
  return search.engine_note().value_or("");
}

bool says(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Unbound, AReferenceThatIsReadIsAnError) {
  for (const auto kind : {korat::engine::reexecute, korat::engine::checkpoint}) try {
      note_of(bounded(), rising, {.engine = kind});
      FAIL() << "lists of one item were taken for all there are";
    } catch (const korat::predicate_error& e) {
      EXPECT_STREQ(korat::name_of(e.why().kind), "unbound-read") << e.what();
      EXPECT_TRUE(says(e.what(), "item that lies 8 bytes from its beginning")) << e.what();
      EXPECT_TRUE(says(e.what(), "item::key")) << e.what();
      EXPECT_TRUE(says(e.what(), "keep<>()")) << e.what();
    }
  expect_healthy_search();
}

// Nothing else is read of the objects that it would lead to.
TEST(Unbound, AReferenceThatIsOnlyFollowedIsAnError) {
  const auto short_list = [](const items& all) {
    int length = 0;
    for (const item* i = all.first; i && length < 4; i = i->next) ++length;
    return length < 4;
  };
  EXPECT_THROW(note_of(bounded(), short_list), korat::predicate_error);
}

TEST(Unbound, WhatIsKeptIsMeant) {
  auto bounds = bounded();
  bounds.keep<&item::next>();
  EXPECT_EQ(korat::for_each(bounds, rising, [](const items&) {}).valid, 4u);
  EXPECT_FALSE(says(note_of(bounds, rising), "no domain"));
}

TEST(Unbound, AValueThatIsReadIsNoted) {
  const auto predicate = [](const items& all) { return !all.first || (all.first->colour == 3 && all.first->key == 1); };
  const auto note = note_of(bounded(), predicate);
  EXPECT_TRUE(says(note, "lies 16 bytes from its beginning") && says(note, "always holds 3") && says(note, "no domain"))
      << note;
  auto bounds = bounded();
  bounds.keep<&item::colour>();
  EXPECT_FALSE(says(note_of(bounds, predicate), "no domain"));
}

TEST(Unbound, ANumberOfTheSizeOfAPointerIsNoError) {
  const auto note = note_of(bounded(), [](const items& all) { return all.first && all.first->count == 0; });
  EXPECT_TRUE(says(note, "lies 24 bytes from its beginning")) << note;
}

TEST(Unbound, WhatIsNotReadIsNotNoted) {
  EXPECT_FALSE(
      says(note_of(bounded(), [](const items& all) { return all.first && all.first->key == 1; }), "no domain"));
}

TEST(Unbound, WhatTheFinitizationInitializesIsMeant) {
  korat::finitization<items> bounds("items");
  auto set = bounds.objects<item>(
      2, {.initialize = [](item& i, std::uint32_t index) { i.colour = static_cast<int>(index) + 3; }});
  bounds.set<&items::first>(set).set<&item::key>(korat::between(0, 2));
  EXPECT_FALSE(
      says(note_of(bounds, [](const items& all) { return all.first && all.first->colour == 3; }), "no domain"));
}

struct with_virtuals {
  virtual ~with_virtuals() = default;
  virtual bool good() const { return korat::read(number) != 1; }
  int number = 0;
  const char* name = "a constant";
};

TEST(Unbound, TablesOfVirtualFunctionsAndConstantsAreMeant) {
  korat::finitization<with_virtuals> bounds("virtuals");
  bounds.set<&with_virtuals::number>(korat::between(0, 2));
  const auto predicate = [](const with_virtuals& v) {
    // As code compiled through the pass reads it.
    const void* const table = korat::read(*reinterpret_cast<void* const*>(&v));
    return table != nullptr && korat::read(v.name) != nullptr && v.good();
  };
  EXPECT_FALSE(says(note_of(bounds, predicate), "no domain"));
}

// --- fields that a structure has only sometimes

struct link {
  korat::field<bool> used;
  korat::field<link*> left;  // means something where it is used
};
struct chain {
  korat::field<link*> first;
};

korat::finitization<chain> chains(int links) {
  korat::finitization<chain> bounds("chain");
  auto set = bounds.objects<link>(links);
  bounds.set<&chain::first>(set.without_null()).set<&link::used>(korat::any_bool).set<&link::left>(set.without_null());
  return bounds;
}

bool is_chain(const chain& c) {
  korat::set<const link*> seen;
  const link* l = c.first;
  for (; seen.insert(l).second; l = l->left)
    if (!l->used) return seen.size() == 4;
  return false;
}

TEST(LeftUnread, AnInactivePartIsNoPartOfTheStructure) {
  auto bounds = chains(4);
  EXPECT_EQ(korat::for_each(bounds, is_chain, [](const chain&) {}).valid, 4u) << "the last one's left is anything";
  bounds.leave_unread<&link::left>();
  for (const auto kind : {korat::engine::reexecute, korat::engine::checkpoint}) {
    korat::search<chain> search(bounds, is_chain, {.engine = kind});
    ASSERT_TRUE(search.next_valid());
    EXPECT_EQ(search.structure().first->left->left->left->left.get(), search.structure().first.get())
        << "the first value";
    EXPECT_FALSE(search.next_valid());
    EXPECT_EQ(search.statistics().valid, 1u);
    EXPECT_EQ(search.coverage().covered, search.coverage().space);
  }
}

TEST(LeftUnread, NeedsADomain) {
  korat::finitization<chain> bounds("chain");
  EXPECT_THROW(bounds.leave_unread<&link::left>(), korat::finitization_error);
}

}  // namespace
}  // namespace korat_test::unbound_test
