// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A header in the place of a subject: 'korat generate my_tree.hpp 5', or 'my_tree.hpp:heap' where it offers several.
// The program compiles it, through the compiler pass, to a program like itself that has the header's offers in place of
// the subjects, and becomes that program. So all that the program can do, it can do with them.

#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "subjects/subject.hpp"

namespace korat::cli {

/// Whether it is the name of a file, to tell by its ending, and not of a subject.
bool is_source_file(const std::string& name);

/// "my_tree.hpp:heap" -> "my_tree.hpp" and "heap", or empty.
struct source_name {
  std::string file, subject;
};
source_name split(const std::string& name);

/// What a compiled header is for: a repair also notices what integers are compared with, which a search does not pay
/// for.
enum class purpose { search, repair };

/// Makes the subjects those that the file offers. In the program itself (compile.cpp) this does not return: the
/// compiled program goes on, from the beginning, with the same arguments. There (offered.cpp) it does nothing.
void enter(const std::string& file, purpose = purpose::search);

/// korat-c++, which lies beside this program. Throws source_error where it does not.
std::string compiler_for_headers();
/// What KORAT_CXXFLAGS adds.
std::vector<std::string> flags_for_headers();

/// After enter(): the one that is named, or the only one. Throws usage_error.
const subjects::subject& offered_subject(const source_name&);

/// The file cannot be used, for a reason of its own.
class source_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace korat::cli
