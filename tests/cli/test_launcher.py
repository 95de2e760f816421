# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""./korat, in a tree of its own with stand-ins for the tools it calls."""

import fcntl
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
program=korat; [[ $3 == korat_first ]] && program=korat-first
printf '#!/bin/bash\\nprintf "<%%s>" "$@"; pwd\\nexit 3\\n' > $program && chmod +x $program && rm -f stale
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

    def start(self, *words, launcher=None, apt_config="", **options):
        environment = os.environ | {"PATH": f"{self.root}/bin:{os.environ['PATH']}", "APT_CONFIG": str(apt_config)}
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
        for words, targets in [(["forecast"], "korat_cli"), (["generate", "my_tree.hpp", "3"], "korat_cli korat_for_headers"),
                               (["generate", "a.h:tree", "x.cc"], "korat_cli korat_for_headers"), (["show", "a.hpp.gz"], "korat_cli")]:
            (self.root / "build/release").mkdir(parents=True, exist_ok=True)
            (self.root / "build/release/stale").touch()
            self.assertIn(f"ninja builds {targets}\n", self.launch(*words)[2])

    def test_builds_half_of_it_for_a_first_look_only(self):
        self.assertIn("ninja builds korat_first\n", self.launch("generate", "binary-tree", "5", "--print", "text")[2])
        self.assertIn("ninja builds korat_first\n", self.launch("list")[2])
        for words in [["generate", "binary-tree", "5", "--resume", "saved"], ["generate", "tree.hpp", "5"], ["count", "binary-tree", "5"], []]:
            self.assertIn("ninja builds korat_cli", self.launch(*words)[2])
            (self.root / "build/release/korat").unlink()
        self.launch()
        self.assertEqual(self.launch("generate", "binary-tree", "5")[2], "")  # the whole is there: it serves for everything

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

    def package_root(self):
        """A root of its own for the system's apt-get: no sources, nothing installed. Returns the folder of its state."""
        state = self.root / "var"
        for folder in ["lists/partial", "dpkg", "cache/archives/partial", "etc"]:
            (state / folder).mkdir(parents=True)
        (state / "dpkg/status").touch()
        (state / "apt.conf").write_text(f"""Dir::State "{state}"; Dir::State::lists "{state}/lists"; Dir::State::status "{state}/dpkg/status";
Dir::Cache "{state}/cache"; Dir::Cache::archives "{state}/cache/archives"; Dir::Etc "{state}/etc"; APT::Sandbox::User "";
""")
        return state

    def launch_while_locked(self, lock, said):
        """Missing a package that does not exist; the lock is held until `said` is said. Returns what is said from then on."""
        needs = self.root / "tools" / "install-missing.bash"
        needs.write_text(needs.read_text().replace("g++:g++", "no-such-command:no-such-package"))
        self.tool("id", "#!/bin/bash\necho 0\n")  # everything lies in folders of ours
        self.tool("sleep", "#!/bin/bash\nexec /bin/sleep 0.1\n")
        (self.root / "bin/apt-get").unlink()
        state = self.package_root()
        with open(state / lock, "w") as held:
            fcntl.lockf(held, fcntl.LOCK_EX)
            process = self.start("list", apt_config=state / "apt.conf")
            before = ""
            while said not in before:
                line = process.stderr.readline()
                self.assertTrue(line, f"ended without waiting:\n{before}")
                before += line
            self.assertIsNone(process.poll())
        process.stdout.close()
        after = process.stderr.read()
        process.stderr.close()
        self.assertEqual(process.wait(timeout=60), 1, after)
        return after

    @unittest.skipUnless(os.path.exists("/usr/bin/apt-get"), "not Debian")
    def test_waits_for_another_package_manager_to_install(self):
        after = self.launch_while_locked("dpkg/lock-frontend", "Waiting for cache lock")
        self.assertIn("Unable to locate package no-such-package", after)

    @unittest.skipUnless(os.path.exists("/usr/bin/apt-get"), "not Debian")
    def test_waits_for_another_package_manager_to_update(self):
        after = self.launch_while_locked("lists/lock", "waiting for another package manager")
        self.assertIn("Reading package lists", after)  # the update went through
        self.assertIn("As root: apt-get install no-such-package", after)
