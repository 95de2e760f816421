// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The structures as an enumerator written by hand holds them: objects are numbers from 1, in the order they are
// met; 0 is null. A size is n unless the enumerator searches it.

#pragma once

#include "enumerator/result.hpp"

namespace korat::bench {

struct binary_tree {
  int root = 0;
  int size = 0;
  int child[2 * max_n] = {};  // node i has left = child[2i-2] and right = child[2i-1]
};

struct search_tree : binary_tree {
  int info[max_n + 1] = {};  // of node i at index i
};

struct singly_linked_list {
  struct entry {
    int element = 0;
    int next = 0;
  };
  int header = 0;
  int size = 0;
  entry entries[max_n + 2] = {};  // entry i at index i; 0 stays unused
};

struct heap_array {
  int size = 0;
  int length = 0;
  int values[max_n] = {};

  heap_array() {
    for (int& value : values) value = -1;  // the first value of the domain
  }
};

struct doubly_linked_list {
  struct entry {
    int element = 0;
    int next = 0;
    int previous = 0;
  };
  int header = 0;
  int size = 0;
  entry entries[max_n + 2] = {};  // entry i at index i; 0 stays unused
};

struct binomial_heap {
  struct node {
    int parent = 0, sibling = 0, child = 0;
    int key = 1;
    int degree = 0;
  };
  int size = 0;
  int nodes = 0;
  node node_at[max_n + 1] = {};  // node i at index i
};

struct fibonacci_heap {
  struct node {
    int parent = 0, right = 0, left = 0, child = 0;
    int key = 0;
    int degree = 0;
  };
  int size = 0;
  int nodes = 0;
  int min_node = 0;
  node node_at[max_n + 1] = {};  // the same
};

/// Records are numbers from 0: a record is never null.
struct disj_set {
  struct record {
    int parent = 0;
    int rank = 0;
  };
  int size = 0;
  int length = 0;
  int records[max_n] = {};
  record record_at[max_n] = {};
};

/// Runs `search(structure, count)` on a fresh structure.
template <class Structure, class Count, class Search>
result enumerate(int n, Search search) {
  require_size_in_range(n);
  Structure structure;
  structure.size = n;
  expose(structure);
  Count count;
  search(structure, count);
  return count.total();
}

}  // namespace korat::bench
