// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// options: -D__SIZEOF_POINTER__=4
// expect: Korat needs addresses of 64 bits: compile for such a processor, without -m32 and -mx32

#include <korat/korat.hpp>
