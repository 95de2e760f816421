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

 private:
  struct piece {
    const std::byte* place;
    std::vector<std::byte> bytes;
  };
  std::vector<piece> pieces_;
};

}  // namespace korat::detail
