// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Where results go: standard output or a file. Every failure is noticed, at the latest by close(): a full disk must not
// look like a complete result.

#pragma once

#include <cstdio>
#include <stdexcept>
#include <string>
#include <string_view>

namespace korat::cli {

class output_error : public std::runtime_error {
 public:
  output_error(const std::string& what_failed, int error_number);
  /// `korat ... | head`: nobody reads on, which is no failure worth a message.
  bool reader_gone() const noexcept;

 private:
  int error_number_;
};

class output {
 public:
  output() : file_(stdout), name_("standard output") {}
  explicit output(const std::string& path);
  ~output();
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  void write(std::string_view);
  /// Hands everything to the system. Nothing may be written afterwards.
  void flush();
  void close();

 private:
  std::FILE* file_;
  std::string name_;
};

/// A message on standard error, as "korat: ...".
void complain(std::string_view message);

}  // namespace korat::cli
