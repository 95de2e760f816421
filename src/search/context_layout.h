/* SPDX-FileCopyrightText: Korat for C++ contributors
   SPDX-License-Identifier: Apache-2.0

   Where the assembly (context_*.S) finds the members of 'context' and 'saved_state'; context.hpp compares. */

#ifndef KORAT_CONTEXT_LAYOUT_H
#define KORAT_CONTEXT_LAYOUT_H

/* context */
#define KORAT_MAIN_STACK 0
#define KORAT_BASE 8
#define KORAT_STATE 16
#define KORAT_IMAGE_END 24
#define KORAT_PREDICATE 32
#define KORAT_FUNCTION 40
#define KORAT_ROOT 48
#define KORAT_LOOP 56

/* saved_state */
#define KORAT_TOP 0
#define KORAT_IMAGE 8
#define KORAT_STACK 16
#define KORAT_REGISTERS 24
#define KORAT_COPY 32
#define KORAT_STACK_SIZE 40

#endif
