// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Other programs, found as a shell finds them.

#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

namespace korat::cli {

struct finished_process {
  int code = 0;        // its exit code; 128 and more: a signal ended it
  std::string output;  // what it wrote, to either place
};

/// Waits for it. Throws usage_error when there is no such program.
finished_process run_process(const std::vector<std::string>& words);

/// One that runs beside this program; its output goes to a file. It is not ended with this program.
class background_process {
 public:
  background_process(const std::vector<std::string>& words, const std::string& output_path);
  /// Its exit code, once it is over.
  std::optional<int> ended();

 private:
  pid_t pid_;
  std::optional<int> code_;
};

}  // namespace korat::cli
