// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Reads the classes of a header as Clang understands them: members with their types, private ones included.

#pragma once

#include <string>
#include <vector>

namespace korat::cli {

struct read_member {
  std::string name;
  std::string type;  // without aliases, names in full: "std::unique_ptr<ns::tree::node>"
  bool is_public = true;
  bool is_bit_field = false;
};

struct read_class {
  std::string name;          // in full: "ns::tree::node"
  bool is_reachable = true;  // its name is not private, nor that of a class around it
  bool is_template = false;
  bool has_default_constructor = true;
  std::vector<std::string> bases = {};  // public ones, in full
  std::vector<std::string> hidden_bases = {};
  std::vector<read_member> members = {};  // data, not static
  std::vector<read_member> checks = {};   // member functions of the form 'bool f() const'

  /// "node"
  std::string short_name() const { return name.substr(name.rfind(':') + 1); }
};

struct read_enum {
  std::string name;
  bool is_reachable = true;
  std::vector<std::string> enumerators = {};
  bool counts_from_zero = true;  // none is given a value
};

struct read_header {
  std::vector<read_class> classes;  // a class comes before those inside it
  std::vector<read_enum> enums;

  const read_class* find_class(const std::string& name) const;
  const read_enum* find_enum(const std::string& name) const;
};

/// Those of the file, and of the files that it includes by "...". Throws source_error where there is no Clang, or the
/// header does not compile; what Clang says then goes to standard error.
read_header read_classes(const std::string& file);

}  // namespace korat::cli
