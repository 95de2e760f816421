// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What is read of a text, and what is said of one that is not as it should be.

#include "files/json_reader.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace korat_test::json_reader_test {
namespace {

using korat::files::json_error;
using korat::files::json_value;

std::string error_of(std::string_view text) {
  try {
    json_value::parse(text);
  } catch (const json_error& e) {
    return e.what();
  }
  return "none";
}

TEST(JsonReader, ReadsValues) {
  const auto j = json_value::parse(R"( {"a": [1, -2, 3.5e1], "b": {"c": null, "d": true}, "e": "x"} )");
  EXPECT_EQ(j.at("a").at(0).get<unsigned>(), 1u);
  EXPECT_EQ(j.at("a").at(1).get<int>(), -2);
  EXPECT_EQ(j.at("a").at(2).get<double>(), 35);
  EXPECT_TRUE(j.at("b").at("c").is_null());
  EXPECT_TRUE(j.at("b").at("d").get<bool>());
  EXPECT_EQ(j.value("e", std::string("none")), "x");
  EXPECT_EQ(j.value("f", std::string("none")), "none");
  EXPECT_TRUE(j["f"]["g"].is_null());
  EXPECT_EQ(json_value::parse("[[1],[]]").get<std::vector<std::vector<int>>>(),
            (std::vector<std::vector<int>>{{1}, {}}));
  EXPECT_EQ(j.text(), R"({"a":[1,-2,3.5e1],"b":{"c":null,"d":true},"e":"x"})");
}

TEST(JsonReader, KeepsNumbersInTheirRange) {
  const auto read = [](const std::string& text) { return json_value::parse(text); };
  EXPECT_EQ(read("18446744073709551615").get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(read("-9223372036854775808").get<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(read("127").get<signed char>(), 127);
  EXPECT_THROW(read("128").get<signed char>(), json_error);
  EXPECT_THROW(read("256").get<unsigned char>(), json_error);
  EXPECT_THROW(read("-1").get<unsigned>(), json_error);
  EXPECT_THROW(read("1.0").get<int>(), json_error);
  EXPECT_THROW(read("1e999").get<double>(), json_error);
  EXPECT_THROW(read("true").get<int>(), json_error);
  EXPECT_THROW(read("{}").get<std::vector<int>>(), json_error);
  EXPECT_THROW(read("[]").at(0), json_error);
  EXPECT_THROW(read("[]").at("x"), json_error);
}

TEST(JsonReader, ReadsSeveralValues) {
  const auto all = json_value::parse_all(" {\"a\":1}\n{\"a\":2} ");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].at("a").get<int>(), 2);
  EXPECT_TRUE(json_value::parse_all(" ").empty());
}

TEST(JsonReader, SaysWhereItIsWrong) {
  EXPECT_EQ(error_of("{\n \"a\" 1}"),
            "parse error at line 2, column 6: syntax error while parsing object separator - unexpected number literal; "
            "expected ':'");
  EXPECT_EQ(error_of("\"a\nb\"").find("parse error at line 2, column 0: "), 0u);
}

TEST(JsonReader, RefusesWhatIsNoJsonOrNestedTooDeeply) {
  for (const std::string text : {"[1,]", "{a:1}", "01", "nul", "\"\\x\"", "\"\xff\"", "[", "{} {}"})
    EXPECT_NE(error_of(text), "none") << text;
  EXPECT_EQ(error_of(std::string(100'000, '[')), "arrays and objects are nested too deeply");
}

}  // namespace
}  // namespace korat_test::json_reader_test
