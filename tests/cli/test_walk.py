# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Walking the space: backward, from anywhere, in ranges; its end, infeasible ranges, neighbours; files of vectors."""

import gzip
import json
import pathlib
import signal
import subprocess
import tempfile
import time
import zlib

from program import DONE, INPUT_DAMAGED, INTERRUPTED, LIMIT, PREDICATE_FAILED, PROGRAM, ProgramTest

TREE = ["binary-tree", 3]
NUMBER_20 = "1,0,0,2,3,0,1,0"


class DirectionTest(ProgramTest):
    def candidates(self, *words, code=DONE):
        out, _ = self.expect(code, "generate", *words, "--print-candidates", "--quiet")
        return [line.split("\t", 1)[1] for line in out.splitlines()]

    def test_backward_is_forward_reversed(self):
        forward = self.candidates("binary-tree", 5)
        self.assertEqual(len(forward), self.expect_json(DONE, "generate", "binary-tree", 5, "--json")["explored"])
        self.assertEqual(self.candidates("binary-tree", 5, "--backward"), forward[::-1])

    def test_from_and_to(self):
        all_of_them = self.candidates(*TREE)
        vectors = [line.split("\t")[0].replace(" ", ",") for line in all_of_them]
        self.assertEqual(self.candidates(*TREE, "--from", vectors[10], "--to", vectors[20]), all_of_them[10:20])
        self.assertEqual(self.candidates(*TREE, "--from", vectors[50]), all_of_them[50:])
        self.assertEqual(self.candidates(*TREE, "--to", vectors[5], "--backward"), all_of_them[4::-1])
        self.assertEqual(self.candidates(*TREE, "--from", vectors[7], "--to", vectors[7]), [])
        self.assertEqual(self.candidates(*TREE, "--from", vectors[9], "--to", vectors[3]), [])

    def test_the_ranges_of_every_partition_make_up_the_whole(self):
        whole = self.expect_json(DONE, "generate", "binary-tree", 8, "--json", "--hash")
        for parts in [1, 2, 7]:
            found = [self.expect_json(DONE, "generate", "binary-tree", 8, "--json", "--hash", "--range", f"{i}/{parts}") for i in range(1, parts + 1)]
            for key in ["explored", "valid"]:
                self.assertEqual(sum(part[key] for part in found), whole[key])
            for key in ["range", "covered", "reach", "prune"]:
                self.assertEqual(sum(int(part[key]) for part in found), int(whole[key]))
            self.assertAlmostEqual(sum(part["covered_share"] for part in found), 1)
            self.assertEqual({part["covered_share_of_range"] for part in found}, {1.0})
            mask = (1 << 64) - 1
            for half in [slice(0, 16), slice(16, 32)]:
                self.assertEqual(sum(int(part["hash"][half], 16) for part in found) & mask, int(whole["hash"][half], 16))

    def test_a_range_is_told_from_the_space(self):
        vectors = [line.split("\t")[0].replace(" ", ",") for line in self.candidates(*TREE)]
        part = ["generate", *TREE, "--from", vectors[29], "--to", vectors[34]]
        self.assertRegex(self.expect(DONE, *part)[0], r"input space +16,384 vectors, 0\.[0-9]+% covered: .*\n  range +[0-9]+ vectors \(0\.[0-9]+% of the space\), all covered\n")
        stopped = self.expect_json(LIMIT, *part, "--max-explored", 2, "--json")
        self.assertEqual(int(stopped["covered"]) + int(stopped["remaining"]), int(stopped["range"]))
        self.assertLess(stopped["covered_share"], stopped["covered_share_of_range"])

    def test_backward_begins_with_the_candidate_it_is_told(self):
        all_of_them = self.candidates(*TREE)
        vectors = [line.split("\t")[0].replace(" ", ",") for line in all_of_them]
        self.assertEqual(self.candidates(*TREE, "--backward", "--start", vectors[10]), all_of_them[10::-1])
        self.assertEqual(self.candidates(*TREE, "--backward", "--start", vectors[-1]), all_of_them[::-1])
        self.assertEqual(self.candidates(*TREE, "--backward", "--start", vectors[10], "--from", vectors[5]), all_of_them[10:4:-1])
        self.assertEqual(self.candidates(*TREE, "--start", vectors[50]), all_of_them[50:])
        self.assertIn("--start VECTOR", self.refused("generate", *TREE, "--backward", "--from", vectors[10]))
        self.assertIn("leave out one", self.refused("generate", *TREE, "--start", vectors[1], "--from", vectors[1]))

    def test_a_stopped_search_says_how_to_go_on(self):
        all_of_them = self.candidates(*TREE)
        for way in [[], ["--backward"]]:
            expected = all_of_them[::-1] if way else all_of_them
            for count in [1, 40, 62]:
                stopped = self.expect_json(LIMIT, "generate", *TREE, "--json", "--max-explored", count, *way)
                self.assertEqual(" ".join(map(str, stopped["stopped_at"])), expected[count - 1].split("\t")[0])
                self.assertEqual(self.candidates(*TREE, *stopped["go_on"].split()), expected[count:])
        self.assertIsNone(self.expect_json(LIMIT, "generate", *TREE, "--json", "--max-explored", 63)["go_on"])

    def test_isomorphic_copies_are_visited_when_asked_for(self):
        found = self.expect_json(DONE, "generate", *TREE, "--json", "--isomorphic")
        self.assertEqual((found["explored"], found["valid"], found["prune"]), (364, 30, "0"))
        self.assertNotIn("matches_known", found)

    def test_names_of_the_java_tool_are_understood_or_explained(self):
        out, err = self.expect(LIMIT, "generate", *TREE, "--back", "--maxStructs", 2, "--json")
        self.assertEqual(json.loads(out)["valid"], 2)
        self.assertIn("--back is called --backward here", err)
        self.assertIn("korat end", self.refused("generate", *TREE, "--findEnd"))

    def test_the_hash_does_not_depend_on_the_order(self):
        hashes = {self.expect_json(DONE, "generate", "search-tree", 5, "--json", "--hash", *more)["hash"] for more in [[], ["--backward"], ["--engine", "reexecute"]]}
        self.assertEqual(len(hashes), 1)
        self.assertNotIn(self.expect_json(DONE, "generate", "search-tree", 4, "--json", "--hash")["hash"], hashes)

    def test_a_range_is_not_compared_with_the_counts_of_the_whole(self):
        self.assertNotIn("matches_known", self.expect_json(DONE, "generate", "binary-tree", 8, "--json", "--range", "1/2"))

    def test_positions_that_are_none(self):
        self.assertIn("8 values, not 2", self.refused("generate", *TREE, "--from", "1,0"))
        self.assertIn("isomorphic copy: at tree.root", self.refused("generate", *TREE, "--from", "2,0,0,0,0,0,0,0"))
        self.assertIn("does not read node2.right", self.refused("generate", *TREE, "--from", "0,0,0,0,0,0,0,1"))
        self.assertIn("tree.root has the values 0 to 3, not 4", self.refused("generate", *TREE, "--to", "4,0,0,0,0,0,0,0"))
        for wrong in ["x", "1,,2", "1;2", "-1,0,0,0,0,0,0,0", "1,0 x"]:
            self.assertIn("--from: expected a candidate vector", self.refused("generate", *TREE, f"--from={wrong}"))
        for wrong in ["1", "0/2", "3/2", "1/0", "a/b", "1/2/3", "-1/2"]:
            self.assertIn("--range: expected", self.refused("generate", *TREE, f"--range={wrong}"))
        self.assertIn("leave out --start", self.refused("generate", *TREE, "--range", "1/2", "--from", NUMBER_20))

    def test_a_structure_in_a_file_is_a_position(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "tree.json"
            for subject in [["red-black-tree", 3], ["heap-array", 2], ["disj-set", 3], ["fibonacci-heap", 3]]:
                texts, vectors = (self.expect(DONE, "generate", *subject, "--quiet", "--print", form)[0].splitlines() for form in ["json", "vector"])
                for number in [0, len(texts) // 2, len(texts) - 1]:
                    file.write_text(texts[number])
                    self.assertEqual(self.expect(DONE, "generate", *subject, "--quiet", "--print", "vector", "--from", file)[0].splitlines(), vectors[number:])
                    self.assertIn(f"number {number:,} of", self.expect(DONE, "rank", *subject, "--at", file)[0])
            file.write_text(self.expect(LIMIT, "generate", "binary-tree", 3, "--quiet", "--print", "json", "--max-valid", 1)[0])
            self.assertIn("└─ right: node2", self.expect(DONE, "draw", "binary-tree", 3, "--at", file, "--format", "text")[0])
            self.assertIn("one more object than the 2", self.refused("draw", "binary-tree", 2, "--at", file))
            self.assertIn("the root has the class tree, not heap", self.refused("infeasible", "heap-array", 2, "--at", file))
            broken = file.read_text().replace('"right":{"ref":"node2"}', '"right":{"ref":"node0"}')
            file.write_text(broken)
            self.assertEqual(self.expect_json(DONE, "infeasible", *TREE, "--at", file, "--json")["count"], 6)
            file.write_text(broken.replace('"size":3', '"size":4'))
            self.assertIn("tree.size has a value that its domain does not have", self.refused("neighbours", *TREE, "--at", file))
            file.write_text(broken.replace('"size"', '"count"'))
            self.assertIn("tree.count is no field", self.refused("draw", *TREE, "--at", file))
            file.write_text("{")
            self.expect(INPUT_DAMAGED, "draw", *TREE, "--at", file)
            self.assertIn("or a file", self.refused("draw", *TREE, "--at", "nothing"))

    def test_moved_to_the_candidate_they_stand_for(self):
        self.assertEqual(self.candidates(*TREE, "--from", "3,0,0,0,0,0,2,0", "--move")[0].split("\t")[0], "1 0 2 0 0 0 0 0")


class QuestionsTest(ProgramTest):
    def test_the_end(self):
        result = self.expect_json(DONE, "end", "binary-tree", 12, "--json")
        self.assertEqual(result["executions"], 1)
        self.assertEqual(result["vector"], [1, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12] + 12 * [0])
        out, _ = self.expect(DONE, "end", *TREE)
        self.assert_golden("end.txt", out)

    def test_infeasible_ranges(self):
        result = self.expect_json(DONE, "infeasible", *TREE, "--at", NUMBER_20, "--json")
        self.assertEqual(result["count"], 13)
        self.assertEqual((result["valid_before"], result["valid_after"]), ([1, 0, 0, 2, 3, 0, 0, 0], [1, 0, 2, 0, 0, 3, 0, 0]))
        self.assertIsNone(self.expect_json(DONE, "infeasible", *TREE, "--at", "0,0,0,0,0,0,0,0", "--json")["valid_before"])
        self.assertEqual(self.expect_json(DONE, "infeasible", *TREE, "--at", "1,0,0,2,3,0,0,0", "--json")["count"], 0)
        out, _ = self.expect(DONE, "infeasible", *TREE, "--at", NUMBER_20)
        self.assert_golden("infeasible.txt", out)
        self.assertIn("--at VECTOR", self.refused("infeasible", *TREE))

    def test_all_infeasible_ranges_make_up_what_is_not_valid(self):
        for subject in [TREE, ["heap-array", 3], ["search-tree", 4], ["sorted-list", 3]]:
            whole = self.expect_json(DONE, "generate", *subject, "--json")
            found = self.expect_json(DONE, "infeasible", *subject, "--all", "--json")
            self.assertEqual(found["candidates"], whole["explored"] - whole["valid"])
            self.assertEqual(found["candidates"], sum(r["count"] for r in found["ranges"]))
            self.assertEqual(found["space"], whole["space"])
            self.assertEqual(int(found["vectors"]), sum(int(r["vectors"]) for r in found["ranges"]))
            some = found["ranges"][len(found["ranges"]) // 2]
            one = self.expect_json(DONE, "infeasible", *subject, "--at", " ".join(map(str, some["last"])), "--json")
            self.assertEqual({key: one[key] for key in some}, some)
            between = [f"--{way}={' '.join(map(str, end))}" for way, end in [("from", some["first"]), ("to", some["valid_after"])] if end]
            range_of_it = self.expect_json(DONE, "generate", *subject, "--json", *between)
            self.assertEqual([range_of_it["range"], range_of_it["explored"], range_of_it["valid"]], [some["vectors"], some["count"], 0])
        self.assertIn("take one of the two", self.refused("infeasible", *TREE, "--all", "--at", NUMBER_20))

    def test_limits_answer_with_what_there_is(self):
        part = self.expect_json(LIMIT, "infeasible", "binary-tree", 7, "--all", "--max-explored", 1000, "--json")
        whole = self.expect_json(DONE, "infeasible", "binary-tree", 7, "--all", "--json")
        self.assertFalse(part["complete"])
        self.assertEqual(part["explored"], 1000)
        self.assertTrue(part["ranges"])
        self.assertEqual(part["ranges"], whole["ranges"][:len(part["ranges"])])
        for explored in [2, 6]:
            one = self.expect_json(LIMIT, "infeasible", *TREE, "--at", NUMBER_20, "--max-explored", explored, "--json")
            self.assertEqual((one["complete"], one["count"] < 13), (False, True))
        near = self.expect_json(LIMIT, "neighbours", *TREE, "--at", NUMBER_20, "--max-explored", 10, "--json")
        self.assertEqual([n["distance"] for n in near["neighbours"]], [-4])
        self.expect(LIMIT, "infeasible", "binary-tree", 14, "--all", "--time-limit", 0.05)
        self.expect(LIMIT, "neighbours", "binary-tree", 14, "--at", "0 " * 30, "--count", 100000, "--time-limit", 0.05)

    def test_an_interrupt_is_obeyed(self):
        for words in [["infeasible", "binary-tree", 15, "--all"], ["neighbours", "binary-tree", 15, "--at", "0 " * 32, "--count", 10000000]]:
            process = subprocess.Popen([PROGRAM, *map(str, words), "--json"], stdout=subprocess.PIPE)
            time.sleep(0.3)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, INTERRUPTED)
            self.assertIs(json.loads(out)["complete"], False)

    def test_neighbours(self):
        result = self.expect_json(DONE, "neighbours", *TREE, "--at", NUMBER_20, "--json")
        self.assertEqual([n["distance"] for n in result["neighbours"]], [-4, 10, -13, 19])
        out, _ = self.expect(DONE, "neighbours", *TREE, "--at", NUMBER_20, "--count", 100)
        self.assert_golden("neighbours.txt", out)
        self.assertIn("--count", self.refused("neighbours", *TREE, "--at", NUMBER_20, "--count", 0))

    def test_ranges(self):
        whole = self.expect_json(DONE, "generate", "binary-tree", 7, "--json")["explored"]
        for how in ["probing", "space", "count"]:
            ranges = self.expect_json(DONE, "ranges", "binary-tree", 7, "--parts", 3, "--by", how, "--json")["ranges"]
            self.assertEqual([ranges[0]["from"], ranges[2]["to"]], [None, None])
            self.assertEqual(ranges[0]["to"], ranges[1]["from"])
            out, _ = self.expect(DONE, "ranges", "binary-tree", 7, "--parts", 3, "--by", how)
            explored = [self.expect_json(DONE, "generate", "binary-tree", 7, "--json", *line.split())["explored"] for line in out.splitlines()]
            self.assertEqual(sum(explored), whole)
            if how == "count":
                self.assertLessEqual(max(explored) - min(explored), 1)
        self.assertIn("--by", self.refused("ranges", *TREE, "--by", "luck"))

    def test_a_predicate_that_fails_is_reported(self):
        ran = self.run_bad("end", "throws", 3)
        self.assertEqual(ran.returncode, PREDICATE_FAILED, ran.stderr)
        self.assertIn("what to do", ran.stderr)


    def test_a_share_of_nearly_all_is_not_all(self):
        out, _ = self.expect(DONE, "infeasible", "red-black-tree", 8, "--all")
        self.assertTrue(out.splitlines()[0].endswith("vectors (>99.99%)"), out[:200])


class SkipTest(ProgramTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "ranges.json"

    def test_what_is_skipped_changes_nothing_else(self):
        for subject in [["binary-tree", 6], ["heap-array", 4], ["red-black-tree", 4], ["disj-set", 3], ["sorted-list", 3]]:
            self.expect(DONE, "infeasible", *subject, "--all", "--output", self.file)
            for more in [[], ["--backward"], ["--engine", "reexecute"]]:
                plain, skipping = (self.expect_json(DONE, "generate", *subject, *more, *skip, "--json", "--print", "vector") for skip in [[], ["--skip", self.file]])
                self.assertEqual(skipping["structures"], plain["structures"])
                self.assertEqual(skipping["explored"] + skipping["skipped"]["candidates"], plain["explored"])
                self.assertGreater(skipping["skipped"]["candidates"], 0)
                self.assertEqual(skipping["covered"], plain["covered"])
        out, _ = self.expect(DONE, "generate", *subject, "--skip", self.file)
        self.assertIn("candidates in", out)

    def test_a_part_of_the_ranges(self):
        self.expect(DONE, "infeasible", *TREE, "--at", NUMBER_20, "--output", self.file)
        found = self.expect_json(DONE, "generate", *TREE, "--skip", self.file, "--json")
        self.assertEqual((found["explored"], found["valid"], found["skipped"]), (50, 5, {"candidates": 13, "ranges": 1}))
        self.expect(LIMIT, "infeasible", "binary-tree", 8, "--all", "--max-explored", 1000, "--output", self.file)
        found = self.expect_json(DONE, "generate", "binary-tree", 8, "--skip", self.file, "--json")
        self.assertTrue(found["matches_known"])

    def test_other_bounds_predicates_and_damage_are_refused(self):
        self.expect(DONE, "infeasible", *TREE, "--all", "--output", self.file)
        self.assertIn("of binary-tree 3, not of binary-tree 4", self.refused("generate", "binary-tree", 4, "--skip", self.file))
        good = self.file.read_text()
        for bad in ["", "{}", good[:-9], good.replace('"count":13', '"count":12')]:
            self.file.write_text(bad)
            _, err = self.expect(INPUT_DAMAGED, "generate", *TREE, "--skip", self.file)
            self.assertIn("make it again", err)
        for words in [["--from", NUMBER_20], ["--track", 3], ["--resume", "x"], ["--engine", "diagram"], ["--range", "1/2"], ["--threads", 2]]:
            self.assertIn("--skip: ", self.refused("generate", *TREE, "--skip", self.file, *words))
        other = json.loads(good)
        other.pop("checksum")
        other["ranges"][2]["valid_after"] = other["ranges"][2]["first"]
        text = json.dumps(other, separators=(",", ":"))
        other["checksum"] = zlib.crc32(text.encode())
        self.file.write_text(json.dumps(other, separators=(",", ":")))
        self.assertIn("another predicate", self.refused("generate", *TREE, "--skip", self.file))


class VectorsTest(ProgramTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = pathlib.Path(self.folder.name) / "trees.vectors"

    def written(self, *words):
        return self.expect_json(DONE, "vectors", "binary-tree", 7, "--output", self.file, "--json", *words)["vectors"]

    def shown(self, *numbers, code=DONE):
        out, _ = self.expect(code, "show", self.file, *numbers, "--print", "vector")
        return out.splitlines()

    def test_selections(self):
        out, _ = self.expect(DONE, "generate", "binary-tree", 7, "--print-candidates", "--quiet")
        lines = [line.split("\t") for line in out.splitlines()]
        everything = [line[1] for line in lines]
        valid = [line[1] for line in lines if line[3].endswith("***")]
        self.assertEqual(self.written(), 429)
        self.assertEqual(self.shown("1-429"), valid)
        self.assertEqual(self.written("--all"), len(everything))
        self.assertEqual(self.shown("5000-5010", 1, len(everything)), everything[4999:5010] + [everything[0], everything[-1]])
        self.assertEqual(self.written("--every", 1000), 15)
        self.assertEqual(self.shown("1-15"), everything[::1000])
        self.assertEqual(self.written("--equidistant", 4), 4)
        self.assertEqual(self.shown("1-4"), [everything[i * len(everything) // 4] for i in range(4)])

    def test_show_describes_and_draws(self):
        self.written()
        self.assertEqual(self.expect_json(DONE, "show", self.file, "--json"), {"subject": "binary-tree", "arguments": [7], "selection": "valid", "vectors": 429, "whole": True})
        out, _ = self.expect(DONE, "show", self.file, 2)
        self.assertTrue(out.startswith("#2\ntree  size=7\n"), out)
        drawn = json.loads(self.expect(DONE, "show", self.file, "1-2", "--json", "--print", "json")[0])
        self.assertEqual([d["root"] for d in drawn], ["tree", "tree"])

    def test_damage_is_named_and_the_rest_is_read(self):
        self.written("--all")
        whole = self.file.read_bytes()
        good = self.shown("1-20")
        self.file.write_bytes(whole[:-1])
        out, err = self.expect(INPUT_DAMAGED, "show", self.file)
        self.assertIn("truncated", err)
        self.assertEqual(self.shown("1-20"), good)
        self.file.write_bytes(whole[:20000] + b"?" + whole[20001:])
        _, err = self.expect(INPUT_DAMAGED, "show", self.file)
        self.assertIn("are damaged", err)
        self.assertEqual(self.shown("1-20"), good)
        self.file.write_bytes(whole[:30])
        _, err = self.expect(INPUT_DAMAGED, "show", self.file)
        self.assertIn("truncated", err)
        self.file.write_text("no vectors")
        _, err = self.expect(INPUT_DAMAGED, "show", self.file)
        self.assertIn("is no file of candidate vectors", err)

    def test_wrong_usage(self):
        self.written()
        for wrong in ["0", "x", "5-3", "1-", "-"]:
            self.assertIn("expected a number", self.refused("show", self.file, "--", wrong))
        _, err = self.expect(INPUT_DAMAGED, "show", self.file, 430)
        self.assertIn("has 429 vectors", err)
        self.assertIn("--output", self.refused("vectors", *TREE))
        self.assertIn("exclude each other", self.refused("vectors", *TREE, "--output", self.file, "--all", "--every", 2))

    def test_structures_as_compressed_json_lines(self):
        plain, packed = self.file.with_suffix(".jsonl"), self.file.with_suffix(".jsonl.gz")
        for file in [plain, packed]:
            self.expect(DONE, "generate", "binary-tree", 6, "--print", "json", "--output", file)
        self.assertEqual(gzip.decompress(packed.read_bytes()), plain.read_bytes())
        self.assertLess(packed.stat().st_size, plain.stat().st_size / 5)
        self.assertEqual(len([json.loads(line) for line in plain.read_text().splitlines()]), 132)
