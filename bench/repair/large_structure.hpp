// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A large structure of live objects, as a user has one, that is damaged, repaired and put back.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "image/live.hpp"
#include "korat/repair.hpp"
#include "subjects/subject.hpp"

namespace korat::bench {

class large_structure {
 public:
  /// Grows it. Throws disagreement when it is not valid.
  large_structure(const std::string& subject, std::int64_t nodes, std::uint64_t seed);

  /// Of one plain run of the predicate over the intact structure: the fastest of a few.
  double plain_seconds() const noexcept { return plain_seconds_; }

  struct measured {
    repair_result result;
    double seconds;  // of everything: finding the objects, copying them, the repair, writing the changes
  };
  /// Damages it, repairs it in place, and puts it back. Throws disagreement when it is not valid afterwards although
  /// the repair says so.
  measured repair(std::uint64_t faults, const repair_options& = {});

 private:
  const detail::bounds& bounds() const;
  bool is_valid() const;
  void damage(std::uint64_t faults);
  void put_back() const;

  subjects::grown grown_;
  description what_;
  std::uint64_t seed_;
  std::optional<detail::live_structure> live_;  // as it was
  std::vector<std::vector<std::byte>> bytes_;   // [class]: of its objects, as they were
  std::optional<detail::space> copy_;           // where faults are put in first
  structure intact_;
  double plain_seconds_;
};

}  // namespace korat::bench
