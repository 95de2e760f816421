// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Two indexes are added to a skip list that has elements. The one whose function lies behind the other's in memory is
// added last, and has only the first element.

#include <apr_general.h>
#include <apr_pools.h>
#include <apr_skiplist.h>
#include <stdint.h>
#include <stdio.h>

static int rising(void* a, void* b) {
  const int x = *(int*)a, y = *(int*)b;
  return x < y ? -1 : x > y;
}
static int falling(void* a, void* b) { return rising(b, a); }
static int falling_last_digit(void* a, void* b) {
  int x = *(int*)a % 10, y = *(int*)b % 10;
  return rising(&y, &x);
}

static const char* found(apr_skiplist* list, int* key, apr_skiplist_compare order) {
  apr_skiplistnode* place = NULL;
  return apr_skiplist_find_compare(list, key, &place, order) ? "found" : "MISSING";
}

int main(void) {
  int keys[] = {11, 22, 33};
  apr_pool_t* pool;
  apr_skiplist* list;
  apr_initialize();
  apr_pool_create(&pool, NULL);
  apr_skiplist_init(&list, pool);
  apr_skiplist_set_compare(list, rising, rising);
  for (int i = 0; i < 3; ++i) apr_skiplist_insert(list, &keys[i]);
  const int swapped = (uintptr_t)falling > (uintptr_t)falling_last_digit;
  const apr_skiplist_compare second = swapped ? falling_last_digit : falling,
                             third = swapped ? falling : falling_last_digit;
  apr_skiplist_add_index(list, second, second);
  apr_skiplist_add_index(list, third, third);
  for (int i = 0; i < 3; ++i)
    printf("%d: first index %s, second %s, third %s\n", keys[i], found(list, &keys[i], rising),
           found(list, &keys[i], second), found(list, &keys[i], third));
  apr_terminate();
  return 0;
}
