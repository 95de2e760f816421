# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""Where output goes may fail: full disks, readers that leave."""

import os
import resource
import subprocess
import tempfile

from program import OUTPUT_FAILED, PROGRAM, READER_GONE, ProgramTest


class OutputTest(ProgramTest):
    def test_a_full_disk_is_reported(self):
        for words in (["list"], ["list", "--json"], ["--help"], ["--version"], ["generate", "binary-tree", 3],
                      ["generate", "binary-tree", 3, "--json"], ["generate", "binary-tree", 9, "--print", "text"],
                      ["generate", "binary-tree", 3, "--json", "--print-candidates"]):
            with self.subTest(words=words), open("/dev/full", "w") as full:
                _, err = self.expect(OUTPUT_FAILED, *words, stdout=full)
                self.assertIn("korat: cannot write standard output: No space left on device", err)

    def test_a_full_disk_is_reported_for_files(self):
        out, err = self.expect(OUTPUT_FAILED, "generate", "binary-tree", 3, "--print", "text", "--output", "/dev/full")
        self.assertEqual(out, "")
        self.assertIn("cannot write /dev/full", err)

    def test_a_full_disk_is_reported_for_vectors(self):
        for path in ["/dev/full", "/no/such/folder/file"]:
            out, err = self.expect(OUTPUT_FAILED, "vectors", "binary-tree", 3, "--output", path)
            self.assertEqual(out, "")
            self.assertIn(path, err)

    def test_a_disk_that_becomes_full(self):
        def small_files():
            resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))

        with tempfile.TemporaryDirectory() as folder:
            for words in (["vectors", "binary-tree", 9, "--output", f"{folder}/vectors"],
                          ["generate", "binary-tree", 9, "--print", "json", "--output", f"{folder}/json", "--resume", f"{folder}/state"],
                          ["generate", "binary-tree", 3, "--report", f"{folder}/page.html"]):
                with self.subTest(words=words):
                    _, err = self.expect(OUTPUT_FAILED, *words, preexec_fn=small_files)
                    self.assertIn("cannot write", err)

    def test_a_file_that_cannot_be_opened(self):
        _, err = self.expect(OUTPUT_FAILED, "generate", "binary-tree", 3, "--print", "text", "--output", "/no/such/folder/file")
        self.assertIn("cannot open /no/such/folder/file: No such file or directory", err)

    def test_closed_standard_output(self):
        self.expect(OUTPUT_FAILED, "list", stdout=None, preexec_fn=lambda: os.close(1))

    def test_a_reader_that_leaves(self):
        for words in (["--print", "vector"], ["--print-candidates"], ["--json", "--print", "json"]):
            process = subprocess.Popen([PROGRAM, "generate", "binary-tree", "12", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            process.stdout.read(100)
            process.stdout.close()
            self.assertEqual(process.stderr.read(), b"")
            process.stderr.close()
            self.assertEqual(process.wait(timeout=60), READER_GONE)

    def test_a_pipeline(self):
        line = f"'{PROGRAM}' generate binary-tree 12 --print vector --quiet | head -n 2"
        ran = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60)
        self.assertEqual((ran.returncode, ran.stdout.count("\n"), ran.stderr), (0, 2, ""))
