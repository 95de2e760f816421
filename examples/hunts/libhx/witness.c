// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// HXdeque_move() does not tell the node that follows who now precedes it, and does not count.

#include <libHX/deque.h>
#include <stdio.h>

static void print(const char* what, const struct HXdeque* q) {
  printf("%s: forward", what);
  for (const struct HXdeque_node* n = q->first; n != NULL; n = n->next) printf(" %s", n->sptr);
  printf(", backward");
  for (const struct HXdeque_node* n = q->last; n != NULL; n = n->prev) printf(" %s", n->sptr);
  printf(", items %u\n", q->items);
}

int main(void) {
  struct HXdeque *q = HXdeque_init(), *other = HXdeque_init();
  struct HXdeque_node *one = HXdeque_push(q, "one"), *two = HXdeque_push(q, "two");
  HXdeque_push(q, "three");
  print("three elements", q);
  HXdeque_move(one, two);
  print("the first moved behind the second", q);

  struct HXdeque_node* four = HXdeque_push(other, "four");
  HXdeque_move(HXdeque_find(q, q->last->ptr), four);
  print("the last moved to another queue", other);
  print("the queue it was in", q);
  HXdeque_free(q);
  HXdeque_free(other);
  return 0;
}
