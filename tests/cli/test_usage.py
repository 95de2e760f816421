# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Wrong usage: a message that says what was expected."""

from program import DONE, WRONG_USAGE, ProgramTest


class UsageTest(ProgramTest):
    def test_no_command(self):
        out, err = self.expect(WRONG_USAGE)
        self.assertEqual(out, "")
        self.assertIn("Usage: korat", err)

    def test_unknown_command(self):
        self.assertIn("no command 'genrate'; did you mean 'generate'?", self.refused("genrate", "binary-tree", 3))
        self.assertIn("no command 'frobnicate'\n", self.refused("frobnicate"))

    def test_no_subject(self):
        self.assertIn("'korat list'", self.refused("generate"))

    def test_unknown_subject(self):
        for wrong, meant in [("binarytree", "binary-tree"), ("BinaryTree", "binary-tree"), ("binary_tree", "binary-tree"),
                             ("bianry-tree", "binary-tree"), ("heaparray", "heap-array"), ("sorted-lst", "sorted-list"), ("DAG", "dag")]:
            self.assertIn(f"there is no subject '{wrong}'; did you mean '{meant}'?", self.refused("generate", wrong, 3))

    def test_unknown_subject_that_is_like_none(self):
        err = self.refused("generate", "qwertzuiop", 3)
        self.assertNotIn("did you mean", err)
        self.assertIn("binary-tree, search-tree", err)

    def test_a_command_is_no_subject(self):
        self.assertIn("no subject 'list'", self.refused("generate", "list"))

    def test_wrong_number_of_arguments(self):
        for words in ([], [3, 4], [1, 2, 3, 4]):
            err = self.refused("generate", "binary-tree", *words)
            self.assertIn("korat generate binary-tree NODES\n", err)
            self.assertIn("korat generate binary-tree NODES MIN_SIZE MAX_SIZE\n", err)

    def test_usage_names_the_command_that_was_called(self):
        for command in ["profile", "forecast", "draw", "end", "vectors"]:
            err = self.refused(command, "binary-tree")
            self.assertIn(f"korat {command} binary-tree NODES\n", err)
            self.assertIn(f"See 'korat {command} --help'.", err)
        self.assertIn("See 'korat --help'", self.refused("frobnicate"))

    def test_help_is_a_command_too(self):
        self.assertEqual(self.expect(DONE, "help"), self.expect(DONE, "--help"))
        self.assertEqual(self.expect(DONE, "help", "generate"), self.expect(DONE, "generate", "--help"))
        self.assertIn("no command 'nonsense'", self.refused("help", "nonsense"))

    def test_arguments_that_are_no_integers(self):
        for word in ("three", "3.5", "3x", "0x3", "1e3", "", " 3", "+3"):
            self.assertIn(f"'{word}'", self.refused("generate", "binary-tree", word))

    def test_negative_arguments(self):
        self.assertIn("-3", self.refused("generate", "binary-tree", -3))
        self.assertIn("-1", self.refused("generate", "sorted-list", -1, 2, 3, 3))
        self.assertIn("-3", self.refused("generate", "binary-tree", "--", -3))

    def test_absurd_arguments(self):
        self.assertIn("1000000000", self.refused("generate", "binary-tree", 1000000000))
        for word in ("99999999999999999999", "-99999999999999999999"):
            self.assertIn(word + " is out of range", self.refused("generate", "binary-tree", word))

    def test_contradictory_arguments(self):
        self.refused("generate", "binary-tree", 3, 5, 4)

    def test_nothing_on_standard_output_with_json_either(self):
        self.refused("generate", "binary-tree", -3, "--json", "--print", "json")

    def test_unknown_options(self):
        self.assertIn("'--max_valid'; did you mean '--max-valid'?", self.refused("generate", "binary-tree", 3, "--max_valid", 1))
        self.assertIn("no option '-x'", self.refused("generate", "binary-tree", 3, "-x"))
        self.refused("list", "--nonsense")
        self.refused("list", "binary-tree")

    def test_option_values(self):
        for option, word in [("--max-valid", "0"), ("--max-valid", "-1"), ("--max-valid", "many"), ("--max-explored", "1.5"),
                             ("--max-explored", "99999999999999999999"), ("--time-limit", "0"), ("--time-limit", "-2"),
                             ("--time-limit", "nan"), ("--time-limit", "soon"), ("--print", "xml"), ("--print", "1"),
                             ("--engine", "fast"), ("--progress", "maybe")]:
            err = self.refused("generate", "binary-tree", 3, option, word)
            self.assertIn(f"{option}: expected", err)
            self.assertIn(f"'{word}'", err)
        self.refused("generate", "binary-tree", 3, "--time-limit", "inf")

    def test_options_without_their_value(self):
        self.assertIn("--engine", self.refused("generate", "binary-tree", 3, "--engine"))

    def test_output_without_anything_to_print(self):
        self.assertIn("--print", self.refused("generate", "binary-tree", 3, "--output", "/tmp/never-written"))
