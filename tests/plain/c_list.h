// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A list in C, whose header C++ can include.

#pragma once

#ifdef __cplusplus
extern "C" {
#endif

typedef struct c_node {
  struct c_node* next;
  int value;
} c_node;

typedef struct c_list {
  c_node* first;
  int size;
} c_list;

int c_list_is_sorted(const c_list* list);
c_node* c_list_remove(c_list* list, int value);

#ifdef __cplusplus
}
#endif
