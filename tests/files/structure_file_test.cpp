// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

// Structures as JSON text: what was written is read, and whatever happens to the text, there is an answer or an error
// that says where.

#include "files/structure_file.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

#include "files/vector_file.hpp"
#include "korat/print.hpp"

namespace korat_test::structure_file_test {
namespace {

using korat::null_reference;
using korat::object_id;
using korat::structure;
using korat::files::file_error;
using korat::files::parse_structure;

// Random structures of everything there is.
class structures {
 public:
  explicit structures(std::uint64_t seed) : random_(seed) {}

  structure next() {
    structure s;
    s.objects.resize(below(8));
    for (std::size_t i = 0; i < s.objects.size(); ++i) {
      auto& o = s.objects[i];
      o.class_name = i == 0 ? "root" : "class" + std::to_string(below(3));
      o.name = i == 0 ? "root" : o.class_name + "_" + std::to_string(i) + (below(4) == 0 ? "\"\\\n\u00e4~/" : "");
      for (auto members = below(6); members > 0; --members)
        add_member(o, "m" + std::to_string(members), s.objects.size());
    }
    return s;
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  void add_member(structure::object& o, const std::string& name, std::size_t objects) {
    if (below(3) > 0) return add(o, name, objects);
    const auto length = below(4);
    o.fields.push_back({name + ".length", static_cast<std::int64_t>(length), true});
    for (std::size_t i = 0; i < length; ++i) add(o, name + "[" + std::to_string(i) + "]", objects);
  }
  void add(structure::object& o, const std::string& name, std::size_t objects) {
    if (below(8) == 0)
      o.fields.push_back({name, null_reference{}, false});
    else
      o.fields.push_back({name, value(objects), true});
  }
  korat::field_value value(std::size_t objects) {
    switch (below(8)) {
      case 0: return null_reference{};
      case 1: return below(2) == 0;
      case 2: return static_cast<std::int64_t>(random_());
      case 3: return random_() | (std::uint64_t{1} << 63);  // others would come back as signed numbers
      case 4: return std::ldexp(static_cast<double>(below(1'000'000)), static_cast<int>(below(600)) - 300);
      case 5: return std::string(below(5), static_cast<char>(below(128)));
      default: return object_id{below(objects)};
    }
  }

  std::mt19937_64 random_;
};

std::string error_of(std::string_view text) {
  try {
    parse_structure(text, "file");
    return "no error";
  } catch (const file_error& e) {
    return e.what();
  }
}

// One node, with what is wrong in the place of its fields.
std::string error_with_fields(const std::string& fields) {
  return error_of(R"({"root":"t","objects":[{"id":"t","class":"t","fields":{)" + fields + "}}]}");
}

TEST(StructureFile, GivesBackWhatWasWritten) {
  structures random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto s = random.next();
    const auto text = to_json(s);
    const auto read = parse_structure(text, "file");
    ASSERT_EQ(read.structure, s) << text;
    ASSERT_EQ(to_json(read.structure), text);
    EXPECT_EQ(read.subject, "");
  }
}

TEST(StructureFile, TextDoesNotTellEverythingButNothingIsLost) {
  const structure s{{{"root",
                      "root",
                      {{"color", korat::named_value{"red"}, true},
                       {"nan", std::nan(""), true},
                       {"small", std::uint64_t{5}, true},
                       {"fixed[0]", std::int64_t{1}, true},
                       {"fixed[1]", std::int64_t{2}, true}}}}};
  const auto read = parse_structure(to_json(s), "file").structure;
  EXPECT_EQ(to_json(read), to_json(s));
  const std::vector<structure::field> expected{
      {"color", std::string("red"), true}, {"nan", std::string("NaN"), true},
      {"small", std::int64_t{5}, true},    {"fixed.length", std::int64_t{2}, true},
      {"fixed[0]", std::int64_t{1}, true}, {"fixed[1]", std::int64_t{2}, true}};
  EXPECT_EQ(read.objects.at(0).fields, expected);
}

TEST(StructureFile, ReadsAStructureWithinALargerObject) {
  const auto read = parse_structure(
      R"({"subject":"binary-tree","arguments":[3,-4],"seed":1,"faults":[{"root":[{"objects":[[1]]}],"old":null}],
          "structure":{"objects":[{"fields":{"left":{"ref":"a"},"right":null},"class":"node","id":"n"},
                                  {"id":"a","class":"tree","fields":{"root":{"ref":"n"}}}],"root":"a"}})",
      "file");
  EXPECT_EQ(read.subject, "binary-tree");
  EXPECT_EQ(read.arguments, (std::vector<std::int64_t>{3, -4}));
  const structure expected{{{"a", "tree", {{"root", object_id{1}, true}}},
                            {"n", "node", {{"left", object_id{0}, true}, {"right", null_reference{}, true}}}}};
  EXPECT_EQ(read.structure, expected);  // the root first, as in every structure
}

TEST(StructureFile, ReadsWhatCorruptWrites) {
  const auto read = korat::files::read_structure(KORAT_CORRUPT_FILE);
  EXPECT_EQ(read.subject, "avl-tree");
  EXPECT_EQ(read.arguments, (std::vector<std::int64_t>{5, 50}));
  EXPECT_EQ(read.structure.objects.size(), 6u);
}

TEST(StructureFile, SaysWhatIsWrongAndWhere) {
  const std::string node = R"({"id":"n","class":"node","fields":{}})";
  EXPECT_EQ(error_of(""),
            "file: parse error at line 1, column 1: syntax error while parsing value - unexpected end of "
            "input; expected '[', '{', or a literal");
  EXPECT_EQ(error_of("[1]"), "file: expected an object");
  EXPECT_EQ(error_of("17"), "file: expected an object");
  EXPECT_EQ(error_of("{}"), "file: no structure: the key \"objects\" is missing");
  EXPECT_EQ(error_of(R"({"root":"n"})"), "file: no structure: the key \"objects\" is missing");
  EXPECT_EQ(error_of(R"({"objects":[]})"), "file: no structure: the key \"root\" is missing");
  EXPECT_EQ(error_of(R"({"objects":{}})"), "file: /objects: expected an array, not an object");
  EXPECT_EQ(error_of(R"({"objects":3})"), "file: /objects: expected an array");
  EXPECT_EQ(error_of(R"({"objects":[3]})"), "file: /objects/0: expected an object");
  EXPECT_EQ(error_of(R"({"root":3,"objects":[]})"), "file: /root: expected a string");
  EXPECT_EQ(error_of(R"({"root":"x","objects":[)" + node + "]}"), "file: the root \"x\" is not among the objects");
  EXPECT_EQ(error_of(R"({"root":null,"objects":[)" + node + "]}"), "file: the root is null, but there are objects");
  EXPECT_EQ(error_of(R"({"root":"n","objects":[)" + node + "," + node + "]}"),
            "file: /objects/1/id: \"n\" is the id of another object, /objects/0");
  EXPECT_EQ(error_of(R"({"root":"n","objects":[{"class":"node","fields":{}}]})"),
            "file: /objects/0: an object without \"id\"");
  EXPECT_EQ(error_of(R"({"root":"n","objects":[{"id":"n","fields":{}}]})"),
            "file: /objects/0: an object without \"class\"");
  EXPECT_EQ(error_of(R"({"root":"n","objects":[{"id":"n","class":"node"}]})"),
            "file: /objects/0: an object without \"fields\"");
  EXPECT_EQ(error_of(R"({"root":"n","objects":[{"id":"n","klass":"node"}]})"),
            "file: /objects/0/klass: an object has \"id\", \"class\", \"fields\" and \"unread\", but no \"klass\"");
  EXPECT_EQ(error_of(R"({"structure":{"root":"n","objects":[],"size":4}})"),
            "file: /structure/size: a structure has \"root\" and \"objects\", but no \"size\"");
  EXPECT_EQ(error_of(R"({"structure":[]})"), "file: /structure: expected an object, not an array");
  EXPECT_EQ(error_of(R"({"arguments":[1,"2"]})"), "file: /arguments: expected an integer");
  EXPECT_EQ(error_of(R"({"root":"n","objects":[],"structure":{}})"),
            "file: /structure: a structure besides that of the keys \"root\" and \"objects\"");
  EXPECT_EQ(error_of("{\"root\":\"n\",\n\"objects\":["),
            "file: parse error at line 2, column 12: syntax error while parsing value - unexpected end of input; "
            "expected '[', '{', or a literal");
  EXPECT_EQ(error_of("{} {}").substr(0, 39), "file: parse error at line 1, column 4: ");
  EXPECT_EQ(error_of("\x1f\x8b\x08"),
            "file: parse error at line 1, column 1: syntax error while parsing value - invalid "
            "literal");
}

TEST(StructureFile, SaysWhatIsWrongWithAField) {
  EXPECT_EQ(error_with_fields(R"("x":{"ref":"n7"})"),
            "file: /objects/0: the field \"x\" of \"t\" refers to \"n7\", which is not among the objects");
  EXPECT_EQ(error_with_fields(R"("x":{})"), "file: /objects/0/fields/x: expected {\"ref\": id}");
  EXPECT_EQ(error_with_fields(R"("x":{"to":"t"})"), "file: /objects/0/fields/x/to: expected {\"ref\": id}, not \"to\"");
  EXPECT_EQ(error_with_fields(R"("x":{"ref":0})"), "file: /objects/0/fields/x/ref: expected the id of an object");
  EXPECT_EQ(error_with_fields(R"("x":{"ref":"t","ref":"t"})"), "file: /objects/0/fields/x/ref: a second \"ref\"");
  EXPECT_EQ(error_with_fields(R"("a/b":[1,[2]])"), "file: /objects/0/fields/a~1b/1: expected a value or a reference");
  EXPECT_EQ(error_with_fields(R"("x":1,"x":2)"), "file: /objects/0: two fields \"x\"");
  EXPECT_EQ(error_with_fields(R"("x":[1,2],"x[1]":2)"), "file: /objects/0: two fields \"x[1]\"");
  EXPECT_EQ(error_with_fields(R"("x":18446744073709551616)"),
            "file: /objects/0/fields/x: the integer \"18446744073709551616\" is out of range");
  EXPECT_EQ(error_with_fields(R"("x":1e400)"), "file: /objects/0/fields/x: the number \"1e400\" is out of range");
  EXPECT_EQ(error_with_fields(R"("x":1},"unread":["y"],"id":{)"), "file: /objects/0/id: expected a string");
  EXPECT_EQ(error_of(R"({"root":"t","objects":[{"id":"t","class":"t","fields":{"x":1},"unread":["y"]}]})"),
            "file: /objects/0: \"y\" is unread, but no field");
}

TEST(StructureFile, NestingOfAnyDepthIsAnError) {
  for (const auto* open : {"[", "{\"x\":"}) {
    std::string deep = "{\"faults\":";
    for (int i = 0; i < 1'000'000; ++i) deep += open;
    EXPECT_NE(error_of(deep).find("nested too deeply"), std::string::npos) << error_of(deep);
  }
}

TEST(StructureFile, ErrorsStayShortWhateverTheyQuote) {
  EXPECT_LT(error_with_fields("\"" + std::string(1'000'000, 'x') + "\":{}").size(), 300u);
  EXPECT_LT(error_with_fields("\"x\":{\"ref\":\"" + std::string(1'000'000, 'x') + "\"}").size(), 300u);
  EXPECT_LT(error_with_fields("\"x\":\"" + std::string(1'000'000, 'x')).size(), 300u);
  EXPECT_LT(error_with_fields("\"x\":1" + std::string(1'000'000, '0')).size(), 300u);
  EXPECT_LT(error_with_fields("\"x\":1" + std::string(1'000'000, '0') + "e1").size(), 300u);
}

// Random damage: an error, or a structure that is written and read again as itself.
TEST(StructureFile, FuzzedNeverLies) {
  structures random_structures(11);
  std::mt19937_64 random(5);
  const std::string pieces[] = {"{",
                                "}",
                                "[",
                                "]",
                                ",",
                                ":",
                                "\"",
                                "null",
                                "{\"ref\":\"root\"}",
                                "\"root\"",
                                "\"objects\":[",
                                "\"structure\":{",
                                "\"id\":\"",
                                "\"fields\":{",
                                "\"unread\":[",
                                "1e999",
                                "-1",
                                "\\u0000",
                                "\xff",
                                "true"};
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    auto text = to_json(random_structures.next());
    if (round % 4 == 0) text = R"({"subject":"s","arguments":[1],"faults":[{"x":[1]}],"structure":)" + text + "}";
    for (auto changes = 1 + random() % 3; changes > 0; --changes) {
      const auto at = random() % (text.size() + 1), other = random() % (text.size() + 1);
      switch (random() % 6) {
        case 0:
          if (at < text.size()) text[at] = static_cast<char>(random());
          break;
        case 1: text.erase(at, 1 + random() % 20); break;
        case 2: text.insert(at, text.substr(other, random() % 60)); break;
        case 3: text.insert(at, std::string(pieces[random() % std::size(pieces)])); break;
        case 4:
          if (at < text.size() && other < text.size()) std::swap(text[at], text[other]);
          break;
        default:
          if (random() % 8 == 0) text.resize(at);
      }
    }
    try {
      const auto read = parse_structure(text, "file").structure;
      ++accepted;
      const auto again = parse_structure(to_json(read), "file").structure;
      ASSERT_EQ(to_json(again), to_json(read)) << text;
    } catch (const file_error& e) {
      ASSERT_LT(std::string(e.what()).size(), 400u);
    }
  }
  EXPECT_GT(accepted, 1000);  // not everything was refused
}

TEST(StructureFile, TruncatedAnywhereIsAnError) {
  structures random(13);
  for (int round = 0; round < 20; ++round) {
    const auto text = to_json(random.next());
    for (std::size_t left = 0; left < text.size(); ++left)
      ASSERT_NE(error_of(text.substr(0, left)), "no error") << text.substr(0, left);
  }
}

TEST(StructureFile, ReadsFilesAndSaysWhichItCannot) {
  const auto path = (std::filesystem::temp_directory_path() / ("korat-structure-" + std::to_string(getpid()))).string();
  std::string text = R"({"root":"t","objects":[{"id":"t","class":"t","fields":{"values":[0)";
  for (int i = 1; i < 1'000'000; ++i) text += "," + std::to_string(i);
  std::ofstream(path) << text + "]}}]}\n";
  const auto read = korat::files::read_structure(path).structure;
  std::filesystem::remove(path);
  ASSERT_EQ(read.objects.at(0).fields.size(), 1'000'001u);
  EXPECT_EQ(read.objects[0].fields.back().name, "values[999999]");
  EXPECT_THROW(korat::files::read_structure(path), file_error);
  EXPECT_THROW(korat::files::read_structure("/"), file_error);
}

TEST(StructureFile, ReadsManyObjects) {
  constexpr std::size_t count = 200'000;
  std::mt19937_64 random(3);
  structure s;
  for (std::size_t i = 0; i <= count; ++i)
    s.objects.push_back({i == 0 ? "tree" : "node" + std::to_string(i - 1),
                         i == 0 ? "tree" : "node",
                         {{"left", object_id{random() % count}, true},
                          {"right", null_reference{}, true},
                          {"key", static_cast<std::int64_t>(i), true}}});
  EXPECT_EQ(parse_structure(to_json(s), "file").structure, s);
}

}  // namespace
}  // namespace korat_test::structure_file_test
