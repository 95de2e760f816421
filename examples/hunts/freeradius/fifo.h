// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What FreeRADIUS 3.2.1 offers of its queues (freeradius-devel/libradius.h, which needs more than is installed).

#pragma once

typedef struct fr_fifo_t fr_fifo_t;
typedef void (*fr_fifo_free_t)(void*);

#ifdef __cplusplus
extern "C" {
#endif
fr_fifo_t* fr_fifo_create(void* talloc_context, int max, fr_fifo_free_t);
void fr_fifo_free(fr_fifo_t*);
int fr_fifo_push(fr_fifo_t*, void*);
void* fr_fifo_pop(fr_fifo_t*);
void* fr_fifo_peek(fr_fifo_t*);
unsigned int fr_fifo_num_elements(fr_fifo_t*);
#ifdef __cplusplus
}
#endif
