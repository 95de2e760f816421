# SPDX-FileCopyrightText: Korat for C++ contributors
# SPDX-License-Identifier: Apache-2.0

"""The page of generate --report, in a real browser. A script of ours is added to the page; it works the controls and
writes what it sees into the page, which Chromium then prints. Nothing may be said on the browser's console."""

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from unittest import skipIf, skipUnless

from program import DONE, OUTPUT_FAILED, PREDICATE_FAILED, ProgramTest, SANITIZED

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")

CATCH_ERRORS = """<script>window.errors = [];
window.addEventListener('error', (e) => window.errors.push(e.message));
for (const name of ['error', 'warn']) { const was = console[name]; console[name] = (...words) => { window.errors.push(words.join(' ')); was(...words); }; }
</script>"""

WORK = """<script>
const seen = {};
try {
  const $ = (id) => document.getElementById(id);
  const count = (selector) => document.querySelectorAll(selector).length;
  const visible = (id) => !$(id).hidden && $(id).getBoundingClientRect().height > 0;
  const in_picture = () => [...document.querySelectorAll('#structure .row')].map((t) => t.textContent);
  seen.title = document.title;
  seen.tiles = [...document.querySelectorAll('.tile')].map((t) => t.textContent);
  seen.diagram = [visible('diagram'), count('#diagram svg .node')];
  seen.curves = [...document.querySelectorAll('#curves polyline, #curves text')].map((e) => e.textContent).filter((t) => !t || t.includes(' '));
  seen.sections = ['coverage', 'distribution', 'curves', 'rejections', 'gallery', 'tree'].filter(visible);
  seen.numbers = [...document.querySelectorAll('#coverage tr')].map((r) => [...r.children].map((c) => c.textContent));
  seen.parts = [...document.querySelectorAll('#coverage rect')].map((r) => [r.dataset.part, r.getBoundingClientRect().width]);
  seen.columns = count('#distribution rect');
  seen.rejections = [...document.querySelectorAll('#rejections text')].map((t) => t.textContent);
  seen.first = in_picture();
  seen.edges = [...document.querySelectorAll('#structure .edge-label')].map((t) => t.textContent);
  seen.on_page = [...document.querySelectorAll('#structure rect')].every((r) => { const b = r.getBoundingClientRect(); return b.width > 0 && b.height > 0; });
  $('next').click();
  seen.after_next = [$('index').value, $('vector').textContent];
  $('index').value = 4; $('index').dispatchEvent(new Event('change'));
  seen.after_index = [$('index').value, document.querySelector('.thumb[aria-current=true]').dataset.number];
  document.querySelectorAll('.thumb')[4].click();
  seen.last = in_picture();
  seen.next_disabled = $('next').disabled;
  $('unfold').click();
  seen.leaves = [count('.leaf'), count('.leaf.valid'), count('.choice')];
  document.querySelector('.leaf.valid').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  seen.candidate = $('candidate').textContent;
  seen.jumped_to = $('index').value;
  $('fold').click();
  seen.folded = [count('.leaf'), count('.choice.folded')];
  document.querySelector('.choice.folded rect').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  seen.opened = count('.choice');
  $('unfold').click();
  seen.unfolded = count('.leaf');
  const choose = (id, value) => { $(id).value = value; $(id).dispatchEvent(new Event('change')); };
  const numbers = () => [...document.querySelectorAll('.thumb')].map((t) => Number(t.dataset.number));
  seen.first_section = document.querySelectorAll('main > section')[1].id;
  seen.thumbnail = [...document.querySelectorAll('.thumb')[0].querySelectorAll('text')].map((t) => [t.textContent, t.getAttribute('class')]);
  seen.colours = ['red', 'black'].map((colour) => count(`#structure .object-title.${colour}`));
  seen.members = [...$('sort').options].map((o) => o.value);
  const member = seen.members[seen.members.length - 1];
  choose('member', member);
  seen.values = [...$('value').options].map((o) => o.value);
  choose('value', seen.values[seen.values.length - 1]);
  seen.filtered = [$('of').textContent, numbers()];
  choose('member', '');
  choose('sort', member);
  seen.sorted = numbers();
  choose('sort', '');
  seen.unsorted = numbers();
  const background = () => getComputedStyle(document.body).backgroundColor;
  const before = background();
  $('theme').click();
  seen.themes = [before, background()];
  URL.createObjectURL = (blob) => { seen.saved = blob.type + ' ' + (blob.size > 500); return '#'; };
  $('save').click();
  seen.outside = [...document.querySelectorAll('[src],link')].map((e) => e.outerHTML);
} catch (e) { window.errors.push(String(e.stack)); }
seen.errors = window.errors;
const result = document.createElement('pre');
result.id = 'seen';
result.textContent = JSON.stringify(seen);
document.body.appendChild(result);
</script>"""


@skipUnless(BROWSER, "Chromium is not installed")
class PageTest(ProgramTest):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def browse(self, page):
        text = page.read_text(encoding="utf-8").replace("<head>", "<head>" + CATCH_ERRORS, 1).replace("</body>", WORK + "</body>", 1)
        worked = self.folder / "worked.html"
        worked.write_text(text, encoding="utf-8")
        ran = subprocess.run(
            [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--enable-logging=stderr", "--window-size=1200,2000",
             f"--user-data-dir={self.folder}/profile", "--virtual-time-budget=4000", "--dump-dom", worked.as_uri()],
            capture_output=True, timeout=90, encoding="utf-8")
        self.assertNotIn("CONSOLE", ran.stderr)
        found = re.search(r'<pre id="seen">(.*?)</pre>', ran.stdout, re.S)
        self.assertTrue(found, ran.stderr[-2000:])
        seen = json.loads(html.unescape(found[1]))
        self.assertEqual(seen["errors"], [])
        return seen

    def report(self, *words, **options):
        page = self.folder / "report.html"
        self.expect(DONE, "generate", *words, "--report", page, "--quiet", **options)
        return page

    def check_binary_trees(self, seen):
        self.assertEqual(seen["title"], "binary-tree 3 – Korat report")
        self.assertIn("valid structures5", seen["tiles"])
        self.assertEqual(seen["sections"], ["coverage", "distribution", "curves", "rejections", "gallery", "tree"])
        self.assertEqual([row[1] for row in seen["numbers"]], ["6,912", "9,472", "0", "16,384"])
        (_, reached), (_, pruned) = seen["parts"]
        self.assertAlmostEqual(reached / (reached + pruned), 6912 / 16384, places=3)
        self.assertEqual(seen["columns"], 80)
        self.assertEqual([t for t in seen["curves"] if "tree" in t], [f"binary-tree {n}" for n in range(4)])
        self.assertEqual(seen["curves"].count(""), 4)
        self.assertIn("node.right", seen["rejections"])
        self.assertEqual(seen["first"][:3], ["tree", "size = 3", "node0"])
        self.assertEqual(sorted(seen["edges"]), ["right", "right", "root"])
        self.assertTrue(seen["on_page"])
        self.assertEqual(seen["after_next"], ["2", "candidate vector  1 0 0 2 3 0 0 0"])
        self.assertEqual(seen["after_index"], ["4", "4"])
        self.assertIn("left, right: null", seen["last"])
        self.assertTrue(seen["next_disabled"])
        self.assertEqual(seen["leaves"][:2], [63, 5])
        self.assertRegex(seen["candidate"], r"^candidate 7, valid: tree.root = node0, node0.left = null, ")
        self.assertEqual(seen["jumped_to"], "1")
        self.assertLess(seen["folded"][0], 63)
        self.assertGreater(seen["folded"][1], 0)
        self.assertGreater(seen["opened"], seen["folded"][1])
        self.assertEqual(seen["unfolded"], 63)
        self.assertEqual(seen["first_section"], "gallery")
        self.assertEqual((seen["members"], seen["values"]), (["", "objects", "tree.size"], ["3"]))
        self.assertEqual(seen["filtered"], ["of 5", [1, 2, 3, 4, 5]])
        self.assertNotEqual(*seen["themes"])
        self.assertEqual(seen["saved"], "image/svg+xml true")
        self.assertEqual(seen["outside"], [], "everything is in the page")

    def test_draws_and_its_controls_work(self):
        seen = self.browse(self.report("binary-tree", 3))
        self.check_binary_trees(seen)
        if not SANITIZED:  # which save no states
            self.assertEqual(seen["diagram"], [True, 12])

    def test_the_same_without_graphviz(self):
        seen = self.browse(self.report("binary-tree", 3, env=dict(os.environ, PATH="/nowhere")))
        self.check_binary_trees(seen)
        self.assertEqual(seen["diagram"], [False, 0])

    def test_shows_colours_and_keys_and_sorts_and_filters_by_them(self):
        page = self.report("red-black-tree", 4)
        data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)[1])
        seen = self.browse(page)
        drawn = [[(b["label"], b["colour"]) for b in s["boxes"]] for s in data["structures"]]
        self.assertEqual([tuple(t) for t in seen["thumbnail"]], drawn[0])
        self.assertEqual(sorted(key for key, colour in drawn[0] if colour), ["0", "1", "2", "3"])
        self.assertEqual(seen["colours"], [sum(colour == c for _, colour in drawn[0]) for c in ("red", "black")])
        self.assertEqual(seen["members"], ["", "objects", "tree.size", "node.color", "node.key", "node.value"])
        self.assertEqual(seen["filtered"], [f"of {len(drawn)}", list(range(1, len(drawn) + 1))])
        self.assertEqual(seen["sorted"], seen["unsorted"])

    def test_filters_and_sorts_by_a_value(self):
        page = self.report("heap-array", 2)
        data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)[1])
        seen = self.browse(page)
        values = {s["number"]: sorted(map(int, s["values"].get(seen["members"][-1], []))) for s in data["structures"]}
        with_last = [n for n, v in values.items() if int(seen["values"][-1]) in v]
        self.assertEqual(seen["filtered"], [f"of {len(with_last)}, of {len(values)}", with_last])
        self.assertEqual(seen["sorted"], sorted(values, key=lambda n: (values[n], n)))
        self.assertNotEqual(seen["sorted"], seen["unsorted"])

    def test_arrays_and_many_candidates(self):
        seen = self.browse(self.report("heap-array", 4))
        self.assertEqual(seen["sections"], ["coverage", "distribution", "curves", "rejections", "gallery", "tree"])
        self.assertTrue(any("values = [" in row for row in seen["first"] + seen["last"]))


class PageFileTest(ProgramTest):
    def test_cannot_be_written(self):
        self.expect(OUTPUT_FAILED, "generate", "binary-tree", 3, "--report", "/nowhere/report.html")

    def test_of_a_predicate_that_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            page = pathlib.Path(folder) / "report.html"
            subjects = ["throws", "crashes"]  # in the middle, and on the first candidate
            for subject in subjects[:1] if SANITIZED else subjects:  # a sanitizer ends the program itself
                self.assertEqual(self.run_bad("generate", subject, 3, "--report", page).returncode, PREDICATE_FAILED)
                self.assertIn(f'"title":"{subject} 3"', page.read_text(encoding="utf-8"))

    @skipIf(SANITIZED, "states are not saved under sanitizers")
    def test_of_more_structures_than_it_shows_has_a_sample(self):
        for call in [("binary-tree", 8), ("heap-array", 7)]:  # the second predicate is tried out for longer
            with self.subTest(call), tempfile.TemporaryDirectory() as folder:
                page = pathlib.Path(folder) / "report.html"
                self.expect(DONE, "generate", *call, "--report", page, "--quiet")
                data = json.loads(re.search(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"), re.S)[1])
                listed = self.expect(DONE, "generate", *call, "--print", "vector", "--quiet")[0].splitlines()
                number_of = {vector: number for number, vector in enumerate(listed)}
                numbers = [number_of[s["vector"]] for s in data["structures"]]
                self.assertEqual((data["drawn_at_random"], len(numbers)), (True, 300))
                self.assertGreater(sum(n > len(listed) / 2 for n in numbers), 100)
