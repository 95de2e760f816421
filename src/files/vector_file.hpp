// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Candidate vectors on disk, any number of them, each reached by its number. The format is in docs/files.md: a header
// that says how many values each field has, blocks of records with a checksum each, and an end mark with the count. All
// records have the same size, as few bits as the fields need, so a record's place is computed from its number.

#pragma once

#include <cstdint>
#include <fstream>
#include <string>
#include <vector>

#include "korat/position.hpp"

namespace korat::files {

using korat::file_error;
using korat::write_error;

struct vector_record {
  candidate_vector vector;
  bool valid = false;
  bool operator==(const vector_record&) const = default;
};

/// How a record is made of bits: the answer, then the value of each field.
class record_layout {
 public:
  record_layout() = default;
  explicit record_layout(std::vector<std::uint32_t> values);

  std::size_t bytes() const noexcept { return bytes_; }
  const std::vector<std::uint32_t>& values() const noexcept { return values_; }
  void pack(const vector_record&, std::string& to) const;
  /// False: a value is none that its field has.
  bool unpack(const char* from, vector_record& to) const;

 private:
  std::vector<std::uint32_t> values_;  // of each field
  std::size_t bytes_ = 1;
};

class vector_writer {
 public:
  /// `values`: how many each field has. `description` is for the reader, whatever it is.
  vector_writer(const std::string& path, const std::string& description, std::vector<std::uint32_t> values);
  void add(const vector_record&);
  /// Writes the end mark. Without it the file counts as truncated.
  void close();
  std::uint64_t count() const noexcept { return count_; }

 private:
  void write(const std::string& bytes);
  void end_block();

  std::string path_;
  std::ofstream file_;
  record_layout layout_;
  std::string block_;
  std::uint64_t count_ = 0;
};

class vector_reader {
 public:
  /// Throws file_error when it is no file of this kind, or of a later version, or its header is damaged.
  explicit vector_reader(const std::string& path);

  const std::string& description() const noexcept { return description_; }
  const record_layout& layout() const noexcept { return layout_; }
  /// Records that can be read, unless their block turns out damaged.
  std::uint64_t size() const noexcept { return size_; }
  /// What is wrong with the file's end; empty when nothing is.
  const std::string& problem() const noexcept { return problem_; }
  /// Throws file_error when its block is damaged.
  vector_record read(std::uint64_t index);
  /// Damaged blocks, each as the numbers [first, end) of its records.
  struct damage {
    std::uint64_t first, end;
  };
  std::vector<damage> check();

 private:
  std::string read_bytes(std::uint64_t offset, std::uint64_t count);
  void read_header();
  void read_end();
  std::uint64_t records_in(std::uint64_t block) const noexcept;
  bool load(std::uint64_t block);

  std::string path_;
  std::ifstream file_;
  std::uint64_t file_size_ = 0;
  std::string description_;
  record_layout layout_;
  std::uint64_t records_per_block_ = 1;
  std::uint64_t blocks_begin_ = 0;
  std::uint64_t size_ = 0;
  std::string problem_;
  std::string block_;                         // the one read last,
  std::uint64_t loaded_ = ~std::uint64_t{0};  // and its number
};

}  // namespace korat::files
