// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Infeasible ranges in a file: what 'korat infeasible --output FILE' writes and 'korat generate --skip FILE' leaves
// out. The file says of which subject, bounds and program they are: a changed predicate may accept what lies in a
// range.

#pragma once

#include <string>
#include <vector>

#include "cli/subject_call.hpp"
#include "korat/walk.hpp"

namespace korat::cli {

struct infeasible_file {
  std::vector<infeasible_range> ranges;  // in order
  bool complete = true;                  // there are no others
};

void write(const std::string& path, const called_subject&, const basic_search&, const infeasible_file&);
/// Throws file_error when it is damaged, and usage_error when it is of other bounds or of another program.
infeasible_file read_infeasible(const std::string& path, const subjects::subject&, const subjects::arguments&);

}  // namespace korat::cli
