// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A process that works for this one: a copy of it, which is sent messages and answers each with one. It may die at any
// moment; an answer comes whole or not at all. It dies with this process, and is ended with its object.

#pragma once

#include <sys/types.h>

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/checked_json.hpp"

namespace korat::cli {

struct message {
  json_object head;
  std::vector<std::string> texts = {};  // any bytes
};

/// The same on the other side.
struct received {
  json_value head;
  std::vector<std::string> texts = {};
};

class worker {
 public:
  /// `answer` is called in the new process for each message. This one must have no other threads.
  explicit worker(const std::function<message(const received&)>& answer);
  ~worker();
  worker(worker&& other) noexcept;
  worker& operator=(worker&& other) noexcept;

  /// False: it is gone.
  bool send(const message&) const;
  /// To be asked when there is something to read at `socket()`. Nothing: it is gone.
  std::optional<received> receive() const;
  int socket() const noexcept { return socket_; }
  pid_t process() const noexcept { return process_; }
  /// At once, whatever it does. How it ended: "killed by signal 9", "exit code 3".
  std::string end();

 private:
  pid_t process_ = 0;
  int socket_ = -1;
};

/// Numbers that this process and those that it starts have in common.
class shared_numbers {
 public:
  explicit shared_numbers(std::size_t count);
  ~shared_numbers();
  shared_numbers(const shared_numbers&) = delete;
  shared_numbers& operator=(const shared_numbers&) = delete;
  std::atomic<unsigned>& operator[](std::size_t i) const noexcept { return numbers_[i]; }

 private:
  std::size_t count_;
  std::atomic<unsigned>* numbers_;
};

}  // namespace korat::cli
