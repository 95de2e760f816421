# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Several threads: the numbers of one."""

import signal
import subprocess
import time

from program import DONE, INTERRUPTED, LIMIT, PROGRAM, WRONG_USAGE, ProgramTest

SAME = ("explored", "valid", "field_initializations", "space", "covered", "remaining", "reach", "prune", "hash", "outcome")


class ThreadsTest(ProgramTest):
    def search(self, *words, code=DONE):
        return self.expect_json(code, "generate", *words, "--json", "--hash")

    def test_the_numbers_are_those_of_one_thread(self):
        for call in (("binary-tree", 9), ("search-tree", 6, "--backward"), ("red-black-tree", 7, "--engine", "reexecute"),
                     ("binary-tree", 9, "--range", "2/3")):
            one = self.search(*call)
            several = self.search(*call, "--threads", 3)
            self.assertEqual([several[key] for key in SAME], [one[key] for key in SAME])
            self.assertEqual(one["threads"], 1)
            self.assertIn(several["threads"], (1, 3))

    def test_the_structures_printed_are_those_of_one_thread(self):
        for form in ("vector", "json"):
            one, several = (sorted(self.expect(DONE, "generate", "binary-tree", 9, "--print", form, *words)[0].splitlines()) for words in ([], ["--threads", 3]))
            self.assertEqual(several, one)
        text = self.expect(DONE, "generate", "binary-tree", 9, "--print", "text", "--threads", 3)[0]
        self.assertEqual([int(line[1:]) for line in text.splitlines() if line.startswith("#")], list(range(1, 4863)))
        inside = self.search("search-tree", 6, "--print", "vector", "--threads", 3)
        self.assertEqual(sorted(inside["structures"]), sorted(self.search("search-tree", 6, "--print", "vector")["structures"]))
        self.assertEqual(len(self.expect(LIMIT, "generate", "binary-tree", 10, "--print", "vector", "--threads", 3, "--max-valid", 100)[0].splitlines()), 100)

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
        for words in (["--print-candidates"], ["--track", 10], ["--engine", "diagram"], ["--symbolic"]):
            _, err = self.expect(WRONG_USAGE, "generate", "binary-tree", 3, "--threads", 2, *words)
            self.assertIn("--threads: ", err)
        self.expect(WRONG_USAGE, "generate", "binary-tree", 3, "--threads", 0)
