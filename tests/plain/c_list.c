// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "c_list.h"

#include <stddef.h>

int c_list_is_sorted(const c_list* list) {
  int class = 0;  // a word that C++ would not take: this is compiled as C
  for (const c_node* n = list->first; n; n = n->next, ++class)
    if (n->next && n->value >= n->next->value) return 0;
  return class == list->size;
}

c_node* c_list_remove(c_list* list, int value) {
  for (c_node** at = &list->first; *at; at = &(*at)->next)
    if ((*at)->value == value) {
      c_node* const found = *at;
      *at = found->next;
      --list->size;
      return found;
    }
  return NULL;
}
