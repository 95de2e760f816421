// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// The subjects by the diagram: every published count, known sequences at sizes that nobody enumerates, and the
// solutions in the order of a search.

#include <gtest/gtest.h>

#include "korat/diagram.hpp"
#include "subjects/subject.hpp"
#include "undo/has_context.h"

#if KORAT_HAS_CONTEXT

namespace korat_test::subjects_test {
namespace {

namespace subjects = korat::subjects;
using korat::basic_diagram;

basic_diagram diagram_of(const std::string& name, const subjects::arguments& a) {
  for (const auto& s : subjects::all())
    if (s.name == name) return basic_diagram(s.describe(a));
  throw std::invalid_argument(name);
}

TEST(DiagramOfSubject, HasEveryPublishedCount) {
  int checked = 0;
  for (const auto& s : subjects::all())
    for (const auto& known : s.known) {
      if (known.explored == 0 || known.explored > 60'000) continue;  // 0: it was not published
      const basic_diagram d(s.describe(known.arguments));
      EXPECT_EQ(d.count().decimal(), std::to_string(known.valid)) << s.name;
      EXPECT_EQ(d.explored().decimal(), std::to_string(known.explored)) << s.name;
      ++checked;
    }
  EXPECT_GT(checked, 14);
}

// Of the thesis on backward search (2017): what takes a search minutes.
TEST(DiagramOfSubject, HasTheLargestPublishedCounts) {
  const auto heaps = diagram_of("binomial-heap", {10});
  EXPECT_EQ(heaps.explored().decimal(), "150727471");
  EXPECT_EQ(heaps.count().decimal(), "117157172");
  const auto arrays = diagram_of("heap-array", {10});
  EXPECT_EQ(arrays.explored().decimal(), "583317405");
  EXPECT_EQ(arrays.count().decimal(), "111511015");
}

// What merges has no limit of size.
TEST(DiagramOfSubject, CountsWhereNobodyEnumerates) {
  EXPECT_EQ(diagram_of("binary-tree", {12}).explored().decimal(), "12284830");
  EXPECT_EQ(diagram_of("binary-tree", {30}).count().decimal(), "3814986502092304");           // Catalan
  EXPECT_EQ(diagram_of("ternary-tree", {20}).count().decimal(), "642312451217745");           // Fuss-Catalan
  EXPECT_EQ(diagram_of("singly-linked-list", {24}).count().decimal(), "445958869294805289");  // Bell
  EXPECT_EQ(diagram_of("sorted-list", {20}).count().decimal(), "68923264410");                // C(39, 19)
  EXPECT_EQ(diagram_of("linked-disj-set", {8}).count().decimal(), "362880");                  // 9!
  korat::big_integer catalan = 1;
  for (std::uint32_t n = 0; n < 70; ++n) (catalan *= 2 * (2 * n + 1)) /= n + 2;
  EXPECT_EQ(diagram_of("binary-tree", {70}).count(), catalan);
}

/// [v]: the ways to fill the part of a heap of `size` elements that begins at `i` with numbers up to v, for v up to
/// `most`.
std::vector<std::uint64_t> heaps_from(std::uint32_t i, std::uint32_t size, std::uint32_t most) {
  std::vector<std::uint64_t> ways(most + 1, 1);
  if (i >= size) return ways;
  const auto left = heaps_from(2 * i + 1, size, most), right = heaps_from(2 * i + 2, size, most);
  std::uint64_t sum = 0;
  for (std::uint32_t v = 0; v <= most; ++v) ways[v] = sum += left[v] * right[v];
  return ways;
}

TEST(DiagramOfSubject, CountsHeapsInArrays) {
  constexpr std::uint32_t n = 11;
  std::uint64_t expected = 0;
  for (std::uint32_t size = 0; size <= n; ++size)
    expected += heaps_from(0, size, n)[n] * (n - size + 1);  // and any length
  EXPECT_EQ(diagram_of("heap-array", {n}).count(), korat::big_integer(expected));
}

TEST(DiagramOfSubject, CountsTheWorkOfBothEngines) {
  const auto d = diagram_of("binary-tree", {12});
  EXPECT_EQ(d.field_initializations(korat::engine::checkpoint).decimal(), "13608752");  // ISSTA 2008, Table 1
  EXPECT_EQ(d.field_initializations(korat::engine::reexecute).decimal(), "279823708");
}

TEST(DiagramOfSubject, ListsTheSolutionsOfTheSearchInItsOrder) {
  for (const auto& s : subjects::all())
    for (const auto& known : s.known) {
      if (known.explored == 0 || known.explored > 10'000) continue;
      basic_diagram d(s.describe(known.arguments));
      korat::basic_search search(s.describe(known.arguments), {.engine = korat::engine::checkpoint});
      korat::big_integer number;
      while (search.next_valid()) {
        ASSERT_TRUE(d.next()) << s.name;
        ASSERT_EQ(d.vector(), search.vector()) << s.name;
        ASSERT_EQ(d.snapshot(), search.snapshot()) << s.name;
        ASSERT_EQ(d.index(), number) << s.name;
        number += 1;
      }
      EXPECT_FALSE(d.next()) << s.name;
    }
}

TEST(DiagramOfSubject, NeedsFewNodes) {
  const auto summary = diagram_of("binary-tree", {16}).summary();
  EXPECT_LT(summary.nodes, 2'000u);
  EXPECT_LT(summary.bytes, 100'000'000u);
  EXPECT_GT(summary.merged, 0u);
  EXPECT_GT(summary.checked, 0u);
}

}  // namespace

}  // namespace korat_test::subjects_test

#endif
