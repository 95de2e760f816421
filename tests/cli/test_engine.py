# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""How the search comes back to a choice: what it saves, how much memory that may take, and whether it is right."""

import os
import pathlib
import tempfile
import unittest

from program import BAD_PROGRAM, DONE, PREDICATE_FAILED, SANITIZED, ProgramTest

TREES = ["generate", "binary-tree", 6, "--json"]
COUNTS = ("explored", "valid", "field_initializations")


class VerifyTest(ProgramTest):
    @unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
    def test_every_candidate_is_run_by_both_engines(self):
        result = self.expect_json(DONE, *TREES, "--verify")
        self.assertEqual((result["self_checks"], result["verified"]), (result["explored"], True))
        self.assertEqual(result["matches_known"], True)
        self.assertIn("both engines do the same on 3,653 candidates", self.expect(DONE, *TREES[:3], "--verify")[0])

    def test_is_not_claimed_unasked(self):
        self.assertNotIn("verified", self.expect_json(DONE, *TREES))

    @unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
    def test_the_first_difference_is_reported(self):
        words = ["generate", "forgetful", 2, "--json"]
        result = self.expect_json(PREDICATE_FAILED, *words, "--verify", program=BAD_PROGRAM)
        self.assertEqual(result["error"]["kind"], "keeps-state")
        self.assertIn("resumed from a saved state", result["error"]["reason"])
        self.assertEqual((result["verified"], len(result["error"]["vector"])), (False, 6))
        # Unasked, the same is found out beforehand and avoided.
        self.assertEqual(self.expect_json(DONE, *words, program=BAD_PROGRAM)["outcome"], "complete")

    def test_needs_both(self):
        self.assertIn("leave out --engine reexecute", self.refused(*TREES, "--verify", "--engine", "reexecute"))


class DistanceTest(ProgramTest):
    @unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
    def test_fewer_states_find_the_same(self):
        every, third = (self.expect_json(DONE, *TREES, "--checkpoint-distance", n) for n in (1, 3))
        self.assertEqual([every[key] for key in COUNTS], [third[key] for key in COUNTS])
        self.assertLess(third["checkpoints"], every["checkpoints"])

    def test_must_be_a_distance(self):
        for word in ("0", "-1", "1.5", "far", "5000000000"):
            self.assertIn(f"positive integer, not '{word}'", self.refused(*TREES, f"--checkpoint-distance={word}"))

    def test_needs_states(self):
        self.assertIn("saves no states", self.refused(*TREES, "--checkpoint-distance", 2, "--engine", "reexecute"))


class MemoryLimitTest(ProgramTest):
    @unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
    def test_states_that_do_not_fit_are_done_without(self):
        plenty, few, none = (self.expect_json(DONE, *TREES, "--memory-limit", n) for n in ("1G", "1K", "64"))
        for result in (few, none):
            self.assertEqual([plenty[key] for key in COUNTS], [result[key] for key in COUNTS])
        self.assertGreater(plenty["peak_memory"], few["peak_memory"])
        self.assertGreater(few["checkpoints"], 0)
        self.assertEqual(none["checkpoints"], 0)

    def test_suffixes(self):
        for word in ("65536", "64K", "64k", "3M", "1G"):
            self.assertIs(self.expect_json(DONE, *TREES, "--memory-limit", word)["complete"], True)

    def test_must_be_an_amount(self):
        for word in ("0", "-1", "1.5G", "K", "64KB", "1T", "18446744073709551616", "99999999999G"):
            self.assertIn(f"not '{word}'", self.refused(*TREES, f"--memory-limit={word}"))


class OrderTest(ProgramTest):
    """--order: which checks in lockstep choose early."""

    CHECKS = ["generate", "red-black-tree-lockstep", 6, "--json", "--hash"]

    def test_every_order_has_the_same_structures(self):
        results = [self.expect_json(DONE, *self.CHECKS, *words)
                   for words in ([], ["--order", "none"], ["--order", "2"], ["--order", "2,3"], ["--order", "auto"])]
        self.assertEqual(len({(r["hash"], r["valid"]) for r in results}), 1)
        self.assertEqual(results[0]["explored"], results[2]["explored"])
        self.assertEqual(results[4]["explored"], min(r["explored"] for r in results))

    def test_the_best_is_remembered(self):
        with tempfile.TemporaryDirectory() as folder:
            there = {"env": os.environ | {"XDG_CACHE_HOME": folder}}
            explored = lambda *words: self.expect_json(DONE, *self.CHECKS, "--order", *words, **there)["explored"]
            best = explored("auto")
            [kept] = (pathlib.Path(folder) / "korat").glob("order-*")
            self.assertEqual(explored(kept.read_text().strip()), best)
            kept.write_text("none\n")
            self.assertEqual(explored("auto"), explored("none"))
            kept.write_text("what is this\n")
            self.assertEqual(explored("auto"), best)

    def test_must_be_an_order(self):
        for word in ("1", "4", "2,", "first"):
            self.assertIn("numbers of checks from 2 to 3", self.refused(*self.CHECKS, "--order", word))
        self.assertIn("is one piece", self.refused("generate", "binary-tree", 3, "--order", "auto"))
