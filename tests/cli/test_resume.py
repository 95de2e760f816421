# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""A search that is killed goes on where it was, and counts and prints what an undisturbed one does."""

import gzip
import itertools
import json
import os
import pathlib
import random
import re
import signal
import subprocess
import tempfile
import time

from program import DONE, INPUT_DAMAGED, LIMIT, OUTPUT_FAILED, PROGRAM, SANITIZED, ProgramTest

SEARCH = ["generate", "search-tree", 7] if SANITIZED else ["generate", "red-black-tree", 10]
KILLS = int(os.environ.get("KORAT_KILLS", "20"))  # KORAT_KILLS=50 tests/cli/run.py resume
COUNTS = ["explored", "valid", "field_initializations", "executions", "hash", "complete", "space", "covered", "remaining", "reach", "prune"]


class ResumeTest(ProgramTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.state = pathlib.Path(self.folder.name) / "state.json"
        self.output = pathlib.Path(self.folder.name) / "structures.jsonl"

    def counts(self, *words, code=DONE):
        result = self.expect_json(code, *words, "--json", "--hash")
        return {key: result[key] for key in COUNTS} | {"track": result.get("track")}

    def kill_after(self, seconds, *words):
        process = subprocess.Popen([PROGRAM, *map(str, words)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        return process.wait() == -signal.SIGKILL

    def killed_often(self, search, kills, more_words):
        """What is counted in the end. `more_words`: those of each run, one after the other."""
        chance = random.Random(7)
        with_state = [*search, "--resume", self.state, "--json", "--hash"]
        while kills > 0:
            # Saved about every fifth of a second: most kills come after a save, some before the first.
            if self.kill_after(chance.uniform(0.02, 0.4), *with_state, *next(more_words)):
                kills -= 1
                continue
            self.assertEqual(json.loads(self.state.read_text())["state"]["complete"], True)
            self.state.unlink()  # it was done before it could be killed: once more from the beginning
        return self.counts(*search, "--resume", self.state)

    def test_killed_at_random_moments(self):
        undisturbed = self.counts(*SEARCH, "--track", 6)
        self.assertEqual(self.killed_often([*SEARCH, "--track", 6], KILLS, itertools.repeat([])), undisturbed)

    def test_several_threads_killed_and_a_single_one_in_between(self):
        undisturbed = self.counts(*SEARCH)
        threads = itertools.cycle([["--threads", 3], ["--threads", 2], ["--threads", 1], [], ["--threads", 5], ["--processes", 2]])
        self.assertEqual(self.killed_often(SEARCH, KILLS, threads), undisturbed)

    def test_several_threads_stopped_at_limits(self):
        undisturbed = self.counts("generate", "binary-tree", 9, "--backward")
        search = ["generate", "binary-tree", 9, "--backward", "--resume", self.state, "--threads", 3]
        for limit in (1, 5000, 100_000):
            self.assertEqual(self.counts(*search, "--max-explored", limit, code=LIMIT)["explored"], limit)
        self.assertEqual(self.counts(*search), undisturbed)
        self.assertEqual(self.counts(*search), undisturbed, "a complete one is reported again")

    def test_a_search_that_merges_states_goes_on_by_checkpoints(self):
        search = ["generate", "binary-tree", 9, "--engine", "diagram"]
        undisturbed = self.counts(*search)
        self.counts(*search, "--resume", self.state, "--max-valid", 4000, code=LIMIT)  # in the diagram by then
        result = self.expect_json(DONE, *search, "--resume", self.state, "--json", "--hash")
        for key in ("explored", "valid", "field_initializations", "hash", "complete"):
            self.assertEqual(result[key], undisturbed[key])
        self.assertEqual(result["engine"], "checkpoint")

    def test_what_is_printed_is_printed_once(self):
        for output in [self.output, self.output.with_suffix(".jsonl.gz")]:
            printing = ["generate", "binary-tree", 9, "--print", "json", "--output", output]
            self.expect(DONE, *printing)
            whole = output.read_bytes()
            printing += ["--resume", self.state, "--quiet"]
            while True:
                ran = self.run_program(*printing, "--time-limit", 0.2 if SANITIZED else 0.01)
                if ran.returncode == DONE:
                    break
                self.assertEqual(ran.returncode, LIMIT, ran.stderr)
                with open(output, "ab") as file:
                    file.write(b"what a killed search wrote after it was saved")
            unpack = gzip.decompress if output.suffix == ".gz" else bytes
            self.assertEqual(unpack(output.read_bytes()), unpack(whole))
            self.state.unlink()

    def test_stopped_by_limits_it_goes_on(self):
        undisturbed = self.counts("generate", "binary-tree", 8)
        for limit in [100, 1000, 54000]:
            stopped = self.expect_json(LIMIT, "generate", "binary-tree", 8, "--resume", self.state, "--json", "--hash", "--max-explored", limit)
            self.assertEqual(stopped["explored"], limit)
        self.assertEqual(self.counts("generate", "binary-tree", 8, "--resume", self.state), undisturbed)
        self.assertEqual(self.counts("generate", "binary-tree", 8, "--resume", self.state), undisturbed, "a complete one is reported again")

    def test_backward_and_in_a_range(self):
        for more in [["--backward", "--track", 3], ["--range", "2/3", "--track", 3], ["--engine", "reexecute"]]:
            undisturbed = self.counts("generate", "binary-tree", 8, *more)
            self.expect(LIMIT, "generate", "binary-tree", 8, *more, "--resume", self.state, "--hash", "--max-explored", 5000)
            self.assertEqual(self.counts("generate", "binary-tree", 8, *more, "--resume", self.state), undisturbed)
            self.state.unlink()

    def test_another_search_and_damage_are_refused(self):
        self.expect(LIMIT, "generate", "binary-tree", 8, "--resume", self.state, "--max-explored", 100)
        self.assertIn("another search", self.refused("generate", "binary-tree", 9, "--resume", self.state))
        self.assertIn("another search", self.refused("generate", "binary-tree", 8, "--backward", "--resume", self.state))
        good = self.state.read_text()
        for bad in ["", "{}", "[]", good[:-20], good.replace('"explored":100', '"explored":99'), '{"format":"korat search 9"}']:
            self.state.write_text(bad)
            _, err = self.expect(INPUT_DAMAGED, "generate", "binary-tree", 8, "--resume", self.state)
            self.assertIn("remove it to search from the beginning", err)

    def test_what_does_not_go_with_it(self):
        self.assertIn("--output", self.refused("generate", "binary-tree", 8, "--resume", self.state, "--print", "text"))
        self.expect(LIMIT, "generate", "binary-tree", 8, "--resume", self.state, "--max-explored", 100)
        self.assertIn("another search", self.refused("generate", "binary-tree", 8, "--resume", self.state, "--track", 4))

    def test_the_page_of_a_resumed_search(self):
        page = pathlib.Path(self.folder.name) / "page.html"
        reporting = ["generate", "binary-tree", 7, "--report", page, "--quiet"]
        parts = ["rejections", "structures", "track", "reach", "prune", "field_initializations"]

        def shown():
            data = json.loads(re.search(r'<script[^>]*application/json[^>]*>(.*?)</script>', page.read_text(), re.DOTALL).group(1))
            return {part: data[part] for part in parts}

        self.expect(DONE, *reporting)
        undisturbed = shown()
        self.assertTrue(undisturbed["rejections"] and undisturbed["structures"])
        for limit in [1000, 5000]:
            self.expect(LIMIT, *reporting, "--resume", self.state, "--max-explored", limit)
        self.expect(DONE, *reporting, "--resume", self.state)
        self.assertEqual(shown(), undisturbed)

    def test_a_piece_by_diagram_counts_no_reach(self):
        search = ["generate", "binary-tree", 8, "--resume", self.state, "--json"]
        self.expect(LIMIT, *search, "--engine", "diagram", "--max-valid", 700)
        self.assertIsNone(self.expect_json(DONE, *search)["reach"])

    def test_one_search_at_a_time(self):
        printing = [*SEARCH, "--print", "vector", "--output", self.output]
        first = subprocess.Popen([PROGRAM, *map(str, [*printing, "--resume", self.state])], stdout=subprocess.DEVNULL)
        while not self.state.exists():
            time.sleep(0.01)
        first.send_signal(signal.SIGSTOP)  # or it may end meanwhile
        is_there = os.waitid(os.P_PID, first.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT).si_code == os.CLD_STOPPED
        try:
            for words in [["--resume", self.state], ["--resume", self.state.with_suffix(".other")]]:
                if is_there:
                    self.assertIn("by another korat", self.refused(*printing, *words))
        finally:
            first.kill()
            first.wait()
        self.run_program(*printing, "--resume", self.state, "--max-explored", 10)
        self.assertEqual(sorted(p.name for p in self.state.parent.iterdir()), ["state.json", "structures.jsonl"])

    def test_what_is_no_file(self):
        for wrong in [self.folder.name, "/dev/zero", "/dev/null"]:
            self.assertIn("no ordinary file", self.refused("generate", "binary-tree", 3, "--resume", wrong))
        _, err = self.expect(OUTPUT_FAILED, "generate", "binary-tree", 3, "--resume", "/nowhere/state.json")
        self.assertIn("/nowhere/state.json", err)

    def test_output_that_is_gone(self):
        printing = ["generate", "binary-tree", 8, "--print", "json", "--output", self.output, "--resume", self.state]
        self.expect(LIMIT, *printing, "--max-explored", 50000)
        self.output.unlink()
        self.expect(OUTPUT_FAILED, *printing)
