// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Plain members that are read without being noticed: whatever the values, and wherever in the predicate. The search
// must find out, because its answer would be wrong.

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "healthy.hpp"

namespace korat_test::unnoticed_test {
namespace {

struct node {
  korat::field<node*> left, right;
  int weight = 0;
};
struct tree {
  korat::field<node*> root;
};
using visited_nodes = korat::vector<const node*>;

korat::finitization<tree> bounded(int nodes, int weights) {
  korat::finitization<tree> bounds("tree");
  auto set = bounds.objects<node>(nodes);
  bounds.set<&tree::root>(set).set<&node::left>(set).set<&node::right>(set).set<&node::weight>(
      korat::between(0, weights - 1));
  return bounds;
}

bool visit(const node* n, korat::set<const node*>& seen, visited_nodes& order) {
  if (n == nullptr) return true;
  if (!seen.insert(n).second) return false;
  order.push_back(n);
  return visit(n->left, seen, order) && visit(n->right, seen, order);
}
/// The nodes of a tree of this size, in the order of their visits; none if it is no such tree.
visited_nodes nodes_of(const tree& t, int size) {
  korat::set<const node*> seen;
  visited_nodes order;
  if (!visit(t.root, seen, order) || static_cast<int>(order.size()) != size) order.clear();
  return order;
}

/// What the search says of the predicate: "missed-read", or how many structures there are.
template <class Predicate>
std::string verdict(const korat::finitization<tree>& bounds, Predicate predicate, korat::search_options options = {}) {
  options.max_explored = 3'000'000;
  korat::search<tree> search(bounds, predicate, options);
  try {
    while (search.next_valid()) {
    }
  } catch (const korat::predicate_error& e) {
    return korat::name_of(e.why().kind);
  }
  return std::to_string(search.statistics().valid);
}

// 132 trees of six nodes, and any weights but for the root's: 132 * w^5 structures.
TEST(Unnoticed, OneValueOfADomainOfAnySizeIsFound) {
  for (int weights = 2; weights <= 10; ++weights)
    for (int wanted = 0; wanted < weights; ++wanted) {
      const auto predicate = [wanted](const tree& t) { return !nodes_of(t, 6).empty() && t.root->weight == wanted; };
      for (const auto engine : {korat::engine::checkpoint, korat::engine::reexecute})
        EXPECT_EQ(verdict(bounded(6, weights), predicate, {.engine = engine}), "missed-read")
            << wanted << " of " << weights;
    }
}

TEST(Unnoticed, OneValueIsFoundWhenEveryCandidateIsChecked) {
  const auto predicate = [](const tree& t) { return !nodes_of(t, 4).empty() && t.root->weight == 1; };
  for (const int weights : {3, 5, 9})
    EXPECT_EQ(verdict(bounded(4, weights), predicate, {.self_checks = korat::search_options::unlimited}), "missed-read")
        << weights;
}

// There is one candidate, or one for each value of the root.
TEST(Unnoticed, OneValueIsFoundInTheShortestSearches) {
  struct leaf {
    int weight = 0;
    korat::field<int> other;
  };
  for (int weights = 2; weights <= 16; ++weights)
    for (int wanted = 0; wanted < weights; ++wanted) {
      korat::finitization<leaf> bounds("leaf");
      bounds.set<&leaf::weight>(korat::between(0, weights - 1)).set<&leaf::other>(korat::between(0, 1));
      for (const bool reads_other : {false, true}) {
        korat::search<leaf> search(bounds,
                                   [=](const leaf& l) { return (!reads_other || l.other == 1) && l.weight == wanted; });
        EXPECT_THROW(while (search.next_valid()){}, korat::predicate_error) << wanted << " of " << weights;
      }
    }
}

TEST(Unnoticed, ARelationOfTwoFieldsIsFound) {
  EXPECT_EQ(verdict(bounded(5, 3),
                    [](const tree& t) {
                      const auto nodes = nodes_of(t, 5);
                      return !nodes.empty() && nodes[1]->weight < nodes[3]->weight;
                    }),
            "missed-read");
}

// The documentation says how many of such reads may be missed.
TEST(Unnoticed, RandomReadsAreFound) {
  std::mt19937 random(1);
  const auto below = [&random](int n) { return std::uniform_int_distribution<>(0, n - 1)(random); };
  int missed = 0;
  constexpr int tried = 150;
  for (int i = 0; i < tried; ++i) {
    const int weights = 2 + below(8), size = 3 + below(3), which = below(size), wanted = below(weights),
              kind = below(3);
    const auto predicate = [=](const tree& t) {
      const auto nodes = nodes_of(t, size);
      if (nodes.empty()) return false;
      const int weight = nodes[static_cast<std::size_t>(which)]->weight;
      return kind == 0 ? weight == wanted : kind == 1 ? weight != wanted : weight < wanted + 1;
    };
    const bool depends = kind != 2 || wanted + 1 < weights;
    const auto said = verdict(bounded(size, weights), predicate);
    if (depends && said != "missed-read") ++missed;
    if (!depends) {
      EXPECT_NE(said, "missed-read") << "all weights are below " << weights;
    }
  }
  EXPECT_LT(missed, 3 * tried / 100);
  expect_healthy_search();
}

}  // namespace
}  // namespace korat_test::unnoticed_test
