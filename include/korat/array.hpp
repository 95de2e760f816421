// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// array<T>: an array whose length is searched like any other field. In a search the finitization gives it room for the
// longest length; reading the length and reading each element are separate first reads. Outside a search it is an
// ordinary array of its own, sized once by resize(). array<T, T> is the same of plain members, for code that is
// compiled through the compiler pass.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include "korat/error.hpp"
#include "korat/field.hpp"

namespace korat {

template <class T, class Place = field<T>>
class array {
 public:
  using value_type = Place;
  using length_place = std::conditional_t<std::is_same_v<T, Place>, std::int32_t, field<std::int32_t>>;

  array() = default;
  array(const array&) = delete;
  array& operator=(const array&) = delete;

  std::int32_t size() const noexcept { return length_; }
  bool empty() const noexcept { return size() == 0; }

  /// Bounds are checked against the room there is, not the length: asking for the length would be another read.
  const Place& operator[](std::int32_t i) const { return elements_[checked(i)]; }
  Place& operator[](std::int32_t i) { return elements_[checked(i)]; }

  const Place* begin() const noexcept { return elements_; }
  const Place* end() const noexcept { return elements_ + size(); }

  /// Outside a search: gives the array `length` default elements.
  void resize(std::int32_t length) {
    owned_ = std::make_unique<Place[]>(static_cast<std::size_t>(length));
    lend({owned_.get(), static_cast<std::size_t>(length)});
    length_ = length;
  }

  // For the search, which owns the room and searches the length.
  void lend(std::span<Place> room) noexcept {
    elements_ = room.data();
    room_ = static_cast<std::int32_t>(room.size());
  }
  length_place& length() noexcept { return length_; }
  std::int32_t room() const noexcept { return room_; }

 private:
  std::size_t checked(std::int32_t i) const {
    if (i < 0 || i >= room_) no_such_element(i, room_);
    return static_cast<std::size_t>(i);
  }
  [[noreturn, gnu::cold, gnu::noinline]] static void no_such_element(std::int32_t i, std::int32_t room) {
    throw korat::out_of_range("korat::array: index " + std::to_string(i) + ", but there is room for " +
                              std::to_string(room));
  }

  length_place length_{};
  std::int32_t room_ = 0;
  Place* elements_ = nullptr;
  std::unique_ptr<Place[]> owned_;
};

}  // namespace korat
