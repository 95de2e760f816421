// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <utility>

namespace korat::detail {

/// The only pointer to an object whose class is known to the library alone. (A std::unique_ptr of each such class takes
/// a compiler ten times as long.)
template <class T>
class hidden {
 public:
  hidden() = default;
  /// Takes over what the library has made.
  template <class Unique>
  requires requires(Unique made) { made.release(); }
  hidden(Unique made) noexcept : object_(made.release()) {}
  hidden(hidden&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  hidden& operator=(hidden&& other) noexcept {
    delete std::exchange(object_, std::exchange(other.object_, nullptr));
    return *this;
  }
  ~hidden() {
    static_assert(sizeof(T) != 0, "only where the class is known");
    delete object_;
  }

  T* get() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  friend bool operator==(const hidden& h, std::nullptr_t) noexcept { return h.object_ == nullptr; }

 private:
  T* object_ = nullptr;
};

}  // namespace korat::detail
