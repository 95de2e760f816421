// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// From addresses in the running program to lines of its source, by the program 'addr2line' where it is. The program
// must have been compiled with -g or -g1.

#pragma once

#include <map>
#include <span>
#include <string>

#include "korat/diagnosis.hpp"

namespace korat::report {

/// "subjects/binary_tree.hpp:34", without what is korat's own (a read is inlined from its headers). An address with no
/// known line is left out.
std::map<code_address, std::string> source_lines(std::span<const code_address> addresses);

}  // namespace korat::report
