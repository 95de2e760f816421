// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What went wrong, as the person at the keyboard is told.

#pragma once

#include <exception>
#include <string>

#include "cli/exit_code.hpp"

namespace korat::cli {

struct failure {
  std::string message;  // empty: there is nothing to tell
  exit_code code;
  bool misused = false;  // the command: its help may help
};

failure failure_of(const std::exception_ptr&);

}  // namespace korat::cli
