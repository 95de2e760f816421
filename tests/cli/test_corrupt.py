# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""korat corrupt: large structures with faults that are known."""

import json
import pathlib
import tempfile

from program import DONE, OUTPUT_FAILED, WRONG_USAGE, ProgramTest

SUBJECTS = ["binary-tree", "search-tree", "red-black-tree", "binomial-heap", "fibonacci-heap", "disj-set", "heap-array",
            "singly-linked-list", "doubly-linked-list", "sorted-list", "dag", "avl-tree", "ternary-tree", "linked-disj-set"]


class CorruptTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.file = pathlib.Path(folder.name) / "broken.json"

    def corrupt(self, *words):
        return self.expect_json(DONE, "corrupt", *words)

    def field(self, structure, object_id, name):
        """What it holds in the file, also if it is an element of an array."""
        fields = next(o["fields"] for o in structure["objects"] if o["id"] == object_id)
        if "[" not in name:
            return fields[name]
        array, index = name[:-1].split("[")
        return fields[array][int(index)]

    def test_every_subject(self):
        for subject in SUBJECTS:
            broken = self.corrupt(subject, 30, "--faults", 5)
            self.assertEqual((broken["subject"], broken["size"], broken["seed"]), (subject, 30, 1))
            self.assertEqual(len(broken["faults"]), 5)
            self.assertEqual(broken["object_count"], len(broken["structure"]["objects"]))
            for fault in broken["faults"]:
                self.assertNotEqual(fault["old"], fault["new"])
                self.assertEqual(self.field(broken["structure"], fault["object"], fault["field"]), fault["new"])

    def test_without_faults_everything_is_reached(self):
        for subject in SUBJECTS:
            intact = self.corrupt(subject, 20, "--faults", 0)
            self.assertEqual((intact["faults"], intact["unreachable"]), ([], 0))

    def test_lost_objects_are_in_the_file(self):
        broken = self.corrupt("singly-linked-list", 100, "--kinds", "null", "--faults", 20)
        self.assertGreater(broken["unreachable"], 0)
        self.assertEqual(sum(o["class"] == "entry" for o in broken["structure"]["objects"]), 101)

    def test_numbers_do_not_tell_the_order(self):
        intact = self.corrupt("linked-disj-set", 100, "--faults", 0)
        objects = {o["id"]: o["fields"] for o in intact["structure"]["objects"]}
        order, at = [], objects["disjoint_set"]["head"]
        while at:
            order.append(int(at["ref"].removeprefix("element")))
            at = objects[at["ref"]]["next"]
        self.assertEqual(sorted(order), list(range(100)))
        rising = sum(a < b for a, b in zip(order, order[1:]))
        self.assertTrue(30 < rising < 70, rising)

    def test_kinds(self):
        for kinds in ("null", "redirect", "cycle", "swap", "value", "null,value"):
            broken = self.corrupt("red-black-tree", 50, "--kinds", kinds, "--faults", 6)
            self.assertLessEqual({f["kind"] for f in broken["faults"]}, set(kinds.split(",")))

    def test_a_seed_is_a_file(self):
        words = ("avl-tree", 12, "--faults", 3)
        first, again, other = (self.corrupt(*words, "--seed", s) for s in (7, 7, 8))
        self.assertEqual(first, again)
        self.assertNotEqual(first["structure"], other["structure"])

    def test_golden(self):
        out, err = self.expect(DONE, "corrupt", "avl-tree", 5, "--faults", 4)
        self.assertEqual(err, "")
        self.assert_golden("corrupt.json", out)

    def test_to_a_file(self):
        out, err = self.expect(DONE, "corrupt", "binary-tree", 1000, "--faults", 2, "--kinds", "value,null", "--output", self.file)
        self.assertEqual(err, "")
        lines = out.splitlines()
        self.assertRegex(lines[0], r"^binary-tree 1,000: 2 faults in .*broken.json, [0-9,]+ of 1,001 objects unreachable$")
        self.assertEqual(len(lines), 3)
        written = json.loads(self.file.read_text())
        report = self.corrupt("binary-tree", 1000, "--faults", 2, "--kinds", "value,null", "--output", self.file, "--json")
        self.assertEqual(report.pop("output"), str(self.file))
        self.assertEqual(report, {k: v for k, v in written.items() if k != "structure"})

    def test_many_faults_are_not_all_shown(self):
        out, _ = self.expect(DONE, "corrupt", "binary-tree", 1000, "--faults", 100, "--output", self.file)
        self.assertEqual(len(out.splitlines()), 22)
        self.assertIn("  and 80 more\n", out)

    def test_wrong_usage(self):
        self.assertIn("'korat list'", self.refused("corrupt"))
        self.assertIn("did you mean 'binary-tree'?", self.refused("corrupt", "binarytree", 5))
        self.assertIn("korat corrupt binary-tree SIZE", self.refused("corrupt", "binary-tree"))
        self.assertIn("'many'", self.refused("corrupt", "binary-tree", "many"))
        self.assertIn("binary-tree: size is -1, but must be from 0 to 1000000", self.refused("corrupt", "binary-tree", -1))
        self.assertIn("dag: size is 1, but must be from 2 to 1000", self.refused("corrupt", "dag", 1))
        self.assertIn("fault-tree knows no large structures: take another", self.refused("corrupt", "fault-tree", 5))
        self.assertIn("--faults: expected an integer from 0 on, not '-3'", self.refused("corrupt", "dag", 5, "--faults", -3))
        self.assertIn("--seed: expected an integer from 0 on, not 'x'", self.refused("corrupt", "dag", 5, "--seed", "x"))
        self.assertIn("--kinds: expected null, redirect, cycle, swap, value, not 'nul'",
                      self.refused("corrupt", "binary-tree", 5, "--kinds", "value,nul"))
        self.assertIn("binary-tree 1 has room for 1 fault of these kinds only",
                      self.refused("corrupt", "binary-tree", 1, "--kinds", "value", "--faults", 4))

    def test_a_subject_that_knows_no_large_structures(self):
        ran = self.run_bad("corrupt", "throws", 5)
        self.assertEqual((ran.returncode, ran.stdout), (WRONG_USAGE, ""))
        self.assertIn("throws knows no large structures", ran.stderr)

    def test_a_file_that_cannot_be_written(self):
        out, err = self.expect(OUTPUT_FAILED, "corrupt", "binary-tree", 5, "--output", "/no/such/folder/file.json")
        self.assertEqual(out, "")
        self.assertIn("/no/such/folder/file.json", err)
