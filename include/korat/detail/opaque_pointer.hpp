// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <utility>

namespace korat::detail {

/// The only pointer to an object whose class is known to the library alone. (A std::unique_ptr of each such class takes
/// a compiler ten times as long.)
template <class T>
class opaque_pointer {
 public:
  opaque_pointer() = default;
  /// Takes over what the library has made.
  template <class Unique>
  requires requires(Unique made) { made.release(); }
  opaque_pointer(Unique made) noexcept : object_(made.release()) {}
  opaque_pointer(opaque_pointer&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  opaque_pointer& operator=(opaque_pointer&& other) noexcept {
    delete std::exchange(object_, std::exchange(other.object_, nullptr));
    return *this;
  }
  ~opaque_pointer() {
    static_assert(sizeof(T) != 0, "only where the class is known");
    delete object_;
  }

  T* get() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }
  friend bool operator==(const opaque_pointer& p, std::nullptr_t) noexcept { return p.object_ == nullptr; }

 private:
  T* object_ = nullptr;
};

}  // namespace korat::detail
