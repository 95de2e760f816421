// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Puts what several threads find into the order of one. The space is a list of pieces, in order; what is given away of
// a piece goes behind what is kept of it. What is found in the first piece that is not done is put at once. What is
// found in others waits in memory; when there is too much of it, so do those who find more. The first piece never
// waits, so all come to be the first, provided that whoever has nothing to do takes the first piece that nobody has.

#pragma once

#include <condition_variable>
#include <cstddef>
#include <list>
#include <mutex>
#include <string>
#include <vector>

#include "korat/parallel.hpp"

namespace korat::detail {

class ordering {
 public:
  struct piece {
    std::vector<std::string> found = {};  // and not put yet
    bool done = false;
  };
  using place = std::list<piece>::iterator;

  explicit ordering(const ordered_results& results) : results_(results) { pieces_.emplace_back(); }

  place whole() noexcept { return pieces_.begin(); }
  /// A new piece: what was given away of this one.
  place behind(place);
  /// Whether the first comes before the second.
  bool comes_before(place, place);
  /// Waits if it must.
  void add(place, std::string);
  void end(place);
  /// What is found there is put at once.
  bool is_first(place);
  /// Bytes that wait for their turn.
  std::size_t waiting();
  /// The search is stopped: nobody waits any more.
  void let_go();
  /// Everything that was found, also behind what was not searched. All threads have ended.
  void finish();

 private:
  static std::size_t bytes_of(const std::string& s) noexcept { return sizeof s + s.size(); }
  void put(const std::string&);
  // Under the lock:
  void put_all(piece&);
  void put_what_is_due();

  const ordered_results& results_;
  std::mutex lock_;
  std::condition_variable changed_;
  std::list<piece> pieces_;  // the first is not done, unless all are
  std::size_t waiting_ = 0;  // bytes
  bool let_go_ = false;
  bool broken_ = false;  // the receiver has failed, and gets no more
};

}  // namespace korat::detail
