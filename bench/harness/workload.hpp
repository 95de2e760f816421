// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A search to be run by different engines, and what it must find whichever runs it.

#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "enumerator/result.hpp"
#include "harness/timing.hpp"
#include "subjects/subject.hpp"

namespace korat::bench {

/// Contenders that should agree do not. Nothing is timed then.
struct disagreement : std::runtime_error {
  using runtime_error::runtime_error;
};

struct workload {
  std::string name;  // "binary-tree 12"
  std::function<std::unique_ptr<basic_search>(search_options)> start;
  search_options options = {};  // stop rules; the engine is filled in
};

workload of_subject(const std::string& subject, const subjects::arguments&);

/// The whole search, as a user runs it.
statistics consume(const workload&, engine);
/// The search stepped candidate by candidate, with the checksum of enumerator/result.hpp.
result walk(const workload&, engine);
/// The same by both engines. Throws disagreement if they differ.
result walk_both(const workload&);

/// "checkpoint", "reexecute".
const char* name_of(engine) noexcept;
double nanoseconds_per(double seconds, std::uint64_t candidates);

}  // namespace korat::bench
