// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// From words of the command line to a subject and the integers of its finitization.

#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/source_file.hpp"
#include "subjects/subject.hpp"

namespace korat::cli {

/// Both throw usage_error with a message that says what was expected. `beginning`: of the command line, up to the
/// arguments.
const subjects::subject& named_subject(const std::string& name, purpose = purpose::search);
subjects::arguments checked_arguments(const subjects::subject&, const std::vector<std::string>& words,
                                      const std::string& beginning);

/// The parameters as a person writes them in a manual: "NODES MIN_SIZE MAX_SIZE".
std::string form_text(const std::vector<std::string>& form);
/// "binary-tree 3"
std::string call_text(const std::string& subject, const subjects::arguments&);

/// The one of `names` that somebody who wrote `wrong` most likely meant; empty when none is close.
std::string nearest(std::string_view wrong, std::span<const std::string> names);

}  // namespace korat::cli
