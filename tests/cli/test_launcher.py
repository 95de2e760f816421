# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""./korat, in a tree of its own with stand-ins for the tools it calls."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

LAUNCHER = pathlib.Path(__file__).resolve().parents[2] / "korat"

CMAKE = """#!/bin/bash
echo "cmake says $*"
mkdir -p build/release && touch build/release/build.ninja build/release/korat-c++
"""

# Builds a program that tells its arguments and exits with 3; fails where the file 'broken' lies.
NINJA = """#!/bin/bash
cd "$2" || exit 9
[[ -e korat && ! -e stale ]] && { echo 'ninja: no work to do.'; exit 0; }
echo "ninja builds ${*:3}"; echo built >> log
[[ -e ../../broken ]] && { echo 'no such luck'; exit 1; }
sleep 0.3
printf '#!/bin/bash\\nprintf "<%%s>" "$@"; pwd\\nexit 3\\n' > korat && chmod +x korat && rm -f stale
"""


class LauncherTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve() / "a tree"
        (self.root / "bin").mkdir(parents=True)
        shutil.copy(LAUNCHER, self.root / "korat")
        (self.root / "tools").mkdir()
        shutil.copy(LAUNCHER.parent / "tools" / "install-missing.bash", self.root / "tools")
        self.tool("cmake", CMAKE)
        self.tool("ninja", NINJA)
        # Nothing of the test may ever install a package.
        self.tool("apt-get", '#!/bin/bash\necho "apt-get says $*"\nexit 1\n')

    def tool(self, name, text):
        path = self.root / "bin" / name
        path.write_text(text)
        path.chmod(0o755)

    def start(self, *words, launcher=None, **options):
        environment = os.environ | {"PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        return subprocess.Popen([launcher or self.root / "korat", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                text=True, env=environment, **options)

    def launch(self, *words, **options):
        process = self.start(*words, **options)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def log(self):
        return (self.root / "build/release/log").read_text()

    def test_builds_then_runs(self):
        code, out, err = self.launch("generate", "two words", "", cwd="/")
        self.assertEqual((code, out), (3, "<generate><two words><>/\n"))
        self.assertIn("ninja builds", err)

    def test_builds_what_headers_need_for_a_header_only(self):
        for words, targets in [(["list"], "korat_cli"), (["generate", "my_tree.hpp", "3"], "korat_cli korat_for_headers"),
                               (["generate", "a.h:tree", "x.cc"], "korat_cli korat_for_headers"), (["show", "a.hpp.gz"], "korat_cli")]:
            (self.root / "build/release").mkdir(parents=True, exist_ok=True)
            (self.root / "build/release/stale").touch()
            self.assertIn(f"ninja builds {targets}\n", self.launch(*words)[2])

    def test_says_nothing_when_there_is_nothing_to_build(self):
        self.launch()
        self.assertEqual(self.launch("x", cwd="/tmp"), (3, "<x>/tmp\n", ""))
        self.assertEqual(self.log(), "built\n")

    def test_builds_again_when_ninja_says_so(self):
        self.launch()
        (self.root / "build/release/stale").touch()
        self.assertIn("ninja builds", self.launch()[2])

    def test_works_through_a_link(self):
        link = self.root / "bin" / "k"
        link.symlink_to(self.root / "korat")
        self.assertEqual(self.launch("x", cwd="/tmp", launcher=link)[:2], (3, "<x>/tmp\n"))

    def test_a_build_that_fails(self):
        (self.root / "broken").touch()
        code, out, err = self.launch("list")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("no such luck", err)
        self.assertIn("korat: building failed", err)

    def test_two_at_a_time_build_once(self):
        both = [self.start("x", cwd="/") for _ in range(2)]
        results = [process.communicate(timeout=60)[0] for process in both]
        self.assertEqual(results, ["<x>/\n"] * 2)
        self.assertEqual(self.log(), "built\n")

    def test_missing_packages(self):
        needs = self.root / "tools" / "install-missing.bash"
        needs.write_text(needs.read_text().replace("g++:g++", "no-such-command:no-such-package"))
        self.tool("id", "#!/bin/bash\necho 0\n")
        code, out, err = self.launch("list")
        self.assertEqual((code, out), (1, ""))
        self.assertIn("apt-get says install -y --no-install-recommends no-such-package", err)
        self.assertIn("As root: apt-get install no-such-package", err)

    def test_waits_for_another_package_manager(self):
        needs = self.root / "tools" / "install-missing.bash"
        needs.write_text(needs.read_text().replace("g++:g++", "no-such-command:no-such-package"))
        self.tool("id", "#!/bin/bash\necho 0\n")
        self.tool("sleep", "#!/bin/bash\n")
        self.tool("apt-get", """#!/bin/bash
echo "$1" >> calls
[[ $(wc -l < calls) -lt 3 ]] && { echo 'E: Could not get lock /var/lib/apt/lists/lock' >&2; exit 100; }
exit 0
""")
        code, _, err = self.launch("list", cwd=self.root)
        self.assertEqual(code, 3, err)  # what the program ends with
        self.assertEqual((self.root / "calls").read_text().split(), ["install"] * 3)
        self.assertEqual(err.count("waiting for another package manager"), 2)
