#!/usr/bin/env python3
# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Runs programs with properties and looks at what they say: check_programs.py gtest|asan|catch2 PROGRAM [COMPILE...]

COMPILE: a command that compiles a file and links it with GoogleTest and Korat, for the C++ that a failure shows.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

KIND, PROGRAM, COMPILE = sys.argv[1], sys.argv[2], sys.argv[3:]
FOLDER = pathlib.Path(__file__).resolve().parent
VARIABLES = ("KORAT_", "GTEST_")


def run(*arguments, **variables):
    environment = {k: v for k, v in os.environ.items() if not k.startswith(VARIABLES)} | variables
    return subprocess.run([PROGRAM, *arguments], capture_output=True, encoding="utf-8", timeout=120, env=environment)


def replay_in(text):
    return re.search(r"replay: --korat_replay=(\w+) or KORAT_REPLAY=\1$", text, re.M)[1]


def code_in(text):
    return re.search(r"^in C\+\+, without Korat:\n((?:  .*\n|TEST.*\n|}\n)+)", text, re.M)[1]


@unittest.skipUnless(KIND == "gtest", "of GoogleTest")
class GoogleTest(unittest.TestCase):
    def test_right_properties_pass(self):
        done = run("--gtest_filter=Right.*")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("replay", done.stdout + done.stderr)

    def test_a_failure_shows_the_smallest_structure_once(self):
        done = run("--gtest_filter=Wrong.Removes")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.count("Failure\n"), 1)
        self.assertIn("gtest_program.cpp:", done.stdout)
        self.assertIn("└─ root: node0  key=1\n", done.stdout)
        self.assertIn("arguments: 1\n", done.stdout)
        self.assertRegex(done.stdout, r"vector: 1 2 3 [\d ]+\n")

    def test_an_id_replays_one_structure(self):
        shown = run("--gtest_filter=Wrong.Removes").stdout
        for done in (run("--korat_replay=" + replay_in(shown)), run(KORAT_REPLAY=replay_in(shown))):
            self.assertEqual(done.returncode, 1)
            self.assertIn("[  FAILED  ] Wrong.Removes", done.stdout)
            self.assertIn("[  SKIPPED ] Right.Removes", done.stdout)
            self.assertEqual(code_in(done.stdout), code_in(shown))

    def test_the_code_is_a_regression_test_of_its_own(self):
        code = code_in(run("--gtest_filter=Wrong.Removes").stdout)
        self.assertNotIn("korat::", code)
        self.assertIn("  int key = 1;\n  auto expected = keys_below(tree.root);\n", code)
        source = '#include <gtest/gtest.h>\n#include "trees.hpp"\nusing namespace korat_test::removal;\nusing forgets = search_tree::forgets;\n'
        for what, name in (("right_subtree", "Fails"), ("nothing", "Passes")):
            source += re.sub(r"TEST\(Wrong, Removes_\w+\)", f"TEST(Pasted, {name})", code).replace("forgets::right_subtree", "forgets::" + what)
        with tempfile.TemporaryDirectory() as folder:
            file, program = pathlib.Path(folder) / "pasted.cpp", pathlib.Path(folder) / "pasted"
            file.write_text(source, encoding="utf-8")
            subprocess.run([*COMPILE, f"-I{FOLDER}", str(file), "-o", str(program)], check=True)
            done = subprocess.run([program], capture_output=True, encoding="utf-8")
        self.assertIn("[  FAILED  ] Pasted.Fails", done.stdout)
        self.assertIn("[       OK ] Pasted.Passes", done.stdout)

    def test_exceptions_and_changes_of_mind_are_told(self):
        done = run("--gtest_filter=Wrong.Throws")
        self.assertEqual(done.returncode, 1)
        self.assertIn("the body threw an exception: two are too many", done.stdout)
        self.assertIn("Wrong.Throws fails on this structure", done.stdout)
        done = run("--gtest_filter=Wrong.ChangesItsMind")
        self.assertEqual(done.returncode, 1)
        self.assertIn("did not when it ran again", done.stdout)
        self.assertIn("the fifth of", done.stdout)

    def test_a_crash_names_the_structure(self):
        for name, what in (("DereferencesNull", "SIGSEGV"), ("Recurses", "SIGSEGV"), ("Loops", "does not end"), ("IsTerminated", "SIGTERM")):
            with self.subTest(name):
                done = run(f"--gtest_filter=Crash.{name}")
                self.assertLess(done.returncode, 0)
                self.assertIn(what, done.stderr)
                self.assertIn("  vector: 1 2 3 1 0 0 0 0 0 2\n", done.stderr)
                again = run("--korat_replay=" + replay_in(done.stderr), f"--gtest_filter=Crash.{name}")
                self.assertEqual(again.returncode, done.returncode)
                self.assertIn("└─ root: node0  key=", again.stderr)
                self.assertIn("search_tree tree{};\n", again.stderr)

    def test_a_limit_is_told_and_can_fail(self):
        done = run("--gtest_filter=Right.Stops")
        self.assertEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"\[  KORAT   \] Right.Stops stopped after .* s: 7 structures, [\d.]+% of the input space")
        self.assertEqual(run("--gtest_filter=Right.Stops", KORAT_INCOMPLETE="fail").returncode, 1)
        done = run("--gtest_filter=Right.Removes", KORAT_TIME_LIMIT="0.0000001", KORAT_INCOMPLETE="fail")
        self.assertEqual(done.returncode, 1)

    def test_what_googletest_does_works(self):
        self.assertIn("3 tests from 1 test suite ran", run("--gtest_filter=Right.*", "--gtest_repeat=2").stdout)
        names = set()
        for shard in "012":
            done = run("--gtest_filter=Right.*", GTEST_TOTAL_SHARDS="3", GTEST_SHARD_INDEX=shard)
            self.assertEqual(done.returncode, 0)
            names |= set(re.findall(r"OK \] (\S+)", done.stdout))
        self.assertEqual(names, {"Right.Removes", "Right.Dies", "Right.Stops"})
        self.assertEqual(run("--gtest_filter=Right.Dies", "--gtest_death_test_style=threadsafe").returncode, 0)
        with tempfile.TemporaryDirectory() as folder:
            report = pathlib.Path(folder) / "report.xml"
            run("--gtest_filter=*Removes", f"--gtest_output=xml:{report}")
            cases = {c.get("classname"): c for c in xml.etree.ElementTree.parse(report).iter("testcase")}
        self.assertIsNone(cases["Right"].find("failure"))
        self.assertIn("korat_replay=", cases["Wrong"].find("failure").text)
        self.assertEqual(cases["Right"].find("properties/property[@name='korat_structures']").get("value"), "51")


@unittest.skipUnless(KIND == "asan", "of AddressSanitizer")
class Sanitized(unittest.TestCase):
    def test_a_report_names_the_structure(self):
        for name, what in (("Memory.UsesWhatItFreed", "heap-use-after-free"), ("Crash.DereferencesNull", "SEGV")):
            done = run(f"--gtest_filter={name}")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(what, done.stderr)
            self.assertIn("  vector: 1 2 3 1 0 0 0 0 0 2\n", done.stderr)
            self.assertEqual(done.stderr.count("  vector: "), 1)


@unittest.skipUnless(KIND == "catch2", "of Catch2")
class Catch2(unittest.TestCase):
    def test_a_matcher_tells_and_replays(self):
        self.assertEqual(run("right").returncode, 0)
        done = run("wrong")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("└─ root: node0  key=1\n", done.stdout)
        again = run("wrong", KORAT_REPLAY=replay_in(done.stdout))
        self.assertEqual(again.returncode, done.returncode)
        self.assertEqual(run("right", KORAT_REPLAY=replay_in(done.stdout)).returncode, 0)
        self.assertIn("7 structures", run("stops").stdout)
        self.assertEqual(run("stops").returncode, 0)
        self.assertNotEqual(run("stops", KORAT_INCOMPLETE="fail").returncode, 0)

    def test_sections_run_for_every_structure(self):
        done = run("sections,sections were run once each")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("4 assertions", done.stdout)  # one of each run

    def test_a_failed_section_shows_the_smallest_structure_once(self):
        done = run("wrong sections")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("assertions: 3 | 2 passed | 1 failed", done.stdout)
        self.assertIn("REQUIRE( keys_below(tree.root) == expected )\n", done.stdout)
        self.assertIn("in section: keys\nin section: the others\nwith message: key ", re.sub(r"(?m)^ +", "", done.stdout))
        self.assertEqual(done.stdout.count("└─ root: node0  key="), 1)
        again = run("wrong sections", KORAT_REPLAY=replay_in(done.stdout))
        self.assertEqual(again.returncode, done.returncode)

    def test_an_exception_fails(self):
        done = run("throws")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("due to unexpected exception with message: there is a root", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
