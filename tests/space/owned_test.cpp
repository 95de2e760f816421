// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Copies of structures that are objects of their own.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "korat/korat.hpp"

namespace korat_test::owned_test {
namespace {

struct node {
  korat::field<node*> left, right;
  korat::field<int> key;
  int untouched = 7;
};
struct tree {
  korat::field<node*> root;
  korat::field<int> size;
  bool rep_ok() const {
    korat::set<const node*> seen;
    return sorted(root, -1, 100, seen) && size == static_cast<int>(seen.size());
  }
  static bool sorted(const node* n, int above, int below, korat::set<const node*>& seen) {
    if (!n) return true;
    if (!seen.insert(n).second) return false;
    const int key = n->key;
    return key > above && key < below && sorted(n->left, above, key, seen) && sorted(n->right, key, below, seen);
  }
};
korat::finitization<tree> trees(int count) {
  korat::finitization<tree> bounds;
  const auto nodes = bounds.objects<node>(count);
  bounds.set<&tree::root>(nodes).set<&tree::size>(korat::between(0, count));
  bounds.set<&node::left>(nodes).set<&node::right>(nodes).set<&node::key>(korat::between(1, count));
  return bounds;
}
std::string written(const node* n) {
  return n ? "(" + written(n->left) + std::to_string(n->key) + written(n->right) + ")" : "";
}

std::vector<std::string> generated(const korat::finitization<tree>& bounds) {
  std::vector<std::string> result;
  for (const tree& t : korat::generate(bounds, &tree::rep_ok)) result.push_back(written(t.root));
  return result;
}

TEST(OwnedStructures, AreTheGeneratedOnesInOrder) {
  std::vector<std::string> copied;
  for (const auto t : korat::owned(trees(4), &tree::rep_ok)) {
    EXPECT_TRUE(t->rep_ok());
    copied.push_back(written(t->root));
  }
  EXPECT_EQ(copied, generated(trees(4)));
  EXPECT_EQ(copied.size(), 51u);
}

TEST(OwnedStructures, AreTheSameOfADiagram) {
  std::vector<std::string> copied;
  for (const auto t : korat::owned(trees(4), &tree::rep_ok, {.engine = korat::engine::diagram}))
    copied.push_back(written(t->root));
  EXPECT_EQ(copied, generated(trees(4)));
}

TEST(OwnedStructures, StayWhenTheSearchGoesOn) {
  std::vector<korat::owned_structure<tree>> kept;
  korat::for_each(trees(4), &tree::rep_ok, [&](const tree& t) { kept.push_back(korat::copy(t)); });
  std::set<const node*> nodes;
  std::vector<std::string> copied;
  for (const auto& t : kept) {
    copied.push_back(written(t->root));
    EXPECT_TRUE(!t->root || nodes.insert(t->root).second) << "two copies share a node";
  }
  EXPECT_EQ(copied, generated(trees(4)));
}

TEST(OwnedStructures, MembersWithoutADomainAreAsTheConstructorMakesThem) {
  korat::search search(trees(1), &tree::rep_ok);
  while (search.next_valid() && !search.structure().root) continue;
  search.structure_to_change().root->untouched = 8;
  EXPECT_EQ(korat::copy(search.structure())->root->untouched, 7);
}

TEST(OwnedStructures, AreOfStructuresThatWereFound) {
  const tree mine;
  EXPECT_THROW((void)korat::copy(mine), korat::usage_error);
}

TEST(OwnedStructures, DoNotShareWhatAnOperationPutThere) {
  korat::search search(trees(1), &tree::rep_ok);
  ASSERT_TRUE(search.next_valid());
  node added;
  search.structure_to_change().root = &added;
  EXPECT_THROW((void)korat::copy(search.structure()), korat::usage_error);
  search.restore();
  EXPECT_FALSE(korat::copy(search.structure())->root);
}

// Who frees.

namespace owning {
int alive = 0;
struct node {
  korat::field<node*> next;
  korat::field<std::string> name;
  node() { ++alive; }
  ~node() { --alive; }
};
struct list {
  korat::field<node*> head;
  ~list() {
    while (node* const first = head) head = static_cast<node*>(first->next), delete first;
  }
  bool rep_ok() const {
    int length = 0;
    for (const node* n = head; n; n = n->next)
      if (++length > 3) return false;
    return true;
  }
};
korat::finitization<list> bounds() {
  korat::finitization<list> result;
  const auto nodes = result.objects<node>(3);
  result.set<&list::head>(nodes).set<&node::next>(nodes);
  result.set<&node::name>(korat::one_of(std::vector<std::string>{"", std::string(100, 'x')}));
  return result;
}
}  // namespace owning

TEST(OwnedStructures, AreFreedByTheirRoot) {
  auto all = korat::owned(owning::bounds(), &owning::list::rep_ok);
  const int of_search = owning::alive;
  int lists = 0;
  for (const auto l : all) {
    ++lists;
    if (owning::node* const first = l->head) {
      EXPECT_GT(owning::alive, of_search);
      EXPECT_TRUE(first->name->empty() || first->name->size() == 100u);
      l->head = static_cast<owning::node*>(first->next);
      delete first;
    }
  }
  EXPECT_EQ(lists, 1 + 2 + 4 + 8);
  EXPECT_EQ(owning::alive, of_search);
}

TEST(OwnedStructures, ThatWereReleasedAreTheCallers) {
  korat::search search(owning::bounds(), &owning::list::rep_ok);
  search.next_valid(), search.next_valid();
  const int of_search = owning::alive;
  owning::list* const mine = korat::copy(search.structure()).release();
  EXPECT_EQ(owning::alive, of_search + 1);
  delete mine;
  EXPECT_EQ(owning::alive, of_search);
}

template <template <class> class Pointer>
struct pointing {
  static inline int alive = 0;
  struct node {
    Pointer<node> left, right;
    node() { ++alive; }
    ~node() { --alive; }
  };
  struct tree {
    Pointer<node> root;
  };
  static bool all_new(const node* n, korat::set<const node*>& seen) {
    if (n == nullptr) return true;
    return seen.insert(n).second && all_new(korat::read(n->left).get(), seen) &&
           all_new(korat::read(n->right).get(), seen);
  }
  static korat::finitization<tree> bounds() {
    korat::finitization<tree> result;
    const auto nodes = result.template objects<node>(3);
    result.template set<&tree::root>(nodes).template set<&node::left>(nodes).template set<&node::right>(nodes);
    return result;
  }
};
template <class T>
using unique = std::unique_ptr<T>;
template <class T>
using shared = std::shared_ptr<T>;

TEST(OwnedStructures, OfUniquePointersOwnTheirObjects) {
  using trees = pointing<unique>;
  auto all = korat::owned(trees::bounds(), [](const trees::tree& t) {
    korat::set<const trees::node*> seen;
    return trees::all_new(korat::read(t.root).get(), seen);
  });
  const int of_search = trees::alive;
  int count = 0;
  for (const auto t : all) {
    ++count;
    if (t->root && t->root->left) t->root = std::move(t->root->left);  // frees the rest
  }
  EXPECT_EQ(count, 1 + 1 + 2 + 5);
  EXPECT_EQ(trees::alive, of_search);
}

TEST(OwnedStructures, OfSharedPointersCountTheirOwners) {
  using graphs = pointing<shared>;
  const auto two_ways = [](const graphs::tree& t) {
    const auto* const root = korat::read(t.root).get();
    if (root == nullptr) return false;
    const auto* const left = korat::read(root->left).get();
    return left != nullptr && left != root && left == korat::read(root->right).get() && !korat::read(left->left) &&
           !korat::read(left->right);
  };
  auto all = korat::owned(graphs::bounds(), two_ways);
  const int of_search = graphs::alive;
  int count = 0;
  for (const auto t : all) {
    ++count;
    EXPECT_EQ(t->root.use_count(), 1);
    EXPECT_EQ(t->root->left.use_count(), 2);
    const auto kept = t->root->left;
    t->root.reset();
    EXPECT_EQ(kept.use_count(), 1);
  }
  EXPECT_EQ(count, 1);
  EXPECT_EQ(graphs::alive, of_search);
}

TEST(OwnedStructures, OfSmartPointersAreNotFreedTwice) {
  using trees = pointing<unique>;
  auto all = korat::owned(trees::bounds(), [](const trees::tree& t) { return !korat::read(t.root); }, {},
                          {.owner = korat::ownership::copy});
  EXPECT_THROW((void)*all.begin(), korat::usage_error);
}

TEST(OwnedStructures, ComeFromFactories) {
  std::set<void*> blocks;
  korat::copy_options by_factory;
  by_factory.with_factory<node>([&] { return ::new (*blocks.insert(std::malloc(sizeof(node))).first) node; },
                                [&](node* n) { blocks.erase(n), std::free(n); });
  std::size_t most = 0;
  for (const auto t : korat::owned(trees(3), &tree::rep_ok, {}, by_factory)) {
    EXPECT_EQ(blocks.size(), static_cast<std::size_t>(t->size));
    most = std::max(most, blocks.size());
  }
  EXPECT_EQ(most, 3u);
  EXPECT_TRUE(blocks.empty());
  by_factory.with_factory<int>([] { return nullptr; }, [](int*) {});
  auto wrong = korat::owned(trees(1), &tree::rep_ok, {}, by_factory);
  EXPECT_THROW((void)*wrong.begin(), korat::usage_error);
}

// A constructor that throws in the middle leaves nothing behind.
namespace failing {
int alive = 0;
bool fail = false;
struct node {
  korat::field<node*> next;
  node() {
    if (fail && alive % 3 == 2) throw std::runtime_error("enough");
    ++alive;
  }
  ~node() { --alive; }
};
struct list {
  korat::field<node*> head;
};
}  // namespace failing

TEST(OwnedStructures, LeaveNothingWhenAConstructorThrows) {
  korat::finitization<failing::list> bounds;
  const auto nodes = bounds.objects<failing::node>(3);
  bounds.set<&failing::list::head>(nodes.without_null()).set<&failing::node::next>(nodes);
  korat::search search(bounds, [](const failing::list& l) {
    const failing::node* const second = l.head->next;
    const failing::node* const third = second ? second->next.get() : nullptr;
    return third && third != second && third != l.head.get() && !third->next;
  });
  ASSERT_TRUE(search.next_valid());
  ASSERT_EQ(failing::alive % 3, 0);
  const int before = failing::alive;
  failing::fail = true;
  EXPECT_THROW((void)korat::copy(search.structure()), std::runtime_error);
  failing::fail = false;
  EXPECT_EQ(failing::alive, before);
}

// Arrays, parts, tags, several classes, objects that are told apart.
struct hook {
  hook* next = nullptr;
};
struct item {
  int number = 0;
  hook link;
  std::uintptr_t tagged = 0;
};
struct shelf {
  korat::array<item*> items;
  korat::array<std::string> names;
  hook* first = nullptr;
  korat::field<int> pair[2];
};

TEST(OwnedStructures, HaveArraysPartsAndTags) {
  korat::finitization<shelf> bounds;
  const auto items = bounds.objects<item>(
      2, {.initialize = [](item& i, std::uint32_t index) { i.number = static_cast<int>(index) + 1; }});
  bounds.set<&shelf::items>(korat::array_of(items.without_null()).with_length(korat::between(0, 2)));
  bounds.set<&shelf::names>(
      korat::array_of(korat::one_of(std::vector<std::string>{"a", "b"})).with_length(korat::between(1, 2)));
  bounds.set<&shelf::first>(items.part<&item::link>()).set<&shelf::pair>(korat::between(1, 3));
  bounds.set<&item::tagged>(korat::any_of(items.tagged<0>(), items.tagged<1>()));
  korat::search search(bounds, [](const shelf& s) {
    return s.items.size() == 2 && s.names.size() == 2 && s.items[0].get() != s.items[1].get();
  });
  int found = 0;
  while (search.next_valid()) {
    const auto c = korat::copy(search.structure(), {.owner = korat::ownership::copy});
    const shelf& original = search.structure();
    ++found;
    EXPECT_EQ(c->items.size(), 2);
    EXPECT_NE(c->items[0].get(), original.items[0].get());
    EXPECT_EQ(c->items[0]->number, original.items[0]->number);
    EXPECT_EQ(c->names[1].get(), original.names[1].get());
    EXPECT_EQ(c->pair[1].get(), original.pair[1].get());
    const auto in = [](const shelf& s, const void* p) {
      for (int i = 0; i < 2; ++i) {
        const auto offset = reinterpret_cast<std::uintptr_t>(p) - reinterpret_cast<std::uintptr_t>(s.items[i].get());
        if (offset < sizeof(item)) return 100 * i + static_cast<int>(offset);
      }
      return -static_cast<int>(reinterpret_cast<std::uintptr_t>(p));
    };
    EXPECT_EQ(in(*c, c->first), in(original, original.first));
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(in(*c, reinterpret_cast<void*>(c->items[i]->tagged)),
                in(original, reinterpret_cast<void*>(original.items[i]->tagged)));
  }
  EXPECT_EQ(found, 4 * 3 * 9 * 36);
}

struct fixed_link {  // neither default constructor nor copies
  explicit fixed_link(int made_with) : made(made_with) { ++alive; }
  fixed_link(const fixed_link&) = delete;
  fixed_link& operator=(const fixed_link&) = delete;
  ~fixed_link() { --alive; }
  static inline int alive = 0;
  const int made;
  korat::field<fixed_link*> next;
};
struct fixed_chain {
  explicit fixed_chain(std::string given) : name(std::move(given)) {}
  fixed_chain(const fixed_chain&) = delete;
  fixed_chain& operator=(const fixed_chain&) = delete;
  ~fixed_chain() {
    while (fixed_link* const link = first) {
      first = link->next.get();
      delete link;
    }
  }
  bool rep_ok() const { return first && (!first->next || !first->next->next); }
  std::string name;
  korat::field<fixed_link*> first;
};

TEST(OwnedCopies, AreMadeByTheFactoryOfTheBounds) {
  {
    korat::finitization<fixed_chain> bounds(korat::made_by([] { return fixed_chain("by a factory"); }));
    const auto links = bounds.objects<fixed_link>(2, korat::made_by([] { return fixed_link(7); }));
    bounds.set<&fixed_chain::first>(links).set<&fixed_link::next>(links);
    int seen = 0;
    for (const auto chain : korat::owned(bounds, &fixed_chain::rep_ok)) {
      EXPECT_EQ(chain->name, "by a factory");
      EXPECT_EQ(chain->first->made, 7);
      ++seen;
    }
    EXPECT_EQ(seen, 2);
    korat::for_each(bounds, &fixed_chain::rep_ok, [](fixed_chain& chain) {  // deletes, and they are made again
      delete chain.first->next.get();
      chain.first->next = nullptr;
    });
  }
  EXPECT_EQ(fixed_link::alive, 0);
}

struct two_owners {
  struct link {
    int key = 0;
  };
  std::unique_ptr<link> first, second;
};

TEST(OwnedCopies, OfTwoOwnersOfOneObjectAreRefused) {
  korat::finitization<two_owners> bounds;
  const auto links = bounds.objects<two_owners::link>(2, {.null = korat::null_value::excluded});
  bounds.set<&two_owners::first>(links).set<&two_owners::second>(links);
  korat::search all(bounds, [](const two_owners&) { return true; });
  ASSERT_TRUE(all.next_valid());
  try {
    korat::copy(all.structure());
    FAIL() << "both would delete it";
  } catch (const korat::usage_error& e) {
    EXPECT_STREQ(e.what(),
                 "korat::copy: two std::unique_ptr own link0, one of them two_owners::second, so there can be no such "
                 "copy: let the "
                 "predicate refuse shared objects");
  }
  ASSERT_TRUE(all.next_valid());
  EXPECT_NE(korat::copy(all.structure())->second, nullptr);
}

}  // namespace
}  // namespace korat_test::owned_test
