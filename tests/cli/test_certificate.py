# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""What a predicate accepts, kept in a file and compared later: korat certify, korat check."""

import os
import pathlib
import tempfile
import unittest

from program import (DIFFERS, DONE, INPUT_DAMAGED, OUTPUT_FAILED, PREDICATE_FAILED, SANITIZED, ProgramTest)

HAS_PASS = os.environ.get("KORAT_HAS_PASS") == "1"

# One class, and what its predicate may become: the same by other reads, one with fewer structures, one with as many others.
PAIRS = """
#pragma once
#include <korat/korat.hpp>
struct node { int key; };
struct pair { node *a, *b; };
inline korat::finitization<pair> both(int n) {
  korat::finitization<pair> space;
  const auto nodes = space.objects<node>(2);
  space.set<&pair::a>(nodes).set<&pair::b>(nodes.without_null());
  space.set<&node::key>(korat::between(1, n));
  return space;
}
const korat::offer first("first", both, [](const pair& p) { return p.a && p.a->key > 1 && p.b->key > 0; });
const korat::offer refactored("refactored", both, [](const pair& p) { return p.b->key > 0 && p.a && p.a->key > 1; });
const korat::offer stricter("stricter", both, [](const pair& p) { return p.a && p.a != p.b && p.a->key > 1 && p.b->key > 0; });
const korat::offer other("other", both, [](const pair& p) { return p.b->key > 1 && p.a && p.a->key > 0; });
"""


class CertificateTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.there = {"cwd": self.folder, "env": os.environ | {"XDG_CACHE_HOME": str(self.folder / "cache")}}

    def certify(self, *words):
        """The text of the certificate."""
        self.expect(DONE, "certify", *words, "--output", "c", **self.there)
        return (self.folder / "c").read_text()

    def test_it_has_a_line_for_each_small_structure(self):
        self.assertEqual(self.certify("binary-tree", "1..2"), """korat certificate 1
subject binary-tree
bound 1: 1 structure, hash 9a86330c5533848df89aa54c3791ca0c
  2 objects: 1 structure, hash 9a86330c5533848df89aa54c3791ca0c
    tree(root=node0 size=1) node0(left=null right=null)
bound 2: 2 structures, hash 6a4116dcc0eb31de4e5d1b9fcd89fe22
  3 objects: 2 structures, hash 6a4116dcc0eb31de4e5d1b9fcd89fe22
    tree(root=node0 size=2) node0(left=node1 right=null) node1(left=null right=null)
    tree(root=node0 size=2) node0(left=null right=node1) node1(left=null right=null)
end
""")
        out, _ = self.expect(DONE, "check", "c", **self.there)
        self.assertEqual(out, "binary-tree 1: 1 structure, as certified\nbinary-tree 2: 2 structures, as certified\n")

    def test_ranges_of_several_arguments_are_combined(self):
        found = self.expect_json(DONE, "certify", "heap-array", "2..3", "1..2", "--json", "--output", "c", **self.there)
        counts = [(b["arguments"], b["valid"]) for b in found["bounds"]]
        self.assertEqual(counts, [([n, k], self.expect_json(DONE, "generate", "heap-array", n, k, "--json")["valid"])
                                  for n in (2, 3) for k in (1, 2)])

    def test_threads_and_engines_find_the_same(self):
        one = self.certify("search-tree", "5..7", "--keep", "7")
        self.assertEqual(self.certify("search-tree", "5..7", "--keep", "7", "--threads", "3"), one)
        self.expect(DONE, "check", "c", "--threads", "2", **self.there)

    def test_only_whole_sizes_are_listed(self):
        text = self.certify("sorted-list", 0, 3, 4, 3, "--keep", 5)
        listed = [line for line in text.splitlines() if line.startswith("    ")]
        self.assertEqual(len(listed), 4)  # the empty list and those of one element; of two equal ones there are three more
        self.assertEqual([line.split(":")[1].split()[0] for line in text.splitlines() if " objects: " in line], ["1", "3", "3", "6", "6", "1"])

    def test_what_differs_is_told(self):
        self.certify("search-tree", "0..3")
        result = self.expect_json(DIFFERS, "check", "c", "binary-tree", "--json", **self.there)
        self.assertEqual([b["same"] for b in result["bounds"]], [True, False, False, False])  # an empty tree is an empty tree
        self.assertEqual([(b["came"], b["went"]) for b in result["bounds"][1:]], [(1, 1), (2, 2), (5, 5)])
        self.assertEqual(len(result["bounds"][3]["smallest_went"]), 3)

    def test_what_is_not_listed_is_told_too(self):
        self.certify("search-tree", 3, "--keep", 0)
        out, _ = self.expect(DIFFERS, "check", "c", "binary-tree", **self.there)
        self.assertIn("binary-tree 3: 5 structures, as many as certified, but others\n  those of 4 objects differ too", out)

    def test_a_damaged_certificate_is_refused(self):
        text = self.certify("binary-tree", "2..3")
        for damaged, why in ((text.replace("size=3", "size=4", 1), "line 14: damaged"), (text[:-4], "damaged"), ("tree\n", "is no certificate"),
                             (text.replace("bound 2: 2 ", "bound 2: 3 "), "damaged"), (text.replace("bound 2", "<<<<<<< HEAD\nbound 2"), "line 3: damaged")):
            (self.folder / "c").write_text(damaged)
            out, err = self.expect(INPUT_DAMAGED, "check", "c", **self.there)
            self.assertEqual(out, "")
            self.assertIn(why, err)
        self.assertIn("cannot be read", self.expect(INPUT_DAMAGED, "check", "none", **self.there)[1])

    def test_wrong_usage_is_told(self):
        for words, why in (([], "say which certificate"), (["c", "tre"], "there is no subject 'tre'"), (["c", "sorted-list:x"], "no subject")):
            self.certify("binary-tree", 1)
            self.assertIn(why, self.refused("check", *words, **self.there))
        for words, why in ((["binary-tree", 1], "--output"), (["binary-tree", "3..1", "--output", "d"], "'3..1' is no range of bounds"),
                           (["binary-tree", "a..b", "--output", "d"], "LOW..HIGH"), (["binary-tree", "1..2", "3..4", "5", "6", "--output", "d"], "wrong number")):
            self.assertIn(why, self.refused("certify", *words, **self.there))
        self.expect(OUTPUT_FAILED, "certify", "binary-tree", 1, "--output", "no folder/c", **self.there)

    def test_a_predicate_that_fails_has_no_certificate(self):
        ran = self.run_bad("certify", "throws", 3, "--output", "c", **self.there)
        self.assertEqual(ran.returncode, PREDICATE_FAILED)
        self.assertFalse((self.folder / "c").exists())

    @unittest.skipUnless(HAS_PASS, "Korat was built without its compiler pass")
    @unittest.skipIf(SANITIZED, "a sanitizer makes compiling slow, and has nothing to see here")
    def test_a_changed_predicate_of_a_header(self):
        (self.folder / "pairs.hpp").write_text(PAIRS)
        self.certify("pairs.hpp:first", "2..3")
        self.expect(DONE, "check", "c", **self.there)
        self.expect(DONE, "check", "c", "pairs.hpp:refactored", **self.there)
        out, _ = self.expect(DIFFERS, "check", "c", "pairs.hpp:stricter", "--first", 1, **self.there)
        self.assertIn("pairs.hpp:stricter 3: 6 structures, fewer than the 8 certified\n"
                      "  2 went, the smallest:\n    pair(a=node0 b=node0) node0(key=2)\n", out)
        self.assertNotIn("came", out)
        changed = self.expect_json(DIFFERS, "check", "c", "pairs.hpp:other", "--json", **self.there)["bounds"][0]
        self.assertEqual((changed["certified"], changed["valid"], changed["came"], changed["went"]), (3, 3, 1, 1))
        self.assertEqual(changed["smallest_came"], ["pair(a=node0 b=node1) node0(key=1) node1(key=2)"])
