// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "cli/exit_code.hpp"
#include "cli/output.hpp"

namespace korat::cli {
namespace {

pid_t start_process(const std::vector<std::string>& words, int output) {
  std::vector<char*> arguments;
  for (const auto& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  pid_t child = 0;
  const int error = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw usage_error(fmt::format("{} cannot be run: {}", words[0], std::strerror(error)));
  return child;
}

int exit_code_in(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

finished_process run_process(const std::vector<std::string>& words) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw output_error("cannot make a pipe", errno);
  pid_t child = 0;
  try {
    child = start_process(words, ends[1]);
  } catch (...) {
    ::close(ends[0]);
    ::close(ends[1]);
    throw;
  }
  ::close(ends[1]);
  finished_process result;
  char part[4096];
  for (ssize_t got; (got = ::read(ends[0], part, sizeof part)) > 0 || (got < 0 && errno == EINTR);)
    if (got > 0) result.output.append(part, static_cast<std::size_t>(got));
  ::close(ends[0]);
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  result.code = exit_code_in(status);
  return result;
}

background_process::background_process(const std::vector<std::string>& words, const std::string& output_path) {
  const int file = ::open(output_path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  if (file < 0) throw output_error("cannot write " + output_path, errno);
  try {
    pid_ = start_process(words, file);
  } catch (...) {
    ::close(file);
    throw;
  }
  ::close(file);
}

std::optional<int> background_process::ended() {
  int status = 0;
  if (!code_ && waitpid(pid_, &status, WNOHANG) == pid_) code_ = exit_code_in(status);
  return code_;
}

}  // namespace korat::cli
