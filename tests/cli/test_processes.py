# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Several processes: the numbers of one, whichever of them die."""

import json
import pathlib
import random
import signal
import subprocess
import tempfile
import time

from program import BAD_PROGRAM, DONE, INTERRUPTED, LIMIT, PREDICATE_FAILED, PROGRAM, ProgramTest, kill

SAME = ("explored", "valid", "field_initializations", "executions", "space", "covered", "remaining", "reach", "prune", "hash", "outcome")


def children(process):
    return [int(child) for child in pathlib.Path(f"/proc/{process}/task/{process}/children").read_text().split()]


class ProcessesTest(ProgramTest):
    def numbers(self, *words, program=PROGRAM, code=DONE):
        result = self.expect_json(code, "generate", *words, "--json", "--hash", program=program)
        return [result[key] for key in SAME]

    def start(self, *words, program=PROGRAM):
        return subprocess.Popen([program, "generate", *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def test_the_numbers_are_those_of_one(self):
        for call in (("search-tree", 7), ("search-tree", 6, "--backward"), ("red-black-tree", 7, "--engine", "reexecute"),
                     ("binary-tree", 9, "--range", "2/3"), ("doubly-linked-list", 6), ("binary-tree", 1)):
            self.assertEqual(self.numbers(*call, "--processes", 3), self.numbers(*call, "--threads", 1), call)

    def test_structures_are_printed_once_and_in_order_if_that_is_asked_for(self):
        for words in (("--print", "vector"), ("--print", "text"), ("--print", "json", "--backward")):
            call = ("generate", "search-tree", 7, *words)
            one = self.expect(DONE, *call, "--threads", 1)[0]
            self.assertEqual(self.expect(DONE, *call, "--processes", 3, "--ordered")[0], one)
            if "text" not in words:
                self.assertEqual(sorted(self.expect(DONE, *call, "--processes", 3)[0].splitlines()), sorted(one.splitlines()))
        first = ("generate", "binary-tree", 9, "--print", "vector", "--max-valid", 300)
        self.assertEqual(self.expect(LIMIT, *first, "--processes", 3, "--ordered")[0], self.expect(LIMIT, *first)[0])

    def test_limits_are_exact(self):
        for limit, key in (("--max-valid", "valid"), ("--max-explored", "explored")):
            result = self.expect_json(LIMIT, "generate", "binary-tree", 11, "--processes", 3, limit, 20011, "--json")
            self.assertEqual((result[key], result["processes"]), (20011, 3))
        self.expect(LIMIT, "generate", "binary-tree", 16, "--processes", 2, "--time-limit", 0.2)

    def test_predicates_that_threads_cannot_share(self):
        call = ("globals", 7)
        for engine in ("checkpoint", "reexecute"):
            one = self.numbers(*call, "--engine", engine, "--threads", 1, program=BAD_PROGRAM)
            self.assertEqual(self.numbers(*call, "--engine", engine, "--processes", 3, program=BAD_PROGRAM), one)
            self.assertEqual(self.numbers(*call, "--engine", engine, "--threads", 3, program=BAD_PROGRAM), one)
            told = self.run_bad("generate", *call, "--engine", engine, "--threads", 3)
            self.assertIn("the predicate changes global or thread-local variables", told.stdout)
            self.assertIn("say --processes N", told.stdout)

    def test_processes_that_die_lose_nothing(self):
        call = ("search-tree", 9)
        search = self.start(*call, "--processes", 3, "--json", "--hash")
        chance, killed = random.Random(7), 0
        while search.poll() is None and killed < 10:
            time.sleep(chance.uniform(0.02, 0.1))
            if there := children(search.pid):
                kill(chance.choice(there))
                killed += 1
        out, err = search.communicate(timeout=100)
        self.assertEqual(search.returncode, DONE, err)
        self.assertEqual([json.loads(out)[key] for key in SAME], self.numbers(*call))
        self.assertGreater(killed, 2)

    def test_a_predicate_that_kills_its_process_is_told(self):
        told = self.run_bad("generate", "deadly", 2, "--processes", 2)
        self.assertEqual(told.returncode, PREDICATE_FAILED)
        self.assertIn("5 processes have died on the same range of candidates; the last was killed by signal 9", told.stderr)

    def test_failures_are_those_of_one(self):
        for subject in ("throws", "crashes", "writes", "fickle"):
            one, several = (self.run_bad("generate", subject, 2, *how) for how in ([], ["--processes", 2]))
            self.assertEqual((several.returncode, several.stderr), (one.returncode, one.stderr))

    def test_an_interrupt_ends_all_within_a_second(self):
        for program, *call in ((PROGRAM, "binary-tree", 18), (BAD_PROGRAM, "asleep", 2)):
            for interrupt in (signal.SIGINT, signal.SIGTERM):
                search = self.start(*call, "--processes", 3, program=program)
                time.sleep(0.3)
                there = children(search.pid)
                before = time.monotonic()
                search.send_signal(interrupt)
                out, _ = search.communicate(timeout=30)
                self.assertLess(time.monotonic() - before, 3)  # the machine may be busy
                self.assertEqual(search.returncode, INTERRUPTED)
                self.assertIn("interrupted after", out)
                self.assertEqual(len(there), 3)
                self.assertFalse([child for child in there if pathlib.Path(f"/proc/{child}").exists()])

    def test_a_killed_search_is_gone_on_with(self):
        with tempfile.TemporaryDirectory() as folder:
            call = ["search-tree", 8, "--hash", "--json", "--resume", f"{folder}/saved", "--print", "vector", "--output", f"{folder}/found"]
            chance = random.Random(2)
            for _ in range(5):
                search = self.start(*call, "--processes", 2)
                time.sleep(chance.uniform(0.05, 0.3))
                there = children(search.pid)
                search.kill()
                search.communicate()
                time.sleep(0.02)
                self.assertFalse([child for child in there if pathlib.Path(f"/proc/{child}/exe").exists()])
            last = self.expect_json(DONE, "generate", *call, "--processes", 3)
            self.assertEqual([last[key] for key in SAME], self.numbers("search-tree", 8))
            found = pathlib.Path(f"{folder}/found").read_text().splitlines()
            self.assertEqual((len(found), len(set(found))), (1430, 1430))

    def test_what_depends_on_the_order_is_refused(self):
        for words in (["--print-candidates"], ["--track", 10], ["--engine", "diagram"], ["--symbolic"], ["--threads", 2],
                      ["--shard", "1/2", "--output", "x"]):
            self.assertIn("--processes: ", self.refused("generate", "binary-tree", 3, "--processes", 2, *words))
        self.refused("generate", "binary-tree", 3, "--processes", 0)
        self.assertIn("at most 1024", self.refused("generate", "binary-tree", 3, "--processes", 99999))
