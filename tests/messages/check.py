# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""What a compiler says about mistakes: check.py COMPILER INCLUDE_FOLDER FILE

Every line of FILE that ends in '// error: TEXT' must have exactly one error with that text, which names the line, in at
most LINES lines of output; and there must be no other error.
"""

import re
import subprocess
import sys

LINES = 14


def main(compiler, include, path):
    with open(path, encoding="utf-8") as file:
        wanted = {number: text.strip() for number, line in enumerate(file, 1) for text in re.findall(r"// error: (.*)", line)}
    many = [] if "g++" in compiler.split("/")[-1] and "clang" not in compiler else ["-ferror-limit=0"]
    ran = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{include}", *many, path], capture_output=True, text=True)
    output = ran.stderr.splitlines()
    errors = [line for line in output if re.match(r"\S+:\d+:\d+: (fatal )?error:", line)]
    problems = [] if len(errors) == len(wanted) else [f"{len(errors)} errors, not {len(wanted)}"]
    for number, text in wanted.items():
        if not any(text in line for line in errors):
            problems.append(f"no error says '{text}'")
        if not any(re.search(rf"mistakes\.cpp:{number}:", line) for line in output):
            problems.append(f"no error leads to line {number}")
    if len(output) > LINES * len(wanted):
        problems.append(f"{len(output)} lines for {len(wanted)} mistakes")
    print("\n".join([*problems, *(errors if problems else [])]) or f"{len(wanted)} mistakes, {len(output)} lines")
    return 1 if problems else 0


sys.exit(main(*sys.argv[1:]))
