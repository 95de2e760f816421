// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The domain that suits the type of a member, as C++.

#pragma once

#include <functional>
#include <optional>
#include <string>

namespace korat::cli {

/// What it must be told of the classes and enumerations at hand: a domain, or nothing.
struct known_types {
  std::function<std::optional<std::string>(const std::string& type)> objects_of;      // for pointers to that class
  std::function<std::optional<std::string>(const std::string& type)> enumerators_of;  // for an enumeration
};

/// Of a type as Clang writes it without aliases; nothing where no domain suits it.
std::optional<std::string> domain_for(std::string type, const known_types&);

}  // namespace korat::cli
