// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures written down by hand, so that printing is tested without a search.

#pragma once

#include <string>
#include <utility>

#include "korat/structure.hpp"

namespace korat::test {

inline structure::field holds(std::string name, field_value v) { return {std::move(name), std::move(v), true}; }
inline structure::field refers(std::string name, std::size_t object) {
  return {std::move(name), object_id{object}, true};
}
inline structure::field null(std::string name) { return {std::move(name), null_reference{}, true}; }
inline structure::field unread(std::string name) { return {std::move(name), null_reference{}, false}; }
inline structure::field number(std::string name, std::int64_t n) { return {std::move(name), n, true}; }

/// One object of class "root" that holds `v` as "x".
inline structure holding(field_value v) { return {{{"root", "root", {holds("x", std::move(v))}}}}; }

/// A list of `length` nodes, each with a key and a pointer to the next.
inline structure long_list(std::size_t length) {
  structure s{{{"list", "list", {refers("head", 1)}}}};
  for (std::size_t i = 1; i <= length; ++i) {
    auto next = i < length ? refers("next", i + 1) : null("next");
    s.objects.push_back({"node" + std::to_string(i - 1), "node", {number("key", 7), std::move(next)}});
  }
  return s;
}

/// Two nodes that know their parent.
inline structure small_tree() {
  return {
      {{"tree", "tree", {refers("root", 1), number("size", 2)}},
       {"node0", "node", {null("parent"), refers("left", 2), null("right"), holds("color", named_value{"black"})}},
       {"node1", "node", {refers("parent", 1), null("left"), unread("right"), holds("color", named_value{"red"})}}}};
}

}  // namespace korat::test
