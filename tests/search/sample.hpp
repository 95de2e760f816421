// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// A sample: a small structure with a predicate, ready to be searched with any options; and what a search of it visits.

#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "korat/korat.hpp"
#include "tests/search/sanitized.hpp"

namespace korat_test {

struct sample {
  std::string name;
  std::function<std::unique_ptr<korat::basic_search>(korat::search_options)> search;
  std::uint64_t explored = 0;  // known counts, where they are known; 0: not
  std::uint64_t valid = 0;
  std::function<korat::description()> describe;

  korat::basic_search diagnosed(const korat::diagnosis& how, korat::search_options options = {}) const {
    return korat::diagnosed(describe(), how, std::move(options));
  }

  friend std::ostream& operator<<(std::ostream& out, const sample& s) { return out << s.name; }
};

template <class Root, class Predicate>
sample make_sample(std::string name, const korat::finitization<Root>& bounds, Predicate predicate,
                   std::uint64_t explored = 0, std::uint64_t valid = 0) {
  const auto describe = [bounds, predicate] { return korat::describe(bounds, predicate); };
  return {std::move(name),
          [describe](korat::search_options options) {
            return std::make_unique<korat::basic_search>(describe(), std::move(options));
          },
          explored, valid, describe};
}

/// The engines that differ: under sanitizers, who asks for checkpoints gets re-execution.
inline std::vector<korat::engine> engines() {
  if (address_sanitized || thread_sanitized) return {korat::engine::reexecute};
  return {korat::engine::reexecute, korat::engine::checkpoint};
}

struct candidate {
  std::vector<std::uint32_t> vector;
  std::vector<std::uint32_t> accessed;
  bool valid = false;
  bool operator==(const candidate&) const = default;

  friend std::ostream& operator<<(std::ostream& out, const candidate& c) {
    for (const auto v : c.vector) out << v << ' ';
    out << ": ";
    for (const auto f : c.accessed) out << f << ' ';
    return out << (c.valid ? "***" : "");
  }
};
using sequence = std::vector<candidate>;

inline candidate current(const korat::basic_search& search) {
  const auto accessed = search.accessed();
  return {search.vector(), {accessed.begin(), accessed.end()}, search.valid()};
}

inline sequence rest_of(korat::basic_search& search) {
  sequence result;
  while (search.next()) result.push_back(current(search));
  return result;
}

inline sequence sequence_of(const sample& s, korat::search_options options = {}) {
  return rest_of(*s.search(std::move(options)));
}

inline sequence reversed(const sequence& s) { return {s.rbegin(), s.rend()}; }

inline sequence valid_ones(const sequence& s) {
  sequence result;
  for (const auto& c : s)
    if (c.valid) result.push_back(c);
  return result;
}

/// The first difference, in words; nothing if there is none. Short, where gtest would print two long sequences.
inline std::string difference(const sequence& expected, const sequence& actual) {
  std::ostringstream out;
  for (std::size_t i = 0; i < std::max(expected.size(), actual.size()) && out.str().empty(); ++i) {
    if (i < expected.size() && i < actual.size() && expected[i] == actual[i]) continue;
    out << "candidate " << i << ": expected " << (i < expected.size() ? "" : "none");
    if (i < expected.size()) out << expected[i];
    out << ", got " << (i < actual.size() ? "" : "none");
    if (i < actual.size()) out << actual[i];
  }
  return out.str();
}

}  // namespace korat_test
