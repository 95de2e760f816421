// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Predicates with state that no saved state holds: in global, static and thread-local variables, or behind a captured
// reference. Re-execution handles them if they start afresh at every run; checkpoints must find them out and
// re-execute, or refuse. A wrong answer is what must never happen.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "healthy.hpp"
#include "sample.hpp"

namespace korat_test::kept_state_test {
namespace {

struct node {
  korat::field<node*> left, right;
};
struct tree {
  korat::field<node*> root;
  korat::field<int> size;
};

korat::finitization<tree> bounded(int nodes) {
  korat::finitization<tree> bounds("tree");
  auto set = bounds.objects<node>(nodes);
  bounds.set<&tree::root>(set)
      .set<&tree::size>(korat::between(nodes, nodes))
      .set<&node::left>(set)
      .set<&node::right>(set);
  return bounds;
}

template <class Visited>
bool tree_from(const node* n, Visited& visited) {
  if (!n) return true;
  return visited.insert(n).second && tree_from(n->left.get(), visited) && tree_from(n->right.get(), visited);
}
template <class Visited>
bool is_tree(const tree& t, Visited& scratch) {
  scratch.clear();
  return tree_from(t.root.get(), scratch) && static_cast<int>(scratch.size()) == t.size;
}

enum class found { same, refused, different };

template <class Predicate>
found compare(Predicate predicate, int nodes, std::uint64_t self_checks) {
  const auto s = make_sample("kept", bounded(nodes), predicate);
  const auto truth = sequence_of(s, {.engine = korat::engine::reexecute});
  try {
    return sequence_of(s, {.engine = korat::engine::checkpoint, .self_checks = self_checks}) == truth
               ? found::same
               : found::different;
  } catch (const korat::predicate_error& e) {
    EXPECT_STREQ(korat::name_of(e.why().kind), "keeps-state") << e.what();
    return found::refused;
  }
}

template <class Predicate>
void expect_never_different(Predicate predicate) {
  EXPECT_NE(compare(predicate, 2, 100), found::different);
  EXPECT_NE(compare(predicate, 4, 100), found::different);
  EXPECT_NE(compare(predicate, 5, 100), found::different);
  EXPECT_NE(compare(predicate, 4, korat::search_options::unlimited), found::different);
  expect_healthy_search();
}

std::set<const node*> global_scratch;

TEST(KeptState, InAGlobalContainer) {
  expect_never_different([](const tree& t) { return is_tree(t, global_scratch); });
}

korat::set<const node*> global_undoable_scratch;

TEST(KeptState, InAGlobalUndoableContainer) {
  expect_never_different([](const tree& t) { return is_tree(t, global_undoable_scratch); });
}

TEST(KeptState, InAStaticContainer) {
  expect_never_different([](const tree& t) {
    static std::set<const node*> scratch;
    return is_tree(t, scratch);
  });
}

TEST(KeptState, InAThreadLocalContainer) {
  expect_never_different([](const tree& t) {
    thread_local std::vector<const node*> scratch;
    struct visits {
      std::vector<const node*>& v;
      std::pair<int, bool> insert(const node* n) {
        if (std::ranges::find(v, n) != v.end()) return {0, false};
        v.push_back(n);
        return {0, true};
      }
      void clear() { v.clear(); }
      std::size_t size() const { return v.size(); }
    } scratch_of_this_thread{scratch};
    return is_tree(t, scratch_of_this_thread);
  });
}

TEST(KeptState, BehindACapturedReference) {
  std::set<const node*> scratch;
  expect_never_different([&scratch](const tree& t) { return is_tree(t, scratch); });
}

TEST(KeptState, BehindACapturedReferenceToPlainMemory) {
  struct marks {
    std::array<const node*, 16> nodes{};
    std::size_t count = 0;
    std::pair<int, bool> insert(const node* n) {
      for (std::size_t i = 0; i < count; ++i)
        if (nodes[i] == n) return {0, false};
      nodes[count++] = n;
      return {0, true};
    }
    void clear() { count = 0; }
    std::size_t size() const { return count; }
  };
  marks scratch;
  expect_never_different([&scratch](const tree& t) { return is_tree(t, scratch); });
}

TEST(KeptState, InAMutableMemberOfThePredicate) {
  expect_never_different([scratch = std::set<const node*>()](const tree& t) {
    auto& mine = const_cast<std::set<const node*>&>(scratch);
    return is_tree(t, mine);
  });
}

// It only counts: the answers do not depend on it.
TEST(KeptState, ThatOnlyCountsDoesNotMatter) {
  static std::uint64_t calls = 0;
  EXPECT_EQ(compare(
                [](const tree& t) {
                  ++calls;
                  korat::set<const node*> visited;
                  return is_tree(t, visited);
                },
                3, 100),
            found::same);
  EXPECT_GT(calls, 0u);
}

// With every candidate checked, state that shows only late is found as well.
TEST(KeptState, ThatShowsOnlyLateIsFoundWhenEveryCandidateIsChecked) {
  auto scratch = std::make_shared<std::vector<const node*>>();
  scratch->reserve(100);
  const auto late = [scratch](const tree& t) {
    korat::set<const node*> visited;
    scratch->clear();
    if (t.root && t.root->left && t.root->left->left == nullptr && t.root->left != t.root) {
      scratch->push_back(t.root->left->right);
      if (t.root->right && !scratch->empty() && t.root->right == scratch->back()) return false;
      scratch->push_back(t.root->right);
      if (t.root->right && t.root->right->left && scratch->size() != 2) return false;
    }
    return is_tree(t, visited);
  };
  EXPECT_NE(compare(late, 4, korat::search_options::unlimited), found::different);
}

TEST(KeptState, IsSaidInTheNoteOfASearchThatReexecutes) {
  korat::search<tree> search(bounded(5), [](const tree& t) { return is_tree(t, global_scratch); });
  try {
    while (search.next()) {
    }
  } catch (const korat::predicate_error&) {
    return;  // refused is fine as well
  }
  EXPECT_EQ(search.engine_used(), korat::engine::reexecute);
  EXPECT_NE(search.engine_note(), std::nullopt);
}

}  // namespace
}  // namespace korat_test::kept_state_test
