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
  bool holds(const void* address, std::size_t size) noexcept {
    const auto begin = reinterpret_cast<std::uintptr_t>(address);
    return last_.holds(begin, size) || find(begin, size);
  }

 private:
  struct range {
    std::uintptr_t begin, end;
    bool holds(std::uintptr_t address, std::size_t size) const noexcept {
      return address >= begin && address < end && size <= end - address;
    }
  };
  bool find(std::uintptr_t address, std::size_t size) noexcept;

  std::vector<range> ranges_;  // ascending
  range last_{};               // where the last question was answered: objects lie close together
};

}  // namespace korat::detail
