// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "korat/detail/invoke.hpp"

namespace korat {

template <class Signature>
class function;

/// A copyable function: a lambda, a pointer to a function or a member, a std::function; or none. std::function does the
/// same, but its header takes a third as long to compile as all of this library's.
template <class Result, class... Arguments>
class function<Result(Arguments...)> {
 public:
  function() noexcept = default;
  function(std::nullptr_t) noexcept {}
  /// What is equal to nullptr, as an empty std::function, is none.
  template <class Callable>
  requires(!std::same_as<std::remove_cvref_t<Callable>, function> &&
           std::is_invocable_r_v<Result, std::decay_t<Callable>&, Arguments...> &&
           std::copy_constructible<std::decay_t<Callable>>) function(Callable&& callable) {
    if constexpr (requires {
                    { callable == nullptr } -> std::convertible_to<bool>;
                  })
      if (callable == nullptr) return;
    using held = std::decay_t<Callable>;
    held_ = new held(std::forward<Callable>(callable));
    call_ = [](void* f, Arguments... arguments) -> Result {
      return detail::invoke(*static_cast<held*>(f), std::forward<Arguments>(arguments)...);
    };
    manage_ = [](void* f, bool copied) -> void* {
      if (copied) return new held(*static_cast<const held*>(f));
      delete static_cast<held*>(f);
      return nullptr;
    };
  }
  function(const function& other)
      : held_(other ? other.manage_(other.held_, true) : nullptr), call_(other.call_), manage_(other.manage_) {}
  function(function&& other) noexcept { swap(other); }
  function& operator=(function other) noexcept {
    swap(other);
    return *this;
  }
  ~function() {
    if (*this) manage_(held_, false);
  }

  void swap(function& other) noexcept {
    std::swap(held_, other.held_);
    std::swap(call_, other.call_);
    std::swap(manage_, other.manage_);
  }

  explicit operator bool() const noexcept { return held_ != nullptr; }
  friend bool operator==(const function& f, std::nullptr_t) noexcept { return !f; }
  /// There must be one.
  Result operator()(Arguments... arguments) const { return call_(held_, std::forward<Arguments>(arguments)...); }

 private:
  void* held_ = nullptr;
  Result (*call_)(void*, Arguments...) = nullptr;
  void* (*manage_)(void*, bool copied) = nullptr;  // makes a copy, or deletes it
};

}  // namespace korat
