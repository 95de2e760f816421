// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures as JSON text, read back: what to_json() writes (docs/output.md), alone or as "structure" of a larger
// object that says where it comes from. Text does not tell everything: an enumerator comes back as a string, "NaN" too,
// a number that is not negative as a signed one if it fits, and every array has a length, as a searched one.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "korat/structure.hpp"

namespace korat::files {

struct structure_file {
  std::string subject;  // empty when the text does not say
  std::vector<std::int64_t> arguments;
  korat::structure structure;
};

/// `name` is how messages call the text. Throws file_error, which says what is wrong and where.
structure_file parse_structure(std::string_view text, const std::string& name);
/// The path "-" is standard input.
structure_file read_structure(const std::string& path);

}  // namespace korat::files
