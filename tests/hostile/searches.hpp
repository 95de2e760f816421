// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The shapes' bounds for Korat, the engines, and a search for one hostile predicate by one of them.

#pragma once

#include <span>
#include <string>

#include "cases.hpp"
#include "korat/options.hpp"

namespace hostile {

struct named_engine {
  const char* name;
  korat::engine kind;
};
/// A further engine is one more line.
inline constexpr named_engine engines[] = {{"checkpoint", korat::engine::checkpoint},
                                           {"re-execution", korat::engine::reexecute},
                                           {"diagram", korat::engine::diagram}};

struct finding {
  enum class kind : char { answered = 'a', refused = 'r', broken = 'b' } how;
  std::string text;       // the count, or the message, or what is broken afterwards
  bool as_asked = false;  // answered by the engine that was asked for, not by re-execution instead
};

/// In this process.
finding search_with(const predicate&, korat::engine);

}  // namespace hostile
