# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""--print and --print-candidates."""

import json
import shutil
import subprocess
import tempfile
import pathlib
import unittest

from program import DONE, ProgramTest


class PrintingTest(ProgramTest):
    def printed(self, *options):
        out, err = self.expect(DONE, "generate", "binary-tree", 3, *options)
        self.assertIn("binary-tree 3: complete", err)  # the summary makes way
        return out

    def test_text(self):
        self.assert_golden("print.txt", self.printed("--print", "text"))

    def test_json(self):
        out = self.printed("--print", "json")
        self.assert_golden("print.json", out)
        for line in out.splitlines():
            self.assertEqual(len(json.loads(line)["objects"]), 4)

    def test_dot(self):
        self.assert_golden("print.dot", self.printed("--print", "dot"))

    @unittest.skipUnless(shutil.which("dot"), "Graphviz is not installed")
    def test_dot_is_taken_by_graphviz(self):
        for subject in ("red-black-tree", "fibonacci-heap", "dag", "disj-set"):
            out, _ = self.expect(DONE, "generate", subject, 3, "--print", "dot")
            drawn = subprocess.run(["dot", "-Tsvg"], input=out[: out.index("\n}\n") + 3], capture_output=True, text=True)
            self.assertEqual((drawn.returncode, drawn.stderr), (0, ""), subject)

    def test_vector(self):
        self.assert_golden("print.vector", self.printed("--print", "vector"))

    def test_candidates_are_those_of_the_thesis(self):
        # That file was taken from the thesis (Figure 2.5), not from our output.
        self.assert_golden("figure-2-5.txt", self.printed("--print-candidates"), approvable=False)

    def test_candidates_with_their_structures(self):
        out = self.printed("--print-candidates", "--print", "vector").splitlines()
        self.assertEqual(len(out), 63 + 5)
        self.assertTrue(out[6].endswith(" ***"))
        self.assertEqual(out[7], "1 0 0 2 0 3 0 0")

    def test_several_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            file, other = pathlib.Path(folder) / "a.json", pathlib.Path(folder) / "b"
            for words in [["--print", "json", "--output", file, "--print", "text"], ["--print", "text", "--print", "json", "--output", file],
                          ["--output", file, "--print", "json", "--print", "text"]]:
                self.assertEqual(self.printed(*words), self.printed("--print", "text"))
                self.assertEqual(file.read_text(), self.printed("--print", "json"))
            for how in [["--threads", 2], ["--processes", 2], ["--print-candidates"]]:
                self.expect(DONE, "generate", "binary-tree", 3, "--print", "json", "--output", other, "--print", "vector", "--output", file, *how)
                self.assertEqual(sorted(file.read_text().splitlines()), sorted(self.printed("--print", "vector").splitlines()))
            inside = self.expect_json(DONE, "generate", "binary-tree", 3, "--print", "json", "--output", file, "--print", "vector", "--json")
            self.assertEqual(len(inside["structures"]), 5)
            self.assertEqual(file.read_text(), self.printed("--print", "json"))
            tree = ["generate", "binary-tree", 3, "--print", "json"]
            self.assertIn("two formats on standard output", self.refused(*tree, "--print", "text"))
            self.assertIn("there is one for that --print already", self.refused(*tree, "--output", file, "--output", other))
            self.assertIn("say one --print", self.refused(*tree, "--output", file, "--print", "text", "--output", other, "--resume", "x"))
            self.assertIn("expected text, json, dot, vector, not 'x'", self.refused(*tree, "--output", other.with_suffix(".new"), "--print", "x"))
            self.assertEqual(sorted(p.name for p in pathlib.Path(folder).iterdir()), ["a.json", "b"])

    def test_inside_the_json_object(self):
        def structures(form):
            return self.expect_json(DONE, "generate", "binary-tree", 3, "--json", "--print", form)["structures"]

        self.assertEqual(structures("vector")[0], [1, 0, 0, 2, 0, 3, 0, 0])
        self.assertEqual([json.dumps(s, separators=(",", ":")) for s in structures("json")], self.printed("--print", "json").splitlines())
        self.assertEqual("\n".join(f"#{i}\n{s}" for i, s in enumerate(structures("text"), 1)), self.printed("--print", "text"))
        self.assertEqual("".join(structures("dot")), self.printed("--print", "dot"))

    def test_candidates_inside_the_json_object(self):
        result = self.expect_json(DONE, "generate", "binary-tree", 3, "--json", "--print-candidates", "--print", "vector")
        self.assertEqual(len(result["candidates"]), 63)
        self.assertEqual(result["candidates"][0], {"number": 1, "vector": [0] * 8, "accessed": [0, 1], "valid": False})
        self.assertEqual(result["candidates"][6]["structure"], [1, 0, 0, 2, 0, 3, 0, 0])

    def test_nothing_found_is_an_empty_array(self):
        result = self.expect_json(DONE, "generate", "binary-tree", 1, 3, 3, "--json", "--print", "json")
        self.assertEqual((result["valid"], result["structures"]), (0, []))

    def test_into_a_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "trees.txt")
            out, err = self.expect(DONE, "generate", "binary-tree", 3, "--print", "vector", "--output", path)
            self.assertIn("binary-tree 3: complete", out)
            self.assertEqual((err, len(path.read_text().splitlines())), ("", 5))
            result = self.expect_json(DONE, "generate", "binary-tree", 3, "--json", "--print", "json", "--output", path)
            self.assertEqual((result["output"], len(path.read_text().splitlines())), (str(path), 5))
            self.assertNotIn("structures", result)

    def test_odd_strings(self):
        printed = {form: self.run_bad("generate", "labelled", 1, "--print", form, "--quiet").stdout for form in ("text", "json", "dot")}
        self.assertIn(r'label="a\"<&>\n"', printed["text"])
        self.assertIn(r'label="\xff"', printed["text"])
        self.assertEqual([json.loads(line)["objects"][0]["fields"]["label"] for line in printed["json"].splitlines()], ['a"<&>\n', "\u00ff"])
        self.assertIn(r"label = &quot;a\&quot;&lt;&amp;&gt;\n&quot;", printed["dot"])
