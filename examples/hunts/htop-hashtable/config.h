/* SPDX-FileCopyrightText: Korat for C++ contributors
   SPDX-License-Identifier: Apache-2.0 */

/* What Hashtable.c needs of the rest of htop, in place of what configure writes: its screen (CRT.h) is not called. */
#pragma once
#define HEADER_CRT
#define HEADER_XUtils
#include <stddef.h>
void CRT_fatalError(const char* note) __attribute__((noreturn));
void* xMalloc(size_t size);
void* xCalloc(size_t count, size_t size);
