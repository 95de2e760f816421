# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""korat generate --symbolic: keys that are left open."""

from program import DONE, LIMIT, ProgramTest

TREES = ["generate", "search-tree", 5]


class SymbolicTest(ProgramTest):
    def test_summary(self):
        out, err = self.expect(DONE, *TREES, "--symbolic", "info")
        self.assert_golden("symbolic.txt", out)
        self.assertEqual(err, "")

    def test_structures(self):
        out, _ = self.expect(DONE, "generate", "search-tree", 3, "--print", "text", "--quiet", "--symbolic")
        self.assert_golden("symbolic_structures.txt", out)

    def test_one_structure_for_each_shape(self):
        for n, catalan in enumerate([1, 1, 2, 5, 14, 42, 132, 429, 1430]):
            result = self.expect_json(DONE, "generate", "search-tree", n, "--json", "--symbolic")
            self.assertEqual((result["valid"], result["engine"], result["symbolic"]), (catalan, "checkpoint", ["*"]))
            self.assertIsNone(result["covered_share"])
            self.assertNotIn("matches_known", result)

    def test_ten_nodes_are_quick(self):
        result = self.expect_json(DONE, "generate", "search-tree", 10, "--json", "--symbolic", "node::info")
        self.assertEqual(result["valid"], 16796)
        self.assertLess(result["explored"], 155455872 / 100)

    def test_stops_and_prints_as_ever(self):
        result = self.expect_json(LIMIT, *TREES, "--json", "--symbolic=info,size", "--max-valid", 3, "--print", "vector")
        self.assertEqual(len(result["structures"]), 3)
        hashes = {self.expect_json(DONE, *TREES, "--json", "--hash", "--symbolic", "info")["hash"] for _ in range(2)}
        self.assertEqual(len(hashes), 1)

    def test_refuses_members(self):
        self.assertIn("there is no member inof", self.refused(*TREES, "--symbolic", "inof"))
        self.assertIn("node::left cannot be symbolic: it is no integer", self.refused(*TREES, "--symbolic", "left"))

    def test_refuses_what_makes_no_sense(self):
        for why, *calls in (("no diagram is built", ["--engine", "diagram"], ["--save-diagram", "F.diagram"]),
                            ("which answers of a comparison are possible is found out on the way", ["--backward"]),
                            ("vectors that lie apart", ["--range", "1/2"], ["--from", "0"], ["--to", "0"]),
                            ("a vector does not say which way the comparisons went", ["--resume", "position"]),
                            ("no piece of the space", ["--track", 3], ["--report", "page.html"]),
                            ("how far the search is", ["--progress", "always"], ["--progress", 1000])):
            for words in calls:
                said = self.refused(*TREES, "--symbolic", "info", *words)
                self.assertIn("--symbolic: ", said, words)
                self.assertIn(why, said, words)
        self.expect(DONE, *TREES, "--symbolic", "info", "--engine", "reexecute", "--progress", "never")

    def test_engines_agree(self):
        hashes = {self.expect_json(DONE, "generate", "search-tree", 8, "--json", "--hash", "--symbolic", *words)["hash"]
                  for words in (["--engine", "reexecute"], ["--engine", "checkpoint"], ["--verify"], ["--checkpoint-distance", 3])}
        self.assertEqual(len(hashes), 1)

    def test_expands_to_the_enumeration(self):
        for call in (["search-tree", 5, 7], ["avl-tree", 6], ["binomial-heap", 4], ["red-black-tree", 5, 7]):
            every = self.expect_json(DONE, "generate", *call, "--json", "--hash")
            some = self.expect_json(DONE, "generate", *call, "--json", "--hash", "--symbolic", "--expand")
            self.assertEqual((some["hash"], some["valid"]), (every["hash"], every["valid"]), call)
            self.assertEqual((some["concrete"], some["uncounted"]), (str(every["valid"]), 0), call)

    def test_leaves_named_enumerations_open(self):
        for call in (["red-black-tree", 5], ["red-black-tree-lockstep", 5]):
            every = self.expect_json(DONE, "generate", *call, "--json", "--hash")
            some = self.expect_json(DONE, "generate", *call, "--json", "--hash", "--symbolic", "color,key", "--expand")
            self.assertEqual((some["hash"], some["valid"]), (every["hash"], every["valid"]), call)
            self.assertEqual((some["concrete"], some["uncounted"]), (str(every["valid"]), 0), call)
        few = self.expect_json(DONE, "generate", "avl-tree", 6, "--json", "--symbolic", "--expand", 2)
        self.assertEqual((few["valid"], few["concrete"]), (8, "28"))

    def test_expand_needs_open_integers(self):
        self.assertIn("--symbolic", self.refused(*TREES, "--expand"))
        self.assertIn("expected a number of structures", self.refused(*TREES, "--symbolic", "--expand", "few"))
