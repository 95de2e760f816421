// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Arguments that make no sense are refused with a message that names the subject and the parameter.

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "subjects/subject.hpp"

namespace korat_test::arguments_test {
namespace {

using korat::subjects::arguments;
using korat::subjects::subject;

// The message of the refusal; empty when there was none.
std::string refusal(const subject& s, const arguments& given) {
  try {
    s.search(given, {});
    return "";
  } catch (const korat::finitization_error& e) {
    return e.what();
  }
}

const subject& find(std::string_view name) { return *korat::subjects::find(name); }

TEST(subject_list, has_every_subject_once) {
  std::set<std::string> names;
  for (const auto& s : korat::subjects::all()) {
    EXPECT_TRUE(names.insert(s.name).second) << s.name;
    EXPECT_EQ(korat::subjects::find(s.name), &s);
    EXPECT_FALSE(s.summary.empty()) << s.name;
    EXPECT_FALSE(s.known.empty()) << s.name;
  }
  EXPECT_EQ(names.size(), 15U);
  EXPECT_EQ(korat::subjects::find("no-such-thing"), nullptr);
}

TEST(subject_arguments, negative_and_absurd_ones_are_refused_by_name) {
  for (const auto& s : korat::subjects::all())
    for (const auto& form : s.forms)
      for (std::size_t i = 0; i < form.size(); ++i)
        for (const auto bad : {std::int64_t{-2}, std::int64_t{1'000'000'000'000},
                               std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()}) {
          arguments given(form.size(), 3);
          given[i] = bad;
          const auto message = refusal(s, given);
          EXPECT_EQ(message.find(s.name + ": "), 0U) << message;
          EXPECT_NE(message.find(form[i] + " is " + std::to_string(bad)), std::string::npos) << message;
        }
}

TEST(subject_arguments, every_size_is_from_0_on) {
  for (const auto& s : korat::subjects::all()) {
    const auto search = s.search({0}, {});
    std::uint64_t valid = 0;
    while (search->next_valid()) ++valid;
    EXPECT_EQ(valid, 1U) << s.name << ": the empty one";
  }
}

// Exactly n, and 0 to n: what is found up to a size is what is found of each.
TEST(subject_arguments, sizes_add_up) {
  const auto valid = [](const subject& s, const arguments& given) {
    const auto search = s.search(given, {});
    std::uint64_t count = 0;
    while (search->next_valid()) ++count;
    return count;
  };
  const auto add_up = [&](const subject& s) {
    if (s.name == "heap-array" || s.name == "sorted-list") return;  // which have sizes in other forms
    constexpr std::int64_t n = 3;
    std::uint64_t sum = 0;
    for (std::int64_t size = 0; size <= n; ++size) sum += valid(s, {n, size, size});
    EXPECT_EQ(valid(s, {n, 0, n}), sum) << s.name;
    EXPECT_GT(sum, valid(s, {n, n, n})) << s.name;
  };
  std::ranges::for_each(korat::subjects::all(), add_up);
  std::ranges::for_each(korat::subjects::in_lockstep(), add_up);
  EXPECT_EQ(valid(find("search-tree"), {3, 0, 3}), 1U + 3 * 1 + 3 * 2 + 1 * 5) << "of each size, keys times shapes";
  EXPECT_EQ(valid(find("search-tree"), {6, 6, 6}), 132U);
  EXPECT_EQ(valid(find("binomial-heap"), {6, 0, 6}), 7'602U);
  EXPECT_EQ(valid(find("singly-linked-list"), {6, 6, 6}), 203U);
  EXPECT_EQ(valid(find("dag"), {4, 0, 4}), 1U + 0 + 1 + 4 + 35);
  EXPECT_EQ(valid(find("fault-tree"), {4, 2, 3}), 1U + 4);
}

TEST(subject_arguments, contradictions_are_refused) {
  EXPECT_EQ(refusal(find("binary-tree"), {3, 3, 2}), "binary-tree: max_size is 2, but must be from 3 to 1000000");
  EXPECT_EQ(refusal(find("sorted-list"), {3, 2, 4, 4}), "sorted-list: max_size is 2, but must be from 3 to 1000000");
}

TEST(subject_arguments, a_wrong_number_of_them_is_refused) {
  EXPECT_EQ(refusal(find("binary-tree"), {}),
            "binary-tree: 0 arguments given, but it takes (nodes) or (nodes, min_size, max_size)");
  EXPECT_EQ(refusal(find("dag"), {1, 2}), "dag: 2 arguments given, but it takes (n) or (n, min_size, max_size)");
}

TEST(subject_arguments, the_smallest_size_works_or_is_refused) {
  for (const auto& s : korat::subjects::all())
    for (const auto& form : s.forms) {
      const arguments ones(form.size(), 1);
      EXPECT_EQ(refusal(s, ones), "") << s.name;
      const auto search = s.search(ones, {});
      while (search->next()) {
      }
      const auto message = refusal(s, arguments(form.size(), 0));
      EXPECT_TRUE(message.empty() || message.find("must be from 1") != std::string::npos) << message;
    }
}

}  // namespace
}  // namespace korat_test::arguments_test
