'use strict';
// The page draws itself from the data beside it. No library, no network; everything is plain SVG, so that a figure can
// be saved and put into a paper.
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const $ = (id) => document.getElementById(id);
  const grouped = (n) => String(n).replace(/\B(?=(\d{3})+(?!\d))/g, ',');

  function svg(name, attributes = {}, parent = null, text = null) {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== null) element.textContent = text;
    if (parent) parent.appendChild(element);
    return element;
  }
  const tip = (element, text) => svg('title', {}, element, text);
  function html(name, text, parent, attributes = {}) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    parent.appendChild(element);
    return element;
  }
  const hide = (id) => { $(id).hidden = true; };

  // The run at a glance.

  function duration(s) {
    if (s < 0.1) return `${(s * 1000).toFixed(2)} ms`;
    if (s < 120) return `${s.toFixed(s < 10 ? 3 : 1)} s`;
    if (s < 7200) return `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
    return `${Math.floor(s / 3600)} h ${Math.round(s % 3600 / 60)} min`;
  }
  function glance() {
    document.title = `${data.title} – Korat report`;
    $('title').textContent = data.title;
    $('headline').textContent = data.headline;
    const speed = data.seconds > 1e-3 ? data.explored / data.seconds : 0;
    const tiles = [['valid structures', grouped(data.valid)], ['candidates explored', grouped(data.explored)],
      ['time', duration(data.seconds)],
      ['candidates / s', speed === 0 ? '–' : speed >= 1e6 ? `${(speed / 1e6).toFixed(1)} million` : grouped(Math.round(speed))],
      ['engine', data.engine]];
    if (data.matches_known !== undefined) tiles.push(['known counts', data.matches_known ? 'equal' : 'DIFFERENT']);
    for (const [label, value] of tiles) {
      const tile = html('div', '', $('glance'), { class: 'tile' });
      html('span', label, tile);
      html('b', value, tile);
    }
    $('footer').textContent = `Korat for C++ ${data.version}. ${data.engine_note || ''}`;
  }

  // Coverage: big numbers, so shares are computed in integers.

  function share(part, whole) { return Number(BigInt(part) * 1000000n / BigInt(whole)) / 1e6; }
  function percent(x) { return x === 0 ? '0%' : x < 1e-4 ? '<0.01%' : x > 0.9999 && x < 1 ? '>99.99%' : `${(100 * x).toFixed(x === 1 ? 0 : 2)}%`; }

  function bar(drawing, name, count, colour, x, width) {
    tip(svg('rect', { x, y: 2, width, height: 28, fill: colour, 'data-part': name }, drawing), `${name}: ${grouped(count)}`);
  }
  function coverage() {
    if (!data.space) return hide('coverage');
    const parts = [['reached', data.reach, 'var(--reach)'], ['pruned', data.prune, 'var(--prune)'], ['left', data.remaining, 'var(--left)']];
    if (data.range !== data.space) parts.push(['outside the range', String(BigInt(data.space) - BigInt(data.range)), 'var(--outside)']);
    const drawing = svg('svg', { viewBox: '0 0 1000 34', role: 'img', 'aria-label': 'Coverage of the input space' });
    let x = 0;
    for (const [name, count, colour] of parts) {
      const width = 1000 * share(count, data.space);
      if (width > 0) bar(drawing, name, count, colour, x, width);
      x += width;
    }
    document.querySelector('#coverage figure').appendChild(drawing);
    const table = document.querySelector('#coverage table');
    const row = (name, count, colour) => {
      const line = html('tr', '', table);
      const cell = html('td', '', line);
      if (colour) html('span', '', cell, { class: 'key', style: `background:${colour}` });
      cell.appendChild(document.createTextNode(name));
      html('td', grouped(count), line);
      html('td', percent(share(count, data.space)), line);
    };
    for (const [name, count, colour] of parts) row(name, count, colour);
    row('input space', data.space, null);
  }

  // Charts. A drawing is scaled to the width of the page: where that is small they are drawn smaller, or their text would be
  // too small to read.
  const narrow = window.matchMedia('(max-width: 760px)');

  // The end of an axis whose quarters are round numbers.
  function nice(most) {
    for (let power = 1; ; power *= 10) for (const f of [4, 8, 12, 20]) if (f * power >= most) return f * power;
  }
  function compact(n) {
    for (const [size, letter] of [[1e12, 'T'], [1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) if (n >= size) return `${+(n / size).toPrecision(3)}${letter}`;
    return String(n);
  }
  function columns(figure, values, label, colour, describe) {
    const [width, height, left, bottom, top] = [narrow.matches ? 330 : 480, 210, 46, 36, 10];
    const most = nice(Math.max(...values));
    const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': label });
    const y = (v) => height - bottom - (height - bottom - top) * v / most;
    for (let i = 0; i <= 4; ++i) {
      const v = most * i / 4;
      svg('line', { x1: left, x2: width, y1: y(v), y2: y(v), class: i ? 'grid' : 'base' }, drawing);
      svg('text', { x: left - 6, y: y(v) + 4, 'text-anchor': 'end', class: 'tick' }, drawing, compact(v));
    }
    const step = (width - left) / values.length;
    values.forEach((v, i) => {
      const h = v === 0 ? 0 : Math.max(1.5, y(0) - y(v));
      tip(svg('rect', { x: left + i * step + step * 0.08, width: step * 0.84, y: y(0) - h, height: h, fill: colour, rx: 1 }, drawing), describe(i));
    });
    for (let i = 0; i <= 4; ++i)
      svg('text', { x: left + (width - left) * i / 4, y: height - bottom + 15, class: 'tick', 'text-anchor': i === 0 ? 'start' : i === 4 ? 'end' : 'middle' }, drawing, `${25 * i}%`);
    svg('text', { x: left + (width - left) / 2, y: height - 4, class: 'axis', 'text-anchor': 'middle' }, drawing, label);
    figure.replaceChildren(drawing);
  }
  function distribution() {
    if (!data.track || data.valid === 0) return hide('distribution');
    const [first, second] = document.querySelectorAll('#distribution figure');
    const n = data.track.by_space.length;
    columns(first, data.track.by_space, 'input space covered', 'var(--bar)',
      (i) => `${(100 * i / n).toFixed(1)}% to ${(100 * (i + 1) / n).toFixed(1)}%: ${grouped(data.track.by_space[i])} solutions`);
    columns(second, data.track.by_explored, 'candidates explored', 'var(--bar2)', (i) =>
      `candidates ${grouped((i ? data.track.end_of[i - 1] : 0) + 1)} to ${grouped(data.track.end_of[i])}: ${grouped(data.track.by_explored[i])} solutions`);
  }
  function curves() {
    if (!data.curves) return hide('curves');
    document.querySelector('#curves figure').innerHTML = data.curves;
  }
  function rejections() {
    const all = data.rejections;
    if (all.length === 0) return hide('rejections');
    const longest = Math.max(...all.map((r) => r.member.length));
    const wide = !narrow.matches, width = wide ? 1000 : 330;
    const [left, right, row] = wide ? [longest * 8 + 14, 250, 26] : [0, 0, 58];
    const most = all[0].candidates, total = all.reduce((sum, r) => sum + r.candidates, 0);
    const drawing = svg('svg', { viewBox: `0 0 ${width} ${all.length * row + 4}`, role: 'img', 'aria-label': 'Rejections by field' });
    all.forEach((r, i) => {
      const y = i * row + (wide ? 4 : 18);
      svg('text', { x: wide ? left - 10 : 0, y: wide ? y + 14 : y - 5, 'text-anchor': wide ? 'end' : 'start', 'font-size': 13, 'font-family': 'var(--mono)' }, drawing, r.member);
      tip(svg('rect', { x: left, y, width: Math.max(1.5, (width - left - right) * r.candidates / most), height: 19, rx: 2, fill: 'var(--bad)' }, drawing), `${grouped(r.candidates)} candidates`);
      svg('text', { x: wide ? width - right + 12 : 0, y: y + (wide ? 14 : 32), 'font-size': 12, class: 'axis' }, drawing,
        `${grouped(r.candidates)}  (${percent(r.candidates / total)}), ${(r.depths / r.candidates).toFixed(1)} fields read`);
    });
    document.querySelector('#rejections figure').replaceChildren(drawing);
  }
  narrow.addEventListener('change', () => { distribution(); rejections(); });

  // Structures.

  function picture(s) {
    const drawing = svg('svg', { viewBox: `0 0 ${s.w.toFixed(1)} ${s.h.toFixed(1)}`, width: s.w.toFixed(0), height: s.h.toFixed(0), role: 'img',
      'aria-label': `Structure ${s.number}` });
    for (const a of s.arrows) {
      svg('path', { d: a.path, class: 'arrow' }, drawing);
      svg('path', { d: 'M0 0L-8 3.4L-8 -3.4Z', class: 'head', transform: `translate(${a.hx.toFixed(1)} ${a.hy.toFixed(1)}) rotate(${a.angle.toFixed(1)})` }, drawing);
    }
    for (const b of s.boxes) {
      const [x, y] = [b.x - b.w / 2, b.y - b.h / 2];
      svg('rect', { x, y, width: b.w, height: b.h, rx: 4, class: 'object' }, drawing);
      svg('rect', { x: x + 1, y: y + 1, width: b.w - 2, height: 17, rx: 3, class: `object-title ${b.colour}` }, drawing);
      b.rows.forEach(([text, tone], i) =>
        svg('text', { x: b.x, y: y + 13.5 + 16 * i + (i ? 1 : 0), 'text-anchor': 'middle', class: `row ${tone} ${i ? '' : b.colour}` }, drawing, text));
    }
    for (const a of s.arrows) svg('text', { x: a.lx + 3, y: a.ly + 3.5, 'text-anchor': 'middle', class: 'edge-label' }, drawing, a.label);
    return drawing;
  }
  let show = () => {}, show_number = () => {};
  // A picture for a small place: of each object its first value, on its colour. Sizes are those on the screen, so they grow with
  // what is drawn.
  function thumbnail(s) {
    const scale = Math.max(s.w / 128, s.h / 96), shown = (text) => text.length > 9 ? `${text.slice(0, 8)}…` : text;
    const drawing = svg('svg', { viewBox: `0 0 ${s.w.toFixed(1)} ${s.h.toFixed(1)}`, style: `--line-width:${1.2 * scale}`, role: 'img',
      'aria-label': `Structure ${s.number}` });
    for (const a of s.arrows) svg('path', { d: a.path, class: 'arrow' }, drawing);
    for (const b of s.boxes) {
      const label = shown(b.label), height = 15 * scale, width = Math.max(15, label.length * 6.8 + 6) * scale;
      svg('rect', { x: b.x - width / 2, y: b.y - height / 2, width, height, rx: 6 * scale, class: `object ${b.colour}` }, drawing);
      svg('text', { x: b.x, y: b.y + 3.8 * scale, 'font-size': 11 * scale, 'text-anchor': 'middle', class: b.colour }, drawing, label);
    }
    return drawing;
  }

  // What there is to sort by and to look for: the number of objects, and each member with its values.
  const as_sorted = (a, b) => a - b || String(a).localeCompare(String(b), undefined, { numeric: true });
  function fill(select, options) { for (const [value, text] of options) html('option', text, select, { value }); }
  function order(member) {
    if (member === '') return (a, b) => a.number - b.number;
    const keys = (s) => member === 'objects' ? [s.objects] : [...(s.values[member] || [])].sort(as_sorted);
    return (a, b) => {
      const [x, y] = [keys(a), keys(b)];
      for (let i = 0; i < Math.min(x.length, y.length); ++i) if (as_sorted(x[i], y[i])) return as_sorted(x[i], y[i]);
      return x.length - y.length || a.number - b.number;
    };
  }

  function gallery() {
    if (data.structures.length === 0) return hide('gallery');
    let all = data.structures;
    const per_page = 18;
    let now = 0;
    function thumbnails() {
      const first = now - now % per_page;
      $('thumbnails').replaceChildren();
      all.slice(first, first + per_page).forEach((s, i) => {
        const button = html('button', '', $('thumbnails'), { class: 'thumb', type: 'button', 'aria-current': first + i === now, 'data-number': s.number });
        button.appendChild(thumbnail(s));
        button.appendChild(document.createTextNode(`#${s.number}`));
        button.addEventListener('click', () => show(first + i));
      });
      const pages = Math.ceil(all.length / per_page);
      $('page').textContent = `page ${first / per_page + 1} of ${pages}`;
      $('page-back').disabled = first === 0;
      $('page-on').disabled = first + per_page >= all.length;
    }
    const members = [...new Set(data.structures.flatMap((s) => Object.keys(s.values)))];
    const has = (s, member, value) => member === '' || (member === 'objects' ? String(s.objects) === value : (s.values[member] || []).includes(value));
    function choose() {
      all = data.structures.filter((s) => has(s, $('member').value, $('value').value)).sort(order($('sort').value));
      const of = all.length < data.structures.length ? data.structures.length : all.length < data.valid ? data.valid : 0;
      const how = all.length < data.structures.length ? 'of' : data.drawn_at_random ? 'drawn at random from' : 'the first of';
      $('of').textContent = `of ${grouped(all.length)}${of ? `, ${how} ${grouped(of)}` : ''}`;
      $('index').max = all.length;
      show(0);
    }
    function offer_values() {
      const member = $('member').value;
      const values = member === '' ? [] : data.structures.flatMap((s) => member === 'objects' ? [String(s.objects)] : s.values[member] || []);
      $('value').replaceChildren();
      fill($('value'), [...new Set(values)].sort(as_sorted).map((v) => [v, v]));
      $('value').hidden = member === '';
      choose();
    }
    fill($('sort'), [['', 'number'], ['objects', 'objects'], ...members.map((m) => [m, m])]);
    fill($('member'), [['', 'anything'], ['objects', 'objects ='], ...members.map((m) => [m, `${m} =`])]);
    $('sort').addEventListener('change', choose);
    $('member').addEventListener('change', offer_values);
    $('value').addEventListener('change', choose);
    show_number = (number) => {
      if (!all.some((s) => s.number === number)) { $('member').value = ''; offer_values(); }
      show(all.findIndex((s) => s.number === number));
    };
    show = (i) => {
      now = Math.min(Math.max(i, 0), all.length - 1);
      $('index').value = now + 1;
      $('structure').replaceChildren(picture(all[now]));
      $('vector').textContent = `candidate vector  ${all[now].vector}`;
      $('previous').disabled = now === 0;
      $('next').disabled = now === all.length - 1;
      thumbnails();
    };
    $('previous').addEventListener('click', () => show(now - 1));
    $('next').addEventListener('click', () => show(now + 1));
    $('page-back').addEventListener('click', () => show(now - now % per_page - per_page));
    $('page-on').addEventListener('click', () => show(now - now % per_page + per_page));
    $('index').addEventListener('change', () => show((parseInt($('index').value, 10) || 1) - 1));
    $('gallery').addEventListener('keydown', (e) => {
      if (e.target === $('index')) return;
      if (e.key === 'ArrowLeft') show(now - 1);
      if (e.key === 'ArrowRight') show(now + 1);
    });
    $('save').addEventListener('click', () => save($('structure').firstChild, `${data.file_name}-${all[now].number}.svg`));
    offer_values();
  }

  // Drawn by Graphviz when the page was written.
  function diagram() {
    if (!data.diagram_drawing) return hide('diagram');
    document.querySelector('#diagram figure').innerHTML = data.diagram_drawing;
  }

  // The search tree. Candidates come in the order of the search, so each shares a prefix of choices with the one before.

  function grown() {
    const root = { children: [] };
    for (const [number, c] of data.tree.candidates.entries()) {
      let at = root;
      c.a.forEach((field, depth) => {
        at.field = field;
        let child = at.children[at.children.length - 1];
        if (!child || child.value !== c.v[depth]) at.children.push(child = { value: c.v[depth], children: [], folded: false });
        at = child;
      });
      at.leaf = { number: number + 1, valid: c.ok, structure: c.s };
    }
    const count = (n) => n.leaves = n.leaf ? 1 : n.children.reduce((sum, child) => sum + count(child), 0);
    const valid = (n) => n.valid = n.leaf ? +n.leaf.valid : n.children.reduce((sum, child) => sum + valid(child), 0);
    count(root);
    valid(root);
    return root;
  }
  function tree() {
    const complete = data.tree.candidates.length >= data.explored;
    const root = grown();
    if (root.leaf || root.children.length === 0) return hide('tree');
    const figure = document.querySelector('#tree figure');
    $('tree-note').textContent = complete ? '' : `the first ${grouped(data.tree.candidates.length)} of ${grouped(data.explored)} candidates`;
    const name = (field) => data.tree.fields[field];
    const widths = [];
    const measure = (n, depth) => {
      if (n.leaf) return;
      widths[depth] = Math.max(widths[depth] || 0, name(n.field).length * 6.8 + 14);
      for (const child of n.children) measure(child, depth + 1);
    };
    measure(root, 0);
    const column = widths.reduce((xs, w) => [...xs, xs[xs.length - 1] + w + 58], [10]);
    const sum = (n) => `${grouped(n.leaves)} candidate${n.leaves === 1 ? '' : 's'}, ${grouped(n.valid)} valid`;
    let chosen = null;
    function draw() {
      const row = 20, top = 6;  // room for the value above the first branch
      let rows = 0;
      const place = (n, depth) => {
        n.depth = depth;
        if (n.leaf || n.folded) return void (n.y = (rows++ + 0.5) * row + top);
        for (const child of n.children) place(child, depth + 1);
        n.extra = complete || n !== root ? data.tree.sizes[n.field] - n.children.length : 0;
        if (n.unfinished) n.extra = 0;
        n.y = (n.children[0].y + n.children[n.children.length - 1].y) / 2;
      };
      place(root, 0);
      const width = column[column.length - 1] + 130, height = rows * row + top + 10;
      const drawing = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, role: 'img', 'aria-label': 'Search tree' });
      const visit = (n) => {
        const x = column[n.depth];
        if (n.leaf) {
          const dot = svg('circle', { cx: x + 5, cy: n.y, r: 5, class: `leaf ${n.leaf.valid ? 'valid' : 'rejected'}${chosen === n ? ' chosen' : ''}`, 'data-candidate': n.leaf.number }, drawing);
          tip(dot, `candidate ${n.leaf.number}`);
          dot.addEventListener('click', () => { chosen = n; tell(n.leaf); draw(); });
          return;
        }
        const w = name(n.field).length * 6.8 + 14;
        if (!n.folded) for (const child of n.children) {
          const to = column[n.depth + 1], from = x + w;
          svg('path', { d: `M${from} ${n.y}C${from + 22} ${n.y} ${from + 12} ${child.y} ${to - 34} ${child.y}L${to} ${child.y}`, class: 'branch' }, drawing);
          svg('text', { x: to - 6, y: child.y - 3, 'text-anchor': 'end', class: 'value' }, drawing, child.value);
        }
        if (!n.folded && n.extra > 0) svg('text', { x: x + w / 2, y: n.y + 19, 'text-anchor': 'middle', class: 'pruned' }, drawing, `+${n.extra}`);
        const group = svg('g', { class: `choice${n.folded ? ' folded' : ''}` }, drawing);
        const box = svg('rect', { x, y: n.y - 8.5, width: w, height: 17, rx: 8 }, group);
        tip(box, sum(n));
        svg('text', { x: x + w / 2, y: n.y + 4, 'text-anchor': 'middle' }, group, name(n.field));
        if (n.folded) svg('text', { x: x + w + 8, y: n.y + 4, class: 'pruned' }, drawing, sum(n));
        box.addEventListener('click', () => { n.folded = !n.folded; draw(); });
        if (!n.folded) n.children.forEach(visit);
      };
      visit(root);
      figure.replaceChildren(drawing);
    }
    function tell(leaf) {
      const c = data.tree.candidates[leaf.number - 1];
      $('candidate').textContent = `candidate ${leaf.number}, ${leaf.valid ? 'valid' : 'rejected'}: ` + c.a.map((f, i) => `${name(f)} = ${c.v[i]}`).join(', ');
      if (leaf.structure !== undefined && !data.drawn_at_random && leaf.structure < data.structures.length) show_number(leaf.structure + 1);
    }
    const each = (n, act) => { act(n); n.children.forEach((child) => each(child, act)); };
    // What the last candidate shown has not finished, nothing can be said about.
    if (!complete) for (let n = root; n && !n.leaf; n = n.children[n.children.length - 1]) n.unfinished = true;
    const fold = (leaves) => each(root, (n) => { n.folded = !n.leaf && n !== root && n.leaves <= leaves && n.leaves > 3; });
    fold(root.leaves > 120 ? Math.ceil(root.leaves / 12) : 0);
    $('unfold').addEventListener('click', () => { each(root, (n) => { n.folded = false; }); draw(); });
    $('fold').addEventListener('click', () => { fold(Infinity); draw(); });
    $('save-tree').addEventListener('click', () => save(figure.firstChild, `${data.file_name}-tree.svg`));
    draw();
  }

  // A figure on its own: what the style sheet says becomes part of it.

  function standalone(drawing) {
    const copy = drawing.cloneNode(true);
    const properties = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-style', 'font-weight', 'paint-order', 'text-anchor'];
    const originals = [drawing, ...drawing.querySelectorAll('*')], copies = [copy, ...copy.querySelectorAll('*')];
    originals.forEach((original, i) => {
      const style = getComputedStyle(original);
      copies[i].setAttribute('style', properties.map((p) => `${p}:${style.getPropertyValue(p)}`).join(';'));
    });
    copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
    return new XMLSerializer().serializeToString(copy);
  }
  function save(drawing, file) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([standalone(drawing)], { type: 'image/svg+xml' }));
    link.download = file;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  function theme() {
    const set = (name) => {
      document.documentElement.dataset.theme = name;
      $('theme').textContent = name === 'dark' ? 'Light' : 'Dark';
    };
    set(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
    $('theme').addEventListener('click', () => set(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
  }

  theme();
  glance();
  coverage();
  distribution();
  curves();
  rejections();
  gallery();
  diagram();
  tree();
  document.documentElement.dataset.ready = 'yes';
})();
