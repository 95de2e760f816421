# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Several threads: the numbers of one."""

import os
import pathlib
import signal
import subprocess
import tempfile
import time

from program import DONE, INTERRUPTED, LIMIT, PROGRAM, WRONG_USAGE, ProgramTest

SAME = ("explored", "valid", "field_initializations", "space", "covered", "remaining", "reach", "prune", "hash", "outcome")


class ThreadsTest(ProgramTest):
    def search(self, *words, code=DONE):
        return self.expect_json(code, "generate", *words, "--json", "--hash")

    def test_the_numbers_are_those_of_one_thread(self):
        for call in (("binary-tree", 9), ("search-tree", 6, "--backward"), ("red-black-tree", 7, "--engine", "reexecute"),
                     ("binary-tree", 9, "--range", "2/3")):
            one = self.search(*call, "--threads", 1)
            several = self.search(*call, "--threads", 3)
            self.assertEqual([several[key] for key in SAME], [one[key] for key in SAME])
            self.assertEqual(one["threads"], 1)
            self.assertIn(several["threads"], (1, 3))

    def test_the_structures_printed_are_those_of_one_thread(self):
        for form in ("vector", "json"):
            one, several = (sorted(self.expect(DONE, "generate", "binary-tree", 9, "--print", form, "--threads", threads)[0].splitlines()) for threads in (1, 3))
            self.assertEqual(several, one)
        text = self.expect(DONE, "generate", "binary-tree", 9, "--print", "text", "--threads", 3)[0]
        self.assertEqual([int(line[1:]) for line in text.splitlines() if line.startswith("#")], list(range(1, 4863)))
        inside = self.search("search-tree", 6, "--print", "vector", "--threads", 3)
        self.assertEqual(sorted(inside["structures"]), sorted(self.search("search-tree", 6, "--print", "vector")["structures"]))
        self.assertEqual(len(self.expect(LIMIT, "generate", "binary-tree", 10, "--print", "vector", "--threads", 3, "--max-valid", 100)[0].splitlines()), 100)

    def test_without_being_asked_the_order_is_that_of_one_thread(self):
        for call in (("binary-tree", 10, "--print", "vector"), ("search-tree", 7, "--print", "text", "--backward"),
                     ("search-tree", 7, "--print", "json", "--range", "2/3")):
            one = self.expect(DONE, "generate", *call, "--threads", 1)[0]
            self.assertEqual(self.expect(DONE, "generate", *call)[0], one)
            self.assertEqual(self.expect(DONE, "generate", *call, "--threads", 4, "--ordered")[0], one)
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder) / "structures"
                self.assertEqual(self.expect(DONE, "generate", *call, "--threads", 3, "--ordered", "--output", path)[0].count("complete"), 1)
                self.assertEqual(path.read_text(), one)

    def test_the_first_ones_are_those_of_one_thread(self):
        first = ("generate", "binary-tree", 11, "--print", "vector", "--max-valid", 300)
        one = self.expect(LIMIT, *first, "--threads", 1)[0]
        self.assertEqual(self.expect(LIMIT, *first)[0], one)
        self.assertEqual(self.expect(LIMIT, *first, "--threads", 4, "--ordered")[0], one)
        self.assertEqual(self.search("binary-tree", 11, "--max-valid", 300, code=LIMIT)["threads"], 1)
        self.refused("generate", "binary-tree", 3, "--ordered")

    def test_all_cores_unless_there_is_a_reason(self):
        cores = len(os.sched_getaffinity(0))
        self.assertEqual(self.search("binary-tree", 11)["threads"], cores)
        for words in (["--track", 4], ["--progress", 1000000], ["--engine", "diagram"], ["--time-limit", 1000]):
            self.assertEqual(self.search("binary-tree", 10, *words)["threads"], 1, words)
        self.assertEqual(self.search("binary-tree", 5)["threads"], 1, "over before there is another")

    def test_solutions_of_a_diagram_are_dealt_out(self):
        trees = ("binary-tree", 12, "--engine", "diagram")
        one, several = (self.search(*trees, "--threads", threads) for threads in (1, 3))
        for key in ("valid", "explored", "field_initializations", "executions", "covered", "remaining", "hash", "engine"):
            self.assertEqual(several[key], one[key], key)
        self.assertEqual((several["engine"], several["diagram"]["complete"]), ("diagram", True))
        self.assertIn(several["threads"], (1, 3))
        printed = [self.expect(DONE, "generate", *trees, "--print", "vector", "--threads", threads, "--ordered")[0] for threads in (1, 3)]
        self.assertEqual(printed[0], printed[1])
        self.assertEqual(self.search(*trees, "--threads", 3, "--max-valid", 150000, code=LIMIT)["valid"], 150000)

    def test_counting_and_writing_vectors(self):
        counted = [self.expect_json(DONE, "count", "red-black-tree", 8, "--json", "--threads", threads) for threads in (1, 3)]
        for key in ("valid", "explored", "engine", "matches_known"):
            self.assertEqual(counted[0][key], counted[1][key], key)
        self.assertEqual(counted[0]["threads"], 1)
        self.assertIn(counted[1]["threads"], (1, 3))  # 1: over before there was another
        self.assertIn("1 (a diagram is built by one)", self.expect(DONE, "count", "binary-tree", 8, "--threads", 3)[0])
        with tempfile.TemporaryDirectory() as folder:
            files = [pathlib.Path(folder) / str(threads) for threads in (1, 3)]
            for path, threads in zip(files, (1, 3)):
                written = self.expect_json(DONE, "vectors", "binary-tree", 9, "--output", path, "--threads", threads, "--json")
                self.assertEqual(written["vectors"], 4862)
                self.assertIn(written["threads"], (1, threads))
            self.assertEqual(files[0].read_bytes(), files[1].read_bytes())
            self.assertIn("--threads: ", self.refused("vectors", "binary-tree", 3, "--output", files[0], "--all", "--threads", 2))

    def test_limits_are_exact(self):
        self.assertEqual(self.search("binary-tree", 11, "--threads", 3, "--max-valid", 20000, code=LIMIT)["valid"], 20000)
        self.assertEqual(self.search("binary-tree", 11, "--threads", 3, "--max-explored", 1234567, code=LIMIT)["explored"], 1234567)
        self.assertEqual(self.search("binary-tree", 16, "--threads", "all", "--time-limit", 0.3, code=LIMIT)["outcome"], "time-limit")

    def test_an_interrupt_ends_all(self):
        search = subprocess.Popen([PROGRAM, "generate", "binary-tree", "18", "--threads", "3"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)
        time.sleep(0.3)
        search.send_signal(signal.SIGINT)
        out, _ = search.communicate(timeout=10)
        self.assertEqual(search.returncode, INTERRUPTED)
        self.assertIn("interrupted after", out)

    def test_what_depends_on_the_order_is_refused(self):
        for words in (["--print-candidates"], ["--track", 10], ["--engine", "diagram", "--verify"], ["--symbolic"]):
            _, err = self.expect(WRONG_USAGE, "generate", "binary-tree", 3, "--threads", 2, *words)
            self.assertIn("--threads: ", err)
        self.expect(WRONG_USAGE, "generate", "binary-tree", 3, "--threads", 0)
