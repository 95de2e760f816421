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
  std::vector<std::string> namespaces;  // around it, from the outside; an unnamed or inline one is ""
  std::string name;
  std::size_t offset = 0;  // of its name in the text; of 'typedef struct {...} name', of 'struct'
  bool is_template = false;
  std::size_t end = 0;  // of 'typedef struct {...} name', the offset of the closing brace

  bool is_unnamed() const { return end != 0; }

  std::string qualified() const;
};

/// 'typedef struct node {...} node_t' or 'typedef struct node node_t'.
struct declared_alias {
  std::string name;  // both in full
  std::string stands_for;
};

struct declarations {
  std::vector<declared_class> classes = {};
  std::vector<declared_alias> aliases = {};  // of classes, by typedef
};

/// Those that lie in no class and in no function.
declarations declared_in(std::string_view text);

/// The files named by #include "...".
std::vector<std::string> files_included_by(std::string_view text);

}  // namespace korat::cli
