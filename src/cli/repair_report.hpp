// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What 'korat repair' tells.

#pragma once

#include <string>
#include <vector>

#include "cli/printer.hpp"
#include "cli/repaired_file.hpp"
#include "encoding/json.hpp"
#include "subjects/subject.hpp"

namespace korat::cli {

struct repair_report {
  const subjects::subject& subject;
  const subjects::arguments& arguments;
  const repaired_file& repaired;
  const std::vector<repaired_file>& choices;  // the nearest repairs, if they are to be shown
  std::string output_path;                    // empty: nothing was written
  std::string print = {};                     // in which format; empty: not
};

/// For people: what changed, what it took, and the structure before and after if it is small.
std::string text_of(const repair_report&);
/// One line of it: "repaired, 2 fields changed".
std::string headline_of(const repair_report&);
/// One object, with the repaired structure if it is to be printed.
encoding::json_object json_of(const repair_report&);
/// The repaired structure alone.
std::string printed(const repair_report&);

}  // namespace korat::cli
