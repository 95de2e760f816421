// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: korat's containers hold plain values; std:: containers hold anything and work in predicates too

#include <string>

#include <korat/undo/set.hpp>

void fill() {
#ifdef KORAT_WRONG
  korat::set<std::string> values;
#else
  korat::set<int> values;
#endif
  values.insert({});
}
