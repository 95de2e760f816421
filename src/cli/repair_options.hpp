// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The options of 'korat repair'.

#pragma once

#include <string>
#include <vector>

#include "cli/printer.hpp"
#include "cli/subject_call.hpp"
#include "cli/threads_option.hpp"
#include "korat/repair.hpp"

namespace korat::cli {

struct repair_request {
  subject_call call;
  std::vector<std::string> paths;  // of the broken structures; "-": standard input
  repair_options options;
  std::string print = {};    // in which format; empty: not
  std::string output_path;   // empty: a dry run; of several files, a folder
  std::string picture_path;  // empty: none is drawn
  bool json = false;
  given_threads processes;  // of several files

  const std::string& path() const { return paths.front(); }
};

void add_repair_options(option_list& options, repair_request&);

/// Tells files from arguments. Throws usage_error when options contradict each other.
void check(repair_request&);

/// Throws usage_error when the options name a member that the description does not have.
void check_members(const repair_options&, const description&);

}  // namespace korat::cli
