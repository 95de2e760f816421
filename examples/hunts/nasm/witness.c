// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Keys in ascending order: the depth of the "red-black tree" grows with the number of keys, not with its logarithm.

#define NASM_COMPILER_H 1
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <rbtree.h>

static int depth(const struct rbtree* n) {
  if (!n) return 0;
  const int left = depth(rb_left(n)), right = depth(rb_right(n));
  return 1 + (left > right ? left : right);
}

int main(void) {
  for (int n = 100; n <= 100000; n *= 10) {
    struct rbtree *nodes = calloc(n, sizeof *nodes), *root = NULL;
    int most = 0;
    for (int i = 0; i < n; i++) {
      nodes[i].key = i;
      root = rb_insert(root, &nodes[i]);
    }
    for (int two_to_most = 1; two_to_most <= n + 1; two_to_most *= 2) most += 2;
    printf("%d keys: depth %d; a red-black tree has at most %d\n", n, depth(root), most);
    free(nodes);
  }
  return 0;
}
