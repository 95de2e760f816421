// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "files/vector_file.hpp"

#include <algorithm>
#include <bit>

#include "encoding/little_endian.hpp"
#include "files/checksum.hpp"

namespace korat::files {

namespace {

constexpr std::string_view begin_mark = "KORATVEC";
constexpr std::string_view end_mark = "KORATEND";
constexpr std::uint32_t version = 1;
constexpr std::uint32_t records_per_block = 1024;
constexpr std::uint32_t most_per_block = 1 << 20;
constexpr std::size_t block_overhead = 8;  // count and checksum
constexpr std::size_t end_size = 8 + 8 + 4;

unsigned bits_for(std::uint32_t values) { return static_cast<unsigned>(std::bit_width(std::max(values, 1u) - 1)); }

}  // namespace

record_layout::record_layout(std::vector<std::uint32_t> values) : values_(std::move(values)) {
  std::size_t bits = 1;
  for (const auto v : values_) bits += bits_for(v);
  bytes_ = (bits + 7) / 8;
}

void record_layout::pack(const vector_record& record, std::string& to) const {
  const auto end = to.size() + bytes_;
  std::uint64_t bits = record.valid ? 1 : 0;
  unsigned count = 1;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    bits |= std::uint64_t{record.vector[i]} << count;
    count += bits_for(values_[i]);
    for (; count >= 8; count -= 8, bits >>= 8) to += static_cast<char>(bits & 0xff);
  }
  if (to.size() < end) to += static_cast<char>(bits & 0xff);
}

bool record_layout::unpack(const char* from, vector_record& to) const {
  std::uint64_t bits = static_cast<unsigned char>(*from++);
  unsigned count = 8;
  const auto take = [&](unsigned wanted) {
    for (; count < wanted; count += 8) bits |= std::uint64_t{static_cast<unsigned char>(*from++)} << count;
    const auto taken = static_cast<std::uint32_t>(bits & ((std::uint64_t{1} << wanted) - 1));
    bits >>= wanted;
    count -= wanted;
    return taken;
  };
  to.valid = take(1) != 0;
  to.vector.resize(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    to.vector[i] = take(bits_for(values_[i]));
    if (to.vector[i] >= std::max(values_[i], 1u)) return false;
  }
  return true;
}

vector_writer::vector_writer(const std::string& path, const std::string& description, std::vector<std::uint32_t> values)
    : path_(path), file_(path, std::ios::binary | std::ios::trunc), layout_(std::move(values)) {
  if (!file_) throw write_error("cannot open " + path + " to write to");
  std::string header(begin_mark);
  encoding::put(header, version);
  encoding::put(header, records_per_block);
  encoding::put(header, static_cast<std::uint32_t>(layout_.values().size()));
  encoding::put(header, static_cast<std::uint32_t>(description.size()));
  for (const auto v : layout_.values()) encoding::put(header, v);
  header += description;
  encoding::put(header, checksum(header));
  write(header);
}

void vector_writer::write(const std::string& bytes) {
  if (!file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size())) || !file_.flush())
    throw write_error("cannot write " + path_ + ": is the disk full?");
}

void vector_writer::add(const vector_record& record) {
  layout_.pack(record, block_);
  if (++count_ % records_per_block == 0) end_block();
}

void vector_writer::end_block() {
  if (block_.empty()) return;
  encoding::put(block_, static_cast<std::uint32_t>(block_.size() / layout_.bytes()));
  encoding::put(block_, checksum(block_));
  write(block_);
  block_.clear();
}

void vector_writer::close() {
  end_block();
  std::string end(end_mark);
  encoding::put(end, count_);
  encoding::put(end, checksum(end));
  write(end);
  file_.close();
  if (!file_) throw write_error("cannot write " + path_ + ": is the disk full?");
}

vector_reader::vector_reader(const std::string& path) : path_(path), file_(path, std::ios::binary) {
  if (!file_) throw file_error("cannot open " + path);
  file_.seekg(0, std::ios::end);
  const auto size = file_.tellg();
  if (size < 0) throw file_error("cannot read " + path);
  file_size_ = static_cast<std::uint64_t>(size);
  read_header();
  read_end();
}

/// As many as asked for, or fewer at the end of the file.
std::string vector_reader::read_bytes(std::uint64_t offset, std::uint64_t count) {
  if (offset >= file_size_) return {};
  std::string bytes(std::min(count, file_size_ - offset), '\0');
  file_.clear();
  file_.seekg(static_cast<std::streamoff>(offset));
  file_.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(std::max<std::streamsize>(0, file_.gcount())));
  return bytes;
}

void vector_reader::read_header() {
  constexpr std::size_t fixed = 8 + 4 * 4;
  const auto start = read_bytes(0, fixed);
  if (!start.starts_with(begin_mark)) throw file_error(path_ + " is no file of candidate vectors");
  if (start.size() < fixed) throw file_error(path_ + " is truncated: it ends within its header");
  if (const auto found = encoding::get<std::uint32_t>(start, 8); found != version)
    throw file_error(path_ + " has version " + std::to_string(found) + " of the format; this program reads version " +
                     std::to_string(version));
  records_per_block_ = encoding::get<std::uint32_t>(start, 12);
  const std::uint64_t fields = encoding::get<std::uint32_t>(start, 16), text = encoding::get<std::uint32_t>(start, 20);
  const auto whole = fixed + 4 * fields + text + 4;
  if (whole > file_size_) throw file_error(path_ + " is truncated or damaged: its header is longer than the file");
  const auto header = read_bytes(0, whole);
  const auto body = std::string_view(header).substr(0, whole - 4);
  if (checksum(body) != encoding::get<std::uint32_t>(header, whole - 4) || records_per_block_ == 0 ||
      records_per_block_ > most_per_block)
    throw file_error(path_ + " is damaged: the checksum of its header is wrong");
  std::vector<std::uint32_t> values;
  for (std::size_t i = 0; i < fields; ++i) values.push_back(encoding::get<std::uint32_t>(header, fixed + 4 * i));
  layout_ = record_layout(std::move(values));
  description_ = header.substr(fixed + 4 * fields, text);
  blocks_begin_ = whole;
}

void vector_reader::read_end() {
  const auto block_size = records_per_block_ * layout_.bytes() + block_overhead;
  const auto rest = file_size_ - blocks_begin_;
  const auto end = rest >= end_size ? read_bytes(file_size_ - end_size, end_size) : std::string();
  if (end.size() == end_size && end.starts_with(end_mark) &&
      encoding::get<std::uint32_t>(end, 16) == checksum(end.substr(0, 16))) {
    size_ = encoding::get<std::uint64_t>(end, 8);
    const auto last = size_ % records_per_block_;
    const auto expected =
        size_ / records_per_block_ * block_size + (last == 0 ? 0 : last * layout_.bytes() + block_overhead);
    if (size_ / records_per_block_ <= rest / block_size && expected + end_size == rest) return;
  }
  size_ = rest / block_size * records_per_block_;
  problem_ =
      "it is truncated: its end is missing, and of its vectors the first " + std::to_string(size_) + " can be read";
}

std::uint64_t vector_reader::records_in(std::uint64_t block) const noexcept {
  return std::min(records_per_block_, size_ - block * records_per_block_);
}

/// False: it is damaged.
bool vector_reader::load(std::uint64_t block) {
  if (block == loaded_) return true;
  const auto records = records_in(block) * layout_.bytes();
  const auto bytes = read_bytes(blocks_begin_ + block * (records_per_block_ * layout_.bytes() + block_overhead),
                                records + block_overhead);
  if (bytes.size() != records + block_overhead) return false;
  if (encoding::get<std::uint32_t>(bytes, records) != records_in(block)) return false;
  if (encoding::get<std::uint32_t>(bytes, records + 4) != checksum(std::string_view(bytes).substr(0, records + 4)))
    return false;
  block_ = bytes;
  loaded_ = block;
  return true;
}

vector_record vector_reader::read(std::uint64_t index) {
  if (index >= size_)
    throw file_error(path_ + " has " + std::to_string(size_) + (size_ == 1 ? " vector" : " vectors") + ", no number " +
                     std::to_string(index + 1));
  const auto block = index / records_per_block_;
  vector_record record;
  if (load(block) && layout_.unpack(block_.data() + index % records_per_block_ * layout_.bytes(), record))
    return record;
  throw file_error(path_ + " is damaged: vectors " + std::to_string(block * records_per_block_ + 1) + " to " +
                   std::to_string(block * records_per_block_ + records_in(block)) + " cannot be read; others can");
}

std::vector<vector_reader::damage> vector_reader::check() {
  std::vector<damage> found;
  for (std::uint64_t block = 0; block * records_per_block_ < size_; ++block)
    if (!load(block)) found.push_back({block * records_per_block_, block * records_per_block_ + records_in(block)});
  return found;
}

}  // namespace korat::files
