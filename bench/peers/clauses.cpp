// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "peers/clauses.hpp"

#include <fmt/format.h>

namespace korat::bench {

std::string search_trees_as_clauses(std::int64_t n) {
  // Pairs i < j, counted from 1: (1, 2), (1, 3), ..., (2, 3), ...
  const auto below = [n](std::int64_t i, std::int64_t j) { return (i - 1) * n - (i - 1) * i / 2 + j - i; };
  std::string clauses;
  std::int64_t count = 0;
  const auto add = [&](const std::string& clause) {
    clauses += clause;
    ++count;
  };
  for (std::int64_t i = 1; i <= n; ++i)
    for (std::int64_t j = i + 1; j <= n; ++j) {
      if (j > i + 1) add(fmt::format("-{} {} 0\n", below(i, j), below(i, j - 1)));
      for (std::int64_t k = j + 1; k <= n; ++k)
        add(fmt::format("-{} -{} {} 0\n", below(i, j), below(j, k), below(i, k)));
    }
  return fmt::format("p cnf {} {}\n", n * (n - 1) / 2, count) + clauses;
}

}  // namespace korat::bench
