// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Asks a question in a child process, so that a death is an answer too.

#pragma once

#include <functional>
#include <string>

namespace hostile {

struct reply {
  bool answered = false;  // the child came to its end and said something
  std::string said;       // what, or how it died
};

/// A child that says nothing within the limit is killed.
reply in_child(const std::function<std::string()>& question, int limit_in_seconds);

}  // namespace hostile
