// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "report/building.hpp"

#include <cstdio>

#include "report/numbers.hpp"

namespace korat::report {

building::~building() {
  if (visible_) std::fputs("\r\x1b[K", stderr);
}

void building::update(const diagram_summary& now) {
  const auto time = clock::now();
  if (time < due_) return;
  due_ = time + (is_terminal_ ? std::chrono::milliseconds(200) : std::chrono::milliseconds(5'000));
  const auto line = "building the diagram: " + counted(now.runs, "run") + " of the predicate, " +
                    counted(now.nodes, "node") + ", " + counted(now.merged, "merged state") + ", " +
                    duration(std::chrono::duration<double>(time - start_).count());
  std::fprintf(stderr, is_terminal_ ? "\r%s\x1b[K" : "%s\n", line.c_str());
  std::fflush(stderr);
  visible_ = is_terminal_;
}

}  // namespace korat::report
