# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""What ends a search early: limits and interrupts. And progress, which is for searches that take long."""

import json
import os
import pathlib
import pty
import re
import signal
import subprocess
import tempfile
import time
import unittest

from program import BAD_PROGRAM, DONE, INTERRUPTED, LIMIT, PROGRAM, SANITIZED, ProgramTest


class LimitsTest(ProgramTest):
    @unittest.skipIf(SANITIZED, "a sanitizer wants to be the first library")
    def test_an_interrupt_when_main_has_returned(self):
        """The handler is still there when what it uses may be gone; MALLOC_PERTURB_ lets freed memory be seen."""
        with tempfile.TemporaryDirectory() as folder:
            source, library = pathlib.Path(folder) / "late.cpp", pathlib.Path(folder) / "late.so"
            source.write_text("#include <csignal>\n[[gnu::destructor]] static void late() { std::raise(SIGINT); }\n")
            subprocess.check_call(["c++", "-shared", "-fPIC", source, "-o", library])
            environment = {**os.environ, "LD_PRELOAD": str(library), "MALLOC_PERTURB_": "165"}
            ended = subprocess.run([PROGRAM, "generate", "binary-tree", "3"], env=environment, stdout=subprocess.DEVNULL)
        self.assertEqual(ended.returncode, DONE)

    def test_max_valid(self):
        result = self.expect_json(LIMIT, "generate", "binary-tree", 6, "--json", "--max-valid", 7)
        self.assertEqual((result["valid"], result["complete"], result["outcome"]), (7, False, "max-valid"))

    def test_max_explored(self):
        result = self.expect_json(LIMIT, "generate", "binary-tree", 6, "--json", "--max-explored", 1000)
        self.assertEqual((result["explored"], result["complete"], result["outcome"]), (1000, False, "max-explored"))

    def test_time_limit(self):
        before = time.monotonic()
        result = self.expect_json(LIMIT, "generate", "binary-tree", 16, "--json", "--time-limit", 0.3)
        self.assertLess(time.monotonic() - before, 10)
        self.assertEqual((result["complete"], result["outcome"]), (False, "time-limit"))
        self.assertGreaterEqual(result["seconds"], 0.3)

    def test_limits_that_are_not_reached(self):
        limits = ["--max-valid", 1000, "--max-explored", 100000, "--time-limit", 1000]
        self.assertIs(self.expect_json(DONE, "generate", "binary-tree", 6, "--json", *limits)["complete"], True)

    def test_limits_hold_for_printed_candidates(self):
        out, _ = self.expect(LIMIT, "generate", "binary-tree", 3, "--print-candidates", "--max-explored", 10)
        self.assertEqual(out.count("\n"), 10)
        out, _ = self.expect(LIMIT, "generate", "binary-tree", 3, "--print-candidates", "--max-valid", 2)
        self.assertEqual(out.count("***"), 2)

    def test_the_summary_tells_how_to_go_on(self):
        out, _ = self.expect(LIMIT, "generate", "binary-tree", 6, "--max-valid", 1, "--engine", "reexecute")
        self.assert_golden("summary-limit.txt", out)


class InterruptTest(ProgramTest):
    def interrupted(self, *words, program=PROGRAM, how=signal.SIGINT):
        process = subprocess.Popen([program, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        process.send_signal(how)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def test_what_was_found_is_reported(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            code, out, _ = self.interrupted("generate", "binary-tree", 16, "--json", how=how)
            result = json.loads(out)
            self.assertEqual((code, result["complete"], result["outcome"]), (INTERRUPTED, False, "interrupted"))
            self.assertGreater(result["explored"], 1000)

    def test_for_people(self):
        code, out, _ = self.interrupted("generate", "binary-tree", 16)
        self.assertEqual(code, INTERRUPTED)
        self.assertIn("binary-tree 16: interrupted after", out)

    def test_while_printing(self):
        code, out, err = self.interrupted("generate", "binary-tree", 16, "--print", "vector", "--json")
        result = json.loads(out)
        self.assertEqual((code, len(result["structures"])), (INTERRUPTED, result["valid"]))

    def test_a_predicate_that_takes_its_time(self):
        code, out, _ = self.interrupted("generate", "slow", 2, "--json", program=BAD_PROGRAM)
        self.assertEqual((code, json.loads(out)["outcome"]), (INTERRUPTED, "interrupted"))

    def test_a_second_one_ends_a_predicate_that_never_comes_back(self):
        process = subprocess.Popen([BAD_PROGRAM, "generate", "asleep", "2"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for _ in range(2):
            time.sleep(0.5)
            self.assertIsNone(process.poll())
            process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=10), -signal.SIGINT)


class ProgressTest(ProgramTest):
    def on_terminal(self, *words, stdout=subprocess.DEVNULL):
        """What the program shows on a terminal that is its standard error; `stdout` may be the same one."""
        ours, theirs = pty.openpty()
        process = subprocess.Popen([PROGRAM, *map(str, words)], stdout=theirs if stdout == "terminal" else stdout, stderr=theirs)
        os.close(theirs)
        shown = b""
        try:
            while block := os.read(ours, 4096):
                shown += block
        except OSError:  # how Linux says that the other end is closed
            pass
        os.close(ours)
        process.wait(timeout=60)
        return shown.decode()

    SEARCH = ["generate", "binary-tree", 16, "--time-limit", 1.2]

    def test_is_shown_and_taken_away(self):
        shown = self.on_terminal(*self.SEARCH)
        self.assertRegex(shown, r"^\r\[[=>]+ *\] [<>\d.]+% covered, [\d,]+ candidates, [\d,]+ valid")
        self.assertGreater(shown.count("\r"), 3)
        self.assertTrue(shown.endswith("\r\x1b[K"), repr(shown))

    def test_makes_way_for_the_summary(self):
        shown = self.on_terminal(*self.SEARCH, stdout="terminal")
        self.assertIn("\r\x1b[Kbinary-tree 16: stopped by --time-limit", shown)

    def test_is_not_shown_for_short_searches(self):
        self.assertEqual(self.on_terminal("generate", "binary-tree", 5), "")

    def test_is_not_shown_when_unwanted(self):
        self.assertEqual(self.on_terminal(*self.SEARCH, "--progress", "never"), "")
        self.assertEqual(self.on_terminal(*self.SEARCH, "--quiet"), "")

    def test_does_not_mix_with_structures(self):
        self.assertNotIn("\x1b", self.on_terminal(*self.SEARCH, "--print", "vector", "--max-valid", 3, stdout="terminal"))

    def test_is_not_shown_without_a_terminal(self):
        self.assertEqual(self.expect(LIMIT, *self.SEARCH)[1], "")

    def test_is_shown_without_a_terminal_when_asked_for(self):
        self.assertRegex(self.expect(LIMIT, *self.SEARCH, "--progress", "always")[1],
                         r"^[<>\d.]+% covered, [\d,]+ candidates, [\d,]+ valid, .*/s, (about|years|less than) .*left\n")

    def test_by_candidates_is_exact_and_readable_in_a_log(self):
        _, log = self.expect(DONE, "generate", "binary-tree", 9, "--progress", 50000)
        lines = log.splitlines()
        self.assertEqual([re.search(r"covered, ([\d,]+) cand", line)[1] for line in lines],
                         ["50,000", "100,000", "150,000", "200,000"])
        for line in lines:
            self.assertRegex(line, r"^[\d.]+% covered, .* valid, .*left, [\d,]+ vectors covered, [\d,]+ left$")
        covered = [int(re.search(r"([\d,]+) vectors covered", line)[1].replace(",", "")) for line in lines]
        self.assertEqual(covered, sorted(set(covered)), "every line tells of more")
        _, log = self.expect(DONE, "generate", "binary-tree", 9, "--range", "2/2", "--progress", 50000)
        self.assertRegex(log, r"^0.307449% of the range covered, 0.270450% of the space, .* [\d,]+ left\n")
        _, log = self.expect(DONE, "generate", "binary-tree", 9, "--progress", 50000, "--progress-candidate")
        at = log.splitlines()[0].split(", at ")[1].replace(" ", ",").strip("[]")
        found = self.expect_json(DONE, "generate", "binary-tree", 9, "--json", "--to", at)
        self.assertEqual(found["explored"], 49999)
