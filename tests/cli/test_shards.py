# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Jobs that know nothing of each other, on one folder of results: what they find together is what one search finds."""

import json
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import zlib

from program import DONE, INPUT_DAMAGED, INTERRUPTED, LIMIT, PROGRAM, WRONG_USAGE, ProgramTest

SAME = ("explored", "valid", "field_initializations", "executions", "hash", "complete", "space", "covered", "remaining", "reach", "prune")


class ShardsTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name) / "results"

    def one(self, *search):
        result = self.expect_json(DONE, "generate", *search, "--json", "--hash")
        return [result[key] for key in SAME]

    def merged(self, code=DONE):
        result = self.expect_json(code, "merge", self.folder, "--json")
        return [result[key] for key in SAME]

    def job(self, number, of, *search):
        return [PROGRAM, *map(str, ["generate", *search, "--shard", f"{number}/{of}", "--output", self.folder])]

    def files(self):
        return {file.name: file.read_bytes() for file in self.folder.iterdir()}

    def test_in_any_order(self):
        for number in (3, 1, 4, 2):
            self.assertEqual(subprocess.call(self.job(number, 4, "search-tree", 6), stdout=subprocess.DEVNULL), DONE)
            self.merged(LIMIT if number != 2 else DONE)
        self.assertEqual(self.merged(), self.one("search-tree", 6))

    def test_a_budget_leaves_ranges_which_the_next_job_takes_up(self):
        for limit, search in ((25000, ["binary-tree", 8]), (8000, ["red-black-tree", 6, "--backward"]), (3000, ["search-tree", 5, "--engine", "reexecute"])):
            self.setUp()
            chance, rounds = random.Random(5), 0
            while rounds == 0 or any(codes):
                codes = [subprocess.call(self.job(i, 3, *search, "--threads", chance.randint(1, 3), "--max-explored", chance.randint(1, limit)),
                                         stdout=subprocess.DEVNULL) for i in (1, 2, 3)]
                self.assertLessEqual(set(codes), {DONE, LIMIT})
                rounds += 1
            self.assertGreater(rounds, 1)
            self.assertEqual(self.merged(), self.one(*search))

    def test_more_shards_than_candidates(self):
        for number in range(1, 13):
            subprocess.check_call(self.job(number, 12, "binary-tree", 2), stdout=subprocess.DEVNULL)
        self.assertEqual(self.merged(), self.one("binary-tree", 2))

    def test_a_job_done_twice_changes_nothing(self):
        for number in (1, 2):
            subprocess.check_call(self.job(number, 2, "binary-tree", 8), stdout=subprocess.DEVNULL)
        before = self.files()
        out = subprocess.check_output(self.job(1, 2, "binary-tree", 8), text=True)
        self.assertIn("done before", out)
        self.assertEqual(self.files(), before)

    def test_the_same_job_at_the_same_time_in_many_places(self):
        limit = ["--max-explored", 8000]
        for _ in range(3):
            jobs = [subprocess.Popen(self.job(i, 2, "binary-tree", 8, *limit), stdout=subprocess.DEVNULL) for i in (1, 2, 1, 2, 1, 2)]
            self.assertLessEqual({job.wait() for job in jobs}, {DONE, LIMIT})
        for number in (1, 2):
            subprocess.check_call(self.job(number, 2, "binary-tree", 8), stdout=subprocess.DEVNULL)
        self.assertEqual(self.merged(), self.one("binary-tree", 8))
        self.assertTrue(all(name.endswith(".result") for name in self.files()))

    def test_killed_and_interrupted_jobs(self):
        chance = random.Random(3)
        for _ in range(12):
            job = subprocess.Popen(self.job(chance.randint(1, 2), 2, "red-black-tree", 9, "--threads", 2), stdout=subprocess.DEVNULL)
            time.sleep(chance.uniform(0, 0.08))
            job.send_signal(chance.choice([signal.SIGKILL, signal.SIGINT]))
            self.assertIn(job.wait(), (DONE, INTERRUPTED, -signal.SIGKILL, -signal.SIGINT))
        for number in (1, 2):
            subprocess.check_call(self.job(number, 2, "red-black-tree", 9), stdout=subprocess.DEVNULL)
        self.assertEqual(self.merged(), self.one("red-black-tree", 9))

    def change(self, **members):
        """The first result, as another program or search would have written it."""
        file = sorted(self.folder.iterdir())[0]
        content = json.loads(file.read_text())
        content["search"].update(members)
        del content["checksum"]
        text = json.dumps(content, separators=(",", ":"))
        content["checksum"] = zlib.crc32(text.encode())
        file.write_text(json.dumps(content, separators=(",", ":")) + "\n")

    def test_results_of_something_else_are_refused(self):
        for members in ({"program": "0123456789abcdef"}, {"subject": "search-tree"}, {"arguments": [9]}, {"direction": "backward"}):
            self.setUp()
            for number in (1, 2):
                subprocess.check_call(self.job(number, 2, "binary-tree", 6), stdout=subprocess.DEVNULL)
            self.change(**members)
            _, err = self.expect(INPUT_DAMAGED, "merge", self.folder)
            self.assertIn("different searches", err)

    def test_a_folder_of_another_search_is_refused(self):
        subprocess.check_call(self.job(1, 2, "binary-tree", 6), stdout=subprocess.DEVNULL)
        for words in (["binary-tree", 7, "--shard", "1/2"], ["binary-tree", 6, "--backward", "--shard", "1/2"]):
            _, err = self.expect(WRONG_USAGE, "generate", *words, "--output", self.folder)
            self.assertIn("another search", err)
        _, err = self.expect(WRONG_USAGE, "generate", "binary-tree", 6, "--shard", "1/3", "--output", self.folder)
        self.assertIn("2 shards, not 3", err)

    def test_a_damaged_result_is_refused(self):
        subprocess.check_call(self.job(1, 1, "binary-tree", 6), stdout=subprocess.DEVNULL)
        file = next(self.folder.iterdir())
        file.write_text(file.read_text().replace('"valid":132', '"valid":131'))
        _, err = self.expect(INPUT_DAMAGED, "merge", self.folder)
        self.assertIn("is damaged", err)

    def test_what_makes_no_sense_is_refused(self):
        for words in ([], ["--output", "x", "--print", "text"], ["--output", "x", "--max-valid", 3], ["--output", "x", "--range", "1/2"],
                      ["--output", "x", "--resume", "y"], ["--output", "x", "--engine", "diagram"]):
            _, err = self.expect(WRONG_USAGE, "generate", "binary-tree", 3, "--shard", "1/2", *words)
            self.assertIn("--shard: ", err)
        _, err = self.expect(WRONG_USAGE, "merge", self.folder)
        self.assertIn("no results", err)
