// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the commands that count and number solutions have in common: SUBJECT ARGUMENTS, limits, how structures are
// printed, and how the answer is written.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cli/options.hpp"
#include "cli/printer.hpp"
#include "cli/progress_option.hpp"
#include "cli/solutions.hpp"
#include "cli/subject_call.hpp"
#include "cli/threads_option.hpp"

namespace korat::cli {

struct counting_options {
  subject_call call;
  std::size_t memory_limit = std::size_t{1} << 30;
  std::optional<double> time_limit = {};
  given_threads threads = {};
  std::string format = {};  // empty: structures are not printed
  show_progress progress = show_progress::automatic;
  std::string diagram_path = {};  // where to save the diagram; empty: nowhere
  bool json = false;
};

/// A file that a diagram was saved to, in the place of a subject: its name ends in .diagram.
bool is_diagram_file(const std::string& name);
/// What such a file says that it was made of. Throws usage_error when there are arguments besides.
subject_call call_in_file(const subject_call&);
/// --save-diagram
void add_save_diagram(option_list&, std::string& path);
/// Throws usage_error when it could not be told from a subject later.
void check_diagram_path(const std::string& path);

void add_counting_options(option_list&, counting_options&, const std::string& print_help);
/// The same but for SUBJECT ARGUMENTS.
void add_finding_options(option_list&, counting_options&, const std::string& print_help);
/// What the options say, to find the solutions of a description.
std::unique_ptr<solutions> find_solutions(finding, const counting_options&);

/// The solutions of a subject, what it was called, and how long it took to find them.
struct counted_subject {
  std::unique_ptr<solutions> all;
  std::string name;                // "binary-tree 3"
  encoding::json_object identity;  // {"subject": ..., "arguments": ...}
  const subjects::subject* subject = nullptr;
  subjects::arguments arguments;
  double seconds = 0;
  std::string file = {};  // that it was read from; empty: it was built
  unsigned threads_wanted = 1;
};
counted_subject count_solutions(const counting_options&);

/// The lines of a summary, and the members of a JSON object, that tell how they were found.
std::string finding_text(const counted_subject&);
encoding::json_object finding_json(const counted_subject&);

/// Structures, one by one, as the options say: as text, or as "structures" of the one JSON object.
class numbered_output {
 public:
  numbered_output(const counted_subject&, const counting_options&);
  /// The one that the solutions stand at.
  void add(const big_integer& number);
  /// Ends the object, with these members besides.
  void end(const encoding::json_object& more);

 private:
  const counted_subject& of_;
  bool json_;
  output standard_;
  encoding::json_stream all_json_;
  printer print_;
  std::vector<std::string> numbers_;
};

}  // namespace korat::cli
