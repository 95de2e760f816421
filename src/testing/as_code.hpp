// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A structure as C++ that builds it.

#pragma once

#include <string>

#include "search/engine.hpp"

namespace korat::detail {

enum class code_objects {
  variables,    // local variables: the class does not own them
  made_by_new,  // the class does
};

/// Of the candidate that the search stands at. The root is called `structure`; lines are indented by two.
std::string as_code(const search_engine&, code_objects);

}  // namespace korat::detail
