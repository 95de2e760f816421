// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The options of 'korat repair'.

#pragma once

#include <string>

#include "cli/printer.hpp"
#include "cli/subject_call.hpp"
#include "korat/repair.hpp"

namespace korat::cli {

struct repair_request {
  subject_call call;
  std::string path;  // of the broken structure; "-": standard input
  repair_options options;
  structure_format print = structure_format::none;
  std::string output_path;   // empty: a dry run
  std::string picture_path;  // empty: none is drawn
  bool json = false;
};

void add_repair_options(option_list& options, repair_request&);

/// Throws usage_error when options contradict each other.
void check(const repair_request&);

/// Throws usage_error when the options name a member that the description does not have.
void check_members(const repair_options&, const description&);

}  // namespace korat::cli
