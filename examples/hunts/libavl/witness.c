// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// avl_fixup_node() is to repair the tree after a node was moved, as by realloc(). It leaves the children's parent as it
// was.

#include <avl.h>
#include <stdio.h>

static int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }

int main(void) {
  int one = 1, two = 2;
  avl_tree_t tree;
  avl_node_t before, after, child;

  avl_init_tree(&tree, compare, NULL);
  avl_insert_node(&tree, avl_init_node(&before, &one));
  avl_insert_node(&tree, avl_init_node(&child, &two));

  after = before;
  avl_fixup_node(&tree, &after);
  printf("the child's parent is %s\n", child.parent == &after ? "the moved node" : "where the node was before");
  before.left = before.right = before.parent = NULL; /* that memory is used for something else */
  before.count = 0;
  printf("avl_index() of the second item: %u, but it is 1\n", avl_index(&child));
  return 0;
}
