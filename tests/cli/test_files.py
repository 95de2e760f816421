# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Headers in the place of subjects: korat new, korat generate FILE, korat list FILE."""

import json
import os
import pathlib
import tempfile
import time
import unittest

from program import DONE, LIMIT, SANITIZED, WRONG_USAGE, ProgramTest

SEVERAL = """
#pragma once
#include <korat/korat.hpp>
#include "digits.inc"
struct pair { int a, b; };
inline bool sorted(const pair& p) { return p.a <= p.b; }
inline korat::finitization<pair> below(int n, unsigned char first) {
  korat::finitization<pair> space;
  space.set<&pair::a>(korat::between(first, n - 1)).set<&pair::b>(korat::between(first, n - 1));
  return space;
}
const korat::offer sorted_pairs("sorted", [](int n) { return below(n, 0); }, sorted);
const korat::offer sorted_from("sorted", below, sorted, {.parameters = {"end", "first"}});
const korat::offer digits("digits", [] { return below(10, 0); }, [](const pair& p) { return p.a + p.b == SUM || (p.a == ALSO && p.b == ALSO); });
struct in_one_word : korat::report_format {
  std::string text(const korat::reported& at) const override { return std::to_string(at.vector()[0]) + ".\\n"; }
};
const korat::offer_format one_word("word", std::make_unique<in_one_word>());
"""

THEIRS = """
#pragma once
#include "parts.hpp"
namespace shop {
class shelf {  // struct no { in a comment }
 public:
  bool rep_ok() const {
    int boxes = 0;
    for (const box* b = top_; b; b = b->below)
      if (++boxes > size_ || b->colour == parts::colour::none) return false;
    return boxes == size_;
  }
 private:
  struct box { box* below = nullptr; parts::colour colour = parts::colour::none; const int number = 0; };
  box* top_ = nullptr;
  int size_ = 0;
};
struct label { const char* text; int width : 4; };
template <class T> struct list { T* first; };
}
"""

HAS_PASS = os.environ.get("KORAT_HAS_PASS") == "1"


class FilesTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        cls.there = {"cwd": cls.folder, "env": os.environ | {"XDG_CACHE_HOME": str(cls.folder / "a cache")}}

    def write(self, name, text):
        (self.folder / name).write_text(text)
        time.sleep(0.05)  # so that what is compiled next is newer

    def kept(self, stem):
        return {p.name: p.stat().st_mtime_ns for p in (self.folder / "a cache" / "korat").glob(stem + "-*")}

    def valid(self, *words):
        return self.expect_json(DONE, "generate", *words, "--json", **self.there)["valid"]

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    @unittest.skipIf(SANITIZED, "a sanitizer makes compiling slow, and has nothing to see here")
    def test_the_starting_point_works_and_is_compiled_once(self):
        out, err = self.expect(DONE, "new", "my_tree.hpp", **self.there)
        self.assertEqual((out, err), ("wrote my_tree.hpp; try: korat generate my_tree.hpp 3 --print text\n", ""))
        time.sleep(0.05)
        report = self.expect_json(DONE, "generate", "my_tree.hpp", 4, "--json", **self.there)
        self.assertEqual((report["subject"], report["arguments"], report["valid"]), ("tree", [4], 14))
        before = self.kept("my_tree")
        out, _ = self.expect(DONE, "generate", "./my_tree.hpp:tree", 3, "--print", "vector", "--quiet", "--engine", "reexecute", **self.there)
        self.assertEqual(len(out.splitlines()), 5)
        self.assertEqual(len(before), 2)
        self.assertEqual({n: t for n, t in self.kept("my_tree").items() if n in before}, before)
        self.assertIn("korat generate my_tree.hpp NODES\n", self.refused("generate", "my_tree.hpp", 4, 5, **self.there))
        self.assertIn("is there already", self.refused("new", "my_tree.hpp", **self.there))

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    @unittest.skipIf(SANITIZED, "a sanitizer makes compiling slow, and has nothing to see here")
    def test_a_header_may_offer_several(self):
        self.write("digits.inc", "#define SUM 7\n#define ALSO -1\n")
        self.write("several.hpp", SEVERAL)
        out, _ = self.expect(DONE, "list", "several.hpp", "--json", **self.there)
        self.assertEqual([(s["name"], s["forms"]) for s in json.loads(out)],
                         [("sorted", [["n"], ["end", "first"]]), ("digits", [[]])])
        self.assertEqual(self.valid("several.hpp:digits"), 8)
        self.assertEqual(self.valid("several.hpp:sorted", 4), 10)
        out, _ = self.expect(DONE, "generate", "several.hpp:sorted", 2, "--print", "word", "--quiet", **self.there)
        self.assertEqual(out, "0.\n0.\n1.\n")
        self.assertIn("expected text, json, dot, vector, word, not 'x'", self.refused("generate", "several.hpp:sorted", 2, "--print", "x", **self.there))
        self.assertEqual(self.valid("several.hpp:sorted", 4, 2), 3)
        self.assertIn("argument 2, which is 256, does not fit", self.refused("generate", "several.hpp:sorted", 4, 256, **self.there))
        self.assertIn("several.hpp offers sorted, digits: say which, as in several.hpp:sorted",
                      self.refused("generate", "several.hpp", 4, **self.there))
        self.assertIn("did you mean 'digits'?", self.refused("generate", "several.hpp:digts", **self.there))
        self.expect(DONE, "infeasible", "several.hpp:digits", "--all", "--output", "ranges.json", **self.there)
        self.assertEqual(self.valid("several.hpp:digits", "--skip", "ranges.json"), 8)
        resumed = ("generate", "several.hpp:digits", "--resume", "state.json")
        self.expect(LIMIT, *resumed, "--max-valid", 3, **self.there)
        self.expect(LIMIT, *resumed, "--max-valid", 5, **self.there)
        # What it includes counts as the header. The new structure lies behind all others, in a range that was infeasible.
        self.write("digits.inc", "#define SUM 7\n#define ALSO 8\n")
        self.assertEqual(self.valid("several.hpp:digits"), 9)
        self.assertIn("ranges.json was made before the predicate or Korat was changed: make it again",
                      self.refused("generate", "several.hpp:digits", "--skip", "ranges.json", **self.there))
        self.assertIn("state.json was saved before the predicate or Korat was changed: remove it",
                      self.refused(*resumed, **self.there))

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    @unittest.skipIf(SANITIZED, "a sanitizer makes compiling slow, and has nothing to see here")
    def test_bounds_for_a_class_that_is_there(self):
        self.write("parts.hpp", "#pragma once\nnamespace parts { enum class colour { none, red, blue }; }\n")
        self.write("shelf.hpp", THEIRS)
        out, err = self.expect(DONE, "new", "shelf.hpp", **self.there)
        self.assertEqual((out, err), ("wrote shelf_bounds.hpp, bounds for shop::shelf and its rep_ok(); edit it, then try: korat "
                                      "generate shelf_bounds.hpp 3 --print text\n", ""))
        text = (self.folder / "shelf_bounds.hpp").read_text()
        for line in ("using shelf_box = korat::type_behind<shelf_top_>;  // shop::shelf::box",
                     "  const auto any_box = space.objects<shelf_box>(size);",
                     "  space.set<shelf_size_>(korat::between(0, size));",
                     "  space.set<&shelf_box::below>(any_box);",
                     "  space.keep<&shelf_box::number>();  // const int"):
            self.assertIn(line + "\n", text)
        # No box, or up to three in a row of three colours each, but none.
        self.assertEqual(self.valid("shelf_bounds.hpp", 3), 1 + 2 + 4 + 8)
        self.assertIn("shelf_bounds.hpp is there already", self.refused("new", "shelf.hpp", **self.there))
        self.assertEqual((self.folder / "shelf.hpp").read_text(), THEIRS)

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    def test_the_class_to_bound_is_named(self):
        self.write("parts.hpp", "#pragma once\nnamespace parts { enum class colour { none, red, blue }; }\n")
        self.write("several_classes.hpp", THEIRS)
        named = ("new", "several_classes.hpp", "--class")
        out, _ = self.expect(DONE, *named, "label", "--output", "labels.hpp", **self.there)
        self.assertIn("bounds for shop::label, and a predicate to be filled in", out)
        text = (self.folder / "labels.hpp").read_text()
        self.assertIn("inline bool is_well_formed([[maybe_unused]] const shop::label& structure) { return true; }\n", text)
        self.assertIn("  // not bound: int width, a bit-field\n", text)
        self.assertIn("shop::list is a class template", self.refused(*named, "list", **self.there))
        self.assertIn("shop::shelf::box is private: name the class around it", self.refused(*named, "box", **self.there))
        self.assertIn("defines no class 'shelve', but shop::shelf, shop::shelf::box, shop::label, shop::list",
                      self.refused(*named, "shelve", **self.there))
        self.assertIn("there is no file 'absent.hpp' to read", self.refused("new", "absent.hpp", "--class", "a", **self.there))
        self.write("not_even.hpp", "#pragma once\nstruct a { nothing* b; };\n")
        _, err = self.expect(WRONG_USAGE, "new", "not_even.hpp", **self.there)
        self.assertTrue(err.startswith("not_even.hpp:2:12: error:"), err)
        self.assertTrue(err.endswith("\nkorat: not_even.hpp cannot be read: see above\n"), err)

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    def test_names_as_c_and_namespaces_have_them(self):
        self.write("names.h", """#include <stddef.h>
namespace a::inline v1 { struct node { node* next; }; }
namespace b { struct node { int key; }; }
typedef enum { RED, BLACK } colour;
typedef struct item { struct item* next; colour paint; } item_t;
typedef struct cell cell_t;
struct cell { cell_t* below; };
typedef struct { item_t* items; cell_t* cells; a::node* one; b::node* other; } store;
""")
        self.expect(DONE, "new", "names.h", **self.there)
        text = (self.folder / "names_bounds.hpp").read_text()
        for line in ("  space.set<&store::items>(any_item);",
                     "  space.set<&store::cells>(any_cell);",
                     "  space.set<&store::one>(any_a_node);",
                     "  space.set<&store::other>(any_b_node);",
                     "  space.set<&item::paint>(korat::enumerators<colour::RED, colour::BLACK>);",
                     "  space.set<&cell::below>(any_cell);",
                     "  space.set<&a::node::next>(any_a_node);"):
            self.assertIn(line + "\n", text)
        self.assertNotIn("// not bound:", text)

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    @unittest.skipIf(SANITIZED, "a sanitizer makes compiling slow, and has nothing to see here")
    def test_odd_members_are_bound_kept_or_named(self):
        self.write("odd.hpp", """#include <list>
#include <map>
#include <memory>
#include <string>
#include <vector>
struct hidden { int h = 0; };
struct seen { int s = 0; virtual ~seen() = default; };
class odd final : public seen, hidden {
 public:
  explicit odd(int n) : size_(n) {}
  bool valid() const { return size_ == 2 && kids_.size() < 2 && bits_.empty() && names_.empty() && list_.empty(); }
 private:
  struct kid { int key = 0; };
  const int size_;
  int& self_ = s;
  std::vector<bool> bits_;
  std::vector<std::string> names_;
  std::vector<std::unique_ptr<kid>> kids_;
  std::list<int> list_;
  std::map<int, int> map_;
};
""")
        self.expect(DONE, "new", "odd.hpp", **self.there)
        text = (self.folder / "odd_bounds.hpp").read_text()
        for line in ("  korat::finitization<odd> space(korat::made_by([] { return odd(/* its arguments */); }));",
                     "  space.set<&seen::s>(korat::between(0, size));",
                     "  space.keep<odd_size_>();  // const int",
                     "  // not bound: int & self_, a reference",
                     "  space.set<odd_bits_>(korat::sequences_of<std::vector<bool>>(korat::any_bool, korat::between(0, size)));",
                     "  space.set<odd_kids_>(korat::vector_of(any_kid, korat::between(0, size)));",
                     "  space.set<odd_list_>(korat::sequences_of<std::list<int>>(korat::between(0, size), korat::between(0, size)));",
                     "  // not bound: std::map<int, int> map_",
                     "  // not bound: members of hidden, a base that is not public"):
            self.assertIn(line + "\n", text)
        self.write("odd_bounds.hpp", text.replace("/* its arguments */", "2"))
        # s is 0 to 2 and not read; no kid, a null one, or one with a key that is not read.
        self.assertEqual(self.valid("odd_bounds.hpp", 2), 3 * (1 + 1 + 3))

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    def test_compiler_errors_are_the_users_own(self):
        self.write("wrong.hpp", "#pragma once\nint three = four;\n")
        out, err = self.expect(WRONG_USAGE, "generate", "wrong.hpp", 3, **self.there)
        self.assertEqual(out, "")
        self.assertTrue(err.startswith("wrong.hpp:2:13: error:"), err)
        self.assertTrue(err.endswith("\nkorat: wrong.hpp does not compile: see above\n"), err)

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    def test_a_header_that_offers_nothing(self):
        self.write("nothing.hpp", "#pragma once\n")
        self.assertIn("nothing.hpp offers nothing", self.refused("generate", "nothing.hpp", 3, **self.there))

    @unittest.skipIf(HAS_PASS, "Korat was built with its compiler pass")
    def test_without_the_pass_it_says_what_to_install(self):
        self.write("any.hpp", "#pragma once\n")
        self.assertIn("apt-get install clang-14 llvm-14-dev", self.refused("generate", "any.hpp", 3, **self.there))
        self.write("one.hpp", "struct one { int a; };\n")
        self.assertIn("apt-get install clang-14 llvm-14-dev", self.refused("new", "one.hpp", **self.there))

    def test_a_header_that_is_not_there(self):
        err = self.refused("generate", "absent.hpp", 3, **self.there)
        self.assertIn("there is no file 'absent.hpp'; 'korat new absent.hpp' writes one", err)

    def test_new_writes_headers_only(self):
        self.assertIn("let it end in .hpp", self.refused("new", "tree", **self.there))
        self.assertIn("let it end in .hpp", self.refused("new", "tree.hpp:tree", **self.there))
