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

#include "encoding/json.hpp"

namespace korat::test {
namespace korat_test::json_writer_test {
namespace {

using encoding::json_object;

TEST(JsonWriter, KeepsTheOrderOfMembers) {
  json_object object{{"b", 1}, {"a", true}};
  object.add("c", nullptr).add({{"d", "x"}, {"e", json_object{}}});
  EXPECT_EQ(object.text(), R"({"b":1,"a":true,"c":null,"d":"x","e":{}})");
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
  EXPECT_EQ(nlohmann::json::parse(encoding::json(text).text()), text);
  EXPECT_EQ(nlohmann::json::parse(encoding::json("no UTF-8: \xff").text()), "no UTF-8: \xc3\xbf");
}

TEST(JsonWriter, WritesWhatIsTooLongAsItComes) {
  std::string written;
  encoding::json_stream stream([&](std::string_view text) { written += text; });
  stream.begin_object({{"subject", "s"}}).begin_list("empty").end_list().begin_list("numbers");
  for (const int n : {1, 2, 3}) stream.item(n);
  stream.end_list().add({}).add({{"valid", 3}}).end_object();
  EXPECT_EQ(written, R"({"subject":"s","empty":[],"numbers":[1,2,3],"valid":3})");
}

TEST(JsonWriter, NestsObjectsAndListsThatAreWrittenAsTheyCome) {
  std::string written;
  encoding::json_stream stream([&](std::string_view text) { written += text; });
  stream.begin_list().item("a").begin_object().end_object().begin_list().item(nullptr).end_list().end_list();
  EXPECT_EQ(written, R"(["a",{},[null]])");
}

TEST(JsonWriter, WritesNothingBeforeTheFirstItem) {
  std::string written;
  encoding::json_stream stream([&](std::string_view text) { written += text; });
  stream.begin_object({{"subject", "s"}}).begin_list("structures");
  EXPECT_EQ(written, "");
  stream.item(true);
  EXPECT_EQ(written, R"({"subject":"s","structures":[true)");
}

}  // namespace
}  // namespace korat_test::json_writer_test

}  // namespace korat::test
