#!/usr/bin/env python3
# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""check.py ROOT: folders of src/ include only what lies in lower layers, the files of a folder go into one library, and
public headers do not include each other in circles, no type is defined twice. The layers are those of the block 'layers' in CONTRIBUTING.md, the
lowest first; the last is the program, whose folder may be several targets. check.py --self-test: that mistakes are found,
in a tree made up for it."""

import pathlib
import re
import sys
import tempfile


def layers_in(text):
    """{folder: height}"""
    block = re.search(r"^ *```layers\n(.*?)^ *```$", text, re.S | re.M)
    if not block:
        raise SystemExit("CONTRIBUTING.md has no block of layers")
    return {folder: height for height, line in enumerate(block[1].splitlines()) for folder in line.split()}


def includes_of(file):
    return re.findall(r'^#include "([^"]+)"', file.read_text(), re.M)


def sources_below(folder):
    return sorted(path for path in folder.rglob("*") if path.suffix in (".hpp", ".cpp", ".h", ".S"))


def wrong_layers(root, heights):
    for file in sources_below(root / "src"):
        here = file.relative_to(root / "src").parts[0]
        if here not in heights:
            yield f"src/{here} is in no layer: add it to CONTRIBUTING.md"
            continue
        for name in includes_of(file):
            there = name.split("/")[0]
            if there not in heights or there == here:
                continue
            if heights[there] >= heights[here]:
                yield f"{file.relative_to(root)} includes {name}, but {there} does not lie below {here}"


def circles(root):
    """Of public headers; each once, from where it was met."""
    uses = {str(file.relative_to(root / "include")): includes_of(file) for file in sources_below(root / "include")}
    done = set()

    def follow(header, path):
        if header in path:
            yield "public headers include each other: " + " -> ".join(path[path.index(header):] + [header])
        elif header not in done:
            for other in uses.get(header, []):
                yield from follow(other, path + [header])
            done.add(header)

    for header in uses:
        yield from follow(header, [])


def targets_of(root):
    """{file: library} as the CMakeLists.txt of src/ and its folders have it; parts that are objects of a library are it."""
    of, part_of = {}, {}
    for build in sorted((root / "src").rglob("CMakeLists.txt")):
        for target, rest in re.findall(r"^\s*add_library\((\w+)([^)]*)\)", build.read_text(), re.M):
            part_of |= {part: target for part in re.findall(r"TARGET_OBJECTS:(\w+)", rest)}
            of |= {build.parent / name: target for name in re.findall(r"(?<=\s)[\w/]+\.(?:cpp|S)\b", rest)}
    return {file: part_of.get(target, target) for file, target in of.items()}


def divided_folders(root, heights):
    program = max(heights, key=heights.get)
    libraries = {}
    for file, library in targets_of(root).items():
        libraries.setdefault(file.relative_to(root / "src").parts[0], set()).add(library)
    for folder, found in sorted(libraries.items()):
        if folder != program and len(found) > 1:
            yield f"src/{folder} goes into several libraries: {', '.join(sorted(found))}"


def types_of(file):
    """Those that the file defines in a namespace with a name, as "korat::detail::view"."""
    scopes = []
    for line in file.read_text().splitlines():
        if opened := re.match(r"(?:inline )?namespace ?([\w:]*) \{", line):
            scopes.append(opened[1])
        elif line.startswith("}  // namespace"):
            scopes.pop()
        elif defined := re.match(r"(?:struct|class|union|enum(?: class)?) (\w+)(?: final)?(?: :[^;]*)? \{", line):
            if scopes and all(scopes):
                yield "::".join(scopes) + "::" + defined[1]


def types_defined_twice(root):
    """The linker would take one's code for both, and say nothing."""
    files = {}
    for file in sources_below(root / "src") + sources_below(root / "include"):
        for name in types_of(file):
            files.setdefault(name, []).append(str(file.relative_to(root)))
    for name, found in sorted(files.items()):
        if len(found) > 1:
            yield f"{name} is defined in {' and in '.join(found)}"


def complaints(root):
    heights = layers_in((root / "CONTRIBUTING.md").read_text())
    return (sorted(set(wrong_layers(root, heights))) + list(divided_folders(root, heights)) + list(circles(root)) +
            list(types_defined_twice(root)))


def self_test():
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        files = {
            "CONTRIBUTING.md": "```layers\nlow\nmiddle beside\nhigh\n```\n",
            "src/low/a.cpp": '#include "high/b.hpp"\n',
            "src/middle/c.cpp": '#include "beside/d.hpp"\n#include "low/e.hpp"\n#include "korat/f.hpp"\n',
            "src/high/b.hpp": '#include "middle/g.hpp"\nnamespace a::b {\nclass c final : d {\n};\n}  // namespace a::b\n',
            "src/nowhere/h.cpp": "namespace a::b {\nnamespace {\nstruct c {\n};\n}  // namespace\n"
                                 "struct c {\n};\nstruct e;\nstruct f {\n};\n}  // namespace a::b\n",
            "src/CMakeLists.txt": "add_library(part OBJECT\n  low/a.cpp\n  middle/c.cpp)\n"
                                  "add_library(whole STATIC low/k.cpp $<TARGET_OBJECTS:part>)\n",
            "src/middle/CMakeLists.txt": "add_library(other STATIC l.cpp)\n",
            "include/korat/f.hpp": '#include "korat/i.hpp"\n',
            "include/korat/i.hpp": '#include "korat/f.hpp"\n',
        }
        for path, text in files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_text(text)
        expected = [
            "src/low/a.cpp includes high/b.hpp, but high does not lie below low",
            "src/middle/c.cpp includes beside/d.hpp, but beside does not lie below middle",
            "src/nowhere is in no layer: add it to CONTRIBUTING.md",
            "src/middle goes into several libraries: other, whole",
            "public headers include each other: korat/f.hpp -> korat/i.hpp -> korat/f.hpp",
            "a::b::c is defined in src/high/b.hpp and in src/nowhere/h.cpp",
        ]
        found = complaints(root)
        if found != expected:
            raise SystemExit("expected\n  " + "\n  ".join(expected) + "\nfound\n  " + "\n  ".join(found))


if sys.argv[1] == "--self-test":
    self_test()
else:
    found = complaints(pathlib.Path(sys.argv[1]))
    if found:
        raise SystemExit("\n".join(found))
