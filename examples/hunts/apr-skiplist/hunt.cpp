// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The skip lists of APR, whose type is hidden: what is generated are sequences of calls, each run on an empty list.

#include <apr_general.h>
#include <apr_pools.h>
#include <apr_skiplist.h>

#include <algorithm>
#include <array>
#include <functional>

#include "hunt.hpp"

namespace {

constexpr int most_calls = 6, keys = 3, add_index = 0;

int compare(int a, int b) { return a < b ? -1 : a > b; }
int rising(void* a, void* b) { return compare(*static_cast<int*>(a), *static_cast<int*>(b)); }
int falling(void* a, void* b) { return rising(b, a); }
int falling_halves(void* a, void* b) { return compare(*static_cast<int*>(b) / 2, *static_cast<int*>(a) / 2); }
std::array orders = {rising, falling, falling_halves};

/// A key is inserted, or an index is added.
struct calls {
  int count = 0;
  int step[most_calls] = {};

  /// Each key once, and as many indexes as there are orders.
  bool rep_ok() const {
    int seen = 0, indexes = 1;
    for (int i = 0; i < count; ++i) {
      if (step[i] == add_index ? ++indexes > static_cast<int>(orders.size()) : (seen >> step[i] & 1) != 0) return false;
      seen |= 1 << step[i];
    }
    return true;
  }
  static korat::finitization<calls> bounds(int count) {
    korat::finitization<calls> space;
    space.set<&calls::count>(korat::exactly(count))
        .set<&calls::step>(korat::between(add_index, keys))
        .leave_unread<&calls::step>();
    return space;
  }
};

/// Every key is found through every index.
bool finds_all(const calls& c) {
  static std::array<int, keys + 1> key = {0, 2, 4, 6};
  apr_pool_t* pool = nullptr;
  apr_pool_create(&pool, nullptr);
  apr_skiplist* list = nullptr;
  apr_skiplist_init(&list, pool);
  apr_skiplist_set_compare(list, orders[0], orders[0]);
  std::size_t indexes = 1;
  for (int i = 0; i < c.count; ++i) {
    if (c.step[i] == add_index) {
      apr_skiplist_add_index(list, orders[indexes], orders[indexes]);
      ++indexes;
    } else {
      apr_skiplist_insert(list, &key[static_cast<std::size_t>(c.step[i])]);
    }
  }
  bool all = true;
  for (int i = 0; i < c.count; ++i)
    for (std::size_t o = 0; o < indexes && c.step[i] != add_index; ++o) {
      apr_skiplistnode* place = nullptr;
      all = all && apr_skiplist_find_compare(list, &key[static_cast<std::size_t>(c.step[i])], &place, orders[o]);
    }
  apr_pool_destroy(pool);
  return all;
}

/// No index is added once there are keys.
bool indexes_come_first(const calls& c) {
  return c.rep_ok() && std::is_partitioned(c.step, c.step + c.count, [](int s) { return s == add_index; });
}

}  // namespace

int main() {
  apr_initialize();
  std::sort(orders.begin() + 1, orders.end(),
            std::less<>());  // APR keeps indexes in the order of their functions' addresses
  const auto found_after = [](auto predicate) {
    return [predicate](int size) { return korat::property("found", calls::bounds(size), predicate, &finds_all, {}); };
  };
  hunt("found, indexes added before all keys", 0, 5, found_after(&indexes_come_first));
  hunt("found, indexes added at any time", 0, 5, found_after(&calls::rep_ok));
}
