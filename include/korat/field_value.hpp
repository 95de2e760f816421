// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What a field holds, for people and programs that do not know its type.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>

namespace korat {

/// An object of a space, by its position: 0 is the root, then the objects of each set in the order of creation.
struct object_id {
  std::size_t index;
  std::string part = {};  // where a field may refer to several parts of it: which (".left"), or with which bits ("+1")
  bool operator==(const object_id&) const = default;
};

struct null_reference {
  bool operator==(const null_reference&) const = default;
};

/// A value that is shown by a name, without quotation marks: an enumerator, or a container as "{1, 2}".
struct named_value {
  std::string name;
  bool operator==(const named_value&) const = default;
};
using symbol = named_value;  ///< its old name

using field_value =
    std::variant<null_reference, object_id, bool, std::int64_t, std::uint64_t, double, std::string, named_value>;

}  // namespace korat
