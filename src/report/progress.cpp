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

/// For a log, which has room for them: it takes a moment to compute these numbers.
std::string vectors(const coverage& c) {
  if (!c.range) return "";
  return ", " + big_number(c.covered.value()) + " vectors covered, " + big_number(c.remaining.value()) + " left";
}

double seconds(std::chrono::steady_clock::duration d) { return std::chrono::duration<double>(d).count(); }

}  // namespace

void progress::update(const basic_search& search) {
  const auto time = clock::now();
  const auto counts = search.statistics();
  if (!is_due(counts.explored, time)) return;
  left_.look(work_left::standing_of(search), work_left::processor_seconds() - processor_start_);
  if (part_of_space_ == 0) learn_range(search.coverage());
  auto line = text(counts, search.covered_share(), time);
  if (!options_.is_terminal) line += vectors(search.coverage());
  if (!options_.is_terminal && options_.candidate) line += ", at " + to_text(search.vector());
  write(line, search.covered_share());
}

void progress::update(const team_progress& all) {
  const auto time = clock::now();
  if (!is_due(all.counts.explored, time)) return;
  left_.look({all.counts.explored, all.counts.checkpoints > 0}, work_left::processor_seconds() - processor_start_);
  learn_range(all.coverage);
  const auto share = all.coverage.share_of_range;
  write(text(all.counts, share, time) + (options_.is_terminal ? "" : vectors(all.coverage)), share);
}

void progress::learn_range(const coverage& c) {
  part_of_space_ = c.range == c.space ? 1 : c.share_of_range > 0 ? c.share / c.share_of_range : 0;
}

/// Of a range both: how much of it, and how much of the space that is.
std::string progress::covered(double share) const {
  if (part_of_space_ == 1) return precise_percent(share) + " covered";
  return precise_percent(share) + " of the range covered, " + precise_percent(share * part_of_space_) + " of the space";
}

bool progress::is_due(std::uint64_t explored, clock::time_point now) {
  if (options_.every == 0) {
    if (now < due_) return false;
    due_ = now + (options_.is_terminal ? clock::duration(redraw_after) : clock::duration(next_line_after));
    return true;
  }
  if (explored < due_at_) return false;
  due_at_ = explored - explored % options_.every + options_.every;
  return true;
}

std::string progress::text(const statistics& counts, double share, clock::time_point now) const {
  const auto elapsed = seconds(now - start_);
  auto line = covered(share) + ", " + counted(counts.explored, "candidate") + ", " + grouped(counts.valid) +
              " valid, " + duration(elapsed);
  const auto explored_since = counts.explored - options_.explored_before;
  if (const auto speed = rate(explored_since, elapsed); !speed.empty()) line += ", " + speed + "/s";
  if (const auto left = left_.estimate(counts.explored); left && explored_since > 0)
    line += ", " + roughly(*left * elapsed / static_cast<double>(explored_since)) + " left";
  return line;
}

void progress::write(const std::string& line, double share) {
  if (!options_.is_terminal) {
    std::fprintf(options_.file, "%s\n", line.c_str());
    std::fflush(options_.file);
    return;
  }
  auto shown = bar(share) + line;
  shown.resize(std::min(shown.size(), columns_of(options_.file)));
  std::fprintf(options_.file, "\r%s\x1b[K", shown.c_str());
  std::fflush(options_.file);
  visible_ = true;
}

void progress::erase() {
  if (!std::exchange(visible_, false)) return;
  std::fputs("\r\x1b[K", options_.file);
  std::fflush(options_.file);
}

}  // namespace korat::report
