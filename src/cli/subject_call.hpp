// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// SUBJECT ARGUMENTS, as every command takes them.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "encoding/json.hpp"
#include "subjects/subject.hpp"

namespace korat::cli {

struct subject_call {
  std::string command = "generate";
  std::string subject;
  std::vector<std::string> arguments;
  /// What stands before the arguments: "korat generate binary-tree".
  std::string beginning() const { return "korat " + command + " " + subject; }
};

void add_subject(option_list& options, subject_call&);
/// {"subject": ..., "arguments": ...}, as files keep it: as it was called, so that a header is found again.
std::string description_of(const subject_call&, const subjects::arguments&);
/// The call that the description in a file tells. Throws file_error when it tells none.
subject_call described_call(const std::string& description, const std::string& path);

/// What the words mean. Throws usage_error when they mean nothing.
class called_subject {
 public:
  explicit called_subject(const subject_call&);
  std::unique_ptr<basic_search> search(search_options) const;
  const subjects::subject& subject() const { return subject_; }
  /// "binary-tree 3"
  std::string text() const;
  const subjects::arguments& arguments() const { return arguments_; }
  /// {"subject": "binary-tree", "arguments": [3]}, to be added to.
  encoding::json_object json() const;

 private:
  const subjects::subject& subject_;
  subjects::arguments arguments_;
};

}  // namespace korat::cli
