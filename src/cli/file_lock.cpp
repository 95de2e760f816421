// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/file_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "cli/exit_code.hpp"
#include "cli/output.hpp"

namespace korat::cli {
namespace {

/// Somebody may have removed it between opening and locking, and a third may have made another.
bool is_still_there(int file, const std::string& path) {
  struct stat opened {
  }, named{};
  return fstat(file, &opened) == 0 && stat(path.c_str(), &named) == 0 && opened.st_ino == named.st_ino &&
         opened.st_dev == named.st_dev;
}

}  // namespace

void lock_for_writing(int file, const std::string& path) {
  struct stat what {};
  if (fstat(file, &what) != 0 || !S_ISREG(what.st_mode)) return;
  if (flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    throw usage_error(path + " is being written by another korat: wait until it is done, or name another file");
}

lock_beside::lock_beside(const std::string& path) : path_(path + ".lock") {
  for (;;) {
    file_ = open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file_ < 0) throw output_error("cannot write " + path_, errno);
    try {
      lock_for_writing(file_, path);
    } catch (...) {
      close(file_);
      throw;
    }
    if (is_still_there(file_, path_)) return;
    close(file_);
  }
}

lock_beside::~lock_beside() {
  unlink(path_.c_str());  // while it is ours
  close(file_);
}

}  // namespace korat::cli
