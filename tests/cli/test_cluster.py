# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""A search by the tasks of a scheduler, while tasks, a node, the controller and the driver are killed: what one search counts."""

import collections
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
import xml.etree.ElementTree

import slurm
from program import DONE, PROGRAM, TESTS_FAILED, WRONG_USAGE, ProgramTest, kill

SAME = ("explored", "valid", "field_initializations", "executions", "hash", "complete", "space", "covered", "remaining", "reach", "prune")
SEARCH = ["search-tree", 10]
TESTS = os.environ.get("KORAT_TESTS")  # a program of GoogleTest with properties


def structures(reports):
    """Of each property, how many were tried, in all reports of GoogleTest."""
    counts = collections.Counter()
    for report in reports:
        for test in xml.etree.ElementTree.parse(report).iter("testcase"):
            for told in test.iter("property"):
                if told.get("name") == "korat_structures":
                    counts[test.get("name")] += int(told.get("value"))
    return counts


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

    @unittest.skipUnless(shutil.which("parallel"), "needs GNU parallel")
    def test_a_program_of_tests_that_fails_and_is_killed(self):
        """A shard that fails is told; one that was killed from outside is run again."""
        tests = self.folder / "my_tests"
        tests.write_text('#!/bin/sh\necho "this is $KORAT_SHARD $1"\n[ $KORAT_SHARD = 3/8 ] && exit 1\n'
                         '[ $KORAT_SHARD != 5/8 ] || [ -e $0.once ] || { touch $0.once; kill -9 $$; }\n[ $KORAT_SHARD != 6/8 ] || kill -SEGV $$\n')
        tests.chmod(0o755)
        self.expect(WRONG_USAGE, "cluster", "submit", "--tests", self.folder / "none", "--output", self.search)
        call = ["submit", "--tests", "--with", "parallel", "--tasks", 2, "--output", self.search, "--json", "--", tests, "--fast"]
        result = self.expect_json(TESTS_FAILED, "cluster", *call)
        self.assertEqual((result["complete"], result["shards"], result["passed"], result["open"]), (True, 8, 6, 0))
        self.assertEqual([(f["shard"], f["exit_code"]) for f in result["failed"]], [(3, 1), (6, 128 + signal.SIGSEGV)])
        self.assertEqual(pathlib.Path(result["failed"][0]["log"]).read_text(), "this is 3/8 --fast\n")
        self.assertTrue((self.search / "rounds" / "2.json").exists())
        self.assertIn("6 of 8 shards passed, 2 failed", self.expect(TESTS_FAILED, "cluster", "collect", self.search)[0])

    @unittest.skipUnless(slurm.is_installed() and TESTS, "needs Slurm, munge and a program of GoogleTest")
    def test_slurm_runs_googletest_in_shards(self):
        cluster = slurm.Cluster(self.folder / "slurm")
        self.addCleanup(cluster.stop)
        cluster.start()
        words = ["submit", "--tests", "--tasks", 3, "--shards", 5, "--output", self.search, "--", TESTS, "--gtest_brief=1"]
        out, err = self.expect(DONE, "cluster", *words, env=cluster.environment)
        self.assertIn("complete, 5 of 5 shards passed, 0 failed", out)
        self.assertIn("5 of 5 shards done", err)
        subprocess.run([TESTS, f"--gtest_output=xml:{self.folder}/whole.xml"], check=True, stdout=subprocess.DEVNULL)
        self.assertEqual(structures(self.search.glob("log/*.xml")), structures([self.folder / "whole.xml"]))

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
