// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include "korat/undo/sequence.hpp"

namespace korat::undo {

/// An undoable std::vector.
template <class T>
class vector : private detail::sequence<T> {
  using base = detail::sequence<T>;

 public:
  using base::base;
  using base::begin, base::end, base::size, base::empty, base::operator[], base::at, base::front, base::back;
  using base::push_back, base::pop_back, base::clear, base::resize;
  using typename base::const_iterator, typename base::const_reference, typename base::iterator,
      typename base::reference, typename base::size_type, typename base::value_type, typename base::difference_type;
  template <class... Arguments>
  void emplace_back(Arguments&&... arguments) {
    push_back(T(std::forward<Arguments>(arguments)...));
  }
  void swap(vector& other) noexcept { base::swap(other); }
  friend bool operator==(const vector&, const vector&) = default;
  friend auto operator<=>(const vector&, const vector&) = default;
};

}  // namespace korat::undo

namespace korat {
using undo::vector;
}
