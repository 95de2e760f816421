// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// An element of an undoable container that can be assigned to. A plain reference would let a write pass unlogged.

#pragma once

#include <type_traits>
#include <utility>

#include "korat/undo/temporaries.hpp"

namespace korat {

namespace detail {

/// Overwrites an element that a saved state may still see.
template <class T>
void overwrite(const element_memory& memory, T& place, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  if (memory.temporary()) {
    auto* bytes = reinterpret_cast<std::byte*>(&place);
    for (std::size_t done = 0; done < sizeof(T); done += sizeof(std::uint64_t))
      memory.log(bytes + done, sizeof(T) - done < sizeof(std::uint64_t) ? sizeof(T) - done : sizeof(std::uint64_t));
  }
  place = value;
}

}  // namespace detail

/// Owner: a container with `T& slot(Place)` and `const element_memory& memory()`. Place names the element so that the
/// reference survives growth of the container, as in m[a] = m[b]: its number, or a node that stays where it is.
template <class T, class Owner, class Place = std::uint32_t>
class element_reference {
 public:
  element_reference(Owner& owner, Place place) noexcept : owner_(&owner), place_(place) {}
  element_reference(const element_reference&) = default;

  const T& get() const noexcept { return owner_->slot(place_); }
  operator const T&() const noexcept { return get(); }
  T operator->() const noexcept requires std::is_pointer_v<T> { return get(); }

  // NOLINTNEXTLINE(misc-unconventional-assign-operator): assigns through, as std::vector<bool>::reference does
  const element_reference& operator=(const T& value) const {
    detail::overwrite(owner_->memory(), owner_->slot(place_), T(value));
    return *this;
  }
  const element_reference& operator=(const element_reference& other) const { return *this = other.get(); }
  template <class U>
  const element_reference& operator+=(const U& u) const {
    return *this = static_cast<T>(get() + u);
  }
  template <class U>
  const element_reference& operator-=(const U& u) const {
    return *this = static_cast<T>(get() - u);
  }
  template <class U>
  const element_reference& operator|=(const U& u) const {
    return *this = static_cast<T>(get() | u);
  }
  template <class U>
  const element_reference& operator&=(const U& u) const {
    return *this = static_cast<T>(get() & u);
  }
  const element_reference& operator++() const { return *this += 1; }
  const element_reference& operator--() const { return *this -= 1; }

 private:
  Owner* owner_;
  Place place_;
};

}  // namespace korat
