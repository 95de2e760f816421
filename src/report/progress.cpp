// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "report/numbers.hpp"

namespace korat::report {
namespace {

/// A line that wraps could not be erased, so it is cut.
std::size_t columns_of(std::FILE* terminal) {
  winsize size{};
  const bool known = ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1u : 79u;
}

double seconds(std::chrono::steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

}  // namespace

progress::progress(std::FILE* terminal) : terminal_(terminal) {}

void progress::update(const statistics& now) {
  const auto time = clock::now();
  if (time < due_) return;
  draw(now, time);
  due_ = time + redraw_after;
}

void progress::draw(const statistics& now, clock::time_point time) {
  auto line =
      counted(now.explored, "candidate") + ", " + grouped(now.valid) + " valid, " + duration(seconds(time - start_));
  const auto speed = rate(now.explored - explored_then_, seconds(time - drawn_at_));
  if (!speed.empty()) line += ", " + speed + "/s";
  line.resize(std::min(line.size(), columns_of(terminal_)));
  std::fprintf(terminal_, "\r%s\x1b[K", line.c_str());
  std::fflush(terminal_);
  explored_then_ = now.explored;
  drawn_at_ = time;
  visible_ = true;
}

void progress::erase() {
  if (!std::exchange(visible_, false)) return;
  std::fputs("\r\x1b[K", terminal_);
  std::fflush(terminal_);
}

}  // namespace korat::report
