// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// What to_json writes is read back by a JSON parser that is not ours.

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "korat/print.hpp"
#include "sample.hpp"
#include "tests/search/sanitized.hpp"

namespace korat::test {
namespace korat_test::json_test {
namespace {

using nlohmann::json;

json parsed(const structure& s) { return json::parse(to_json(s)); }
json parsed_value(field_value v) { return parsed(holding(std::move(v)))["objects"][0]["fields"]["x"]; }

TEST(to_json, has_objects_with_ids_and_fields_by_name) {
  EXPECT_EQ(parsed(small_tree()), json::parse(R"({
    "root": "tree",
    "objects": [
      {"id": "tree", "class": "tree", "fields": {"root": {"ref": "node0"}, "size": 2}},
      {"id": "node0", "class": "node", "fields": {"parent": null, "left": {"ref": "node1"}, "right": null, "color": "black"}},
      {"id": "node1", "class": "node", "fields": {"parent": {"ref": "node0"}, "left": null, "right": null, "color": "red"},
       "unread": ["right"]}]})"));
}

TEST(to_json, is_one_line) { EXPECT_EQ(to_json(holding(std::string("a\nb"))).find('\n'), std::string::npos); }

TEST(to_json, keeps_numbers_exactly) {
  EXPECT_EQ(parsed_value(true), true);
  EXPECT_EQ(parsed_value(std::numeric_limits<std::int64_t>::min()), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(parsed_value(std::numeric_limits<std::uint64_t>::max()), std::numeric_limits<std::uint64_t>::max());
  for (const double number : {0.1, -2.0, 1e300, 5e-324, 1.0 / 3}) {
    EXPECT_TRUE(parsed_value(number).is_number_float());
    EXPECT_EQ(parsed_value(number).get<double>(), number);
  }
}

TEST(to_json, names_the_numbers_that_json_lacks) {
  const auto infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(parsed_value(infinity), "Infinity");
  EXPECT_EQ(parsed_value(-infinity), "-Infinity");
  EXPECT_EQ(parsed_value(std::numeric_limits<double>::quiet_NaN()), "NaN");
}

TEST(to_json, keeps_text_exactly) {
  for (const std::string text : {"", "a\"b\\c/", "\n\t\r\b\f\x1f\x7f", "é €😀", "</script>"})
    EXPECT_EQ(parsed_value(text), text);
  EXPECT_EQ(parsed_value(std::string(1, '\0')), std::string(1, '\0'));
}

TEST(to_json, takes_every_byte) {
  for (int byte = 0; byte < 256; ++byte) {
    const auto back = parsed_value(std::string(1, static_cast<char>(byte))).get<std::string>();
    if (byte < 0x80)
      EXPECT_EQ(back, std::string(1, static_cast<char>(byte)));
    else
      EXPECT_EQ(back.size(), 2u) << byte;  // U+0080 to U+00FF
  }
}

TEST(to_json, takes_text_that_only_looks_like_utf8) {
  for (const std::string text :
       {"\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\xf0\x9f\x98"})
    EXPECT_NO_THROW(parsed_value(text));
}

TEST(to_json, shows_arrays_as_arrays) {
  const structure s{{{"dag", "dag", {number("to.length", 2), refers("to[0]", 1), null("to[1]"), number("of[0]", 3)}},
                     {"n0", "n", {}}}};
  EXPECT_EQ(parsed(s)["objects"][0]["fields"], json::parse(R"({"to": [{"ref": "n0"}, null], "of": [3]})"));
}

TEST(to_json, takes_a_long_list) {
  EXPECT_EQ(parsed(long_list(::korat_test::so_many(100'000, 10'000)))["objects"].size(),
            ::korat_test::so_many(100'001U, 10'001U));
}

TEST(to_json, takes_nothing) { EXPECT_EQ(parsed(structure{}), json::parse(R"({"root": null, "objects": []})")); }

}  // namespace
}  // namespace korat_test::json_test

}  // namespace korat::test
