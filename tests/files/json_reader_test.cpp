// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Our reader against a parser that is not ours, and against RFC 8259.

#include "files/json_reader.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <random>
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

TEST(JsonReader, ReadsEscapes) {
  EXPECT_EQ(json_value::parse(R"("\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00")").get<std::string>(),
            "\"\\/\b\f\n\r\tA\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80");
  EXPECT_EQ(json_value::parse("\"\\u0000\"").get<std::string>(), std::string(1, '\0'));
}

TEST(JsonReader, ReadsSeveralValues) {
  const auto all = json_value::parse_all(" {\"a\":1}\n{\"a\":2} ");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[1].at("a").get<int>(), 2);
  EXPECT_TRUE(json_value::parse_all(" ").empty());
}

TEST(JsonReader, SaysWhereItIsWrong) {
  EXPECT_EQ(error_of(""), "parse error at line 1, column 1: expected a value, not the end");
  EXPECT_EQ(error_of("{\n \"a\" 1}"), "parse error at line 2, column 6: expected ':', not \"1\"");
  EXPECT_EQ(error_of("[1 2]"), "parse error at line 1, column 4: expected ',' or ']', not \"2\"");
  EXPECT_EQ(error_of("{} x"), "parse error at line 1, column 4: expected the end, not \"x\"");
  EXPECT_EQ(error_of("\"a\nb\""),
            "parse error at line 1, column 3: expected an escape such as \\n in a string, not \"\\n\"");
}

TEST(JsonReader, RefusesWhatIsNoJson) {
  for (const std::string text : {"[1,]",
                                 "{\"a\":1,}",
                                 "{a:1}",
                                 "'a'",
                                 "01",
                                 "1.",
                                 ".5",
                                 "+1",
                                 "-",
                                 "1e",
                                 "nul",
                                 "NaN",
                                 "\"\\x\"",
                                 "\"\\u12\"",
                                 "\"\\ud800\"",
                                 "\"\\ud800x\"",
                                 "\"\\ud800\\u0041\"",
                                 "\"\\udc00\"",
                                 "\"\xff\"",
                                 "\"\xc0\xaf\"",
                                 "\"",
                                 "[",
                                 "{",
                                 "{\"a\"",
                                 "{\"a\":",
                                 "]",
                                 "\"a\x01\""}) {
    EXPECT_NE(error_of(text), "none") << text;
    EXPECT_FALSE(nlohmann::json::accept(text)) << text;
  }
  EXPECT_NE(error_of(std::string(100'000, '[')), "none");
}

/// Texts that are JSON, or nearly: a sample with bytes changed.
TEST(JsonReader, TakesWhatAnotherParserTakes) {
  const std::string sample = R"({"a":[0,-1.5e+3,"x\n\u20acé",{"b":{}}],"c":[[],true,false,null]," ":""})";
  const std::string bytes = "{}[]\",:0123-+.eE\\untrfals \n\x7f\xc3";
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    auto text = sample;
    for (auto changes = random() % 3; changes-- > 0;) text[random() % text.size()] = bytes[random() % bytes.size()];
    const bool theirs = nlohmann::json::accept(text);
    ASSERT_EQ(error_of(text) == "none", theirs) << text;
    if (theirs) {
      ASSERT_EQ(nlohmann::ordered_json::parse(json_value::parse(text).text()), nlohmann::ordered_json::parse(text))
          << text;
    }
  }
}

}  // namespace
}  // namespace korat_test::json_reader_test
