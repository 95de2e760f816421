// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/output.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

namespace korat::cli {

output_error::output_error(const std::string& what_failed, int error_number)
    : std::runtime_error(what_failed + ": " + std::strerror(error_number)), error_number_(error_number) {}

bool output_error::reader_gone() const noexcept { return error_number_ == EPIPE; }

output::output(const std::string& path) : file_(std::fopen(path.c_str(), "w")), name_(path) {
  if (!file_) throw output_error("cannot open " + path, errno);
}

output::~output() {
  if (file_ && file_ != stdout) std::fclose(file_);
}

void output::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_) != text.size())
    throw output_error("cannot write " + name_, errno);
}

void output::flush() {
  if (std::fflush(file_) != 0) throw output_error("cannot write " + name_, errno);
}

void output::close() {
  // Closing standard output too, because some file systems report a full disk only then.
  if (std::fclose(std::exchange(file_, nullptr)) != 0) throw output_error("cannot write " + name_, errno);
}

void complain(std::string_view message) {
  std::fprintf(stderr, "korat: %.*s\n", static_cast<int>(message.size()), message.data());
}

}  // namespace korat::cli
