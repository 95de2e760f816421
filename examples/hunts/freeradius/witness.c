// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A queue with room for two whose elements go round the end: one is never freed, and what was never put in is.

#include <stdio.h>
#include "fifo.h"

static void freed(void* element) { printf("freed: %s\n", element ? (char*)element : "(null)"); }

int main(void) {
  fr_fifo_t* queue = fr_fifo_create(NULL, 2, freed);
  fr_fifo_push(queue, "one");
  fr_fifo_push(queue, "two");
  fr_fifo_pop(queue);
  fr_fifo_push(queue, "three");
  printf("the queue has %u elements: two, three\n", fr_fifo_num_elements(queue));
  fr_fifo_free(queue);
  return 0;
}
