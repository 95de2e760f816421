# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""The program under test, and how its output is compared."""

import json
import os
import pathlib
import re
import signal
import subprocess
import unittest

GOLDEN = pathlib.Path(__file__).resolve().parent / "golden"
PROGRAM = os.environ.get("KORAT_PROGRAM", "korat")
BAD_PROGRAM = os.environ.get("KORAT_BAD_PROGRAM", "korat_cli_bad")
SANITIZED = os.environ.get("KORAT_SANITIZED") == "1"
APPROVE = os.environ.get("KORAT_APPROVE") == "1"

DONE, INTERNAL_ERROR, WRONG_USAGE, LIMIT, PREDICATE_FAILED, OUTPUT_FAILED, INPUT_DAMAGED, NOT_REPAIRED, DIFFERS, TESTS_FAILED, INTERRUPTED, READER_GONE = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 130, 141


def masked(text):
    """Without what differs from run to run and from machine to machine."""
    text = re.sub(r"(  time +).*", r"\1TIME", text)
    text = re.sub(r'("(?:seconds|bytes_saved|bytes_restored|peak_memory|executions|self_checks)":)[-+.e0-9]+', r"\1N", text)
    return text


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:  # it was faster
        pass


class ProgramTest(unittest.TestCase):
    maxDiff = None

    def run_program(self, *words, program=PROGRAM, **options):
        settings = dict(stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, timeout=100)
        return subprocess.run([program, *map(str, words)], **(settings | options), encoding="utf-8", errors="replace")

    def run_bad(self, *words, **options):
        return self.run_program(*words, program=BAD_PROGRAM, **options)

    def expect(self, code, *words, **options):
        """Runs it, checks the exit code, gives back what it wrote to (stdout, stderr)."""
        ran = self.run_program(*words, **options)
        self.assertEqual(ran.returncode, code, ran.stderr)
        return ran.stdout, ran.stderr

    def expect_json(self, code, *words, **options):
        """The one JSON object on standard output. json.loads refuses anything after it."""
        out, _ = self.expect(code, *words, **options)
        self.assertEqual(out.count("\n"), 1, "one line")
        result = json.loads(out)
        self.assertIsInstance(result, dict)
        return result

    def refused(self, *words, **options):
        """Wrong usage says why on standard error and nothing on standard output."""
        out, err = self.expect(WRONG_USAGE, *words, **options)
        self.assertEqual(out, "")
        self.assertTrue(err.startswith("korat: "), err)
        return err

    def assert_golden(self, name, text, approvable=True):
        path = GOLDEN / name
        if APPROVE and approvable:
            path.write_text(masked(text), encoding="utf-8")
        self.assertEqual(masked(text), path.read_text(encoding="utf-8"), f"KORAT_APPROVE=1 tests/cli/run.py approves {name}")
