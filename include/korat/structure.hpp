// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A structure as data: the objects reachable from the root and what their fields hold. Printing, JSON and pictures
// start from this; it is a copy, and stays what it was when the search goes on.

#pragma once

#include <string>
#include <vector>

#include "korat/field_value.hpp"

namespace korat {

struct structure {
  struct field {
    std::string name;
    field_value value;  // an object_id is an index into `objects`
    bool read = true;   // false: the predicate did not look at it
    bool operator==(const field&) const;
  };
  struct object {
    std::string name;  // "node2", unique; the root has its class's name
    std::string class_name;
    std::vector<field> fields;
    bool operator==(const object&) const;
  };

  std::vector<object> objects;  // the root first, the others in the order in which the root reaches them
  bool operator==(const structure&) const;
};

}  // namespace korat
