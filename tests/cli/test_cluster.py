# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""A search by the tasks of a scheduler, while tasks, a node, the controller and the driver are killed: what one search counts."""

import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

import slurm
from program import DONE, PROGRAM, SANITIZED, WRONG_USAGE, ProgramTest

SAME = ("explored", "valid", "field_initializations", "executions", "hash", "complete", "space", "covered", "remaining", "reach", "prune")
SEARCH = ["search-tree", 10]


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:  # it was faster
        pass


class ClusterTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="korat", ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name).resolve()
        self.search = self.folder / "search"

    def one(self, *search):
        result = self.expect_json(DONE, "generate", *search, "--threads", "all", "--json", "--hash")
        return [result[key] for key in SAME]

    def driver(self, *words, **options):
        return subprocess.Popen([PROGRAM, "cluster", *map(str, words), "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)

    def collected(self, driver):
        out, err = driver.communicate(timeout=110)
        self.assertEqual(driver.returncode, DONE, err)
        result = json.loads(out)
        return [result[key] for key in SAME]

    @unittest.skipUnless(shutil.which("parallel"), "needs GNU parallel")
    def test_gnu_parallel_with_killed_tasks(self):
        driver = self.driver("submit", "binary-tree", 11, "--with", "parallel", "--tasks", 4, "--time-limit", 0.3, "--output", self.search)
        chance, killed = random.Random(1), 0
        while driver.poll() is None and killed < 4:
            tasks = slurm.tasks(self.search / "program")
            if tasks:
                kill(chance.choice(tasks))
                killed += 1
            time.sleep(0.1)
        self.assertEqual(self.collected(driver), self.one("binary-tree", 11))

    @unittest.skipUnless(shutil.which("parallel") and os.environ.get("KORAT_HAS_PASS") == "1", "needs GNU parallel and the compiler pass")
    def test_a_class_of_ones_own_travels_compiled(self):
        header = self.folder / "my_tree.hpp"
        self.expect(DONE, "new", header)
        one = self.one(header, 5)
        driver = self.driver("submit", header, 5, "--with", "parallel", "--tasks", 2, "--output", self.search)
        self.assertEqual(self.collected(driver), one)
        header.unlink()
        self.expect(DONE, "cluster", "collect", self.search)

    def test_what_makes_no_sense_is_refused(self):
        for words in (["submit"], ["submit", "binary-tree", 3], ["status"], ["resume", self.search], ["collect", self.search], ["begin"],
                      ["submit", "binary-tree", 3, "--output", self.search, "--with", "mpi"]):
            self.expect(WRONG_USAGE, "cluster", *words)

    @unittest.skipUnless(slurm.is_installed(), "needs Slurm and munge")
    def test_slurm_with_everything_killed(self):
        cluster = slurm.Cluster(self.folder / "slurm")
        self.addCleanup(cluster.stop)
        cluster.start()
        driver = self.driver("submit", *SEARCH, "--tasks", 6, "--time-limit", 0.4, "--output", self.search, env=cluster.environment)
        self.beat(cluster, driver)
        driver.kill()
        driver.wait()
        driver.stdout.close()
        driver.stderr.close()
        status = subprocess.run([PROGRAM, "cluster", "status", self.search], env=cluster.environment, capture_output=True, text=True)
        self.assertIn("round ", status.stdout)
        self.assertIn("not complete", status.stdout)
        resumed = self.driver("resume", self.search, env=cluster.environment)
        self.assertEqual(self.collected(resumed), self.one(*SEARCH))
        self.assertEqual(subprocess.call([PROGRAM, "cluster", "collect", self.search], stdout=subprocess.DEVNULL), DONE)

    def beat(self, cluster, driver):
        """Kills tasks, a node and the controller, each while tasks run."""
        self.wait_for_tasks()
        for _ in range(3):
            for task in slurm.tasks(self.search / "program")[:1]:
                kill(task)
            self.wait_for_tasks()
        cluster.kill("slurmd.n2")
        for task in slurm.tasks(self.search / "program")[:2]:
            kill(task)
        self.wait_for_tasks()
        cluster.kill("slurmctld")
        time.sleep(1)
        cluster.start_controller()
        cluster.start_node("n2")
        self.wait_for_tasks()
        self.assertIsNone(driver.poll(), "the search was over before all was killed")

    def wait_for_tasks(self):
        """Until some run, and some more results are there."""
        results = self.search / "results"
        count = lambda: len(list(results.iterdir())) if results.exists() else 0
        before, end = count(), time.monotonic() + 40
        while time.monotonic() < end and (count() == before or not slurm.tasks(self.search / "program")):
            time.sleep(0.05)
        self.assertLess(time.monotonic(), end, "no task has given a result")
