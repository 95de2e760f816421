// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Three defects of zix's B-tree, with pages of the ordinary size: 511 values make a root with one value and two leaves.

#include <stdint.h>
#include <stdio.h>
#include <zix/btree.c> /* for the height, which no function tells */

static int compare(const void* a, const void* b, const void* data) {
  (void)data;
  return a < b ? -1 : a > b ? 1 : 0;
}
static void* value(intptr_t v) { return (void*)v; }
static void print(const char* what, const ZixBTreeIter* i) {
  if (zix_btree_iter_is_end(i))
    printf("%s: the end", what);
  else
    printf("%s: %ld", what, (long)(intptr_t)zix_btree_get(i));
}

int main(void) {
  ZixBTree* tree = zix_btree_new(compare, NULL, NULL);
  for (intptr_t v = 2; v <= 2 * 511; v += 2)
    zix_btree_insert(tree, value(v)); /* the 256th, 512, moves up into the root */

  ZixBTreeIter* i = NULL;
  zix_btree_lower_bound(tree, value(511), &i);
  print("lower bound of 511", i);
  puts(", but 512 is in the tree");
  zix_btree_iter_free(i);

  void* out = NULL;
  ZixBTreeIter* next = NULL;
  zix_btree_remove(tree, value(512), &out, &next);
  print("after 512 was removed, the iterator is at", next);
  puts(", but 514 follows");
  zix_btree_iter_free(next);

  for (intptr_t v = 4; v <= 2 * 511; v += 2) zix_btree_remove(tree, value(v), &out, NULL);
  printf("one value is left, in a %s; the height is said to be %u\n", tree->root->is_leaf ? "leaf" : "inner node",
         tree->height);
  zix_btree_free(tree);
  return 0;
}
