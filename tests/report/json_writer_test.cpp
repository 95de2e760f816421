// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What the program writes as JSON is read back by a parser that is not ours.

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/json.hpp"

namespace korat::test {
namespace korat_test::json_writer_test {
namespace {

using report::json_object;

TEST(JsonWriter, KeepsTheOrderOfMembers) {
  json_object object{{"b", 1}, {"a", true}};
  object.add("c", nullptr).add({{"d", "x"}, {"e", json_object{}}});
  EXPECT_EQ(object.text(), R"({"b":1,"a":true,"c":null,"d":"x","e":{}})");
  EXPECT_EQ("{" + object.members() + "}", object.text());
}

TEST(JsonWriter, WritesListsMapsAndOptionalValues) {
  const json_object object{{"list", std::vector<std::vector<int>>{{1, 2}, {}}},
                           {"map", std::map<std::string, double>{{"half", 0.5}, {"two", 2}}},
                           {"none", std::optional<int>()},
                           {"some", std::optional(std::string("s"))}};
  EXPECT_EQ(object.text(), R"({"list":[[1,2],[]],"map":{"half":0.5,"two":2.0},"none":null,"some":"s"})");
}

TEST(JsonWriter, KeepsNumbersExactly) {
  const json_object object{{"least", std::numeric_limits<std::int64_t>::min()},
                           {"most", std::numeric_limits<std::uint64_t>::max()},
                           {"third", 1.0 / 3},
                           {"no number", std::numeric_limits<double>::quiet_NaN()}};
  const auto read = nlohmann::json::parse(object.text());
  EXPECT_EQ(read["least"], std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read["most"], std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read["third"].get<double>(), 1.0 / 3);
  EXPECT_TRUE(read["no number"].is_null());
}

TEST(JsonWriter, WritesAnyTextAsAString) {
  using namespace std::string_literals;
  const auto text = "quote\" backslash\\ line\n zero\0 \xc3\xa9"s;
  EXPECT_EQ(nlohmann::json::parse(report::json(text).text()), text);
  EXPECT_EQ(nlohmann::json::parse(report::json("no UTF-8: \xff").text()), "no UTF-8: \xc3\xbf");
}

}  // namespace
}  // namespace korat_test::json_writer_test

}  // namespace korat::test
