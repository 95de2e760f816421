#!/usr/bin/env python3
# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""public_headers.py CLANG FOLDER [HEADER...]: of the public headers below FOLDER, or of those named: no public function or
variable has a type of korat::detail or a void* in its signature, and no file that includes them has a static initialiser.
public_headers.py CLANG --self-test: that mistakes are found, in headers made up for it."""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

ELSEWHERE = {"catch2.hpp", "gtest.hpp"}  # they include a test framework, which has static initialisers of its own
HAS_SIGNATURE = {"FunctionDecl", "CXXMethodDecl", "CXXConstructorDecl", "CXXConversionDecl", "FieldDecl", "VarDecl"}


def compiled(clang, folder, headers, *options):
    text = "".join(f"#include <{header}>\n" for header in headers)
    ran = subprocess.run([clang, "-std=c++20", f"-I{folder}", "-x", "c++", "-", *options], input=text, capture_output=True, text=True)
    if ran.returncode != 0:
        raise SystemExit(ran.stderr)
    return ran.stdout


def declarations(dump):
    """What clang's -ast-dump-filter writes: JSON objects with a line of text before each."""
    decoder, at = json.JSONDecoder(), 0
    while (begin := dump.find("\n{", at)) >= 0:
        found, at = decoder.raw_decode(dump, begin + 1)
        yield found


def private_types(node, scope=(), access="public"):
    """Of what users can name: not of private and protected members, nor of the namespace detail."""
    kind, name = node.get("kind"), node.get("name", "")
    if node.get("isImplicit") or access != "public":
        return
    if kind == "NamespaceDecl":
        inner = () if name == "detail" else node.get("inner", ())
        for child in inner:
            yield from private_types(child, (*scope, name))
    elif kind in ("ClassTemplateDecl", "FunctionTemplateDecl"):
        for child in [c for c in node.get("inner", ()) if not c["kind"].endswith("ParmDecl")][:1]:
            yield from private_types(child, scope)
    elif kind in ("CXXRecordDecl", "ClassTemplatePartialSpecializationDecl"):
        access = "private" if node.get("tagUsed") == "class" else "public"
        for child in node.get("inner", ()):
            if child["kind"] == "AccessSpecDecl":
                access = child["access"]
            else:
                yield from private_types(child, (*scope, name), access)
    elif kind in HAS_SIGNATURE:
        written = node.get("type", {}).get("qualType", "")
        if re.search(r"\bdetail::|\bvoid \*", written):
            yield "::".join((*scope, name)) + " is " + written


def complaints(clang, folder, headers):
    dump = compiled(clang, folder, headers, "-fsyntax-only", "-Xclang", "-ast-dump=json", "-Xclang", "-ast-dump-filter=korat")
    found = sorted({text for node in declarations("\n" + dump) for text in private_types(node)})
    own = [header for header in headers if pathlib.Path(header).name not in ELSEWHERE]
    if ".init_array" in compiled(clang, folder, own, "-S", "-o", "-"):
        found.append("a file that includes them has a static initialiser")
    return found


def self_test(clang):
    with tempfile.TemporaryDirectory() as folder:
        header = pathlib.Path(folder) / "korat" / "a.hpp"
        header.parent.mkdir()
        header.write_text("""
namespace korat {
namespace detail { struct inner {}; inner fine(void*); }
detail::inner wrong();
class b { public: void also_wrong(void*); protected: void fine(detail::inner); private: detail::inner fine_; };
template <class T> struct c { detail::inner wrong(T); };
struct d { d(); };
static d made_before_main;
}
""")
        expected = [
            "korat::b::also_wrong is void (void *)",
            "korat::c::wrong is detail::inner (T)",
            "korat::wrong is detail::inner ()",
            "a file that includes them has a static initialiser",
        ]
        found = complaints(clang, folder, ["korat/a.hpp"])
        if found != expected:
            raise SystemExit("expected\n  " + "\n  ".join(expected) + "\nfound\n  " + "\n  ".join(found))


def main():
    clang, folder = sys.argv[1:3]
    if folder == "--self-test":
        return self_test(clang)
    public = pathlib.Path(folder) / "korat"
    headers = sys.argv[3:] or [f"korat/{path.name}" for path in sorted(public.glob("*.hpp")) if path.name not in ELSEWHERE]
    if found := complaints(clang, folder, headers):
        raise SystemExit("\n".join(found))


main()
