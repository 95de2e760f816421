// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Repair of many structures, by several threads.
//
//   std::vector<tree*> broken = ...;
//   const auto results = korat::repair_all(broken, bounds, &tree::rep_ok);
//   for (std::size_t i = 0; i < broken.size(); ++i)
//     if (!results[i].ok()) std::cerr << i << ": " << *results[i].why;

#pragma once

#include <cstddef>
#include <exception>
#include <vector>

#include "korat/detail/each_in_parallel.hpp"
#include "korat/repair.hpp"

namespace korat {

/// Repairs each of these structures in place, as repair() does, and returns the results in their order. No two of them
/// may have objects in common. The predicate, and factories, are called by several threads at the same time, or by as
/// many as `threads` says; 0: one for each core. Each structure has the whole budget. What repair() would throw for one
/// is its result's `why`, and the others are repaired all the same. Throws usage_error when the options name objects:
/// they cannot belong to all.
template <class Root, class Predicate>
std::vector<repair_result> repair_all(const std::vector<Root*>& structures, const finitization<Root>& bounds,
                                      Predicate predicate, const repair_options& options = {}, unsigned threads = 0) {
  if (!options.objects.empty())
    throw usage_error("korat: repair_options::objects belong to one structure; of several, repair each alone");
  std::vector<repair_result> results(structures.size());
  detail::each_in_parallel(structures.size(), threads, [&](std::size_t i) {
    try {
      results[i] = repair(*structures[i], bounds, predicate, options);
    } catch (const std::exception& e) {
      results[i].why = e.what();
    } catch (...) {
      results[i].why = "an exception that is no std::exception";
    }
  });
  return results;
}

}  // namespace korat
