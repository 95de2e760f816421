#!/usr/bin/env python3
# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""describe-program.py PROGRAM FOLDER: writes the manual page and the completions for bash and zsh into FOLDER.

All is taken from what the program answers to --help, so nothing is written twice."""

import datetime
import gzip
import os
import pathlib
import re
import subprocess
import sys

ENTRY = re.compile(r"  (\S.*?)(?: {2,}|(?<=\S) (?=[A-Z][a-z]))(.*)")  # "  --name VALUE    What it does"


def asked(*words):
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def sections(text):
    """[(title, [line, ...])]: what comes before 'Usage:', then each 'Title:' with its lines, then the notes as ''."""
    result = [("Summary", [])]
    for line in text.splitlines():
        if title := re.fullmatch(r"([A-Z][a-z ]+):( .*)?", line):
            result.append((title[1], [title[2].strip()] if title[2] else []))
        elif line and not line.startswith(" ") and result[-1][0] not in ("Summary", ""):
            result.append(("", [line]))
        else:
            result[-1][1].append(line)
    return result


def entries(lines):
    return [(m[1], m[2]) for m in map(ENTRY.fullmatch, lines) if m]


def names(option):
    """"-h,--help" and "--output FILE" -> ["-h", "--help"] and ["--output"]."""
    return option.split()[0].split(",")


LISTED = re.compile(r"(?:: |\bas |^)((?:[a-z]+, )*[a-z]+,? or [a-z]+)\b")


def choices(option, text):
    """The words that an option takes, where its help lists them: "--print FORMAT", "Print each: text, json or dot" -> text, json, dot.
    Empty where any value goes. What is said of one of them in brackets is not part of it, nor is an article behind 'or'."""
    if option.split()[-1] not in ("FORMAT", "ENGINE", "WHEN"):
        return []
    listed = LISTED.search(re.sub(r" \([^()]*\)", "", text))
    return [word for word in re.split(r",? or |, ", listed[1]) if len(word) > 1] if listed else []


class Program:
    def __init__(self, path):
        self.version = asked(path, "--version").split()[-1]
        self.help = sections(asked(path, "--help"))
        commands = next(lines for title, lines in self.help if title == "Subcommands")
        self.commands = dict(entries(commands))
        self.helps = {name: sections(asked(path, name, "--help")) for name in self.commands}

    def options(self, command):
        return [e for title, lines in self.helps[command] if title == "Options" for e in entries(lines)]


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in ".'" else text


def as_roff(lines):
    for line in lines:
        if entry := ENTRY.fullmatch(line):
            yield f".TP\n.B {escaped(entry[1])}\n{escaped(entry[2])}"
        elif code := re.fullmatch(r" +(\d+)  (.*)", line):
            yield f".TP\n.B {code[1]}\n{escaped(code[2])}"
        else:
            yield escaped(line.strip()) or ".PP"


def manual_page(program):
    day = datetime.datetime.fromtimestamp(int(os.environ.get("SOURCE_DATE_EPOCH", "0")), datetime.timezone.utc)
    date = f"{day:%Y-%m-%d}" if "SOURCE_DATE_EPOCH" in os.environ else ""
    parts = [f'.TH KORAT 1 "{date}" "korat {program.version}" "User Commands"', ".SH NAME"]
    parts.append("korat \\- generate every structure that satisfies a predicate, within a bound")
    parts += [".SH SYNOPSIS", ".B korat", "[OPTIONS] COMMAND ..."]
    for title, lines in program.help:
        if title in ("Options", "Exit codes"):
            parts += [f".SH {title.upper()}", *as_roff(lines)]
    parts.append(".SH COMMANDS")
    for name, summary in program.commands.items():
        parts += [f".SS korat {name}", escaped(summary) + "."]
        for title, lines in program.helps[name]:
            if title == "Usage":
                parts += [".PP", f".B {escaped(lines[0])}"]
            elif title != "Summary":
                parts += [".PP", *as_roff(lines)]
    parts += [".SH SEE ALSO", ".BR korat-c++ (1),", ".BR korat-bounds (1)"]
    return "\n".join(parts) + "\n"


def bash_completion(program):
    cases = "\n".join(f"    {name}) options='{' '.join(n for o, _ in program.options(name) for n in names(o))}' ;;"
                      for name in program.commands)
    values = "\n".join(f"    {name}:{n}) values='{' '.join(words)}' ;;" for name in program.commands
                       for option, text in program.options(name) if (words := choices(option, text)) for n in names(option))
    return f"""# Completion of korat for bash.
_korat() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} options subjects values=
  if [[ $COMP_CWORD == 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W '{' '.join(program.commands)} --help --version --config' -- "$word")
    return
  fi
  case ${{COMP_WORDS[1]}} in
{cases}
    *) return ;;
  esac
  case ${{COMP_WORDS[1]}}:$before in
{values}
  esac
  if [[ $values ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")
  elif [[ $COMP_CWORD == 2 ]]; then
    subjects=$("${{COMP_WORDS[0]}}" list 2>/dev/null | sed -n 's/^  \\([a-z][-a-z]*\\) .*/\\1/p')
    mapfile -t COMPREPLY < <(compgen -W "$subjects" -- "$word"; compgen -f -- "$word")
  else
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
  fi
}}
complete -o filenames -F _korat korat
"""


def zsh_quoted(text):
    for character in "\\'[]:":
        text = text.replace(character, "'\\''" if character == "'" else "\\" + character)
    return text


def zsh_completion(program):
    commands = "\n".join(f"    '{name}:{zsh_quoted(summary)}'" for name, summary in program.commands.items())
    cases = []
    for name in program.commands:
        specs = []
        for option, text in program.options(name):
            words = choices(option, text)
            value = f":value:({' '.join(words)})" if words else ":value:_files" if " " in option else ""
            specs += [f"'{n}[{zsh_quoted(text)}]{value}'" for n in names(option)]
        cases.append(f"    {name}) _arguments {' '.join(specs)} '1:subject:_korat_subjects' '*:argument:_files' ;;")
    joined = "\n".join(cases)
    return f"""#compdef korat
_korat_subjects() {{
  local -a subjects
  subjects=(${{(f)"$(korat list 2>/dev/null | sed -n 's/^  \\([a-z][-a-z]*\\) .*/\\1/p')"}})
  compadd -a subjects
  _files
}}
_korat() {{
  local -a commands
  commands=(
{commands}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
{joined}
  esac
}}
_korat "$@"
"""


def write_compressed(path, text):
    with open(path, "wb") as file, gzip.GzipFile(filename="", mode="wb", fileobj=file, compresslevel=9, mtime=0) as compressed:
        compressed.write(text.encode())


if __name__ == "__main__":
    described, folder = Program(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    write_compressed(folder / "korat.1.gz", manual_page(described))
    (folder / "korat.bash").write_text(bash_completion(described))
    (folder / "_korat").write_text(zsh_completion(described))
