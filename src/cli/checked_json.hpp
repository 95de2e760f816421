// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Files of one JSON object that says of which format it is and has a checksum: that of the text without it. A new one
// replaces the old one by renaming, so that there is a whole one at every moment.

#pragma once

#include <string>

#include "encoding/json.hpp"
#include "files/json_reader.hpp"

namespace korat::cli {

using encoding::json;
using encoding::json_object;
using files::json_value;

struct checked_format {
  const char* name;     // "korat search 3"
  const char* what;     // "saved search"
  const char* instead;  // what to do about a damaged one: "remove it to search from the beginning"
};

/// Throws file_error, and output_error when it cannot be read at all.
json_value read_checked(const std::string& path, const checked_format&);
/// Without "format" and "checksum". Throws output_error.
void write_checked(const std::string& path, const checked_format&, const json_object& content);

}  // namespace korat::cli
