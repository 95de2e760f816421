// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A bounded space as plain numbers, and two ways to search it that share no code with the library: the list-based Korat
// of the papers, and brute force over all assignments.

#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace korat_test {

/// One field of one object; one component of the candidate vector.
struct model_field {
  static constexpr int null = -1;

  bool reference = false;
  std::vector<int> values;       // by value index: a number; or an object, or null
  std::size_t length_field = 0;  // an element of a searched array: its length; else the field itself
};

struct model_object {
  std::size_t set = 0;
  int index = 0;  // within its set
  bool told_apart = false;
  std::vector<std::size_t> fields;  // in the order of the vector
};

struct model {
  std::vector<model_object> objects;  // the root first
  std::vector<model_field> fields;
  double size() const;  // number of assignments
};

using indexes = std::vector<std::uint32_t>;

/// A predicate over an assignment: asks for fields through `read`, which gives a field's value.
using model_predicate = std::function<bool(const std::function<int(std::size_t field)>& read)>;

struct visited {
  indexes vector;
  indexes accessed;
  bool valid = false;
  bool operator==(const visited&) const = default;
};

/// The candidates in order, by the rules of the papers, with every candidate run from the beginning.
std::vector<visited> reference_search(const model&, const model_predicate&);

/// What the root reaches, written so that isomorphic structures read the same.
std::string canonical(const model&, const indexes& vector);

/// The canonical forms of all assignments that satisfy the predicate.
std::set<std::string> brute_force(const model&, const model_predicate&);

}  // namespace korat_test
