#!/usr/bin/env python3
# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Checks that the documentation shows what is there: check-documentation.py SOURCES PROGRAM WORK_FOLDER

In README.md, CONTRIBUTING.md and docs/*.md:
  - a block below a comment <!-- path --> is part of that file, line by line but for the indentation;
  - every block of C++ has such a comment;
  - a block of a console runs its './korat ...' commands and gets what it shows; '...' stands for lines left out;
  - a block below <!-- file: name --> is a file that the console commands of the page may use;
  - links to files, and to headings of pages, lead somewhere;
  - the glossary is in alphabetical order, and has the terms that internals.md puts in italics: one or two words.
Times and sizes of saved states are not compared. With KORAT_CODE_ONLY set no command runs;
commands on a header run only with KORAT_HAS_PASS=1.
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import textwrap

FENCE = re.compile(r"(?:<!-- (?P<note>[^>]*?) -->\n)?```(?P<kind>\w*)\n(?P<text>.*?)^```$", re.M | re.S)
MASKS = [
    (re.compile(r"(  time +).*"), r"\1TIME"),
    (re.compile(r'("(?:seconds|bytes_saved|bytes_restored|peak_memory)":)[\d.e+-]+'), r"\1N"),
    (re.compile(r"(after) [\d.]+ m?s$", re.M), r"\1 TIME"),
]


def masked(text):
    for pattern, instead in MASKS:
        text = pattern.sub(instead, text)
    return text.rstrip("\n")


def is_part_of(block, whole):
    """Whether the lines of `block` occur in `whole`, shifted to the right by one common indentation."""
    wanted = textwrap.dedent(block).rstrip("\n").split("\n")
    lines = [line.rstrip() for line in whole.split("\n")]
    for start in range(len(lines) - len(wanted) + 1):
        part = "\n".join(lines[start : start + len(wanted)])
        if textwrap.dedent(part).split("\n") == wanted:
            return True
    return False


def matches(shown, printed):
    """Whether `shown` is `printed`, with any lines in place of a line '...'."""
    pieces = [piece.split("\n") if piece else [] for piece in re.split(r"^\.\.\.\n?|\n\.\.\.\n?", shown)]
    lines = printed.split("\n") if printed else []
    first, last = pieces[0], pieces[-1]
    if len(pieces) == 1:
        return lines == first
    if lines[: len(first)] != first or (last and lines[-len(last) :] != last):
        return False
    at = len(first)
    for piece in pieces[1:]:
        while lines[at : at + len(piece)] != piece:
            at += 1
            if at > len(lines):
                return False
        at += len(piece)
    return True


def commands_of(block):
    """Pairs of a command and what it prints."""
    parts = re.split(r"^\$ ", block, flags=re.M)[1:]
    for part in parts:
        command, _, shown = part.partition("\n")
        yield command, shown


def places_in(page):
    """What a link may name: headings, as sites spell them, and anchors."""
    headings = re.findall(r"^#+ (.*)$", FENCE.sub("", page), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings} | set(re.findall(r'<a id="([^"]+)"', page))


def in_italics(text):
    return {" ".join(found.lower().split()) for found in re.findall(r"(?<![*\w])\*([A-Za-z][^*]*?)\*(?!\*)", text)}


class Page:
    def __init__(self, path, root, program):
        self.path, self.root, self.program = path, root, program
        self.text = path.read_text(encoding="utf-8")
        self.errors = []

    def wrong(self, message):
        self.errors.append(f"{self.path.relative_to(self.root)}: {message}")

    def check(self, folder):
        os.symlink(self.program, folder / "korat")
        for block in FENCE.finditer(self.text):
            self.check_block(block["note"], block["kind"], block["text"], folder)
        for target, place in re.findall(r"\]\(([^)#]*)(?:#([^)]*))?\)", FENCE.sub("", self.text)):
            to = self.path.parent / target if target else self.path
            if target.startswith("http"):
                continue
            if not to.exists():
                self.wrong(f"a link leads to {target}, which is not there")
            elif place and to.suffix == ".md" and place not in places_in(to.read_text(encoding="utf-8")):
                self.wrong(f"a link leads to {target}#{place}, and there is no such heading")
        if self.path.name == "errors.md":
            self.check_messages()
        if self.path.name == "internals.md":
            self.check_terms((self.path.parent / "glossary.md").read_text(encoding="utf-8"))
        return self.errors

    def check_terms(self, glossary):
        entries = re.findall(r"^\*\*(.+?)\*\* - ", glossary, re.M)
        plain = [entry.lower().replace("`", "") for entry in entries]
        for before, after in zip(plain, plain[1:]):
            if before > after:
                self.wrong(f"the glossary has '{after}' behind '{before}'")
        known = {word for entry in plain for word in entry.split(", ")} | in_italics(glossary)
        text = re.sub(r"`[^`]*`", "", FENCE.sub("", self.text))
        for term in sorted(in_italics(text)):
            if len(term.split()) <= 2 and term not in known and term.removesuffix("s") not in known:
                self.wrong(f"the glossary has no '{term}'")

    def check_messages(self):
        """What a table's first column quotes is said somewhere; a word in capitals stands for any."""
        sources = [f.read_text(encoding="utf-8") for folder in ("include", "src", "pass", "cmake") for f in (self.root / folder).rglob("*")
                   if f.suffix in (".hpp", ".cpp", ".txt", ".cmake", ".in")]
        said = re.sub(r'"\s*"', "", "\n".join([*sources, (self.root / "CMakeLists.txt").read_text(encoding="utf-8")]))
        for message in re.findall(r"^\| `([^`]+)` \|", self.text, re.M):
            for part in re.split(r"\b(?:N|NAME|WHAT)\b", message):
                if part.strip() not in said:
                    self.wrong(f"nothing says {message!r}: {part.strip()!r} is nowhere in the sources")

    def check_block(self, note, kind, text, folder):
        if note and note.startswith("file: "):
            (folder / note.removeprefix("file: ")).write_text(text, encoding="utf-8")
        elif note:
            source = self.root / note
            if not source.exists() or not is_part_of(text, source.read_text(encoding="utf-8")):
                self.wrong(f"this is not in {note}:\n{text}")
        elif kind == "cpp":
            self.wrong(f"this block does not say which file it is from:\n{text}")
        if kind == "console" and not os.environ.get("KORAT_CODE_ONLY"):
            for command, shown in commands_of(text):
                self.check_command(command, shown, folder)

    def check_command(self, command, shown, folder):
        if not command.startswith("./korat "):
            return
        if ".hpp" in command and os.environ.get("KORAT_HAS_PASS") != "1":
            return  # headers need the compiler pass
        # As on a terminal: structures, then the summary, then what a command behind it prints.
        done = subprocess.run(["bash", "-c", command.removesuffix("; echo $?")], cwd=folder, encoding="utf-8", timeout=300,
                              stdin=subprocess.DEVNULL, capture_output=True,
                              env=os.environ | {"XDG_CACHE_HOME": str(folder / "cache")})
        status = f"{done.returncode}\n" if command.endswith("; echo $?") else ""
        printed = masked(done.stdout + done.stderr + status)
        if not matches(masked(shown), printed):
            self.wrong(f"$ {command}\nis said to print\n{shown}\nbut prints\n{printed}")


def main():
    root, program, work = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
    pages = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md"))]
    pages.remove(root / "docs" / "benchmarks.md")  # its numbers are those of one machine
    errors = []
    for page in pages:
        with tempfile.TemporaryDirectory(dir=work) as folder:
            errors += Page(page, root, program).check(pathlib.Path(folder))
    print("\n\n".join(errors) or f"{len(pages)} pages are right")
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
