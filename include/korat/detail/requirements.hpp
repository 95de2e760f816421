// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What Korat's headers need of the compiler, each said in a sentence: included first, so that the sentence comes first.

#pragma once

#if __cplusplus < 202002L
#define KORAT_CANNOT_BE_COMPILED
#error "Korat needs C++20: compile with -std=c++20 or later."
#endif
#if __SIZEOF_POINTER__ < 8
#define KORAT_CANNOT_BE_COMPILED
#error "Korat needs addresses of 64 bits: compile for such a processor, without -m32 and -mx32."
#endif
