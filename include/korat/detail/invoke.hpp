// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <type_traits>
#include <utility>

namespace korat::detail {

/// As std::invoke, whose header is a large one. A member is one of an object, not of what a pointer leads to.
template <class Callable, class... Arguments>
constexpr decltype(auto) invoke(Callable& callable, Arguments&&... arguments) {
  if constexpr (std::is_member_pointer_v<std::remove_cv_t<Callable>>)
    return [&](auto&& object, auto&&... rest) -> decltype(auto) {
      if constexpr (std::is_member_object_pointer_v<std::remove_cv_t<Callable>>)
        return (object.*callable);
      else
        return (object.*callable)(std::forward<decltype(rest)>(rest)...);
    }(std::forward<Arguments>(arguments)...);
  else
    return callable(std::forward<Arguments>(arguments)...);
}

}  // namespace korat::detail
