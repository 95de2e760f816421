// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Arguments that make no sense are refused with a message that names the subject and the parameter.

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "subjects/subject.hpp"

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
  EXPECT_EQ(names.size(), 14U);
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

TEST(subject_arguments, contradictions_are_refused) {
  EXPECT_EQ(refusal(find("binary-tree"), {3, 3, 2}), "binary-tree: max_size is 2, but must be from 3 to 1000000");
  EXPECT_EQ(refusal(find("sorted-list"), {3, 2, 4, 4}), "sorted-list: max_size is 2, but must be from 3 to 1000000");
}

TEST(subject_arguments, a_wrong_number_of_them_is_refused) {
  EXPECT_EQ(refusal(find("binary-tree"), {}),
            "binary-tree: 0 arguments given, but it takes (nodes) or (nodes, min_size, max_size)");
  EXPECT_EQ(refusal(find("dag"), {1, 2}), "dag: 2 arguments given, but it takes (n)");
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
