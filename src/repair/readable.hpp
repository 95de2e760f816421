// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Which addresses of this process can be read: a damaged structure may hold pointers to anywhere.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace korat::detail {

class readable_memory {
 public:
  /// As it is now.
  readable_memory();
  bool holds(const void* address, std::size_t size) noexcept;

 private:
  struct range {
    std::uintptr_t begin, end;
  };
  std::vector<range> ranges_;  // ascending
  range last_{};               // where the last question was answered: objects lie close together
};

}  // namespace korat::detail
