# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Seeing the search: coverage, distribution, forecast, profile, pictures."""

import itertools
import json
import os
import pathlib
import shutil
import tempfile
import xml.etree.ElementTree
from unittest import skipIf, skipUnless

from program import DONE, LIMIT, PREDICATE_FAILED, SANITIZED, OUTPUT_FAILED, ProgramTest

HAVE_GRAPHVIZ = shutil.which("dot") is not None
HAVE_LINES = shutil.which("addr2line") is not None and not SANITIZED


class CoverageTest(ProgramTest):
    def test_json_has_the_numbers_of_the_paper(self):
        result = self.expect_json(DONE, "generate", "binary-tree", 3, "--json")
        self.assertEqual((result["space"], result["covered"]), ("16384", "16384"))
        self.assertEqual(int(result["reach"]) + int(result["prune"]), 16384)
        first = self.expect_json(LIMIT, "generate", "binary-tree", 3, "--json", "--max-explored", 1)
        self.assertEqual((first["reach"], first["prune"], first["covered_share"]), ("4096", "0", 0.25))

    def test_the_largest_spaces_are_left_to_the_share(self):
        result = self.expect_json(LIMIT, "generate", "binary-tree", 20000, "--json", "--max-explored", 10)
        self.assertIsNone(result["space"])
        self.assertGreater(result["covered_share"], 0)

    def test_track(self):
        report = self.expect_json(DONE, "generate", "binary-tree", 7, "--json", "--track", 5)
        result = report["track"]
        for key in ("by_space", "by_explored"):
            self.assertEqual((len(result[key]), sum(result[key])), (5, 429))
        self.assertEqual(result["end_of"][-1], report["explored"])
        out, _ = self.expect(DONE, "generate", "binary-tree", 7, "--track", 5)
        self.assertIn("solutions by space covered", out)
        self.assertEqual(out.count("/5 "), 5)
        self.assertIn("█", out)
        self.assertIn("--track: expected", self.refused("generate", "binary-tree", 3, "--track", "none"))


class CurveTest(ProgramTest):
    def test_is_the_sum_of_what_is_tracked(self):
        result = self.expect_json(DONE, "curve", "heap-array", 4, "--smaller", 2, "--parts", 7, "--json")
        self.assertEqual([c["arguments"] for c in result["curves"]], [[2], [3], [4]])
        for curve in result["curves"]:
            tracked = self.expect_json(DONE, "generate", "heap-array", *curve["arguments"], "--track", 7, "--json")["track"]["by_space"]
            self.assertEqual(curve["found"], list(itertools.accumulate(tracked, initial=0)))

    def test_draws_several_bounds_in_one_plot(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "curve.svg"
            out, _ = self.expect(DONE, "curve", "sorted-list", 2, 2, 3, 2, "--smaller", 9, "--parts", 5, "--output", file)
            drawn = xml.etree.ElementTree.parse(file).getroot()
        space = "{http://www.w3.org/2000/svg}"
        names = [t.text for t in drawn.iter(space + "text") if "list" in t.text]
        self.assertEqual(names, [f"sorted-list {n} {n} {n + 1} {n}" for n in range(3)])
        self.assertEqual([n for n in names if n in out], names)
        for line in drawn.iter(space + "polyline"):
            points = [tuple(map(int, p.split(","))) for p in line.get("points").split()]
            self.assertEqual((len(points), points[0], points[-1]), (6, (150, 760), (1110, 40)))
            self.assertEqual(points, sorted(points, key=lambda p: (p[0], -p[1])))

    def test_says_how_much_of_the_space_has_the_solutions(self):
        out, _ = self.expect(DONE, "curve", "binary-tree", 8)
        self.assertRegex(out, r"binary-tree 8 +1,430 +14.00% +14.50% +14.50% +14.50%\n")

    def test_limits_leave_the_larger_ones_out(self):
        out, _ = self.expect(LIMIT, "curve", "binary-tree", 8, "--smaller", 2, "--max-explored", 10000)
        self.assertIn("binary-tree 6 ", out)
        self.assertNotIn("binary-tree 8", out)
        self.assertIn("stopped by a limit: the rest has no curve", out)
        self.assertEqual(self.run_bad("curve", "throws", 3).returncode, PREDICATE_FAILED)


class ForecastTest(ProgramTest):
    def test_a_short_search_is_exact(self):
        result = self.expect_json(DONE, "forecast", "binary-tree", 6, "--json", "--larger", 1, "--seconds", 20)
        first, second = result["forecasts"]
        self.assertEqual((first["exact"], first["explored"]["mean"], first["valid"]["mean"]), (True, 3653, 132))
        searched = self.expect_json(DONE, "generate", "binary-tree", 7, "--json")
        self.assertEqual((second["arguments"], second["explored"]["mean"]), ([7], searched["explored"]))

    def test_a_long_one_is_estimated(self):
        one = self.expect_json(DONE, "forecast", "binary-tree", 14, "--json", "--larger", 0, "--seconds", 0.4)["forecasts"][0]
        self.assertFalse(one["exact"])
        self.assertGreater(one["probes"], 1)
        self.assertLessEqual(one["explored"]["low"], 186197720)
        self.assertGreaterEqual(one["explored"]["high"], 186197720)
        self.assertLessEqual(one["valid"]["low"], 2674440)
        self.assertGreaterEqual(one["valid"]["high"], 2674440)
        self.assertLess(one["seconds"]["low"], one["seconds"]["high"])

    def test_text_and_advice(self):
        out, _ = self.expect(DONE, "forecast", "sorted-list", 3, 3, 4, 3, "--larger", 2, "--seconds", 30)
        self.assertIn("sorted-list 5 5 6 5: searched, this is all", out)
        self.assertIn("Within 1 h 00 min: sorted-list 5 5 6 5, and perhaps more", out)
        out, _ = self.expect(DONE, "forecast", "binary-tree", 40, "--larger", 0, "--seconds", 0.2, "--within", 1)
        self.assertIn("None of these is likely to end within 1.000 s.", out)

    def test_wrong_usage_and_a_predicate_that_fails(self):
        self.refused("forecast")
        self.refused("forecast", "binry-tree", 3)
        self.refused("forecast", "binary-tree", 3, "--seconds", "0")
        self.assertEqual(self.run_bad("forecast", "throws", 3).returncode, PREDICATE_FAILED)


class ProfileTest(ProgramTest):
    def test_counts_every_rejection(self):
        result = self.expect_json(DONE, "profile", "search-tree", 4, 4, "--json")
        self.assertEqual(sum(c["rejected"] for c in result["checks"]), result["explored"] - result["valid"])
        self.assertEqual(sum(c["in_vain"] for c in result["checks"]), result["in_vain"])
        worst = result["checks"][0]
        self.assertEqual(worst["member"], "node.info")
        self.assertEqual(worst["decided_by"], {"node.info": worst["in_vain"]})

    @skipUnless(HAVE_LINES, "no addr2line, or a sanitizer")
    def test_names_the_line(self):
        source = pathlib.Path(__file__).resolve().parents[2] / "subjects" / "search_tree.hpp"
        line = self.expect_json(DONE, "profile", "search-tree", 4, 4, "--json")["checks"][0]["line"]
        self.assertTrue(line.startswith("subjects/search_tree.hpp:"), line)
        self.assertIn("info", source.read_text().splitlines()[int(line.split(":")[1]) - 1])

    def test_tries_other_orders_of_checks_in_lockstep(self):
        result = self.expect_json(DONE, "profile", "red-black-tree-lockstep", 6, "--json")
        self.assertEqual([r["early"] for r in result["reorderings"]], ["none", "3", "2,3"])
        for tried in result["reorderings"]:
            run = self.expect_json(DONE, "generate", "red-black-tree-lockstep", 6, "--json", "--order", tried["early"])
            self.assertEqual(run["valid"], result["valid"])
            if tried["finished"]:
                self.assertEqual(run["explored"], tried["explored"])
            else:
                self.assertGreater(run["explored"], result["explored"])
        out, _ = self.expect(DONE, "profile", "red-black-tree-lockstep", 6)
        self.assertIn("Checks that choose early: 2. Other orders:", out)

    def test_tries_another_order(self):
        result = self.expect_json(DONE, "profile", "binary-tree", 4, 0, 4, "--json")
        self.assertEqual([r["read_first"] for r in result["reorderings"]], ["tree.size"])
        out, _ = self.expect(DONE, "profile", "binary-tree", 4, 0, 4)
        self.assertIn("Tried: reading tree.size first. No order is better than the present one.", out)


class DrawTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    @skipUnless(HAVE_GRAPHVIZ, "Graphviz is not installed")
    def test_pictures(self):
        broken, _ = self.expect(DONE, "draw", "binary-tree", 3, "--at", "1,0,1,0,0,0,0,0", "--format", "text")
        self.assertIn("left -> node0", broken)
        out, _ = self.expect(DONE, "draw", "binary-tree", 3, "--index", 5)
        self.assertIn("node2", out)
        xml.etree.ElementTree.fromstring(out)
        for name, begins in [("a.svg", b"<?xml"), ("a.png", b"\x89PNG"), ("a.pdf", b"%PDF")]:
            self.expect(DONE, "draw", "binary-tree", 3, "--first", 2, "--output", self.folder / name)
            self.assertTrue((self.folder / name).read_bytes().startswith(begins), name)

    def test_without_graphviz_there_is_text_and_a_hint(self):
        out, err = self.expect(DONE, "draw", "binary-tree", 3, env=dict(os.environ, PATH="/nowhere"))
        self.assertIn("└─ root: node0", out)
        self.assertIn("no Graphviz", err)

    def test_text_and_dot(self):
        self.assertEqual(self.expect(DONE, "draw", "binary-tree", 2, "--first", 2, "--format", "text")[0].count("tree  size=2"), 2)
        self.assertEqual(self.expect(DONE, "draw", "binary-tree", 2, "--first", 2, "--format", "dot")[0].count("subgraph"), 2)

    def test_wrong_usage(self):
        self.assertIn("no number 9", self.refused("draw", "binary-tree", 3, "--index", 9))
        self.assertIn("take one of the two", self.refused("draw", "binary-tree", 3, "--index", 1, "--first", 2))
        self.assertIn("expected svg", self.refused("draw", "binary-tree", 3, "--output", "x.bmp"))
        self.expect(OUTPUT_FAILED, "draw", "binary-tree", 3, "--format", "text", "--output", self.folder / "none" / "x")
