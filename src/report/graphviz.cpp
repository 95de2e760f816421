// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/graphviz.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "korat/error.hpp"

namespace korat::report {
namespace {

struct file_closer {
  void operator()(std::FILE* f) const { std::fclose(f); }
};
using temporary_file = std::unique_ptr<std::FILE, file_closer>;

/// Files, not pipes: both sides of a pipe would have to be served at a time.
temporary_file new_file() {
  temporary_file file(std::tmpfile());
  if (file == nullptr) throw error(std::string("no temporary file for Graphviz: ") + std::strerror(errno));
  return file;
}

std::string content_of(std::FILE* file) {
  std::rewind(file);
  std::string text;
  std::array<char, 65536> buffer;
  while (const auto n = std::fread(buffer.data(), 1, buffer.size(), file)) text.append(buffer.data(), n);
  return text;
}

/// Throws write_error if the file has no room for it.
void append(std::FILE* file, const std::string& text) {
  if (std::fseek(file, 0, SEEK_END) == 0 && std::fwrite(text.data(), 1, text.size(), file) == text.size() &&
      std::fflush(file) == 0)
    return;
  throw write_error(std::string("cannot write temporary files for Graphviz: ") + std::strerror(errno));
}

/// The exit status, or nothing when there is no such program.
std::optional<int> run(const std::string& option, int input, int output, int errors) {
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_adddup2(&files, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, errors, STDERR_FILENO);
  std::string program = "dot", argument = option;
  char* const words[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawnp(&child, "dot", &files, nullptr, words, environ);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) return std::nullopt;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

std::optional<std::string> run_dot(const std::string& format, const std::string& graphs) {
  const auto input = new_file(), output = new_file(), errors = new_file();
  append(input.get(), graphs);
  std::rewind(input.get());
  const auto status = run("-T" + format, fileno(input.get()), fileno(output.get()), fileno(errors.get()));
  if (!status || *status == 127) return std::nullopt;
  if (*status == 0) return content_of(output.get());
  append(output.get(), "\n");  // was it for lack of room?
  throw error("Graphviz failed (dot -T" + format + "): " + content_of(errors.get()));
}

}  // namespace korat::report
