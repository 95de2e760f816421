// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Where results go: standard output or a file. Every failure is noticed, at the latest by close(): a full disk must not
// look like a complete result.

#pragma once

#include <cstdint>
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
  /// A file, of which the first `keep` bytes stay as they are. If its name ends in .gz, what is written is compressed.
  explicit output(const std::string& path, std::uint64_t keep = 0);
  ~output();
  output(const output&) = delete;
  output& operator=(const output&) = delete;

  void write(std::string_view);
  /// Hands everything to the system.
  void flush();
  /// Flushes. How many bytes the file has.
  std::uint64_t position();
  void close();

 private:
  void compress_rest();
  void write_bytes(std::string_view);

  std::FILE* file_;
  std::string name_;
  bool compressed_ = false;
  std::string waiting_;  // to be compressed
};

/// A message on standard error, as "korat: ...".
void complain(std::string_view message);

}  // namespace korat::cli
