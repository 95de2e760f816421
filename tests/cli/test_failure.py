# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Predicates that misbehave, and machines that lack something."""

from program import BAD_PROGRAM, INTERNAL_ERROR, PREDICATE_FAILED, SANITIZED, ProgramTest

KINDS = {"throws": "threw", "loops": "looped", "writes": "wrote", "fickle": "changed-its-mind"}
if not SANITIZED:  # a sanitizer reports these itself, and ends the program
    KINDS |= {"crashes": "crashed", "recurses": "recursed"}


class FailureTest(ProgramTest):
    def failed(self, subject, kind, *options):
        ran = self.run_bad("generate", subject, 2, "--json", *options)
        self.assertEqual(ran.returncode, PREDICATE_FAILED, ran.stderr)
        result = self.expect_json(PREDICATE_FAILED, "generate", subject, 2, "--json", *options, program=BAD_PROGRAM)
        self.assertEqual((result["outcome"], result["complete"], result["error"]["kind"]), ("failed", False, kind))
        self.assertTrue(result["error"]["reason"] and result["error"]["advice"] and result["error"]["drawing"])
        self.assertEqual(len(result["error"]["vector"]), 6)
        return result, ran.stderr

    def test_each_kind_is_told_apart(self):
        for engine in ("checkpoint", "reexecute"):
            for subject, kind in KINDS.items():
                with self.subTest(subject=subject, engine=engine):
                    self.failed(subject, kind, "--engine", engine)

    def test_the_message_tells_candidate_drawing_and_advice(self):
        result, err = self.failed("throws", "threw")
        self.assertTrue(err.startswith("korat: throws 2: the predicate threw: no list is good enough"), err)
        self.assertIn("\nThe candidate: 1 0 0 0 0 0\n", err)
        self.assertIn("└─ head: node0", err)
        self.assertIn("\nWhat to do: ", err)

    def test_counts_so_far(self):
        result, _ = self.failed("throws", "threw")
        self.assertEqual((result["explored"], result["valid"]), (3, 3))
        ran = self.run_bad("generate", "throws", 2)
        self.assertIn("throws 2: the predicate failed after 3 candidates", ran.stdout)

    def test_structures_found_before_are_kept(self):
        result, _ = self.failed("throws", "threw", "--print", "vector")
        self.assertEqual(len(result["structures"]), 3)

    def test_a_search_that_cannot_start(self):
        for subject, why in [("no-memory", "out of memory"), ("no-room", "no address space left")]:
            ran = self.run_bad("generate", subject, 2, "--json", "--print", "json")
            self.assertEqual((ran.returncode, ran.stdout), (INTERNAL_ERROR, ""))
            self.assertIn(why, ran.stderr)
