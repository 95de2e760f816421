// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Global, static and thread-local variables of the program (not of the system's libraries): a picture of their memory,
// to see whether a predicate changes any. No saved state holds them.

#pragma once

#include <cstddef>
#include <vector>

namespace korat::detail {

class program_variables {
 public:
  program_variables();  // takes a picture
  void take();
  bool changed() const;
  std::size_t size() const noexcept;
  /// Whether the picture holds this thread's variables. Those of a thread that has ended are not there any more.
  bool of_this_thread() const noexcept;

 private:
  struct piece {
    const std::byte* place;
    std::vector<std::byte> bytes;
  };
  std::vector<piece> pieces_;
  const void* thread_;
};

}  // namespace korat::detail
