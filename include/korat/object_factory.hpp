// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#pragma once

#include <string>
#include <utility>

#include "korat/detail/erasure.hpp"
#include "korat/detail/names.hpp"
#include "korat/function.hpp"

namespace korat {

namespace detail {

struct making_of_class {
  std::string class_name;
  function<void*()> make;
  function<void(void*)> free;
};

}  // namespace detail

/// How objects of a class are made, and freed, where not by new and delete.
class object_factory {
 public:
  /// object_factory::of<node>(node_new, node_free)
  template <class T, class Make, class Free>
  static object_factory of(Make make, Free free) {
    object_factory made;
    made.inside_ = {std::string(detail::type_name<T>()), [make = std::move(make)]() -> void* { return make(); },
                    [free = std::move(free)](void* object) { free(static_cast<T*>(object)); }};
    return made;
  }
  /// For objects that nobody frees.
  template <class T, class Make>
  static object_factory of(Make make) {
    return of<T>(std::move(make), [](T*) {});
  }

 private:
  friend struct detail::erasure;
  detail::making_of_class inside_;
};

}  // namespace korat
