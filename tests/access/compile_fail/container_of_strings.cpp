// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// expect: korat's containers hold plain values; std:: containers hold anything and work in predicates too

#include <string>

#include <korat/undo/vector.hpp>

void fill() {
#ifdef KORAT_WRONG
  korat::vector<std::string> values;
#else
  korat::vector<int> values;
#endif
  values.push_back({});
}
