// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Many structures repaired at the same time: each as it would be alone.

#include "korat/repair_all.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <set>

namespace korat_test::repair_all_test {
namespace {

struct item {
  korat::field<item*> next;
};

struct chain {
  korat::field<item*> head;
  korat::field<int> size;

  bool rep_ok() const {
    std::set<const item*> seen;
    for (const item* i = head; i != nullptr; i = i->next)
      if (!seen.insert(i).second) return false;
    return size == static_cast<int>(seen.size());
  }
};

korat::finitization<chain> bounds_of_chains() {
  korat::finitization<chain> bounds;
  const auto items = bounds.objects<item>(6);
  bounds.set<&chain::head>(items).set<&chain::size>(korat::between(0, 6)).set<&item::next>(items);
  return bounds;
}

/// A chain with its items.
struct whole {
  chain root;
  std::array<item, 6> items;
  explicit whole(int size) {
    for (std::size_t i = 0; i + 1 < items.size(); ++i) items[i].next = &items[i + 1];
    root.head = &items[0];
    root.size = size;
  }
};

struct many {
  std::vector<std::unique_ptr<whole>> all;
  std::vector<chain*> roots;
  explicit many(int count) {
    for (int i = 0; i < count; ++i) {
      all.push_back(std::make_unique<whole>(i % 7));  // 6 is right
      if (i % 3 == 0) all.back()->items[5].next = &all.back()->items[2];
      roots.push_back(&all.back()->root);
    }
  }
};

TEST(RepairAll, DoesWithEachWhatItWouldDoAlone) {
  many together(60), alone(60);
  const auto bounds = bounds_of_chains();
  const auto results = korat::repair_all(together.roots, bounds, &chain::rep_ok, {}, 4);
  ASSERT_EQ(results.size(), 60u);
  int fine = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const auto one = korat::repair(*alone.roots[i], bounds, &chain::rep_ok);
    EXPECT_TRUE(together.roots[i]->rep_ok());
    EXPECT_EQ(results[i].outcome, one.outcome) << i;
    EXPECT_EQ(results[i].changes, one.changes) << i;
    EXPECT_EQ(together.roots[i]->size, alone.roots[i]->size);
    fine += results[i].outcome == korat::repair_outcome::fine;
  }
  EXPECT_EQ(fine, 5);  // 6, 13, 20, ... 55, but for every third of them
}

TEST(RepairAll, LeavesAsItIsWhatItCannotRepair) {
  many chains(5);
  const auto results = korat::repair_all(chains.roots, bounds_of_chains(), &chain::rep_ok, {.max_executions = 1}, 2);
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_FALSE(results[i].ok());
    EXPECT_TRUE(results[i].why);
    EXPECT_EQ(chains.roots[i]->size, static_cast<int>(i));
  }
}

TEST(RepairAll, TellsWhatIsThrownAndGoesOn) {
  many chains(8);
  chains.all[1]->items[3].next = nullptr;  // too short: repaired by a fresh item, which there is none of
  chains.all[1]->root.size = 6;
  korat::repair_options options{.max_executions = 10'000, .keep = {"size"}};
  options.with_factory<item>([]() -> item* { throw std::runtime_error("no more items"); });
  chains.roots[6]->size = 5;  // with the size kept, the last item goes
  const auto results = korat::repair_all(chains.roots, bounds_of_chains(), &chain::rep_ok, options);
  EXPECT_TRUE(results[6].ok()) << results[6].why.value_or("");
  EXPECT_TRUE(results[1].ok() || results[1].why.has_value());
  EXPECT_THROW(korat::repair_all(chains.roots, bounds_of_chains(), &chain::rep_ok,
                                 {.objects = {korat::live_object(chains.all[0]->items[0])}}),
               korat::usage_error);
}

TEST(RepairAll, OfNothingIsNothing) {
  EXPECT_TRUE(korat::repair_all(std::vector<chain*>(), bounds_of_chains(), &chain::rep_ok).empty());
}

}  // namespace
}  // namespace korat_test::repair_all_test
