# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""korat repair: broken structures from files."""

import json
import os
import pathlib
import tempfile
import unittest

from program import DONE, INPUT_DAMAGED, NOT_REPAIRED, OUTPUT_FAILED, PREDICATE_FAILED, ProgramTest

HAS_PASS = os.environ.get("KORAT_HAS_PASS") == "1"


def a_list(size, previous):
    """A ring of three entries; `previous`: of each of them, a number."""
    entries = [{"id": f"e{i}", "class": "entry", "fields": {"element": {"ref": "x"}, "next": {"ref": f"e{(i + 1) % 3}"},
                                                           "previous": {"ref": f"e{previous[i]}"}}} for i in range(3)]
    return {"root": "list", "objects": [{"id": "list", "class": "list", "fields": {"header": {"ref": "e0"}, "size": size}},
                                        *entries, {"id": "x", "class": "element", "fields": {}}]}


class RepairTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, content, name="broken.json"):
        path = self.folder / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def repair(self, subject, content, *words, code=DONE):
        return self.expect_json(code, "repair", subject, self.file(content), "--json", *words)

    def changes(self, report):
        return [(c["object"], c["field"], c["old"], c["new"]) for c in report["changed_fields"]]

    def test_names_are_those_of_the_file(self):
        report = self.repair("doubly-linked-list", a_list(3, [2, 0, 0]), "--engine", "reexecute")
        self.assertEqual((report["repaired"], report["outcome"]), (True, "repaired"))
        self.assertEqual(self.changes(report), [("e2", "previous", {"ref": "e0"}, {"ref": "e1"})])
        self.assertEqual(report["explanation"], "`e2.previous` pointed to the header (e0), now points to e1.\n")
        self.assertEqual((report["lost"], report["added"], report["fresh"], report["why"], report["note"]), ([], [], [], "", ""))
        self.assertEqual((report["subject"], report["arguments"], report["engine"]), ("doubly-linked-list", [5], "reexecute"))
        self.assertGreater(report["executions"], 1)
        self.assertGreater(report["seconds"], 0)
        self.assertNotIn("structure", report)

    def test_golden(self):
        out, err = self.expect(DONE, "repair", "doubly-linked-list", self.file(a_list(3, [2, 0, 0])), "--engine", "reexecute")
        self.assertEqual(err, "")
        self.assert_golden("repair.txt", out)

    def test_help(self):
        self.assert_golden("help-repair.txt", self.expect(DONE, "repair", "--help")[0])

    def test_a_structure_that_is_fine(self):
        report = self.repair("doubly-linked-list", a_list(3, [2, 0, 1]))
        self.assertEqual((report["repaired"], report["outcome"], report["changed_fields"], report["executions"]), (True, "fine", [], 1))
        out, _ = self.expect(DONE, "repair", "doubly-linked-list", self.folder / "broken.json")
        self.assertIn("the predicate holds, nothing to repair", out)

    def test_the_output_has_the_form_of_the_input(self):
        target = self.folder / "fixed.json"
        report = self.repair("doubly-linked-list", a_list(3, [2, 0, 0]), "--output", target)
        self.assertEqual(report["output"], str(target))
        self.assertEqual(json.loads(target.read_text()), a_list(3, [2, 0, 1]))
        within = {"subject": "doubly-linked-list", "arguments": [7], "seed": 3, "structure": a_list(3, [2, 0, 0])}
        report = self.repair("doubly-linked-list", within, "--output", target)
        self.assertEqual(report["arguments"], [7])
        self.assertEqual(json.loads(target.read_text()),
                         {"subject": "doubly-linked-list", "arguments": [7], "structure": a_list(3, [2, 0, 1])})
        self.assertEqual(sorted(p.name for p in self.folder.iterdir()), ["broken.json", "fixed.json"])

    def test_in_place(self):
        path = self.file(a_list(3, [2, 0, 0]))
        self.expect(DONE, "repair", "doubly-linked-list", path, "--output", path)
        self.assertEqual(json.loads(path.read_text()), a_list(3, [2, 0, 1]))

    def test_a_dry_run_writes_nothing(self):
        broken = self.file(a_list(3, [2, 0, 0]))
        before = broken.read_text()
        out, _ = self.expect(DONE, "repair", "doubly-linked-list", broken)
        self.assertIn("a dry run", out)
        self.assertEqual((broken.read_text(), [p.name for p in self.folder.iterdir()]), (before, ["broken.json"]))

    def test_what_corrupt_writes(self):
        for subject in ("binary-tree", "search-tree", "doubly-linked-list", "avl-tree", "singly-linked-list"):
            broken, fixed = self.folder / "broken.json", self.folder / "fixed.json"
            self.expect(DONE, "corrupt", subject, 12, "--faults", 1, "--seed", 3, "--output", broken)
            self.expect(DONE, "repair", subject, broken, "--output", fixed)
            self.assertEqual(self.expect_json(DONE, "repair", subject, fixed, "--json")["outcome"], "fine")

    def test_what_generate_prints(self):
        out, _ = self.expect(DONE, "generate", "heap-array", 4, "--print", "json", "--quiet")
        self.assertEqual(self.repair("heap-array", out.splitlines()[-1])["outcome"], "fine")

    def test_what_is_fine_is_written_as_it_was(self):
        for subject in ("dag", "heap-array", "disj-set", "linked-disj-set", "red-black-tree", "fibonacci-heap"):
            intact, same = self.folder / "intact.json", self.folder / "same.json"
            self.expect(DONE, "corrupt", subject, 8, "--faults", 0, "--output", intact)
            self.assertEqual(self.expect_json(DONE, "repair", subject, intact, "--output", same, "--json")["outcome"], "fine")
            self.assertEqual(json.loads(same.read_text())["structure"], json.loads(intact.read_text())["structure"], subject)

    def test_standard_input(self):
        out, _ = self.expect(DONE, "repair", "doubly-linked-list", "-", "--print", "json", "--json", input=json.dumps(a_list(3, [2, 0, 0])), stdin=None)
        self.assertEqual(json.loads(out)["structure"], a_list(3, [2, 0, 1]))
        out, err = self.expect(DONE, "repair", "doubly-linked-list", "-", "--print", "json", input=json.dumps(a_list(3, [2, 0, 0])), stdin=None)
        self.assertEqual(json.loads(out), a_list(3, [2, 0, 1]))
        self.assertIn("repaired, 1 field changed", err)
        _, err = self.expect(INPUT_DAMAGED, "repair", "doubly-linked-list", "-", input="{", stdin=None)
        self.assertIn("standard input", err)

    def test_keep_and_range(self):
        kept = self.repair("doubly-linked-list", a_list(3, [0, 0, 0]), "--keep", "entry::next", "--keep", "size")
        self.assertEqual({c["field"] for c in kept["changed_fields"]}, {"previous"})
        tree = {"root": "tree", "objects": [
            {"id": "tree", "class": "tree", "fields": {"root": {"ref": "a"}, "size": 2}},
            {"id": "a", "class": "node", "fields": {"left": None, "right": {"ref": "b"}, "info": 5}},
            {"id": "b", "class": "node", "fields": {"left": None, "right": None, "info": 5}}]}
        report = self.repair("search-tree", tree, "--keep", "left", "--keep", "right", "--keep", "root", "--range", "info=1..5")
        self.assertTrue(report["changed_fields"])
        for c in report["changed_fields"]:
            self.assertTrue(c["field"] == "info" and 1 <= c["new"] <= 5, c)

    def test_options_in_a_file(self):
        settings = self.file('keep = ["left", "right", "root"]\nrange = ["node::info=1..5", "size=0..9"]\n[repair]\njson = true\n', "repair.toml")
        tree = {"root": "tree", "objects": [
            {"id": "tree", "class": "tree", "fields": {"root": {"ref": "a"}, "size": 2}},
            {"id": "a", "class": "node", "fields": {"left": None, "right": {"ref": "b"}, "info": 5}},
            {"id": "b", "class": "node", "fields": {"left": None, "right": None, "info": 5}}]}
        report = self.expect_json(DONE, "repair", "--config", settings, "search-tree", self.file(tree))
        self.assertTrue(report["changed_fields"])
        for c in report["changed_fields"]:
            self.assertTrue(c["field"] == "info" and 1 <= c["new"] <= 5, c)

    def test_not_repaired(self):
        target = self.folder / "fixed.json"
        broken = a_list(1, [0, 0, 0])
        report = self.repair("doubly-linked-list", broken, "--max-executions", 1, "--output", target, code=NOT_REPAIRED)
        self.assertEqual((report["repaired"], report["outcome"], report["changed_fields"]), (False, "not-repaired", []))
        self.assertIn("1 execution", report["why"])
        self.assertNotIn("output", report)
        self.assertFalse(target.exists())
        out, _ = self.expect(NOT_REPAIRED, "repair", "doubly-linked-list", self.folder / "broken.json", "--max-executions", 1)
        self.assertIn("not repaired: no repair was found", out)

    def test_engines_agree(self):
        broken = a_list(1, [0, 0, 0])
        reports = [self.repair("doubly-linked-list", broken, "--engine", e) for e in ("checkpoint", "reexecute")]
        self.assertIn([r["engine"] for r in reports], (["checkpoint", "reexecute"], ["reexecute", "reexecute"]))  # sanitizers
        self.assertEqual(reports[0]["note"] == "", reports[0]["engine"] == "checkpoint")
        self.assertEqual(*[r["changed_fields"] for r in reports])

    def test_many_changes_are_not_all_shown(self):
        size = 60
        entries = [{"id": f"e{i}", "class": "entry", "fields": {"element": {"ref": "x"}, "next": {"ref": f"e{(i + 1) % size}"},
                                                               "previous": {"ref": "e0"}}} for i in range(size)]
        ring = {"root": "list", "objects": [{"id": "list", "class": "list", "fields": {"header": {"ref": "e0"}, "size": size}},
                                            *entries, {"id": "x", "class": "element", "fields": {}}]}
        out, _ = self.expect(DONE, "repair", "doubly-linked-list", self.file(ring))
        self.assertIn("  `previous` of 59 of 60 entries pointed to the header (e0), now points to e59, e1, e2 and 56 others.\n", out)
        self.assertIn("  and 39 more\n", out)
        self.assertNotIn("before:", out)

    def test_several_files(self):
        """One that fails does not stop the others; the exit code is that of the first that is not fine."""
        broken, fine = self.file(a_list(3, [2, 0, 0]), "broken.json"), self.file(a_list(3, [2, 0, 1]), "fine.json")
        damaged, missing = self.file("{", "damaged.json"), self.folder / "missing.json"
        more = [self.file(a_list(7, [2, 0, 1]), f"more{i}.json") for i in range(5)]
        for number in (1, 3):
            out = self.folder / f"out{number}"
            report = self.expect_json(INPUT_DAMAGED, "repair", "doubly-linked-list", broken, fine, damaged, missing, *more, "--json", "--output", out,
                                      "--processes", number)
            files = report["files"]
            self.assertEqual([f["file"] for f in files], [str(f) for f in (broken, fine, damaged, missing, *more)])
            self.assertEqual([f.get("outcome") for f in files], ["repaired", "fine", None, None] + ["repaired"] * 5)
            self.assertEqual(self.changes(files[0]), [("e2", "previous", {"ref": "e0"}, {"ref": "e1"})])
            self.assertIn("damaged.json", files[2]["error"])
            self.assertEqual(files[2]["exit_code"], INPUT_DAMAGED)
            self.assertEqual(sorted(f.name for f in out.iterdir()), sorted(["broken.json", "fine.json"] + [f.name for f in more]))
        out, err = self.expect(DONE, "repair", "doubly-linked-list", *more, broken, 5)
        self.assertEqual((out.splitlines()[-1], err), ("6 files: 6 repaired", ""))
        self.assertIn(f"{broken}: repaired, 1 field changed", out)
        out, _ = self.expect(NOT_REPAIRED, "repair", "doubly-linked-list", fine, broken, missing, "--max-executions", 1)
        self.assertTrue(out.endswith("3 files: 1 fine, 1 not repaired, 1 failed\n"), out)
        for words in (["--print", "json"], ["--draw", "x.svg"], ["--nearest", 2], ["-"]):
            self.refused("repair", "doubly-linked-list", fine, broken, *words)
        (self.folder / "other").mkdir()
        self.assertIn("two files are called", self.refused("repair", "doubly-linked-list", fine, self.folder / "other" / "fine.json", "--output", "x"))

    def test_a_predicate_that_kills_its_process_fails_one_file(self):
        node = {"id": "n", "class": "node", "fields": {"next": None, "key": 1}}
        lists = [{"root": "l", "objects": [{"id": "l", "class": "list", "fields": {"head": head, "label": ""}}, node]} for head in (None, {"ref": "n"})]
        files = [self.file(lists[i % 2], f"{i}.json") for i in range(4)]
        told = self.run_bad("repair", "deadly", *files, "--json")
        self.assertEqual(told.returncode, PREDICATE_FAILED, told.stdout)
        self.assertEqual([f.get("outcome", f.get("error")) for f in json.loads(told.stdout)["files"]],
                         ["fine", "its process died, killed by signal 9"] * 2)

    def test_pictures(self):
        for name in ("both.svg", "both.dot", "both.txt"):
            path = self.folder / name
            self.expect(DONE, "repair", "doubly-linked-list", self.file(a_list(3, [2, 0, 0])), "--draw", path)
            self.assertGreater(path.stat().st_size, 100)
        self.assertEqual((self.folder / "both.txt").read_text().count("list  size=3\n"), 2)

    def test_damaged_files(self):
        for text in ("", "{", "[]", '{"root":"list"}', '{"root":"list","objects":[]}', json.dumps(a_list(3, [2, 0, 1]))[:-30]):
            out, err = self.expect(INPUT_DAMAGED, "repair", "doubly-linked-list", self.file(text))
            self.assertEqual(out, "")
            self.assertIn("broken.json", err)
        self.expect(INPUT_DAMAGED, "repair", "doubly-linked-list", "/no/such/file.json")

    def test_structures_of_another_kind(self):
        for subject in ("binary-tree", "avl-tree", "heap-array"):
            _, err = self.expect(INPUT_DAMAGED, "repair", subject, self.file(a_list(3, [2, 0, 1])))
            self.assertIn("broken.json", err)
        wrong = a_list(3, [2, 0, 1])
        wrong["objects"][0]["fields"]["size"] = "three"
        _, err = self.expect(INPUT_DAMAGED, "repair", "doubly-linked-list", self.file(wrong))
        self.assertIn("list.size", err)

    def test_wrong_usage(self):
        broken = self.file(a_list(3, [2, 0, 0]))
        self.assertIn("'korat list'", self.refused("repair"))
        self.assertIn("korat repair binary-tree FILE", self.refused("repair", "binary-tree"))
        self.assertIn("did you mean 'doubly-linked-list'?", self.refused("repair", "doublylinkedlist", broken))
        self.assertIn("--keep: there is no member 'sise'; did you mean 'size'?", self.refused("repair", "doubly-linked-list", broken, "--keep", "sise"))
        self.assertIn("--range: there is no member 'entry::sizes'", self.refused("repair", "doubly-linked-list", broken, "--range", "entry::sizes=1..2"))
        for word in ("size", "size=", "size=3", "size=5..3", "=1..2", "size=a..b", "size=1..2x"):
            self.assertIn(f"key=0..99, not '{word}'", self.refused("repair", "doubly-linked-list", broken, "--range", word))
        for word in ("size", "size=0", "size=-1", "=2", "size=x"):
            self.assertIn(f"key=2.5, not '{word}'", self.refused("repair", "doubly-linked-list", broken, "--weight", word))
        self.assertIn("--time-limit", self.refused("repair", "doubly-linked-list", broken, "--time-limit", "0"))
        self.assertIn("--max-executions", self.refused("repair", "doubly-linked-list", broken, "--max-executions", "many"))
        self.assertIn("--draw: expected svg", self.refused("repair", "doubly-linked-list", broken, "--draw", "a.jpg"))
        self.assertIn("wrong number of arguments", self.refused("repair", "doubly-linked-list", broken, 3, 4))

    def test_a_file_that_cannot_be_written(self):
        _, err = self.expect(OUTPUT_FAILED, "repair", "doubly-linked-list", self.file(a_list(3, [2, 0, 0])), "--output", "/no/such/folder/a.json")
        self.assertIn("/no/such/folder/a.json", err)

    @unittest.skipUnless(HAS_PASS, "headers need the compiler pass")
    def test_a_header(self):
        header = self.folder / "tree.hpp"
        self.expect(DONE, "new", header)
        environment = os.environ | {"XDG_CACHE_HOME": str(self.folder / "cache")}
        out, _ = self.expect(DONE, "generate", header, 3, "--print", "json", "--quiet", env=environment)
        whole = json.loads(out.splitlines()[0])
        broken = json.loads(out.splitlines()[0])
        broken["objects"][0]["fields"]["size_"] += 2
        report = self.expect_json(DONE, "repair", header, self.file(broken), "--json", "--print", "json", env=environment)
        self.assertEqual(report["outcome"], "repaired")
        self.assertEqual(report["structure"], whole)

    @unittest.skipUnless(HAS_PASS, "headers need the compiler pass")
    def test_a_header_with_a_number_that_only_a_comparison_tells(self):
        header = self.folder / "tree.hpp"
        self.expect(DONE, "new", header)
        header.write_text(header.read_text().replace("visited.size()) ==", "visited.size()) * 7'919 ==").replace("exactly(nodes)", "exactly(7'919 * nodes)"))
        environment = os.environ | {"XDG_CACHE_HOME": str(self.folder / "cache")}
        out, _ = self.expect(DONE, "generate", header, 3, "--print", "json", "--quiet", env=environment)
        broken = json.loads(out.splitlines()[0])
        broken["objects"][0]["fields"]["size_"] = 5
        report = self.expect_json(DONE, "repair", header, self.file(broken), "--json", env=environment)
        self.assertEqual([(c["field"], c["new"]) for c in report["changed_fields"]], [("size_", 23757)])
