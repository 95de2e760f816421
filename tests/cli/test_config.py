# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""--config FILE."""

import pathlib
import tempfile

from program import DONE, LIMIT, ProgramTest


class ConfigTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "korat.toml")

    def config(self, text):
        self.path.write_text(text)
        return self.path

    def test_everything_from_the_file(self):
        path = self.config('# a comment\nsubject = "sorted-list"\narguments = [3, 3, 4, 3]\n\njson = true\nengine = "reexecute"\n')
        result = self.expect_json(DONE, "generate", "--config", path)
        self.assertEqual((result["subject"], result["arguments"], result["engine"]), ("sorted-list", [3, 3, 4, 3], "reexecute"))

    def test_before_or_after_the_command(self):
        path = self.config("max-valid = 2\njson = true\n")
        for words in (["--config", path, "generate", "binary-tree", 3], ["generate", "binary-tree", 3, "--config", path]):
            self.assertEqual(self.expect_json(LIMIT, *words)["valid"], 2)

    def test_the_command_line_wins(self):
        path = self.config('subject = "dag"\narguments = [4]\nmax-valid = 2\n')
        result = self.expect_json(LIMIT, "generate", "binary-tree", 3, "--max-valid", 4, "--json", "--config", path)
        self.assertEqual((result["subject"], result["arguments"], result["valid"]), ("binary-tree", [3], 4))

    def test_sections(self):
        path = self.config("[list]\njson = true\n[generate]\nmax-valid = 3\nprint = vector\nquiet = true\n")
        out, _ = self.expect(LIMIT, "generate", "binary-tree", 3, "--config", path)
        self.assertEqual(out.count("\n"), 3)
        self.assertTrue(self.expect(DONE, "list", "--config", path)[0].startswith("["))

    def test_negative_arguments_reach_the_subject(self):
        path = self.config('subject = "binary-tree"\narguments = [-3]\n')
        self.assertIn("-3", self.refused("generate", "--config", path))

    def test_unknown_keys(self):
        self.assertIn("no option 'max-vaild'; did you mean 'max-valid'?", self.refused("generate", "dag", 3, "--config", self.config("max-vaild = 3\n")))
        self.assertIn("'colour'", self.refused("generate", "dag", 3, "--config", self.config("[generate]\ncolour = 3\n")))
        self.assertIn("'repaint'", self.refused("generate", "dag", 3, "--config", self.config("[repaint]\ncolour = 3\n")))
        self.refused("generate", "dag", 3, "--config", self.config("help = true\n"))
        self.refused("generate", "dag", 3, "--config", self.config("config = other\n"))

    def test_wrong_values(self):
        self.assertIn("--max-valid: expected", self.refused("generate", "dag", 3, "--config", self.config("max-valid = none\n")))
        self.refused("generate", "dag", 3, "--config", self.config("print = xml\n"))
        self.refused("generate", "dag", 3, "--config", self.config("json = perhaps\n"))

    def test_a_file_that_is_not_there(self):
        self.assertIn("nowhere.toml", self.refused("generate", "dag", 3, "--config", "/nowhere.toml"))
        self.refused("generate", "dag", 3, "--config", self.path.parent)
        self.assertIn("longer than 1 MiB", self.refused("generate", "dag", 3, "--config", "/dev/zero"))
