// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A hostile predicate and what is expected of a search with it. How many structures satisfy it is said by the oracle
// (oracle.cpp), in counts.txt.
//
// To add one: a line in a family's file, or a file with a family, named here and in families.cpp; then `run --update`.

#pragma once

#include <span>
#include <variant>

#include "shapes.hpp"

namespace hostile {

enum class expected {
  answer,             // an ordinary predicate, however odd: every engine finds the right count
  answer_or_refusal,  // it keeps state, writes, or reads unnoticed: the right count, or a message; never another count
  refusal,            // it has no count, since it crashes, throws or never ends: a message
};

template <class Shape>
using predicate_of = bool (*)(const Shape&);
using predicate = std::variant<predicate_of<numbers>, predicate_of<uneven>, predicate_of<list>, predicate_of<tree>,
                               predicate_of<words>>;

struct hostile_case {
  const char* name;
  expected expectation;
  predicate valid;
};

enum class runs { always, by_name_only };

struct family {
  const char* name;
  std::span<const hostile_case> cases;
  runs when = runs::always;
};

std::span<const family> families();

/// For what a compiler must not see through, so that the predicate stays as hostile as it was written.
template <class T>
[[gnu::noinline]] T opaque(T value) {
  asm volatile("" : : "g"(&value) : "memory");
  return value;
}

}  // namespace hostile
