// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Bounds for a class that was read from a header, as C++ to be edited: a set of objects for each class that its members
// lead to, a domain for each member, and an offer.

#pragma once

#include <string>

#include "cli/class_reader.hpp"

namespace korat::cli {

/// The class that is named, in full or shortly; without a name, the one that looks like the root: that has a predicate,
/// and that no other class refers to. Throws usage_error.
const read_class& root_in(const read_header&, const std::string& wanted, const std::string& file);

/// Of its member functions 'bool f() const', the one whose name says that it checks the class; null: none.
const read_member* predicate_of(const read_class&);

/// `include`: the header, as the new one includes it. `itself`: the new one.
std::string text_of_bounds(const read_header&, const read_class& root, const std::string& include,
                           const std::string& itself);

}  // namespace korat::cli
