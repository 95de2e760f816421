// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: a field holds a plain value

#include <korat/field.hpp>

#ifdef KORAT_WRONG
korat::field<const int> made;
#else
korat::field<int> made;
#endif
