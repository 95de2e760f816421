// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A repair in the words of the file that the structure came from. The repair numbers the objects of each class anew,
// and has fresh ones in reserve; here objects have the names and the order of the file, and of the fresh ones only
// those are left that the repaired structure needs.

#pragma once

#include "files/structure_file.hpp"
#include "korat/repair.hpp"

namespace korat::cli {

struct repaired_file {
  structure before;
  structure after;       // as before unless it was repaired. Lost objects are still there, at their places
  repair_result result;  // an object_id is an index into both
};

/// `result` is what `done.run()` came to.
repaired_file in_words_of(const structure& file, const basic_repair& done, repair_result result);

/// The text of a file for the repaired structure: of the form that `read` had.
std::string text_of(const files::structure_file& read, const structure& repaired);

}  // namespace korat::cli
