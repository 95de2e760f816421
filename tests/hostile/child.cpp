// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>

namespace hostile {

namespace {

constexpr char end_of_reply = '\0';  // a child that exits in the middle has not said it

// An exception ends the child here.
[[noreturn]] void reply_and_end(const std::function<std::string()>& question, int out) noexcept {
  const int nowhere = open("/dev/null", O_WRONLY);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  const std::string said = question() + end_of_reply;
  const auto written = write(out, said.data(), said.size());
  _exit(written == static_cast<ssize_t>(said.size()) ? 0 : 1);
}

/// Until the other end is closed, or the reply is there, or the time is over.
bool read_all(int in, std::string& said, int limit_in_seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(limit_in_seconds);
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - std::chrono::steady_clock::now()).count();
    pollfd ready{in, POLLIN, 0};
    if (left <= 0 || poll(&ready, 1, static_cast<int>(left)) <= 0) return false;
    char piece[4096];
    const auto size = read(in, piece, sizeof piece);
    if (size <= 0) return true;
    said.append(piece, static_cast<std::size_t>(size));
    if (said.back() == end_of_reply) return true;
  }
}

std::string how(int status) {
  if (WIFSIGNALED(status)) return std::string("killed by a signal: ") + strsignal(WTERMSIG(status));
  return "exited with " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

reply in_child(const std::function<std::string()>& question, int limit_in_seconds) {
  int ends[2];
  if (pipe(ends) != 0) return {false, "no pipe"};
  const auto child = fork();
  if (child < 0) return {false, "no process"};
  if (child == 0) {
    close(ends[0]);
    reply_and_end(question, ends[1]);
  }
  close(ends[1]);
  reply result;
  const bool in_time = read_all(ends[0], result.said, limit_in_seconds);
  close(ends[0]);
  if (!in_time) kill(child, SIGKILL);
  int status = 0;
  waitpid(child, &status, 0);
  result.answered = !result.said.empty() && result.said.back() == end_of_reply;
  if (result.answered)
    result.said.pop_back();
  else
    result.said = in_time ? how(status) : "did not end";
  return result;
}

}  // namespace hostile
