// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// korat repair with several files: in several processes, so that whatever one of them comes to does not stop the
// others.

#pragma once

#include <functional>
#include <string>

#include "cli/exit_code.hpp"
#include "cli/repair_options.hpp"
#include "encoding/json.hpp"

namespace korat::cli {

/// What became of one file.
struct file_repair {
  exit_code code = exit_code::done;
  std::string headline;  // "repaired, 2 fields changed"
  std::string outcome;   // as in JSON; empty: it failed
  encoding::json json;   // {"file": ..., ...}
};

/// `repair` repairs the file of the request that it is given, in another process.
exit_code repair_files(const repair_request&, const std::function<file_repair(const repair_request&)>& repair);

}  // namespace korat::cli
