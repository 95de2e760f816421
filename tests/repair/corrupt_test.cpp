// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Faults: as many as asked for, in as many fields, of the kinds asked for, and nothing else is changed.

#include "faults/corrupt.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "faults/renumber.hpp"
#include "korat/print.hpp"

namespace korat_test::corrupt_test {
namespace {

using korat::named_value;
using korat::null_reference;
using korat::object_id;
using korat::structure;
namespace faults = korat::faults;
using faults::corrupt;
using faults::kind;

/// A tree of nodes that know their parent, with a key, a colour and an array of friends; and one object of another
/// class.
structure tree(std::size_t nodes) {
  structure s{{{"tree", "tree", {{"root", object_id{1}, true}, {"size", static_cast<std::int64_t>(nodes), true}}}}};
  const auto reference = [&](std::size_t node) -> korat::field_value {
    return node <= nodes ? korat::field_value(object_id{node}) : null_reference{};
  };
  for (std::size_t i = 1; i <= nodes; ++i)
    s.objects.push_back({"node" + std::to_string(i - 1),
                         "node",
                         {{"left", reference(2 * i), true},
                          {"right", reference(2 * i + 1), true},
                          {"parent", i == 1 ? korat::field_value(null_reference{}) : object_id{i / 2}, true},
                          {"key", static_cast<std::int64_t>(i) * 10, true},
                          {"color", named_value{i % 2 == 0 ? "red" : "black"}, true},
                          {"marked", i % 3 == 0, true},
                          {"owner", object_id{nodes + 1}, true},
                          {"friends.length", std::int64_t{2}, true},
                          {"friends[0]", object_id{1 + i % nodes}, true},
                          {"friends[1]", object_id{1 + (7 * i) % nodes}, true},
                          {"unknown", null_reference{}, false}}});
  s.objects.push_back({"person0", "person", {{"name", std::string("x"), true}}});
  return s;
}

std::set<std::string> differences(const structure& a, const structure& b) {
  std::set<std::string> result;
  for (std::size_t o = 0; o < a.objects.size(); ++o) {
    EXPECT_EQ(a.objects[o].name, b.objects[o].name);
    EXPECT_EQ(a.objects[o].fields.size(), b.objects[o].fields.size());
    for (std::size_t f = 0; f < a.objects[o].fields.size(); ++f)
      if (a.objects[o].fields[f] != b.objects[o].fields[f])
        result.insert(a.objects[o].name + "." + b.objects[o].fields[f].name);
  }
  return result;
}

TEST(Corrupt, TheFaultsAreTheFieldsThatDiffer) {
  for (const auto& kinds : std::vector<std::vector<kind>>{{std::begin(faults::all_kinds), std::end(faults::all_kinds)},
                                                          {kind::null},
                                                          {kind::redirect},
                                                          {kind::cycle},
                                                          {kind::swap},
                                                          {kind::value},
                                                          {kind::swap, kind::null}})
    for (const std::uint64_t count : {0U, 1U, 2U, 10U, 60U})
      for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const auto intact = tree(40);
        auto broken = intact;
        std::mt19937_64 random(seed);
        const auto made = corrupt(broken, {.count = count, .kinds = kinds}, random);
        const bool odd_swap = kinds == std::vector{kind::swap} && count % 2 == 1;
        ASSERT_EQ(made.size(), odd_swap ? count - 1 : count);
        std::set<std::string> listed;
        for (const auto& f : made) {
          EXPECT_NE(std::ranges::find(kinds, f.kind), kinds.end());
          EXPECT_NE(f.before, f.after);
          EXPECT_EQ(intact.objects[f.object].fields[f.field].value, f.before);
          EXPECT_EQ(broken.objects[f.object].fields[f.field].value, f.after);
          listed.insert(broken.objects[f.object].name + "." + broken.objects[f.object].fields[f.field].name);
        }
        ASSERT_EQ(listed.size(), made.size());
        ASSERT_EQ(differences(intact, broken), listed);
      }
}

/// The object is reached through the other, or is it, in a tree as above: the array of friends leads anywhere, so it is
/// left out.
bool is_above(const structure& s, std::size_t above, std::size_t object) {
  std::vector<bool> met(s.objects.size());
  std::vector<std::size_t> work{above};
  while (!work.empty()) {
    const auto o = work.back();
    work.pop_back();
    if (o == object) return true;
    if (met[o]) continue;
    met[o] = true;
    for (const auto& f : s.objects[o].fields)
      if (const auto* const id = std::get_if<object_id>(&f.value)) work.push_back(id->index);
  }
  return false;
}

TEST(Corrupt, EachKindDoesWhatItSays) {
  std::map<kind, int> count;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto intact = tree(30);
    auto broken = intact;
    std::mt19937_64 random(seed);
    const auto made = corrupt(broken, {.count = 8}, random);
    for (const auto& f : made) {
      ++count[f.kind];
      const auto& owner = intact.objects[f.object];
      const auto* const target = std::get_if<object_id>(&f.after);
      switch (f.kind) {
        case kind::null: EXPECT_EQ(f.after, korat::field_value(null_reference{})); break;
        case kind::redirect:
          ASSERT_NE(target, nullptr);
          EXPECT_EQ(intact.objects[target->index].class_name,
                    owner.fields[f.field].name == "owner" ? "person" : "node");
          break;
        case kind::cycle:
          ASSERT_NE(target, nullptr);
          EXPECT_TRUE(is_above(intact, target->index, f.object));
          EXPECT_EQ(intact.objects[target->index].class_name, "node");
          break;
        case kind::swap: {
          const auto partner = std::ranges::find_if(made, [&](const auto& other) {
            const auto& name = intact.objects[other.object].fields[other.field].name;
            const auto& own = owner.fields[f.field].name;
            return other.kind == kind::swap && other.before == f.after && other.after == f.before &&
                   name.substr(0, name.find('[')) == own.substr(0, own.find('['));
          });
          EXPECT_NE(partner, made.end());
          break;
        }
        case kind::value:
          EXPECT_EQ(f.before.index(), f.after.index());
          EXPECT_EQ(target, nullptr);
          EXPECT_FALSE(owner.fields[f.field].name.ends_with(".length"));
          break;
      }
    }
  }
  for (const auto k : faults::all_kinds) EXPECT_GT(count[k], 200) << faults::name_of(k);
}

TEST(Corrupt, MakesAsManyFaultsAsThereCanBe) {
  auto broken = tree(3);
  std::mt19937_64 random(1);
  // Two children, two parents, three owners and six friends; the root of the tree.
  EXPECT_EQ(corrupt(broken, {.count = 1000, .kinds = {kind::null}}, random).size(), 14u);
  structure none;
  EXPECT_EQ(corrupt(none, {.count = 5}, random).size(), 0u);
  structure one{{{"root", "root", {{"left", null_reference{}, true}, {"word", std::string("a"), true}}}}};
  EXPECT_EQ(corrupt(one, {.count = 5}, random).size(), 0u);
}

TEST(Corrupt, NumbersStayNearThoseThatTheMemberHas) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    auto broken = tree(30);
    std::mt19937_64 random(seed);
    for (const auto& f : corrupt(broken, {.count = 20, .kinds = {kind::value}}, random)) {
      const auto* const number = std::get_if<std::int64_t>(&f.after);
      if (number == nullptr) continue;
      const bool is_size = f.object == 0;
      EXPECT_GE(*number, is_size ? 20 : 0);
      EXPECT_LE(*number, is_size ? 40 : 310);
    }
  }
}

TEST(Corrupt, NumbersAtTheEndsOfTheirTypeAreNoTrouble) {
  for (const auto n : {std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()})
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      structure s{{{"root",
                    "root",
                    {{"a", n, true}, {"b", std::numeric_limits<std::uint64_t>::max(), true}, {"c", 0.5, true}}}}};
      s.objects.push_back({"root1", "root", {{"a", std::int64_t{0}, true}}});
      std::mt19937_64 random(seed);
      EXPECT_EQ(corrupt(s, {.count = 4, .kinds = {kind::value}}, random).size(), 4u);
    }
}

TEST(Corrupt, ASeedMeansTheSameEverywhere) {
  auto broken = tree(7);
  std::mt19937_64 random(1);
  corrupt(broken, {.count = 5}, random);
  std::string found;
  for (const auto& d : differences(tree(7), broken)) found += d + " ";
  EXPECT_EQ(found, "node1.friends[0] node2.friends[0] node2.left node3.left tree.root ");
}

TEST(Corrupt, CountsWhatTheRootReachesNoMore) {
  auto s = tree(7);
  EXPECT_EQ(faults::count_unreachable(s), 0u);
  s.objects[0].fields[0].value = null_reference{};
  EXPECT_EQ(faults::count_unreachable(s), 8u);  // all nodes, and their owner
  EXPECT_EQ(faults::count_unreachable({}), 0u);
}

TEST(Renumbered, IsTheSameStructureInAnotherOrder) {
  const auto s = tree(20);
  std::mt19937_64 random(3);
  const auto other = faults::renumbered(s, {"person"}, random);
  EXPECT_EQ(other.objects.front().name, "tree");
  EXPECT_EQ(other.objects.back().name, "person0");
  std::set<std::string> names;
  for (const auto& o : other.objects) EXPECT_TRUE(names.insert(o.name).second);
  EXPECT_EQ(names.size(), 22u);
  EXPECT_NE(to_json(s), to_json(other));
  EXPECT_EQ(faults::count_unreachable(other), 0u);
  // Every node is found again by its key, and with the keys of its neighbours.
  const auto keys = [](const structure& in, std::size_t o) {
    std::vector<korat::field_value> result;
    for (const auto& f : in.objects[o].fields) {
      const auto* const id = std::get_if<object_id>(&f.value);
      result.push_back(id == nullptr
                           ? f.value
                           : in.objects[id->index].fields[in.objects[id->index].fields.size() > 3 ? 3 : 0].value);
    }
    return result;
  };
  for (std::size_t a = 1; a <= 20; ++a)
    EXPECT_EQ(std::ranges::count_if(other.objects,
                                    [&](const auto& o) {
                                      return keys(other, static_cast<std::size_t>(&o - other.objects.data())) ==
                                             keys(s, a);
                                    }),
              1);
}

}  // namespace
}  // namespace korat_test::corrupt_test
