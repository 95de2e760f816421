# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Equal states of the predicate merged: the diagram engine, and what a diagram tells without a search."""

import unittest

from program import DONE, LIMIT, SANITIZED, ProgramTest

COUNTS = ("explored", "valid", "field_initializations", "covered", "hash")
DIAGRAM = ["--engine", "diagram"]


@unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
class EngineTest(ProgramTest):
    def both(self, *words, code=DONE):
        words = ["generate", *words, "--hash", "--json"]
        plain, merging = self.expect_json(code, *words), self.expect_json(code, *words, *DIAGRAM)
        self.assertEqual([plain[key] for key in COUNTS], [merging[key] for key in COUNTS])
        return merging

    def test_it_finds_the_same(self):
        for words in (["binary-tree", 10], ["binary-tree", 10, "--backward"], ["ternary-tree", 6], ["singly-linked-list", 9]):
            result = self.both(*words)
            self.assertEqual((result["engine"], result["diagram"]["complete"]), ("diagram", True))
            self.assertLess(result["diagram"]["runs"], result["explored"] // 10)
            self.assertGreater(result["diagram"]["checked"], 0)

    def test_the_summary_says_what_it_took(self):
        out, _ = self.expect(DONE, "generate", "binary-tree", 10, *DIAGRAM)
        self.assertRegex(out, r"engine +diagram\n")
        self.assertRegex(out, r"diagram +[\d,]+ runs of the predicate, \d+ nodes, \d+ merged states, \d+ merges checked, [\d,]+ bytes\n")
        self.assertRegex(out, r"input space +.*, all covered\n")  # what was pruned is not visited, so not counted

    def test_it_goes_on_from_saved_states_where_little_merges(self):
        result = self.both("red-black-tree", 7)
        self.assertEqual((result["engine"], result["diagram"]["complete"]), ("checkpoint", False))

    def test_a_small_search_is_over_before(self):
        self.assertIn("not begun: the search was over before", self.expect(DONE, "generate", "binary-tree", 3, *DIAGRAM)[0])

    def test_it_stops_at_a_limit(self):
        self.assertEqual(self.both("binary-tree", 10, "--max-valid", 9000, code=LIMIT)["engine"], "diagram")

    def test_it_says_where_it_cannot_help(self):
        for words, why in ((["--range", "1/2"], "only a range is searched"), (["--max-explored", 100], "candidates are limited"),
                           (["--track", 5], "rejected candidates are counted")):
            code = LIMIT if "--max-explored" in words else DONE
            result = self.both("binary-tree", 8, *words, code=code)
            self.assertEqual(result["engine"], "checkpoint")
            self.assertIn(why, result["engine_note"])
        self.assertIn("has no rejected candidates", self.refused("generate", "binary-tree", 3, "--print-candidates", *DIAGRAM))

    def test_it_is_verified_in_lockstep(self):
        words = ["generate", "binary-tree", 9, "--verify", *DIAGRAM]
        self.assertIn("the checkpoint engine finds the same 4,862 structures, in this order", self.expect(DONE, *words)[0])
        self.assertIs(self.expect_json(DONE, *words, "--json")["verified"], True)
