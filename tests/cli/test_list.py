# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""korat list, and the help."""

import json

from program import DONE, ProgramTest

SUBJECTS = """binary-tree search-tree red-black-tree binomial-heap fibonacci-heap disj-set heap-array singly-linked-list
    doubly-linked-list sorted-list dag fault-tree avl-tree ternary-tree linked-disj-set
    search-tree-lockstep avl-tree-lockstep red-black-tree-lockstep binomial-heap-lockstep avl-shapes red-black-shapes""".split()


class ListTest(ProgramTest):
    def test_text(self):
        out, err = self.expect(DONE, "list")
        self.assert_golden("list.txt", out)
        self.assertEqual(err, "")

    def test_json(self):
        out, _ = self.expect(DONE, "list", "--json")
        subjects = json.loads(out)
        self.assertEqual([s["name"] for s in subjects], SUBJECTS)
        for subject in subjects:
            self.assertTrue(subject["summary"])
            self.assertTrue(all(form for form in subject["forms"]))
            for known in subject["known"]:
                self.assertIn(len(known["arguments"]), map(len, subject["forms"]))

    def test_every_known_count_that_is_quick_to_find(self):
        out, _ = self.expect(DONE, "list", "--json")
        for subject in json.loads(out):
            for known in subject["known"]:
                if known.get("explored", 10**9) > 100_000:
                    continue
                with self.subTest(subject=subject["name"], arguments=known["arguments"]):
                    found = self.expect_json(DONE, "generate", subject["name"], *known["arguments"], "--json")
                    self.assertEqual((found["explored"], found["valid"]), (known["explored"], known["valid"]))
                    self.assertIs(found["matches_known"], True)

    def test_help(self):
        self.assert_golden("help.txt", self.expect(DONE, "--help")[0])
        self.assert_golden("help-generate.txt", self.expect(DONE, "generate", "--help")[0])
        self.assert_golden("help-corrupt.txt", self.expect(DONE, "corrupt", "--help")[0])

    def test_version(self):
        self.assertRegex(self.expect(DONE, "--version")[0], r"^korat \d+\.\d+\.\d+\n$")
