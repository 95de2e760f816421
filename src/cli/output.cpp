// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/output.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "cli/file_lock.hpp"
#include "files/gzip.hpp"

namespace korat::cli {

output_error::output_error(const std::string& what_failed, int error_number)
    : std::runtime_error(what_failed + ": " + std::strerror(error_number)), error_number_(error_number) {}

bool output_error::reader_gone() const noexcept { return error_number_ == EPIPE; }

namespace {

/// Of a device or a pipe there is nothing to keep or to cut off.
bool cut(int file, off_t keep) { return lseek(file, 0, SEEK_CUR) < 0 || ftruncate(file, keep) == 0 || errno == EINVAL; }

std::FILE* open(const std::string& path, std::uint64_t keep) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC | (keep == 0 ? O_CREAT : 0), 0666);
  if (file < 0) return nullptr;
  try {
    lock_for_writing(file, path);  // before anything in it is changed
  } catch (...) {
    close(file);
    throw;
  }
  const auto end = static_cast<off_t>(keep);
  if (cut(file, end) && (end == 0 || lseek(file, end, SEEK_SET) == end)) return fdopen(file, "w");
  close(file);
  return nullptr;
}

constexpr std::size_t compressed_at_a_time = 1 << 20;

}  // namespace

output::output(const std::string& path, std::uint64_t keep)
    : file_(open(path, keep)), name_(path), compressed_(path.ends_with(".gz")) {
  if (!file_) throw output_error("cannot open " + path, errno);
}

output::~output() {
  if (file_ && file_ != stdout) std::fclose(file_);
}

void output::write_bytes(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size())
    throw output_error("cannot write " + name_, errno);
}

void output::write(std::string_view text) {
  if (!compressed_) return write_bytes(text);
  waiting_ += text;
  if (waiting_.size() >= compressed_at_a_time) compress_rest();
}

// Each time a member of its own: programs read them as one text, and a file cut short keeps the whole ones.
void output::compress_rest() {
  if (waiting_.empty()) return;
  write_bytes(files::gzip(waiting_));
  waiting_.clear();
}

void output::flush() {
  compress_rest();
  if (std::fflush(file_) != 0) throw output_error("cannot write " + name_, errno);
}

std::uint64_t output::position() {
  flush();
  return static_cast<std::uint64_t>(ftello(file_));
}

void output::close() {
  compress_rest();
  // Closing standard output too, because some file systems report a full disk only then.
  if (std::fclose(std::exchange(file_, nullptr)) != 0) throw output_error("cannot write " + name_, errno);
}

void complain(std::string_view message) {
  std::fprintf(stderr, "korat: %.*s\n", static_cast<int>(message.size()), message.data());
}

}  // namespace korat::cli
