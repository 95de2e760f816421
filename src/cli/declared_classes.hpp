// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The classes and enumerations that a header defines, by its text alone: where to look in what Clang says about it,
// which is a quarter of a gigabyte for a header that includes <map>.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace korat::cli {

struct declared_class {
  std::vector<std::string> namespaces;  // around it, from the outside; an unnamed one is ""
  std::string name;
  std::size_t offset = 0;  // of its name in the text
  bool is_template = false;

  std::string qualified() const;
};

/// Those that lie in no other class and in no function.
std::vector<declared_class> classes_declared_in(std::string_view text);

/// The files named by #include "...".
std::vector<std::string> files_included_by(std::string_view text);

}  // namespace korat::cli
