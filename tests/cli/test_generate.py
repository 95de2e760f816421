# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""korat generate: counts and how they are told."""

from program import DONE, ProgramTest

KEYS = ["subject", "arguments", "engine", "explored", "valid", "field_initializations", "seconds", "complete"]


class GenerateTest(ProgramTest):
    def test_summary(self):
        out, err = self.expect(DONE, "generate", "binary-tree", 6, "--engine", "reexecute")
        self.assert_golden("summary.txt", out)
        self.assertEqual(err, "")

    def test_json(self):
        out, err = self.expect(DONE, "generate", "binary-tree", 6, "--engine", "reexecute", "--json")
        self.assert_golden("summary.json", out)
        self.assertEqual(err, "")

    def test_json_has_the_promised_keys(self):
        result = self.expect_json(DONE, "generate", "sorted-list", 3, 3, 4, 3, "--json")
        self.assertLessEqual(set(KEYS), set(result))
        self.assertEqual(result["subject"], "sorted-list")
        self.assertEqual(result["arguments"], [3, 3, 4, 3])
        self.assertIs(result["complete"], True)
        self.assertEqual(result["outcome"], "complete")
        self.assertIsInstance(result["seconds"], float)
        self.assertGreater(result["seconds"], 0)

    def test_engines_agree(self):
        results = [self.expect_json(DONE, "generate", "red-black-tree", 6, "--json", "--engine", engine)
                   for engine in ("checkpoint", "reexecute")]
        for result in results:
            self.assertEqual((result["explored"], result["valid"]), (16487, 20))
        self.assertEqual(results[1]["engine"], "reexecute")
        if results[0]["engine"] != "checkpoint":  # a build with sanitizers
            self.assertIn("engine_note", results[0])

    def test_field_initializations_of_reexecution(self):
        result = self.expect_json(DONE, "generate", "binary-tree", 9, "--json", "--engine", "reexecute")
        self.assertEqual(result["field_initializations"], 3556640)

    def test_the_smallest_bound(self):
        result = self.expect_json(DONE, "generate", "binary-tree", 0, "--json", "--print", "text")
        self.assertEqual((result["explored"], result["valid"]), (1, 1))
        self.assertEqual(result["structures"], ["tree  root=null, size=0\n"])

    def test_quiet(self):
        self.assertEqual(self.expect(DONE, "generate", "binary-tree", 3, "--quiet"), ("", ""))

    def test_quiet_still_prints_what_was_asked_for(self):
        self.assertEqual(self.expect_json(DONE, "generate", "binary-tree", 3, "--quiet", "--json")["valid"], 5)
        out, err = self.expect(DONE, "generate", "binary-tree", 3, "--quiet", "--print", "vector")
        self.assertEqual((out.count("\n"), err), (5, ""))

    def test_options_may_stand_before_the_arguments(self):
        result = self.expect_json(DONE, "generate", "--json", "--engine=reexecute", "binary-tree", 3)
        self.assertEqual(result["valid"], 5)

    def test_a_count_that_differs_from_the_known_one_is_told(self):
        out, _ = self.run_bad("generate", "labelled", 1).stdout, None
        self.assertIn("DIFFERENT: 123,456 candidates and 7 valid structures", out)
