// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// References to several parts of one object, and references that keep a colour in their low bits.

#include "korat/repair.hpp"
#include "looking.hpp"

namespace korat_test::parts_test {
namespace {

constexpr korat::engine engines[] = {korat::engine::checkpoint, korat::engine::reexecute};
constexpr std::uint64_t catalan[] = {1, 1, 2, 5, 14, 42};

template <class Root, class Predicate>
std::uint64_t valid(const korat::finitization<Root>& bounds, Predicate predicate, korat::engine engine) {
  korat::search<Root> search(bounds, predicate, {.engine = engine, .self_checks = korat::search_options::unlimited});
  while (search.next_valid()) continue;
  EXPECT_EQ(search.outcome(), korat::outcome::complete);
  return search.statistics().valid;
}

/// The message, or nothing.
template <class Function>
std::string why_refused(Function f) {
  try {
    f();
  } catch (const korat::finitization_error& e) {
    return e.what();
  }
  return {};
}

// As in Linux: the parent and the colour are one number. Red-black trees (OEIS A001137).
struct red_black {
  struct node {
    korat::field<std::uintptr_t> parent_and_colour;
    korat::field<node*> left, right;
  };
  korat::field<node*> top;

  static node* parent(const node* n) { return reinterpret_cast<node*>(n->parent_and_colour & ~std::uintptr_t{1}); }
  static bool is_red(const node* n) { return (n->parent_and_colour & 1) == 0; }

  /// Black nodes on every way down from here, or -1.
  static int blacks_below(const node* n, const node* above, korat::set<const node*>& met) {
    if (n == nullptr) return 0;
    if (!met.insert(n).second || parent(n) != above || (is_red(n) && (above == nullptr || is_red(above)))) return -1;
    const int left = blacks_below(n->left, n, met);
    if (left < 0 || blacks_below(n->right, n, met) != left) return -1;
    return left + (is_red(n) ? 0 : 1);
  }
  static korat::finitization<red_black> bounds(int n) {
    korat::finitization<red_black> b;
    const auto nodes = b.objects<node>(n);
    b.set<&red_black::top>(nodes).set<&node::left>(nodes).set<&node::right>(nodes);
    b.set<&node::parent_and_colour>(korat::any_of(nodes.tagged<0>(), nodes.tagged<1>()));
    return b;
  }
  static auto has_nodes(int n) {
    return [n](const red_black& t) {
      korat::set<const node*> met;
      return blacks_below(t.top, nullptr, met) >= 0 && static_cast<int>(met.size()) == n;
    };
  }
};

TEST(Tagged, NumbersKeepAColourBesideAReference) {
  constexpr std::uint64_t number_of_trees[] = {1, 1, 2, 2, 4, 8};
  for (const auto engine : engines)
    for (int n = 0; n <= 5; ++n)
      EXPECT_EQ(valid(red_black::bounds(n), red_black::has_nodes(n), engine), number_of_trees[n]);
}

TEST(Tagged, ValuesAreTheNullsThenEachSetWithItsBits) {
  struct root {
    korat::field<std::uintptr_t> a, b;
  };
  struct object {
    int number = 0;
  };
  korat::finitization<root> bounds;
  const auto objects = bounds.objects<object>(2);
  const auto values = korat::any_of(objects.tagged<0>(), objects.tagged<2>());
  bounds.set<&root::a>(values).set<&root::b>(values);
  const auto found = all_vectors(bounds);  // nulls 0 and 1, plain 2 and 3, tagged 4 and 5
  EXPECT_EQ(found, (vectors{{0, 0}, {0, 1}, {0, 2}, {0, 4}, {1, 0}, {1, 1}, {1, 2}, {1, 4}, {2, 0}, {2, 1},
                            {2, 2}, {2, 3}, {2, 4}, {2, 5}, {4, 0}, {4, 1}, {4, 2}, {4, 3}, {4, 4}, {4, 5}}));
}

TEST(Tagged, ReferencesAreToldApartInPrint) {
  korat::search<red_black> search(red_black::bounds(1), red_black::has_nodes(1));
  ASSERT_TRUE(search.next_valid());
  const auto shown = search.snapshot();
  EXPECT_NE(korat::to_text(shown).find("parent_and_colour=null+1"), std::string::npos) << korat::to_text(shown);
  korat::search<red_black> two(red_black::bounds(2), red_black::has_nodes(2));
  ASSERT_TRUE(two.next_valid());
  EXPECT_NE(korat::to_json(two.snapshot()).find(R"("parent_and_colour":{"ref":"node0"})"), std::string::npos)
      << korat::to_json(two.snapshot());
}

TEST(Tagged, StructuresOfTheUserHaveTheirVector) {
  red_black::node first, second;
  red_black mine;
  mine.top = &first;
  first.left = &second;
  first.parent_and_colour = 1u;
  second.parent_and_colour = reinterpret_cast<std::uintptr_t>(&first);
  korat::search<red_black> search(red_black::bounds(2), red_black::has_nodes(2));
  ASSERT_TRUE(search.next_valid() && search.next_valid());  // the first one leans to the right
  const auto expected = search.vector();
  EXPECT_EQ(search.canonical(mine), expected);
}

TEST(Tagged, StructuresCannotBeRepaired) {
  red_black mine;
  EXPECT_NE(why_refused([&] {
              korat::repair(mine, red_black::bounds(1), red_black::has_nodes(1));
            }).find("cannot be repaired"),
            std::string::npos);
}

// As in BSD's queues: a node knows the pointer that leads to it.
struct slotted {
  struct node {
    korat::field<node*> left, right;
    korat::field<korat::field<node*>*> slot;
  };
  korat::field<node*> top;

  static bool is_tree(const korat::field<node*>& slot, korat::set<const node*>& met) {
    const node* const n = slot;
    return n == nullptr ||
           (met.insert(n).second && n->slot == &slot && is_tree(n->left, met) && is_tree(n->right, met));
  }
  static korat::finitization<slotted> bounds(int n) {
    korat::finitization<slotted> b;
    const auto nodes = b.objects<node>(n);
    b.set<&slotted::top>(nodes).set<&node::left>(nodes).set<&node::right>(nodes);
    const auto own = nodes.without_null();
    b.set<&node::slot>(
        korat::any_of(b.root().part<&slotted::top>(), own.part<&node::left>(), own.part<&node::right>()));
    return b;
  }
  static auto has_nodes(int n) {
    return [n](const slotted& t) {
      korat::set<const node*> met;
      return is_tree(t.top, met) && static_cast<int>(met.size()) == n;
    };
  }
};

TEST(Parts, OfOneObjectAreDifferentValues) {
  for (const auto engine : engines)
    for (int n = 0; n <= 5; ++n) EXPECT_EQ(valid(slotted::bounds(n), slotted::has_nodes(n), engine), catalan[n]);
}

TEST(Parts, AreNamedInPrint) {
  korat::search<slotted> search(slotted::bounds(2), slotted::has_nodes(2));
  ASSERT_TRUE(search.next_valid());
  const auto json = korat::to_json(search.snapshot());
  EXPECT_NE(json.find(R"("slot":{"ref":"node0","part":".right"})"), std::string::npos) << json;
  EXPECT_NE(korat::to_text(search.snapshot()).find("slot -> node0.right"), std::string::npos);
  EXPECT_NE(korat::to_dot(search.snapshot()).find("slot (.right)"), std::string::npos);
}

TEST(Parts, StructuresOfTheUserHaveTheirVector) {
  slotted::node first, second;
  slotted mine;
  mine.top = &first;
  first.slot = &mine.top;
  first.right = &second;
  second.slot = &first.right;
  korat::search<slotted> search(slotted::bounds(2), slotted::has_nodes(2));
  ASSERT_TRUE(search.next_valid());
  const auto expected = search.vector();
  EXPECT_EQ(search.canonical(mine), expected);
}

// A range within an array of the same object, its end included.
struct view {
  int storage[3] = {};
  korat::field<int*> begin, end;
};
template <int I>
int& slot(view& v) {
  return *(v.storage + I);
}

TEST(Parts, MayLieBehindTheLastElement) {
  korat::finitization<view> bounds;
  const auto self = bounds.root();
  const auto places =
      korat::any_of(self.part<&slot<0>>(), self.part<&slot<1>>(), self.part<&slot<2>>(), self.part<&slot<3>>());
  bounds.set<&view::begin>(places).set<&view::end>(places);
  for (const auto engine : engines)
    EXPECT_EQ(valid(
                  bounds, [](const view& v) { return v.begin <= v.end; }, engine),
              10u);
}

// Two rings in one root, through headers of their own: every node is in one of them.
struct rings {
  struct link {
    korat::field<link*> next;
  };
  struct node : link {};
  link used, spare;

  static int length(const link& header, korat::set<const link*>& met) {
    int count = 0;
    for (const link* l = header.next; l != &header; l = l->next, ++count)
      if (!met.insert(l).second) return -1;
    return count;
  }
};
korat::field<rings::link*>& used_next(rings& r) { return r.used.next; }
korat::field<rings::link*>& spare_next(rings& r) { return r.spare.next; }

TEST(Parts, OfTheRootMayBeSeveralHeaders) {
  for (int n = 0; n <= 4; ++n) {
    korat::finitization<rings> bounds;
    const auto nodes = bounds.objects<rings::node>(n, {.null = korat::null_value::excluded});
    const auto links = korat::any_of(nodes, bounds.root().part<&rings::used>(), bounds.root().part<&rings::spare>());
    bounds.set<&used_next>(links).set<&spare_next>(links).set<&rings::link::next>(links);
    const auto all_in_a_ring = [n](const rings& r) {
      korat::set<const rings::link*> met;
      met.insert(&r.used);
      met.insert(&r.spare);
      const int used = rings::length(r.used, met);
      const int spare = used < 0 ? -1 : rings::length(r.spare, met);
      return spare >= 0 && used + spare == n;
    };
    for (const auto engine : engines)
      EXPECT_EQ(valid(bounds, all_in_a_ring, engine), static_cast<std::uint64_t>(n) + 1);
  }
}

TEST(Parts, NamedTwiceAreRefused) {
  const auto made = [](auto values) {
    return [values] {
      korat::finitization<slotted> bounds;
      const auto nodes = bounds.objects<slotted::node>(2);
      bounds.set<&slotted::top>(values(nodes));
      korat::search<slotted>(bounds, everything());
    };
  };
  EXPECT_NE(why_refused(made([](auto nodes) { return korat::any_of(nodes, nodes); })).find("named twice"),
            std::string::npos);
  EXPECT_NE(why_refused(made([](auto nodes) {
              return korat::any_of(nodes, nodes.template tagged<0>());
            })).find("named twice"),
            std::string::npos);
  EXPECT_NO_THROW(made([](auto nodes) { return korat::any_of(nodes, nodes.template tagged<1>()); })());
}

}  // namespace
}  // namespace korat_test::parts_test
