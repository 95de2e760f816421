// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// State outside the predicate that begins to matter long after the rehearsal. All of these are right when they run from
// their beginning, and wrong when they are resumed, in a part of the space that comes late. A search by default finds
// out, or is right; it never gives another number.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "healthy.hpp"

namespace korat_test::late_state_test {
namespace {

struct node {
  korat::field<node*> left, right;
};
struct tree {
  korat::field<node*> root;
};

korat::finitization<tree> bounded(int nodes) {
  korat::finitization<tree> bounds("tree");
  auto set = bounds.objects<node>(nodes);
  bounds.set<&tree::root>(set).set<&node::left>(set).set<&node::right>(set);
  return bounds;
}

/// Where a predicate counts the nodes it has visited, in trees whose root has a left child: those come last.
struct place {
  std::string name;
  void (*clear)();
  void (*count)(int so_far);
  int (*counted)();
  friend std::ostream& operator<<(std::ostream& out, const place& p) { return out << p.name; }
};

int global_counter = 0;
std::array<char, 64> global_array{};
std::vector<int> global_vector(64);
thread_local int thread_sum = 0;
char words[64];

const place places[] = {
    {"global_counter", [] { global_counter = 0; }, [](int) { ++global_counter; }, [] { return global_counter; }},
    {"global_array", [] { global_array.fill(0); }, [](int n) { global_array[static_cast<std::size_t>(n)] = 1; },
     [] { return static_cast<int>(std::count(global_array.begin(), global_array.end(), 1)); }},
    {"elements_of_a_global_vector", [] { std::fill(global_vector.begin(), global_vector.end(), 0); },
     [](int n) { global_vector[static_cast<std::size_t>(n)] = 1; },
     [] { return static_cast<int>(std::count(global_vector.begin(), global_vector.end(), 1)); }},
    {"errno_of_the_thread", [] { errno = 0; }, [](int) { ++errno; }, [] { return int{errno}; }},
    {"strtok", [] { std::strtok(std::strcpy(words, "a b c d e f g h i j k l m n o p"), " "); },
     [](int) { std::strtok(nullptr, " "); },
     [] {
       const char* const next = std::strtok(nullptr, " ");
       return next == nullptr ? -1 : *next - 'b';
     }},
    {"thread_local_sum", [] { thread_sum = 0; }, [](int n) { thread_sum += n; }, [] { return thread_sum; }},
};

bool visit(const node* n, korat::set<const node*>& seen, const place* state, int& expected) {
  if (n == nullptr) return true;
  if (!seen.insert(n).second) return false;
  if (state != nullptr) {
    state->count(static_cast<int>(seen.size()));
    expected += state->name == "thread_local_sum" ? static_cast<int>(seen.size()) : 1;
  }
  return visit(n->left, seen, state, expected) && visit(n->right, seen, state, expected);
}

class LateState : public testing::TestWithParam<place> {};

TEST_P(LateState, IsFoundOrDoesNoHarm) {
  const place state = GetParam();
  for (const int size : {6, 7, 8}) {
    const auto predicate = [&state, size](const tree& t) {
      const bool late = t.root && t.root->left;
      if (late) state.clear();
      korat::set<const node*> seen;
      int expected = 0;
      if (!visit(t.root, seen, late ? &state : nullptr, expected) || static_cast<int>(seen.size()) != size)
        return false;
      return !late || state.counted() == expected;
    };
    std::uint64_t right =
        korat::for_each(bounded(size), predicate, [](const tree&) {}, {.engine = korat::engine::reexecute}).valid;
    EXPECT_EQ(right, size == 6 ? 132u : size == 7 ? 429u : 1430u);
    try {
      EXPECT_EQ(korat::for_each(bounded(size), predicate, [](const tree&) {}).valid, right) << size;
    } catch (const korat::predicate_error& e) {
      EXPECT_STREQ(korat::name_of(e.why().kind), "keeps-state") << e.what();
    }
  }
  expect_healthy_search();
}

INSTANTIATE_TEST_SUITE_P(Kinds, LateState, testing::ValuesIn(places), [](const auto& each) { return each.param.name; });

// A static that is first used late, and then never changes, is none.
TEST(LateStatics, AreNoState) {
  const auto predicate = [](const tree& t) {
    if (t.root && t.root->left) {
      static const std::array<int, 3> constants{static_cast<int>(t.root->left == t.root), 2, 3};
      if (constants[1] != 2) return false;
    }
    korat::set<const node*> seen;
    int expected = 0;
    return visit(t.root, seen, nullptr, expected) && seen.size() == 7;
  };
  korat::search<tree> search(bounded(7), predicate);
  while (search.next_valid()) {
  }
  EXPECT_EQ(search.statistics().valid, 429u);
  EXPECT_EQ(search.engine_note() == std::nullopt, search.engine_used() == korat::engine::checkpoint);
}

struct digits {
  std::array<korat::field<int>, 6> of;
};

// In the last eighth of a search: of the whole space, or of what a limit leaves of it.
TEST(LateCounts, NearTheEndAreFoundOrDoNoHarm) {
  korat::finitization<digits> bounds("digits");
  bounds.set<&digits::of>(korat::between(0, 3));
  for (const std::uint64_t limit : {std::uint64_t{2'048}, korat::search_options::unlimited}) {
    const int last = limit == 2'048 ? 1 : 3;
    const auto predicate = [last](const digits& d) {
      const bool late = d.of[0] == last && d.of[1] >= 2;
      int sum = 0;
      global_counter = late ? 0 : global_counter;
      for (const auto& digit : d.of) (late ? global_counter : sum) += digit;
      return (late ? global_counter : sum) == 9;
    };
    const auto count = [&](korat::engine engine) {
      return korat::for_each(bounds, predicate, [](const digits&) {}, {.engine = engine, .max_explored = limit}).valid;
    };
    const auto right = count(korat::engine::reexecute);
    try {
      EXPECT_EQ(count(korat::engine::checkpoint), right) << limit;
    } catch (const korat::predicate_error& e) {
      EXPECT_STREQ(korat::name_of(e.why().kind), "keeps-state") << e.what();
    }
  }
}

// The same candidate, asked at the end, is answered otherwise.
TEST(LateCounts, AreFoundAtTheEnd) {
  const auto predicate = [calls = 0](const tree& t) {
    korat::set<const node*> seen;
    int expected = 0;
    ++const_cast<int&>(calls);
    return visit(t.root, seen, nullptr, expected) && seen.size() == 8 && calls < 30'000;
  };
  EXPECT_THROW(korat::for_each(bounded(8), predicate, [](const tree&) {}, {.engine = korat::engine::reexecute}),
               korat::predicate_error);
}

}  // namespace
}  // namespace korat_test::late_state_test
