// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Two programs that write one file spoil it. Whoever writes holds a lock that the system gives back when the program
// ends, however it ends.

#pragma once

#include <string>

namespace korat::cli {

/// Refuses, by a usage_error that names `path`, if another program holds the lock of the open file. Only of ordinary
/// files: any number of programs may write to a device or a pipe.
void lock_for_writing(int file, const std::string& path);

/// Of a file that is replaced again and again: a file of its own beside it, which is gone when all goes well.
class lock_beside {
 public:
  explicit lock_beside(const std::string& path);
  ~lock_beside();
  lock_beside(const lock_beside&) = delete;
  lock_beside& operator=(const lock_beside&) = delete;

 private:
  std::string path_;
  int file_ = -1;
};

}  // namespace korat::cli
