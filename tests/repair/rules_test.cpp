// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Each rule alone, on a structure that is all right but for one field: it proposes what was there, and nothing else.

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "image/image.hpp"
#include "image/live.hpp"
#include "korat/korat.hpp"
#include "korat/repair.hpp"
#include "repair/covering.hpp"
#include "repair/propose.hpp"
#include "repair/rules/distinct.hpp"
#include "repair/rules/increasing.hpp"
#include "repair/rules/union_find.hpp"

namespace korat_test::rules_test {
namespace {

using korat::field;
using korat::detail::rule;
using korat::detail::view;

constexpr int size = 31;

/// Entries linked both ways.
struct ring {
  struct entry {
    field<entry*> next, previous;
  };
  field<entry*> first;
  std::deque<entry> entries;

  ring() : entries(size) {
    first = &entries[0];
    for (std::size_t i = 0; i < size; ++i) {
      entries[i].next = &entries[(i + 1) % size];
      entries[(i + 1) % size].previous = &entries[i];
    }
  }
  bool rep_ok() const { return true; }
  static auto bounds() {
    korat::finitization<ring> space("ring");
    const auto all = space.objects<entry>(1);
    space.set<&ring::first>(all).set<&entry::next>(all).set<&entry::previous>(all);
    return space;
  }
};

/// Nodes that know their parents.
struct tree {
  struct node {
    field<node*> left, right, parent;
  };
  field<node*> root;
  std::deque<node> nodes;

  tree() : nodes(size) {
    root = &nodes[0];
    for (std::size_t i = 1; i < size; ++i) {
      auto& above = nodes[(i - 1) / 2];
      (i % 2 == 1 ? above.left : above.right) = &nodes[i];
      nodes[i].parent = &above;
    }
  }
  bool rep_ok() const { return true; }
  static auto bounds() {
    korat::finitization<tree> space("tree");
    const auto all = space.objects<node>(1);
    space.set<&tree::root>(all).set<&node::left>(all).set<&node::right>(all).set<&node::parent>(all);
    return space;
  }
};

/// Nodes with rising keys.
struct search_tree {
  struct node {
    field<int> key;
    field<node*> left, right;
  };
  field<node*> root;
  std::deque<node> nodes;  // by level, as in a heap

  search_tree() : nodes(size) {
    root = &nodes[0];
    for (std::size_t i = 1; i < size; ++i) {
      auto& above = nodes[(i - 1) / 2];
      (i % 2 == 1 ? above.left : above.right) = &nodes[i];
    }
    number(&nodes[0], 0);
  }
  int number(node* n, int before) {
    if (n == nullptr) return before;
    before = number(n->left, before);
    n->key = before + 10;
    return number(n->right, before + 10);
  }
  bool rep_ok() const { return true; }
  static auto bounds() {
    korat::finitization<search_tree> space("search-tree");
    const auto all = space.objects<node>(1);
    space.set<&search_tree::root>(all).set<&node::left>(all).set<&node::right>(all);
    space.set<&node::key>(korat::between(0, 1'000));
    return space;
  }
};

/// Cars in lanes, in the order of their places there; and all of them by their speed, which several may have.
struct traffic {
  struct car {
    field<car*> behind, faster;
    field<int> lane, place, speed;
  };
  static constexpr int lanes = 6;
  korat::array<car*> first;
  field<car*> slowest;
  std::deque<car> cars;

  traffic() : cars(size) {
    first.resize(lanes);
    for (std::size_t i = size; i-- > 0;) {
      auto& c = cars[i];
      c.lane = static_cast<int>(i * 5 % lanes);
      c.place = 10 * static_cast<int>(i);
      c.behind = std::exchange(first[c.lane], &c);
    }
    for (std::size_t i = size; i-- > 0;) {
      auto& c = cars[i * 7 % size];
      c.speed = 40 + static_cast<int>(i) / 2;
      c.faster = std::exchange(slowest, &c);
    }
  }
  bool rep_ok() const { return true; }
  static auto bounds() {
    korat::finitization<traffic> space("traffic");
    const auto all = space.objects<car>(1);
    space.set<&traffic::first>(korat::array_of(all).with_length(korat::between(0, lanes)));
    space.set<&traffic::slowest>(all).set<&car::behind>(all).set<&car::faster>(all);
    space.set<&car::lane>(korat::between(0, lanes)).set<&car::place>(korat::between(0, 1'000));
    space.set<&car::speed>(korat::between(0, 1'000));
    return space;
  }
};

/// Nothing but links.
struct chain {
  struct link {
    field<link*> next;
  };
  field<link*> first;
  std::deque<link> links;

  chain() : links(size) {
    first = &links[0];
    for (std::size_t i = 0; i + 1 < size; ++i) links[i].next = &links[i + 1];
  }
  bool rep_ok() const { return true; }
  static auto bounds() {
    korat::finitization<chain> space("chain");
    const auto all = space.objects<link>(1);
    space.set<&chain::first>(all).set<&link::next>(all);
    return space;
  }
};

/// Places, each of which has another thing; and the numbers of places, in some order.
struct shelf {
  struct thing {
    field<int> weight = 0;
  };
  korat::array<thing*> places;
  korat::array<int> order;
  std::deque<thing> things;

  shelf() : things(size) {
    places.resize(size);
    order.resize(size);
    for (int i = 0; i < size; ++i) {
      places[i] = &things[static_cast<std::size_t>(i * 4 % size)];
      order[i] = i * 7 % size;
    }
  }
  bool rep_ok() const { return true; }
  static auto bounds() {
    korat::finitization<shelf> space("shelf");
    const auto all = space.objects<thing>(1);
    space.set<&shelf::places>(korat::array_of(all).with_length(korat::between(0, size)));
    space.set<&shelf::order>(korat::array_of(korat::between(-100, 100)).with_length(korat::between(0, size)));
    space.set<&thing::weight>(korat::between(0, 0));
    return space;
  }
};

korat::detail::rule_set only(rule wanted) {
  std::vector<std::string> others;
  for (const auto& r : korat::detail::all_rules)
    if (r.which != wanted) others.emplace_back(r.name);
  return korat::detail::rule_set(others);
}

/// A structure as data, and what rules see of it.
struct seen {
  seen(const korat::detail::bounds& b, const korat::structure& data)
      : space(b), whole((korat::detail::load(data, space), space), counts_of(b)) {}
  static std::vector<std::uint32_t> counts_of(const korat::detail::bounds& b) {
    std::vector<std::uint32_t> counts;
    for (const auto& c : b.classes) counts.push_back(c.count);
    return counts;
  }
  korat::detail::space space;
  view whole;
};

/// The field gets another value, and the rule proposes a value for it, and nothing else. It is the old one, or one that
/// is as good.
template <class Root>
void expect_restored(rule asked, std::size_t object, const std::string& member, korat::field_value broken_to,
                     const std::vector<std::uint64_t>& as_good = {}) {
  SCOPED_TRACE(member);
  Root root;
  const auto bounds = Root::bounds();
  const auto what = describe(bounds, &Root::rep_ok);
  const auto intact = korat::detail::read_live(what, &root, {});
  auto broken = intact;
  std::ranges::find(broken.objects[object].fields, member, &korat::structure::field::name)->value =
      std::move(broken_to);
  ASSERT_NE(broken, intact);
  const auto room = korat::detail::with_room_for(korat::detail::erasure::of(what).bounds, intact, 0);
  const seen before(room, intact), now(room, broken);
  EXPECT_EQ(propose(before.whole, korat::detail::interpretation{}, only(asked)).proposals().size(), 0U);
  const auto ledger = propose(now.whole, korat::detail::interpretation{}, only(asked));
  std::string proposed;
  for (const auto& p : ledger.proposals())
    proposed += now.space.field_name(p.cell) + " = " + std::to_string(static_cast<std::int32_t>(p.value)) + "; ";
  SCOPED_TRACE(proposed);
  ASSERT_EQ(ledger.proposals().size(), 1U);
  const auto& p = ledger.proposals().front();
  EXPECT_EQ(p.source, asked);
  EXPECT_EQ(now.whole.owner(p.cell), object);
  EXPECT_EQ(now.space.member_name(p.cell), member);
  const auto was =
      before.whole.is_reference(p.cell) ? before.whole.target(p.cell) : before.space.bits_in_memory(p.cell);
  if (std::ranges::find(as_good, p.value) == as_good.end()) {
    EXPECT_EQ(p.value, was);
  }
}

TEST(Rules, DoublyLinked) { expect_restored<ring>(rule::lists, 5, "previous", korat::object_id{9}); }
TEST(Rules, Inverse) { expect_restored<tree>(rule::inverse, 6, "parent", korat::object_id{9}); }
TEST(Rules, Relations) { expect_restored<tree>(rule::relations, 6, "parent", korat::object_id{9}); }
TEST(Rules, OwnedOnce) { expect_restored<shelf>(rule::owned_once, 0, "places[6]", korat::object_id{2}); }

TEST(Rules, DistinctIntegersThatAreIndices) {
  shelf root;
  const auto what = describe(shelf::bounds(), &shelf::rep_ok);
  const auto place_of = [](const seen& s, int element) {
    for (std::uint32_t cell = 0; cell < s.space.cells().size(); ++cell)
      if (s.space.field_name(cell) == "shelf.order[" + std::to_string(element) + "]") return cell;
    return korat::detail::nobody;
  };
  const auto missing_where = [&](int changed, int value) {
    const int before = std::exchange(root.order[changed], value);
    const auto data = korat::detail::read_live(what, &root, {});
    root.order[changed] = before;
    const seen now(korat::detail::with_room_for(korat::detail::erasure::of(what).bounds, data, 0), data);
    const std::vector<std::uint32_t> fresh_from =
        seen::counts_of(korat::detail::with_room_for(korat::detail::erasure::of(what).bounds, data, 0));
    korat::detail::distinct_integers integers(now.space, fresh_from);
    EXPECT_TRUE(integers.is_index(place_of(now, changed)));
    return integers.missing_values(place_of(now, changed));
  };
  EXPECT_EQ(missing_where(3, root.order[3]), std::vector<std::uint64_t>{});
  EXPECT_EQ(missing_where(3, root.order[5]), std::vector<std::uint64_t>{static_cast<std::uint64_t>(root.order[3])});
}

TEST(Rules, KeyOrderOfATree) {
  for (const std::size_t node : {1U, 2U, 3U, 6U})
    for (const char* const side : {"left", "right"}) {
      SCOPED_TRACE(std::to_string(node) + side);
      const auto child = 2 * (node - 1) + (side == std::string("left") ? 2 : 3);
      for (const std::size_t wrong : {1U, 8U, 15U}) {
        SCOPED_TRACE(wrong);
        if (wrong != child) expect_restored<search_tree>(rule::order, node, side, korat::object_id{wrong});
      }
    }
}

TEST(Rules, KeyOrderOfLists) {
  const korat::null_reference null;
  for (const std::size_t car : {3U, 8U, 14U})
    for (const char* const link : {"behind", "faster"}) {
      SCOPED_TRACE(std::to_string(car) + link);
      expect_restored<traffic>(rule::order, car, link, null);
      expect_restored<traffic>(rule::order, car, link, korat::object_id{20});
    }
  expect_restored<traffic>(rule::order, 0, "first[2]", null);
  expect_restored<traffic>(rule::order, 0, "first[2]", korat::object_id{12});
}

// What the cars of a lane have in common is known; of a place in the order the nearest that would do.
TEST(Rules, IntegersInTheOrderOfLists) {
  traffic root;
  const auto data = korat::detail::read_live(describe(traffic::bounds(), &traffic::rep_ok), &root, {});
  const auto field_of = [&](std::size_t object, const char* member) {
    return std::ranges::find(data.objects[object].fields, member, &korat::structure::field::name)->value;
  };
  for (std::size_t car = 1; car < data.objects.size(); ++car) {
    const auto behind = field_of(car, "behind");
    if (!std::holds_alternative<korat::object_id>(behind)) continue;
    SCOPED_TRACE(car);
    const auto next = std::get<korat::object_id>(behind).index;
    const auto room = static_cast<std::uint64_t>(std::get<std::int64_t>(field_of(next, "place"))) - 1;
    expect_restored<traffic>(rule::order, car, "place", std::int64_t{990}, {room});
    expect_restored<traffic>(rule::order, car, "lane", std::int64_t{6});
  }
}

/// All are in one list, and every second one in another.
struct two_lists {
  struct entry {
    field<entry*> next, next_waiting;
  };
  field<entry*> first, first_waiting;
  std::deque<entry> entries;

  two_lists() : entries(size) {
    first = first_waiting = &entries[0];
    for (std::size_t i = 0; i + 1 < size; ++i) entries[i].next = &entries[i + 1];
    for (std::size_t i = 0; i + 2 < size; i += 2) entries[i].next_waiting = &entries[i + 2];
  }
  bool rep_ok() const { return true; }
  static auto bounds() {
    korat::finitization<two_lists> space("two-lists");
    const auto all = space.objects<entry>(1);
    space.set<&two_lists::first>(all).set<&two_lists::first_waiting>(all);
    space.set<&entry::next>(all).set<&entry::next_waiting>(all);
    return space;
  }
};

TEST(Covering, KnowsWhatAListThroughSomeObjectsHasLost) {
  two_lists root;
  const auto what = describe(two_lists::bounds(), &two_lists::rep_ok);
  const auto lost_by = [&](const char* member) {
    const auto data = korat::detail::read_live(what, &root, {});
    const seen now(korat::detail::with_room_for(korat::detail::erasure::of(what).bounds, data, 0), data);
    for (std::uint32_t cell = 0; cell < now.space.cells().size(); ++cell)
      if (now.space.field_name(cell) == "entry11." + std::string(member)) {
        const auto group = now.whole.covering_fields().of(cell);
        if (!group) return std::vector<std::uint32_t>{korat::detail::nobody};
        const auto lost = now.whole.covering_fields().lost(*group);
        return std::vector<std::uint32_t>(lost.begin(), lost.end());
      }
    return std::vector<std::uint32_t>{korat::detail::nobody};
  };
  EXPECT_EQ(lost_by("next"), std::vector<std::uint32_t>{});
  EXPECT_EQ(lost_by("next_waiting"), std::vector<std::uint32_t>{});
  root.entries[10].next_waiting = &root.entries[20];
  const auto lost = lost_by("next_waiting");
  ASSERT_EQ(lost.size(), 1U);
  EXPECT_EQ(lost[0], 14U);  // entries[12], in the order in which the root reaches them
}

TEST(LongestIncreasing, LeavesOutAsFewAsPossible) {
  using korat::detail::longest_increasing;
  const std::vector<std::int64_t> values{1, 9, 2, 3, 3, 0, 4};
  EXPECT_EQ(longest_increasing(values), (std::vector{true, false, true, false, true, false, true}));
  EXPECT_EQ(longest_increasing(values, korat::detail::may_be_equal),
            (std::vector{true, false, true, true, true, false, true}));
  EXPECT_TRUE(longest_increasing(std::vector<std::int64_t>{}).empty());
}

TEST(UnionFind, TellsWhatIsUnited) {
  korat::detail::union_find sets(4);
  EXPECT_TRUE(sets.unite(0, 1));
  EXPECT_TRUE(sets.unite(2, 1));
  EXPECT_FALSE(sets.unite(0, 2));
  EXPECT_EQ(sets.find(0), sets.find(2));
  EXPECT_NE(sets.find(0), sets.find(3));
}

TEST(Ledger, KeepsTheFirstProposalForAField) {
  chain root;
  const auto what = describe(chain::bounds(), &chain::rep_ok);
  const auto data = korat::detail::read_live(what, &root, {});
  const seen now(korat::detail::with_room_for(korat::detail::erasure::of(what).bounds, data, 0), data);
  korat::detail::ledger ledger(now.whole);
  const auto cell = now.space.objects()[3].first_cell;
  EXPECT_EQ(ledger.target(cell), 4U);
  ledger.from(rule::lists);
  ledger.add(cell, 7);
  ledger.from(rule::order);
  ledger.add(cell, 8);
  ledger.add(cell + 1, 2);
  EXPECT_EQ(ledger.target(cell), 7U);
  EXPECT_EQ(ledger.find(cell)->source, rule::lists);
  ledger.drop(cell);
  EXPECT_FALSE(ledger.has(cell));
  EXPECT_EQ(ledger.target(cell), 4U);
  EXPECT_EQ(ledger.target(cell + 1), 2U);
}

}  // namespace
}  // namespace korat_test::rules_test
