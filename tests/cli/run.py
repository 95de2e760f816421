#!/usr/bin/env python3
# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Runs the tests of the command-line program.

    KORAT_PROGRAM=build/release/korat KORAT_BAD_PROGRAM=build/release/tests/cli/korat_cli_bad tests/cli/run.py [PART...]

Parts are the files test_PART.py; without any, all run. With KORAT_APPROVE=1 the golden files are written anew from what
the program says now: read the difference before you commit it.
"""

import pathlib
import sys
import unittest

sys.dont_write_bytecode = True
here = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(here))
parts = sys.argv[1:] or sorted(path.stem.removeprefix("test_") for path in here.glob("test_*.py"))
suite = unittest.defaultTestLoader.loadTestsFromNames([f"test_{part}" for part in parts])
result = unittest.TextTestRunner(verbosity=2).run(suite)
sys.exit(0 if result.wasSuccessful() and result.testsRun > 0 else 1)
