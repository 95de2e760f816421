// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Names that options have in Korat for Java and in the thesis on backward search. Where one has the same meaning here
// under another name it is understood, with a word about the new one; for the others there is advice.

#pragma once

#include <string>
#include <vector>

namespace korat::cli {

/// The words of a command line, with old names replaced.
std::vector<std::string> with_new_names(std::vector<std::string> words);
/// What to say in place of an option that is not here; empty: it never was one.
std::string advice_for(const std::string& option);

}  // namespace korat::cli
