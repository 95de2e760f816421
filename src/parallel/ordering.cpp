// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "parallel/ordering.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace korat::detail {

ordering::place ordering::behind(place of) {
  const std::lock_guard guard(lock_);
  return pieces_.emplace(std::next(of));
}

bool ordering::comes_before(place one, place other) {
  const std::lock_guard guard(lock_);
  for (auto p = pieces_.begin();; ++p)
    if (p == one || p == other) return p == one && one != other;
}

bool ordering::is_first(place where) {
  const std::lock_guard guard(lock_);
  return where == pieces_.begin();
}

std::size_t ordering::waiting() {
  const std::lock_guard guard(lock_);
  return waiting_;
}

void ordering::add(place where, std::string found) {
  std::unique_lock lock(lock_);
  if (where == pieces_.begin()) {
    put_all(*where);
    return put(found);
  }
  waiting_ += bytes_of(found);
  where->found.push_back(std::move(found));
  changed_.wait(lock, [&] { return waiting_ <= results_.memory || where == pieces_.begin() || let_go_; });
}

/// What lies between two pieces that are done is done, so these become one: there are never many.
void ordering::end(place where) {
  const std::lock_guard guard(lock_);
  where->done = true;
  if (where == pieces_.begin()) return put_what_is_due();
  if (const auto before = std::prev(where); before->done) {
    std::ranges::move(where->found, std::back_inserter(before->found));
    pieces_.erase(where);
    where = before;
  }
  if (const auto next = std::next(where); next != pieces_.end() && next->done) {
    std::ranges::move(next->found, std::back_inserter(where->found));
    pieces_.erase(next);
  }
}

void ordering::put_what_is_due() {
  while (!pieces_.empty() && pieces_.front().done) {
    put_all(pieces_.front());
    pieces_.pop_front();
  }
  if (!pieces_.empty()) put_all(pieces_.front());
  changed_.notify_all();
}

void ordering::put_all(piece& p) {
  for (const auto& found : std::exchange(p.found, {})) {
    waiting_ -= bytes_of(found);
    put(found);
  }
}

void ordering::put(const std::string& found) {
  if (broken_) return;
  broken_ = true;
  results_.put(found);
  broken_ = false;
}

void ordering::let_go() {
  const std::lock_guard guard(lock_);
  let_go_ = true;
  changed_.notify_all();
}

void ordering::finish() {
  const std::lock_guard guard(lock_);
  for (auto& p : pieces_) put_all(p);
}

}  // namespace korat::detail
