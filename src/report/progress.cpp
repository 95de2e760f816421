// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/progress.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "korat/print.hpp"
#include "report/numbers.hpp"

namespace korat::report {
namespace {

/// A line that wraps could not be erased, so it is cut.
std::size_t columns_of(std::FILE* terminal) {
  winsize size{};
  const bool known = ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 && size.ws_col > 1;
  return known ? size.ws_col - 1u : 79u;
}

std::string bar(double share) {
  constexpr int width = 20;
  const int full = std::clamp(static_cast<int>(share * width), 0, width);
  auto drawn = std::string(static_cast<std::size_t>(full), '=');
  if (full < width) drawn += '>';
  drawn.resize(width, ' ');
  return "[" + drawn + "] ";
}

/// An estimate is not better for more digits: "about 2 min", "about 35 s".
std::string roughly(double seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 90) return "about " + std::to_string(std::lround(seconds)) + " s";
  if (seconds < 5400) return "about " + std::to_string(std::lround(seconds / 60)) + " min";
  if (seconds < 48 * 3600) return "about " + std::to_string(std::lround(seconds / 3600)) + " h";
  if (seconds < 1000.0 * 86400) return "about " + std::to_string(std::lround(seconds / 86400)) + " days";
  return "years";
}

double seconds(std::chrono::steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

}  // namespace

void progress::update(const basic_search& search) {
  const auto time = clock::now();
  if (!is_due(search, time)) return;
  left_.look(search, work_left::processor_seconds() - processor_start_);
  write(search, time);
}

bool progress::is_due(const basic_search& search, clock::time_point now) {
  if (options_.every == 0) {
    if (now < due_) return false;
    due_ = now + (options_.is_terminal ? clock::duration(redraw_after) : clock::duration(next_line_after));
    return true;
  }
  const auto explored = search.statistics().explored;
  if (explored < due_at_) return false;
  due_at_ = explored - explored % options_.every + options_.every;
  return true;
}

std::string progress::text(const basic_search& search, clock::time_point now) const {
  const auto counts = search.statistics();
  const auto elapsed = seconds(now - start_);
  auto line = precise_percent(search.covered_share()) + " covered, " + counted(counts.explored, "candidate") + ", " +
              grouped(counts.valid) + " valid, " + duration(elapsed);
  const auto explored_since = counts.explored - options_.explored_before;
  if (const auto speed = rate(explored_since, elapsed); !speed.empty()) line += ", " + speed + "/s";
  if (const auto left = left_.estimate(counts.explored); left && explored_since > 0)
    line += ", " + roughly(*left * elapsed / static_cast<double>(explored_since)) + " left";
  if (!options_.is_terminal) line += vectors(search);
  return line;
}

/// For a log, which has room for them: it takes a moment to compute these numbers.
std::string progress::vectors(const basic_search& search) const {
  std::string text;
  if (const auto c = search.coverage(); !c.range.empty())
    text = ", " + big_number(c.covered) + " vectors covered, " + big_number(c.remaining) + " left";
  return options_.candidate ? text + ", at " + to_text(search.vector()) : text;
}

void progress::write(const basic_search& search, clock::time_point now) {
  auto line = text(search, now);
  if (!options_.is_terminal) {
    std::fprintf(options_.file, "%s\n", line.c_str());
    std::fflush(options_.file);
    return;
  }
  line = bar(search.covered_share()) + line;
  line.resize(std::min(line.size(), columns_of(options_.file)));
  std::fprintf(options_.file, "\r%s\x1b[K", line.c_str());
  std::fflush(options_.file);
  visible_ = true;
}

void progress::erase() {
  if (!std::exchange(visible_, false)) return;
  std::fputs("\r\x1b[K", options_.file);
  std::fflush(options_.file);
}

}  // namespace korat::report
