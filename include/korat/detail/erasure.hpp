// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <cstddef>
#include <memory>
#include <utility>

namespace korat {

template <class Root>
class finitization;
template <class T>
class object_set;
class description;
class basic_search;
enum class null_value;

namespace detail {

struct bounds;
struct described;
class search_engine;

/// What is inside of public classes, which is the library's own business.
struct erasure {
  template <class Root>
  static const bounds& of(const finitization<Root>& f) noexcept {
    return f.bounds_;
  }

  static const described& of(const korat::description& d) noexcept;
  static described& of(korat::description& d) noexcept;
  static korat::description describe(described);

  /// Which finitization a set belongs to, by an address, and its number there.
  template <class T>
  static const void* owner(const object_set<T>& set) noexcept {
    return set.of_;
  }
  template <class T>
  static std::size_t id(const object_set<T>& set) noexcept {
    return set.id_;
  }
  template <class T>
  static object_set<T> objects(const void* owner, std::size_t id, null_value null) {
    return {owner, id, null};
  }

  /// An object or a factory of the caller, as the library keeps it.
  template <class Held>
  static auto& inside(Held& held) noexcept {
    return held.inside_;
  }

  template <class Search>
  static auto& engine(Search& search) {
    return search.engine_in_use();
  }
  static basic_search search_by(std::unique_ptr<search_engine>);
};

}  // namespace detail

}  // namespace korat
