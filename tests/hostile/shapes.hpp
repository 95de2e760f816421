// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What hostile predicates are asked about. With HOSTILE_PLAIN the members are plain: so the oracle has them, which
// knows nothing of Korat, and so they go through the compiler pass.

#pragma once

#include <string>

#ifndef HOSTILE_PLAIN
#include "korat/field.hpp"
#endif

namespace hostile {

#ifdef HOSTILE_PLAIN
template <class T>
using field = T;
#else
using korat::field;
#endif

/// Each from 0 to 3.
struct numbers {
  field<int> a{}, b{}, c{}, d{}, e{}, f{};
};

/// Each from 0, with as many values as its name says.
struct uneven {
  field<int> two{}, three{}, five{}, six{}, nine{};
};

/// Up to 4 items with values from 0 to 2; size from 0 to 4.
struct item {
  field<item*> next{};
  field<int> value{};
};
struct list {
  field<item*> first{};
  field<int> size{};
};

/// Up to 3 nodes with keys from 0 to 2.
struct node {
  field<node*> left{}, right{};
  field<int> key{};
};
struct tree {
  field<node*> root{};
};

/// Values of other types: short and long strings, characters, numbers with a fraction, flags.
struct words {
  field<std::string> first{}, second{};
  field<char> letter{};
  field<double> real{};
  field<bool> flag{};
  field<long long> wide{};
};

/// Hands the six numbers on, one read after the other.
template <class Use>
void each(const numbers& n, Use use) {
  use(n.a);
  use(n.b);
  use(n.c);
  use(n.d);
  use(n.e);
  use(n.f);
}

/// Hands the items on in their order; false for a circle, and for a wrong size.
template <class Use>
bool walk(const list& l, Use use) {
  int length = 0;
  for (const item* i = l.first; i != nullptr; i = i->next) {
    if (++length > 4) return false;
    use(*i);
  }
  return length == l.size;
}

}  // namespace hostile
