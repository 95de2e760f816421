// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/worker.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <new>
#include <utility>

#include "cli/output.hpp"
#include "encoding/little_endian.hpp"

namespace korat::cli {
namespace {

constexpr std::size_t size_bytes = sizeof(std::uint64_t);

void put_text(std::string& to, std::string_view text) {
  encoding::put(to, std::uint64_t{text.size()});
  to += text;
}

bool write_all(int socket, std::string_view bytes) {
  while (!bytes.empty()) {
    const auto sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) return false;
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::optional<std::string> read_bytes(int socket, std::size_t count) {
  std::string bytes(count, '\0');
  for (std::size_t got = 0; got < count;) {
    const auto more = ::recv(socket, bytes.data() + got, count - got, 0);
    if (more == 0 || (more < 0 && errno != EINTR)) return std::nullopt;
    if (more > 0) got += static_cast<std::size_t>(more);
  }
  return bytes;
}

std::optional<std::uint64_t> read_number(int socket) {
  const auto bytes = read_bytes(socket, size_bytes);
  return bytes ? std::optional(encoding::get<std::uint64_t>(*bytes)) : std::nullopt;
}

std::optional<std::string> read_text(int socket) {
  const auto size = read_number(socket);
  return size ? read_bytes(socket, *size) : std::nullopt;
}

bool send_to(int socket, const message& m) {
  std::string bytes;
  put_text(bytes, m.head.text());
  encoding::put(bytes, std::uint64_t{m.texts.size()});
  for (const auto& text : m.texts) put_text(bytes, text);
  return write_all(socket, bytes);
}

std::optional<received> receive_from(int socket) {
  const auto head = read_text(socket);
  const auto count = head ? read_number(socket) : std::nullopt;
  if (!count) return std::nullopt;
  received m{json_value::parse(*head)};
  for (std::uint64_t i = 0; i < *count; ++i) {
    auto text = read_text(socket);
    if (!text) return std::nullopt;
    m.texts.push_back(std::move(*text));
  }
  return m;
}

/// An interrupt of the terminal comes to all; the first process tells the others what to do about it.
void settle_in(pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);  // it was faster
  std::signal(SIGINT, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
}

[[noreturn]] void serve(int socket, const std::function<message(const received&)>& answer) {
  while (const auto asked = receive_from(socket))
    if (!send_to(socket, answer(*asked))) break;
  _exit(0);
}

std::string death_in(int status) {
  if (WIFSIGNALED(status)) return fmt::format("killed by signal {}", WTERMSIG(status));
  return fmt::format("exit code {}", WEXITSTATUS(status));
}

}  // namespace

worker::worker(const std::function<message(const received&)>& answer) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) throw output_error("cannot make a socket", errno);
  std::fflush(nullptr);  // or both would write what waits
  const auto parent = getpid();
  process_ = fork();
  if (process_ == 0) {
    ::close(ends[0]);
    settle_in(parent);
    serve(ends[1], answer);
  }
  const int error = errno;
  ::close(ends[1]);
  socket_ = ends[0];
  if (process_ > 0) return;
  ::close(socket_);
  throw output_error("cannot start a process", error);
}

worker::worker(worker&& other) noexcept
    : process_(std::exchange(other.process_, 0)), socket_(std::exchange(other.socket_, -1)) {}

worker& worker::operator=(worker&& other) noexcept {
  std::swap(process_, other.process_);
  std::swap(socket_, other.socket_);
  return *this;
}

worker::~worker() {
  if (process_ > 0) end();
}

bool worker::send(const message& m) const { return send_to(socket_, m); }
std::optional<received> worker::receive() const { return receive_from(socket_); }

std::string worker::end() {
  int status = 0;
  ::close(std::exchange(socket_, -1));
  kill(process_, SIGKILL);
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = 0;
  return death_in(status);
}

shared_numbers::shared_numbers(std::size_t count) : count_(count) {
  static_assert(std::atomic<unsigned>::is_always_lock_free, "processes share no locks");
  void* const memory =
      mmap(nullptr, count * sizeof *numbers_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  numbers_ = static_cast<std::atomic<unsigned>*>(memory);
  for (std::size_t i = 0; i < count; ++i) new (numbers_ + i) std::atomic<unsigned>(0);
}

shared_numbers::~shared_numbers() { munmap(numbers_, count_ * sizeof *numbers_); }

}  // namespace korat::cli
