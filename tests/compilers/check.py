#!/usr/bin/env python3
# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""check.py COMPILER ROOT [--alone]: the library, and all public headers, have no warning from this compiler in C++20 and in C++23.
Nothing is made of them. A folder of the library is one file, as where many files are compiled at once; with --alone each of its files
is compiled by itself in C++20 too, and includes what it needs."""

import pathlib
import re
import subprocess
import sys

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror"]
# GCC 12's std::stable_sort calls a function that is deprecated since C++17, and newer Clangs say so in whoever sorts. What is global in
# one file of a folder is not for the next, so it is not shadowed.
BESIDES = ["-Wno-deprecated-declarations"]
FOLDER = ["-Wno-shadow"]
# They include a test framework.
ELSEWHERE = {"catch2.hpp", "gtest.hpp"}


def compile_all(compiler, root, standard, text, *options):
    command = [compiler, f"-std={standard}", "-fsyntax-only", "-x", "c++", "-", f"-I{root}/include", f"-I{root}/src", *WARNINGS, *BESIDES, *options]
    ran = subprocess.run(command, input=text, capture_output=True, text=True)
    if ran.returncode != 0:
        raise SystemExit(f"{compiler} -std={standard}:\n{ran.stderr[:5000]}")


def library_files(root):
    """Lists of files that are compiled at once: those of a folder, without those that are to be alone."""
    build = (root / "src" / "CMakeLists.txt").read_text()
    alone = re.search(r"set_source_files_properties\(([^)]*) PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON", build.replace("\n", " "))[1].split()
    together = {}
    for part in re.findall(r"^add_library\(korat_\w+ OBJECT([^)]*)\)", build, re.M):
        for name in re.findall(r"\S+\.cpp", part):
            together.setdefault(name if name in alone else str(pathlib.PurePath(name).parent), []).append(name)
    return list(together.values())


def main():
    compiler, root = sys.argv[1], pathlib.Path(sys.argv[2])
    headers = sorted(path.name for path in (root / "include" / "korat").glob("*.hpp") if path.name not in ELSEWHERE)
    library = library_files(root)
    if len(headers) < 30 or sum(map(len, library)) < 100:
        raise SystemExit("the library is larger than what was found of it")
    for standard in ("c++20", "c++2b"):  # as Clang 14 calls C++23
        compile_all(compiler, root, standard, "".join(f"#include <korat/{name}>\n" for name in headers))
        if standard == "c++20" and "--alone" in sys.argv:
            for name in (name for files in library for name in files):
                compile_all(compiler, root, standard, f'#include "{name}"\n')
            continue
        for files in library:
            compile_all(compiler, root, standard, "".join(f'#include "{name}"\n' for name in files), *FOLDER)


main()
