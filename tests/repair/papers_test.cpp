// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The structures that the paper on repair shows, in live objects.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <deque>
#include <random>

#include "faults/corrupt.hpp"
#include "image/live.hpp"
#include "invariants.hpp"
#include "korat/repair.hpp"
#include "subjects/binary_tree.hpp"
#include "subjects/red_black_tree.hpp"
#include "subjects/subject.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test::papers_test {
namespace {

using korat::field;
using korat::repair_outcome;
using korat::test::violated;

// A circular list with a sentinel, to which a wrong addFirst adds.

struct entry {
  field<entry*> next, previous;
  int element = 0;
};

struct linked_list {
  field<entry*> header;
  field<int> size;  // of the entries besides the header

  bool rep_ok() const {
    const entry* const first = header;
    if (!first) return false;
    korat::set<const entry*> visited;
    const entry* current = first;
    while (visited.insert(current).second) {
      const entry* const next = current->next;
      if (!next || next->previous != current) return false;
      current = next;
    }
    return current == first && static_cast<int>(visited.size()) - 1 == size;
  }
};

korat::finitization<linked_list> lists() {
  korat::finitization<linked_list> space("linked-list");
  const auto entries = space.objects<entry>(8);
  space.set<&linked_list::header>(entries).set<&linked_list::size>(korat::between(0, 7));
  space.set<&entry::next>(entries).set<&entry::previous>(entries);
  return space;
}

/// It forgets the size, and tells the next entry that the header comes before it.
void wrong_add_first(linked_list& list, entry& e, int element) {
  entry* const header = list.header;
  entry* const next = header->next;
  e.element = element;
  header->next = &e;
  e.previous = header;
  e.next = next;
  next->previous = header;
}

/// The list that wrong_add_first() makes of seven elements.
void expect_repaired(const korat::repair_options& options) {
  std::array<entry, 8> entries;
  linked_list list;
  list.header = entries[0].next = entries[0].previous = &entries[0];
  list.size = 0;
  for (int i = 0; i < 7; ++i) wrong_add_first(list, entries[static_cast<std::size_t>(i) + 1], i);

  const auto result = korat::repair(list, lists(), &linked_list::rep_ok, options);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(explain(result),
            "`size` was 0, is now 7.\n"
            "`previous` of 7 of 8 entries pointed to the header (entry0), now points to entry7, entry1, entry2 and 4 "
            "others.\n");
  EXPECT_EQ(list.size, 7);
  EXPECT_EQ(list.header, &entries[0]);
  const entry* at = list.header;
  for (int i = 6; i >= 0; --i) {
    const entry* const next = at->next;
    ASSERT_EQ(next, &entries[static_cast<std::size_t>(i) + 1]);
    EXPECT_EQ(next->element, i);
    EXPECT_EQ(next->previous, at);
    at = next;
  }
  EXPECT_EQ(at->next, list.header);
  EXPECT_EQ(list.header->previous, at);
}

TEST(Papers, AListWhoseEntriesAllPointBackToTheHeader) { expect_repaired({.keep = {"next"}}); }

/// The same, but the size is read first.
struct size_first : linked_list {
  bool rep_ok() const {
    const int expected = size;
    const entry* current = header;
    if (!current) return false;
    korat::set<const entry*> visited;
    while (visited.insert(current).second) {
      const entry* const next = current->next;
      if (!next || next->previous != current) return false;
      current = next;
    }
    return current == header && static_cast<int>(visited.size()) - 1 == expected;
  }
};

template <class List>
void expect_long_list_repaired(std::size_t count) {
  SCOPED_TRACE(count);
  std::deque<entry> entries(count + 1);
  List list;
  list.header = entries[0].next = entries[0].previous = &entries[0];
  list.size = 0;
  for (std::size_t i = 1; i <= count; ++i) wrong_add_first(list, entries[i], static_cast<int>(i));
  korat::finitization<List> space("linked-list");
  const auto set = space.template objects<entry>(8);
  space.template set<&linked_list::header>(set).template set<&linked_list::size>(korat::between(0, 1'000'000));
  space.template set<&entry::next>(set).template set<&entry::previous>(set);
  const auto result = korat::repair(list, space, &List::rep_ok);
  SCOPED_TRACE(explain(result));
  ASSERT_EQ(result.outcome, repair_outcome::repaired);
  EXPECT_EQ(result.lost, std::vector<std::string>());
  EXPECT_EQ(list.size, static_cast<int>(count));
  for (std::size_t i = 0; i <= count; ++i) {
    const auto* const after = &entries[i == 0 ? count : i - 1];
    ASSERT_EQ(entries[i].next, after);
    ASSERT_EQ(after->previous, &entries[i]);
  }
}

TEST(Papers, LongListsWhoseEntriesPointBackToTheHeader) {
  for (const std::size_t count : {7U, 100U, 5'000U}) {
    expect_long_list_repaired<linked_list>(count);
    expect_long_list_repaired<size_first>(count);
  }
}

TEST(Papers, ABinaryTreeWithCycles) {
  using namespace korat::subjects::binary_tree;
  std::array<node, 6> n;
  tree t;
  t.root = &n[0];
  t.size = 6;
  n[0].left = &n[1];
  n[0].right = &n[2];
  n[1].left = &n[3];
  n[1].right = &n[0];  // back to the top
  n[2].left = &n[2];   // to itself
  n[2].right = &n[4];
  n[3].left = &n[1];  // to its parent
  n[4].right = &n[5];
  n[5].left = &n[2];  // to its grandparent

  const auto bounds = korat::subjects::binary_tree::bounds(6, 6, 6);
  const auto result = korat::repair(t, bounds, &tree::rep_ok);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(violated("binary-tree", korat::detail::read_live(describe(bounds, &tree::rep_ok), &t, {})), "");
  EXPECT_EQ(t.size, 6);
  EXPECT_EQ(result.lost, std::vector<std::string>());
  for (const auto& c : result.changes) EXPECT_TRUE(c.field == "left" || c.field == "right") << c.field;
}

// Red-black trees.

using red_black_node = korat::subjects::red_black_tree::node;
using red_black = korat::subjects::red_black_tree::tree;
using korat::subjects::red_black_tree::color;

void join(red_black_node& parent, red_black_node* left, red_black_node* right) {
  parent.left = left;
  parent.right = right;
  for (auto* const child : {left, right})
    if (child) child->parent = &parent;
}

/// The tree of figure 3, with cycles and wrong colours; these parents and this size.
void expect_nine_nodes_repaired(const std::vector<std::size_t>& without_parent, int size) {
  SCOPED_TRACE(size);
  std::array<red_black_node, 10> n;  // by key
  red_black t;
  t.root = &n[4];
  for (int key = 1; key <= 9; ++key) {
    n[static_cast<std::size_t>(key)].key = key;
    n[static_cast<std::size_t>(key)].color = color::black;
  }
  join(n[4], &n[2], &n[6]);
  join(n[2], &n[1], &n[3]);
  join(n[6], &n[5], &n[8]);
  join(n[8], &n[7], &n[9]);
  for (const std::size_t key : {2U, 6U, 7U, 9U}) n[key].color = color::red;
  t.size = 9;
  ASSERT_TRUE(t.rep_ok());

  t.size = size;
  n[9].right = &n[6];  // a cycle
  n[3].left = &n[2];   // another
  n[8].color = color::red;
  n[1].color = color::red;
  for (const auto key : without_parent) n[key].parent = nullptr;
  ASSERT_FALSE(t.rep_ok());

  const auto bounds = korat::subjects::red_black_tree::bounds(9);
  const auto result = korat::repair(t, bounds, &red_black::rep_ok);
  ASSERT_EQ(result.outcome, repair_outcome::repaired) << result.why.value_or("");
  EXPECT_EQ(violated("red-black-tree", korat::detail::read_live(describe(bounds, &red_black::rep_ok), &t, {})), "");
  EXPECT_EQ(t.size, 9);
  EXPECT_EQ(result.lost, std::vector<std::string>());
}

TEST(Papers, ARedBlackTreeOfNineNodes) { expect_nine_nodes_repaired({2, 5, 7}, 14); }

TEST(Papers, ARedBlackTreeWithoutParents) {
  for (int size = 0; size <= 14; size += korat_test::so_many(1, 7))
    expect_nine_nodes_repaired({1, 2, 3, 5, 6, 7, 8, 9}, size);
}

/// Breaks one field in each of `count` nodes: the parent, the colour, a child.
void break_nodes(korat::structure& s, std::size_t count, std::mt19937_64& random) {
  std::vector<std::size_t> nodes;
  for (std::size_t o = 1; o < s.objects.size(); ++o) nodes.push_back(o);
  std::shuffle(nodes.begin(), nodes.end(), random);
  nodes.resize(count);
  const auto other = [&] { return korat::object_id{1 + random() % (s.objects.size() - 1)}; };
  for (const auto o : nodes) {
    const auto member = std::array{"parent", "color", "left", "right"}[random() % 4];
    auto& value = std::ranges::find(s.objects[o].fields, member, &korat::structure::field::name)->value;
    if (member == std::string("color"))
      value = korat::named_value{std::get<korat::named_value>(value).name == "red" ? "black" : "red"};
    else if (const auto to = other(); random() % 2 == 0 && value != korat::field_value(to))
      value = to;
    else
      value = korat::null_reference{};
  }
}

TEST(Papers, RedBlackTreesWithMostNodesCorrupted) {
  const auto& subject = *korat::subjects::find("red-black-tree");
  std::vector<std::size_t> changes;
  for (std::uint64_t seed = 1; seed <= korat_test::so_many(40U, 8U); ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const auto grown = subject.grow(127, random);
    const auto what = subject.describe(grown.arguments);
    auto broken = korat::detail::read_live(what, grown.root, grown.told_apart);
    break_nodes(broken, 70, random);
    korat::basic_repair work(what, broken, {.max_executions = 100'000});
    const auto result = work.run();
    ASSERT_TRUE(result.ok()) << result.why.value_or("");
    EXPECT_EQ(result.lost.size(), 0U);
    EXPECT_EQ(violated("red-black-tree", work.after()), "");
    changes.push_back(result.changes.size());
  }
  std::ranges::sort(changes);
  EXPECT_LE(changes[changes.size() / 2], 70U);
}

}  // namespace
}  // namespace korat_test::papers_test
