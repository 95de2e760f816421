// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The structures of a bound, for a certificate: each as a line that does not depend on the order in which the predicate
// reads the fields, and all of them by the number of their objects.

#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <utility>

#include "cli/certificate.hpp"
#include "korat/structure.hpp"

namespace korat::cli {

struct census_request {
  const subjects::subject* subject;
  subjects::arguments arguments;
  unsigned threads = 1;
};

/// What is there, with the lines of the smallest sizes, `keep` at most. Throws predicate_error, and ended_early when it
/// was interrupted.
certified_bound take_census(const census_request&, std::size_t keep);

/// What is there now, compared with a certificate. Only of sizes whose lines it has can be told which structures they
/// are.
struct census_change {
  certified_bound now;
  std::uint64_t came = 0, went = 0;
  std::set<std::pair<std::size_t, std::string>> smallest_came, smallest_went;  // objects and line
  std::optional<std::size_t> unlisted = {};  // the smallest size that differs and has no lines
};
census_change compare_census(const census_request&, const certified_bound& before, std::size_t show);

/// "tree(root=node0 size=1) node0(left=null right=null)". Objects are numbered as the root reaches them; those of
/// the classes in `own_names` are what the structure names them.
std::string line_of(const structure&, const std::set<std::string>& own_names);

}  // namespace korat::cli
