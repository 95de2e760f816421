# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Equal states of the predicate merged: the diagram engine, and what a diagram tells without a search."""

import collections
import os
import pathlib
import signal
import subprocess
import tempfile
import unittest

from program import (BAD_PROGRAM, DONE, INPUT_DAMAGED, INTERRUPTED, LIMIT, OUTPUT_FAILED, PREDICATE_FAILED, SANITIZED,
                     ProgramTest)

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
        to_blame = result["diagram"]["read_again"][0]
        self.assertRegex(to_blame["member"], r"^node\.(left|right|parent|color)$")
        self.assertGreater(to_blame["times"], 0)
        out, _ = self.expect(DONE, "generate", "red-black-tree", 7, *DIAGRAM)
        self.assertRegex(out, r"read again +node\.\w+ \([\d,]+ times\).*: that keeps states apart\n")

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


class CountTest(ProgramTest):
    """Under sanitizers, which save no states, the same answers come from a search."""

    def test_it_is_the_known_count(self):
        result = self.expect_json(DONE, "count", "binary-tree", 8, "--json")
        self.assertEqual((result["subject"], result["arguments"]), ("binary-tree", [8]))
        self.assertEqual((result["valid"], result["explored"], result["matches_known"]), ("1430", "54418", True))
        self.assertLessEqual({"engine", "runs", "nodes", "seconds", "memory"}, result.keys())

    @unittest.skipIf(SANITIZED, "nobody enumerates these")
    def test_it_counts_more_than_anybody_visits(self):
        result = self.expect_json(DONE, "count", "binary-tree", 30, "--json")
        self.assertEqual((result["engine"], result["valid"]), ("diagram", "3814986502092304"))
        out, _ = self.expect(DONE, "count", "binary-tree", 30)
        self.assertIn("binary-tree 30: 3,814,986,502,092,304 valid structures\n", out)

    def test_where_little_merges_a_search_is_faster(self):
        result = self.expect_json(DONE, "count", "search-tree", 7, "--threads", 1, "--json")  # else whoever is first
        self.assertEqual((result["valid"], result["explored"]), ("429", "340990"))
        if not SANITIZED:
            self.assertEqual(result["engine"], "checkpoint")
            self.assertIn("so little merges", result["engine_note"])

    @unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
    def test_it_is_compared_with_a_search(self):
        self.assertIs(self.expect_json(DONE, "count", "binary-tree", 7, "--verify", "--json")["verified"], True)

    def test_predicates_that_cannot_be_resumed_are_searched(self):
        plain = self.expect_json(DONE, "generate", "forgetful", 4, "--json", program=BAD_PROGRAM)
        result = self.expect_json(DONE, "count", "forgetful", 4, "--json", program=BAD_PROGRAM)
        self.assertEqual((int(result["valid"]), int(result["explored"])), (plain["valid"], plain["explored"]))
        self.assertIn("no diagram can be built", result["engine_note"])

    def test_predicates_that_fail(self):
        for subject in ("throws", "crashes", "loops"):
            _, err = self.expect(PREDICATE_FAILED, "count", subject, 3, program=BAD_PROGRAM)
            self.assertIn("what to do", err)

    def test_limits(self):
        out, err = self.expect(LIMIT, "count", "slow", 3, "--time-limit", 0.3, program=BAD_PROGRAM)
        self.assertEqual((out, err), ("", "korat: slow 3: stopped by --time-limit before all was known\n"))

    def test_interrupts(self):
        with subprocess.Popen([BAD_PROGRAM, "count", "slow", "3"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
            with self.assertRaises(subprocess.TimeoutExpired):
                running.wait(0.5)
            running.send_signal(signal.SIGINT)
            out, err = running.communicate(timeout=20)
        self.assertEqual((running.returncode, out), (INTERRUPTED, ""))
        self.assertEqual(err, "korat: slow 3: interrupted before all was known\n")

    def test_it_prints(self):
        listed, _ = self.expect(DONE, "generate", "binary-tree", 4, "--print", "vector", "--quiet")
        self.assertEqual(self.expect(DONE, "count", "binary-tree", 4, "--print", "vector")[0], listed)
        result = self.expect_json(DONE, "count", "binary-tree", 2, "--print", "vector", "--json")
        self.assertEqual((result["structures"], result["valid"]), ([[1, 0, 0, 2, 0, 0], [1, 0, 2, 0, 0, 0]], "2"))

    def test_usage_names_the_command(self):
        for command in ("count", "sample", "nth", "rank"):
            at = ["--at", "0"] if command == "rank" else []
            self.assertIn(f"korat {command} binary-tree NODES\n", self.refused(command, "binary-tree", *at))
            self.assertIn("'korat list'", self.refused(command, *at))


class NumbersTest(ProgramTest):
    def vectors(self, *words):
        return self.expect(DONE, "generate", *words, "--print", "vector", "--quiet")[0].splitlines()

    def test_nth_shows_by_number(self):
        all_of_them = self.vectors("binary-tree", 5)
        out, _ = self.expect(DONE, "nth", "binary-tree", 5, 0, "3-5", 41, "--print", "vector")
        self.assertEqual(out.splitlines(), [all_of_them[i] for i in (0, 3, 4, 5, 41)])
        result = self.expect_json(DONE, "nth", "binary-tree", 5, 7, "--print", "vector", "--json")
        self.assertEqual((result["numbers"], result["valid"]), (["7"], "42"))
        self.assertEqual(result["structures"], [[int(v) for v in all_of_them[7].split()]])

    def test_the_default_is_text(self):
        self.assertTrue(self.expect(DONE, "nth", "binary-tree", 3, 4)[0].startswith("#4\ntree  size=3\n"))

    def test_several_forms(self):
        all_of_them = self.vectors("binary-tree", 3, 0, 3)
        out, _ = self.expect(DONE, "nth", "binary-tree", 3, 0, 3, "--index", 8, "--print", "vector")
        self.assertEqual(out.splitlines(), all_of_them[8:9])

    def test_rank_is_the_inverse(self):
        for number, vector in enumerate(self.vectors("binary-tree", 4)):
            self.assertEqual(self.expect_json(DONE, "rank", "binary-tree", 4, "--at", vector, "--json")["rank"], str(number))
        out, _ = self.expect(DONE, "rank", "binary-tree", 4, "--at", vector)
        self.assertEqual(out, "binary-tree 4: number 13 of 14, counted from 0\n")
        self.assertIn("#13\n", self.expect(DONE, "rank", "binary-tree", 4, "--at", vector, "--print", "text")[0])

    def test_fields_that_are_not_read_have_numbers_too(self):
        all_of_them = self.vectors("heap-array", 3)
        for number in range(0, len(all_of_them), 7):
            self.assertEqual(self.expect(DONE, "nth", "heap-array", 3, number, "--print", "vector")[0], all_of_them[number] + "\n")

    def test_by_a_search_where_there_is_no_diagram(self):
        listed = self.vectors("search-tree", 6)
        out, _ = self.expect(DONE, "nth", "search-tree", 6, 130, 5, "--print", "vector")
        self.assertEqual(out.splitlines(), [listed[130], listed[5]])
        self.assertEqual(self.expect_json(DONE, "rank", "search-tree", 6, "--at", listed[77], "--json")["rank"], "77")

    def test_what_makes_no_sense(self):
        self.assertIn("has no structure number 5: there are 5, counted from 0", self.refused("nth", "binary-tree", 3, 5))
        self.assertIn("expected a number from 0", self.refused("nth", "binary-tree", 3, "first"))
        self.assertIn("expected a number from 0", self.refused("nth", "binary-tree", 3, "4-2"))
        self.assertIn("say which structures", self.refused("nth", "binary-tree", 3))
        self.assertIn("--at VECTOR", self.refused("rank", "binary-tree", 3))
        self.assertIn("not that of a solution", self.refused("rank", "binary-tree", 2, "--at", "1,1,0,2,0,0"))
        self.assertIn("has 6 values, not 2", self.refused("rank", "binary-tree", 2, "--at", "1,1"))
        self.assertIn("has no structure to draw", self.refused("sample", "binary-tree", 2, 3, 3))

    def test_samples_are_solutions_and_the_seed_decides(self):
        words = ["sample", "binary-tree", 4, "--count", 700, "--print", "vector"]
        drawn = self.expect(DONE, *words)[0].splitlines()
        self.assertEqual(drawn, self.expect(DONE, *words, "--seed", 1)[0].splitlines())
        self.assertNotEqual(drawn, self.expect(DONE, *words, "--seed", 2)[0].splitlines())
        times = collections.Counter(drawn)
        self.assertEqual(set(times), set(self.vectors("binary-tree", 4)))
        # 13 degrees of freedom: exceeded once in a thousand times.
        self.assertLess(sum((n - 50) ** 2 / 50 for n in times.values()), 34.5)

    def test_samples_by_a_search(self):
        drawn = self.expect(DONE, "sample", "search-tree", 6, "--count", 3, "--print", "vector")[0].splitlines()
        self.assertLessEqual(set(drawn), set(self.vectors("search-tree", 6)))
        self.assertEqual(len(drawn), 3)


@unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
class DrawTest(ProgramTest):
    def test_it_shows_where_paths_meet(self):
        out, _ = self.expect(DONE, "draw", "binary-tree", 3, "--diagram", "--format", "dot")
        self.assertTrue(out.startswith("digraph"))
        self.assertEqual(out.count("label=\"yes\""), 1)
        self.assertEqual(out.count("filled\", fillcolor=\"#ffe3b3\""), 3)  # boxes with several ways in
        out, _ = self.expect(DONE, "draw", "binary-tree", 3, "--diagram", "--format", "text")
        self.assertTrue(out.startswith("0  tree.root  (5 structures)\n     node0 -> 1\n"), out)

    def test_what_makes_no_sense(self):
        self.assertIn("more than can be looked at", self.refused("draw", "binary-tree", 60, "--diagram"))
        self.assertIn("--diagram draws no structure", self.refused("draw", "binary-tree", 3, "--diagram", "--index", 2))


@unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
class ProfileTest(ProgramTest):
    def test_it_tells_what_keeps_states_apart(self):
        merging = self.expect_json(DONE, "profile", "search-tree", 7, "--json")["merging"]
        self.assertIs(merging["complete"], False)
        self.assertIn(merging["read_again"][0]["member"], ("node.left", "node.right"))
        self.assertIn("which keeps states apart: node.", self.expect(DONE, "profile", "search-tree", 7)[0])
        self.assertIs(self.expect_json(DONE, "profile", "binary-tree", 5, "--json")["merging"]["complete"], True)


class DiffTest(ProgramTest):
    def diff(self, *words, **options):
        return self.expect_json(DONE, "diff", *words, "--json", program=BAD_PROGRAM, **options)

    def test_it_counts_and_shows_what_differs(self):
        result = self.diff("labelled", "forgetful", 2, "--first", 2)
        self.assertEqual((result["only_first"], result["only_second"], result["both"]), ("2", "6", "0"))
        self.assertEqual((len(result["smallest_only_first"]), len(result["smallest_only_second"])), (2, 2))

    def test_a_predicate_is_equal_to_itself(self):
        result = self.expect_json(DONE, "diff", "binary-tree", "binary-tree", 5, "--json")
        self.assertEqual((result["only_first"], result["only_second"], result["both"]), ("0", "0", "42"))
        self.assertEqual((result["first"], result["second"], result["arguments"]), ("binary-tree", "binary-tree", [5]))

    def test_what_cannot_be_compared(self):
        self.assertIn("different classes", self.refused("diff", "binary-tree", "search-tree", 3))
        self.assertIn("their bounds differ", self.refused("diff", "labelled", "slow", 2, program=BAD_PROGRAM))
        self.assertIn("say which two predicates", self.refused("diff", "binary-tree"))


@unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
class ChooseTest(ProgramTest):
    """A predicate that chooses itself has no diagram."""

    def test_it_is_searched(self):
        result = self.expect_json(DONE, "count", "chooses", 3, "--json", program=BAD_PROGRAM)
        self.assertEqual((result["engine"], result["valid"]), ("checkpoint", "4"))
        self.assertIn("makes choices itself", result["engine_note"])
        result = self.expect_json(DONE, "generate", "chooses", 3, "--engine", "diagram", "--json", program=BAD_PROGRAM)
        self.assertEqual((result["engine"], result["valid"]), ("checkpoint", 4))
        self.assertIn("makes choices itself", result["engine_note"])


@unittest.skipIf(SANITIZED, "states are not saved under sanitizers")
class FileTest(ProgramTest):
    """--save-diagram, and the file in the place of a subject."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = pathlib.Path(folder.name, "trees.diagram")

    def test_it_is_counted_listed_drawn_and_split_without_the_predicate(self):
        self.expect(DONE, "generate", "binary-tree", 5, "--quiet", "--save-diagram", self.file)
        result = self.expect_json(DONE, "count", self.file, "--json")
        self.assertEqual((result["subject"], result["arguments"], result["file"]), ("binary-tree", [5], str(self.file)))
        self.assertEqual((result["valid"], result["explored"], result["runs"]), ("42", "947", 0))
        for command, *words in (["nth", "3-6"], ["sample", "--count", 5], ["rank", "--at", "1,0,0,2,0,3,0,4,0,5,0,0"]):
            self.assertEqual(self.expect(DONE, command, self.file, *words, "--print", "vector"),
                             self.expect(DONE, command, "binary-tree", 5, *words, "--print", "vector"))
        listed, _ = self.expect(DONE, "generate", "binary-tree", 5, "--print", "vector", "--quiet")
        self.assertEqual(self.expect(DONE, "count", self.file, "--print", "vector")[0], listed)

    def test_it_is_generated_as_a_search_would(self):
        search = ["generate", "binary-tree", 7]
        self.expect(DONE, *search, "--quiet", "--save-diagram", self.file)
        for words in ([], ["--max-valid", 5], ["--backward", "--max-valid", 7], ["--max-valid", 0]):
            printed = ["--print", "vector", "--quiet", *words]
            self.assertEqual(self.run_program("generate", self.file, *printed).stdout, self.run_program(*search, *printed).stdout)
        found, expected = (self.expect_json(DONE, *what, "--json", "--hash", "--verify") for what in (["generate", self.file], search))
        for key in ("subject", "arguments", "valid", "explored", "field_initializations", "hash", "complete"):
            self.assertEqual(found[key], expected[key])
        self.assertEqual((found["engine"], found["executions"]), ("diagram", 0))

    def test_ranges_have_exactly_as_many_solutions(self):
        self.expect(DONE, "count", "binary-tree", 6, "--save-diagram", self.file)
        ranges, _ = self.expect(DONE, "ranges", self.file, "--parts", 5)
        self.assertEqual(ranges, self.expect(DONE, "ranges", "binary-tree", 6, "--parts", 5, "--by", "solutions")[0])
        found = [self.expect_json(DONE, "generate", "binary-tree", 6, "--json", *line.split())["valid"] for line in ranges.splitlines()]
        self.assertEqual(found, [26, 26, 27, 26, 27])

    def test_damaged_files_are_refused(self):
        self.expect(DONE, "count", "binary-tree", 4, "--save-diagram", self.file)
        whole = self.file.read_bytes()
        for damaged, why in ((whole[:-3], "damaged or truncated"), (whole[:50] + b"?" + whole[51:], "damaged or truncated"),
                             (b"nothing", "is no diagram"), (whole[:8] + b"\7" + whole[9:], "has version 7")):
            self.file.write_bytes(damaged)
            out, err = self.expect(INPUT_DAMAGED, "count", self.file)
            self.assertEqual(out, "")
            self.assertIn(why, err)
        self.file.unlink()
        self.assertIn("cannot open", self.expect(INPUT_DAMAGED, "count", self.file)[1])

    def test_what_makes_no_sense(self):
        self.assertIn("let the name end in .diagram", self.refused("count", "binary-tree", 3, "--save-diagram", "trees"))
        self.assertIn("no diagram is built", self.refused("generate", "search-tree", 3, "--symbolic", "--save-diagram", self.file))
        self.expect(DONE, "count", "binary-tree", 3, "--save-diagram", self.file)
        self.assertIn("leave out the arguments", self.refused("count", self.file, 3))
        self.assertIn("is a diagram, for korat generate, count", self.refused("profile", self.file))
        for words in (["--engine", "checkpoint"], ["--to", "1,0,0,2,0,3,0,0"], ["--range", "1/2"], ["--max-explored", 5],
                      ["--print-candidates"], ["--isomorphic"], ["--report", "page.html"], ["--resume", "state"]):
            self.assertIn("all solutions and no other candidates; leave out", self.refused("generate", self.file, *words))
        self.assertIn("cannot open", self.expect(OUTPUT_FAILED, "count", "binary-tree", 3, "--save-diagram", "/nowhere/x.diagram")[1])

    def test_what_has_no_diagram_cannot_be_saved(self):
        out, err = self.expect(OUTPUT_FAILED, "count", "forgetful", 3, "--save-diagram", self.file, program=BAD_PROGRAM)
        self.assertEqual((out, self.file.exists()), ("", False))
        self.assertIn("forgetful 3: no diagram can be built: the predicate keeps state", err)


LISTS = """
#pragma once
#include <korat/korat.hpp>
struct node { node* next; int key; };
struct list { node* first; };
inline bool follows(const list& l, bool (*good)(int, int)) {
  korat::set<const node*> met;
  for (const node* n = l.first; n != nullptr; n = n->next)
    if (!met.insert(n).second || (n->next != nullptr && !good(n->key, n->next->key))) return false;
  return true;
}
inline bool ascends(const list& l) { return follows(l, [](int a, int b) { return a <= b; }); }
inline bool strictly(const list& l) { return follows(l, [](int a, int b) { return a < b; }); }
inline korat::finitization<list> lists(int nodes, int keys) {
  korat::finitization<list> bounds("list");
  const auto all = bounds.objects<node>(nodes);
  bounds.set<&list::first>(all).set<&node::next>(all).set<&node::key>(korat::between(1, keys));
  return bounds;
}
const korat::offer sorted_lists("ascending", lists, ascends, {.parameters = {"nodes", "keys"}});
const korat::offer strict_lists("strict", lists, strictly, {.parameters = {"nodes", "keys"}});
"""


@unittest.skipUnless(os.environ.get("KORAT_HAS_PASS") == "1", "Korat was built without its compiler pass")
@unittest.skipIf(SANITIZED, "a sanitizer makes compiling slow, and has nothing to see here")
class HeaderTest(ProgramTest):
    """my_lists.hpp in the place of a subject."""

    def test_every_command_takes_a_header(self):
        with tempfile.TemporaryDirectory() as folder:
            there = {"cwd": folder, "env": os.environ | {"XDG_CACHE_HOME": folder}}
            pathlib.Path(folder, "my_lists.hpp").write_text(LISTS)
            # Multisets of up to n of k keys, and sets.
            words = ["my_lists.hpp:ascending", 4, 5, "--json"]
            counted = self.expect_json(DONE, "count", *words, **there)
            self.assertEqual((counted["engine"], counted["valid"]), ("diagram", str(1 + 5 + 15 + 35 + 70)))
            result = self.expect_json(DONE, "diff", "my_lists.hpp:ascending", "strict", 4, 5, "--json", **there)
            self.assertEqual((result["both"], result["only_second"]), (str(1 + 5 + 10 + 10 + 5), "0"))
            self.assertEqual(int(result["only_first"]) + int(result["both"]), int(counted["valid"]))
            shown = [len(s["objects"]) for s in result["smallest_only_first"]]
            self.assertEqual(shown, [3, 3, 3])  # the list and two nodes with the same key
            [drawn] = self.expect_json(DONE, "sample", *words, "--print", "vector", **there)["structures"]
            at = ",".join(map(str, drawn))
            number = self.expect_json(DONE, "rank", *words, "--at", at, **there)["rank"]
            shown = self.expect_json(DONE, "nth", "my_lists.hpp:ascending", 4, 5, number, "--print", "vector", "--json", **there)
            self.assertEqual(shown["structures"], [drawn])
            self.expect(DONE, "count", *words, "--save-diagram", "lists.diagram", **there)
            self.assertEqual(self.expect_json(DONE, "count", "lists.diagram", "--json", **there)["valid"], counted["valid"])
            pathlib.Path(folder, "other.hpp").write_text(LISTS)
            self.assertIn("by one header", self.refused("diff", "my_lists.hpp:strict", "other.hpp:strict", 2, 2, **there))
