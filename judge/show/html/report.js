"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const form = document.querySelector("form");
  const order = form ? form.dataset.order.trim().split(" ") : [];
  const collator = new Intl.Collator("en", { numeric: true });
  const units = { us: 1e-6, ms: 1e-3, s: 1 };
  // Rows of a matrix that are made together, and the height of one before that.
  const CHUNK = 25, ROW_PX = 22;
  // Rules of the filter come after those of the page.
  const sheet = document.styleSheets[0], own = sheet.cssRules.length;
  // The same name in any form of Unicode and in any case.
  const fold = (text) => text.normalize("NFKC").toLowerCase();

  // What is not on the screen is made when it comes near.
  const waiting = new Map();
  const observer = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) make(entry.target);
  }, { rootMargin: "200px" });
  function makeWhenNear(element, how) {
    waiting.set(element, how);
    if (element.getBoundingClientRect().top < innerHeight) make(element);
    else observer.observe(element);
  }
  function make(element) {
    const how = waiting.get(element);
    observer.unobserve(element);
    if (waiting.delete(element)) how();
  }

  // A cell is its classes, its words, its quiet words, the address that it opens, and the number by which it sorts.
  function readRow(row) {
    return { node: row, cells: [...row.cells].map((cell) => [cell.className, cell.textContent.trim(), "", "", cell.dataset.v]) };
  }

  const tables = all("table[data-sort]").map((table) => {
    const data = table.parentNode.querySelector("script");
    const lines = all("tbody tr", table);
    const rows = data ? JSON.parse(data.textContent).map((cells) => ({ cells })) : lines.map(readRow);
    const heads = all("thead th", table);
    const names = heads.map((head) => fold(head.textContent));
    const isName = heads.map((_, at) => data ? at === 0 : lines.length > 0 && lines[0].cells[at].tagName === "TH");
    return { table, rows, left: rows, heads, names, isName, isMatrix: Boolean(data), turned: names[0] === "case", column: -1, down: false };
  });
  const matrices = tables.filter((view) => view.isMatrix);

  function element(tag, kind, ...inside) {
    const made = document.createElement(tag);
    if (kind) made.className = kind;
    made.append(...inside);
    return made;
  }

  function makeRow(cells) {
    return element("tr", "", ...cells.map((cell, at) => {
      if (!cell.length) return element("td");
      const [kind, words, quiet, anchor] = cell;
      if (at === 0) {
        const name = element("th", kind, ...words.split(/(?<=[/_])/).flatMap((part) => [part, element("wbr")]));
        name.scope = "row";
        return name;
      }
      const inside = quiet === undefined || at < 3 ? [words] : [`${words} `, element("i", "", quiet)];
      if (!anchor) return element("td", kind, ...inside);
      const link = element("a", "", ...inside);
      link.href = `#${encodeURIComponent(anchor).replaceAll("%2F", "/")}`;
      return element("td", kind, link);
    }));
  }

  // Verdict, then time, of a cell; else the number that it begins with, in seconds if it has a unit. What was
  // taken over from a run before has no time to be compared.
  function key(cell) {
    if (!cell.length) return [0, Infinity];
    const [kind, words, quiet, , value] = cell;
    if (value !== undefined) return [Number(value)];
    const text = `${words} ${quiet || ""}`.trim();
    const found = /(?:^|[ >])([\d,]*\.?\d+)(?: (us|ms|s)\b)?/.exec(text);
    const number = found && !text.endsWith("~") ? parseFloat(found[1].replaceAll(",", "")) * (units[found[2]] || 1) : Infinity;
    const rank = order.indexOf(kind.split(" ")[0]);
    return [rank < 0 ? 0 : rank, number];
  }

  function sorted(view, rows) {
    if (view.column < 0) return rows;
    const turn = view.down ? -1 : 1, at = view.column;
    const keyed = rows.map((row) => [view.isName[at] ? row.cells[at][1] : key(row.cells[at]), row]);
    keyed.sort(([a], [b]) => {
      if (typeof a === "string") return turn * collator.compare(a, b);
      return turn * (a[0] - b[0] || (a[1] === b[1] ? 0 : a[1] - b[1]));
    });
    return keyed.map(([, row]) => row);
  }

  function render(view, rows) {
    const size = view.isMatrix ? CHUNK : rows.length;
    const bodies = [];
    for (let at = 0; at < rows.length; at += size) bodies.push([element("tbody"), at]);
    for (const body of view.table.tBodies) waiting.delete(body);
    [...view.table.tBodies].forEach((body) => body.remove());
    view.table.tHead.after(...bodies.map(([body]) => body));
    for (const [body, start] of bodies) {
      const own = rows.slice(start, start + size);
      body.style.height = `${ROW_PX * own.length}px`;
      makeWhenNear(body, () => {
        body.style.height = "";
        body.append(...own.map((row) => row.node ??= makeRow(row.cells)));
        // A screen reader counts the rows that are not made, and the head as the first.
        own.forEach((row, at) => row.node.ariaRowIndex = start + at + 2);
      });
    }
    view.left = rows;
  }

  // A cell counts whose names hold all words, whose verdict is chosen and that is unexpected, if that is asked.
  function filtered(view, words, verdicts, unexpected) {
    const columns = new Set();
    const rows = view.rows.filter((row) => {
      const name = fold(row.cells[0][1]);
      const left = words.filter((word) => !name.includes(word));
      let found = false;
      for (let at = 3; at < view.heads.length; at++) {
        if (!row.cells[at].length) continue;
        const [verdict, x] = row.cells[at][0].split(" ");
        if (verdicts.length && !verdicts.includes(verdict)) continue;
        if (unexpected && !x) continue;
        if (left.some((word) => !view.names[at].includes(word))) continue;
        columns.add(at);
        found = true;
      }
      return found;
    });
    return [rows, columns];
  }

  // Charts and the class show the programs that are left, a plot of lines the ten best of them.
  const MOST_LINES = 10;
  let followed = null;
  function follow(left) {
    followed = left;
    const stays = (element) => !left || element.dataset.of.split("\n").some((name) => left.has(name));
    for (const element of all(".strips > [data-of], [data-class] [data-of]")) element.hidden = !stays(element);
    for (const figure of all(".cactus")) {
      const lines = all("svg svg path", figure), names = all(".key > li", figure);
      let shown = 0;
      names.forEach((name, at) => {
        const hidden = shown >= MOST_LINES || !stays(name);
        for (const element of [name, lines[at]]) element.toggleAttribute("hidden", hidden);
        if (hidden) return;
        for (const path of [lines[at], name.querySelector("path")]) path.setAttribute("class", `s${shown % 7} d${Math.floor(shown / 7)}`);
        shown++;
      });
      const title = figure.querySelector("figcaption").textContent;
      figure.querySelector("svg").setAttribute("aria-label", `${title}: ${names.filter((name) => !name.hidden).map((name) => name.textContent.trim()).join("; ")}`);
    }
  }

  function apply() {
    const words = form ? fold(form.text.value).split(/\s+/).filter(Boolean) : [];
    const verdicts = form ? all("[name=verdict]:checked", form).map((box) => box.value) : [];
    const unexpected = Boolean(form && form.x && form.x.checked);
    const any = words.length || verdicts.length || unexpected;
    while (sheet.cssRules.length > own) sheet.deleteRule(own);
    const left = new Set();
    let shown = 0, whole = 0;
    tables.forEach((view, number) => {
      let rows = view.rows;
      if (any && view.isMatrix) {
        const [kept, columns] = filtered(view, words, verdicts, unexpected);
        rows = kept;
        if (view.turned) columns.forEach((at) => left.add(view.heads[at].textContent.trim()));
        else rows.forEach((row) => left.add(row.cells[0][1]));
        view.table.id = `m${number}`;
        for (let at = 3; at < view.heads.length; at++) {
          if (!columns.has(at)) sheet.insertRule(`#m${number} tr > :nth-child(${at + 1}) { display: none }`, own);
        }
      }
      if (view.isMatrix) {
        shown += rows.length;
        whole += view.rows.length;
      }
      render(view, sorted(view, rows));
    });
    const faded = [...verdicts.length ? [`td${verdicts.map((one) => `:not(.${one})`).join("")}`] : [], ...unexpected ? ["td:not(.x)"] : []];
    if (faded.length) sheet.insertRule(`.matrix tbody :is(${faded.join()}):nth-child(n + 4) { opacity: .35 }`, own);
    follow(any ? left : null);
    if (form) form.querySelector("output").textContent = any ? `${shown.toLocaleString("en")} of ${whole.toLocaleString("en")} rows` : "";
  }

  function sort(view, at) {
    const again = view.column === at;
    if (again && view.down) view.column = -1;
    else view.column = at;
    view.down = again && !view.down;
    view.heads.forEach((head, number) => {
      if (number === view.column) head.setAttribute("aria-sort", view.down ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    apply();
  }

  for (const view of tables) {
    view.heads.forEach((head, at) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () => sort(view, at));
      head.append(button);
    });
  }
  if (form) {
    form.hidden = false;
    form.addEventListener("input", apply);
    form.addEventListener("submit", (event) => event.preventDefault());
  }
  for (const view of matrices) render(view, view.rows);
  for (const chart of all("script.chart")) {
    const place = chart.parentNode;
    makeWhenNear(place, () => {
      place.innerHTML = chart.textContent;
      follow(followed);
    });
  }

  // What is open is the address; where it was opened from gets the focus back.
  const parts = all("script.part");
  const panel = document.querySelector("article"), inside = panel.lastElementChild;
  const signs = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "'": "&#39;", '"': "&#34;" };
  function addressOf(hash) {
    try {
      return decodeURIComponent(hash.slice(1));
    } catch {
      return hash.slice(1);
    }
  }

  // No text has a quotation mark, so only the part with this address matches.
  function open(address) {
    const mark = `id="${address.replace(/[&<>'"]/g, (sign) => signs[sign])}"`;
    const part = parts.find((part) => part.textContent.includes(mark));
    panel.hidden = !part;
    inside.innerHTML = part ? part.textContent : "";
    if (!part) return;
    const target = document.getElementById(address), section = target.closest(".run, .part");
    target.classList.add("here");
    section.tabIndex = -1;
    section.focus({ preventScroll: true });
    panel.scrollTop = 0;
    if (target.tagName === "H4") target.scrollIntoView();
  }

  const opens = (row, address) => row.cells.some((cell) => cell[3] === address);
  function linkTo(address) {
    for (const view of matrices) {
      const at = view.left.findIndex((row) => opens(row, address));
      if (at >= 0) make(view.table.tBodies[Math.floor(at / CHUNK)]);
    }
    return all(".matrix td > a, .marks a").find((link) => addressOf(link.hash) === address);
  }

  let last = "";
  function moved(hash) {
    const before = last && linkTo(last);
    if (before) before.removeAttribute("aria-current");
    last = addressOf(hash);
    open(last);
    const link = last && linkTo(last);
    if (link) link.setAttribute("aria-current", "true");
    if (panel.hidden && before) before.focus();
  }
  // The event comes later, and the next key may come before it.
  function go(hash) {
    location.hash = hash;
    moved(hash);
  }
  addEventListener("hashchange", () => {
    if (addressOf(location.hash) !== last) moved(location.hash);
  });
  if (location.hash) moved(location.hash);

  function step(forward) {
    const found = matrices.flatMap((view) => view.left.flatMap((row) => row.cells.filter((cell) => cell[3])));
    const wanted = found.filter(([kind]) => kind.endsWith(" x"));
    const list = wanted.length ? wanted : found;
    const at = list.findIndex((cell) => cell[3] === last);
    if (list.length) go(`#${list[at < 0 ? (forward ? 0 : list.length - 1) : (at + (forward ? 1 : -1) + list.length) % list.length][3].replaceAll("%", "%25")}`);
  }

  // The edge at which a table goes on fades.
  const frames = all(".frame");
  function fade() {
    for (const frame of frames) frame.classList.toggle("more", frame.scrollLeft + frame.clientWidth < frame.scrollWidth - 1);
  }
  for (const frame of frames) frame.addEventListener("scroll", fade, { passive: true });
  addEventListener("resize", fade);
  fade();

  // Paper has all rows and all tests that are not as expected.
  addEventListener("beforeprint", () => {
    [...waiting.keys()].forEach(make);
    panel.hidden = false;
    for (const part of parts) if (part.textContent.includes('<section class="run x">')) inside.insertAdjacentHTML("beforeend", part.textContent);
  });
  addEventListener("afterprint", () => open(last));

  // The link that is nearest in this direction, over cells that open nothing.
  function neighbour(cell, key) {
    let row = cell.parentNode, at = cell.cellIndex;
    for (const body of [row.parentNode.previousElementSibling, row.parentNode.nextElementSibling]) if (body) make(body);
    const rows = key === "ArrowUp" || key === "ArrowDown" ? all("tr", cell.closest("table")) : [];
    let line = rows.indexOf(row);
    for (;;) {
      if (key === "ArrowLeft") at--;
      else if (key === "ArrowRight") at++;
      else row = rows[line += key === "ArrowUp" ? -1 : 1];
      const next = row && row.cells[at];
      if (!next) return null;
      const link = next.querySelector("a, button");
      if (link && next.checkVisibility()) return link;
    }
  }

  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const typing = target.tagName === "INPUT" && target.type === "search";
    if (event.key === "Escape") {
      if (!panel.hidden) go("#-");
      else if (typing) {
        form.reset();
        apply();
      }
    } else if (typing) {
      return;
    } else if (event.key === "/" && form) {
      form.text.focus();
      event.preventDefault();
    } else if (event.key === "n" || event.key === "p") {
      step(event.key === "n");
    } else if (event.key.startsWith("Arrow") && target.closest(":is(.matrix, .marks) :is(th, td)")) {
      const next = neighbour(target.closest("th, td"), event.key);
      if (next) next.focus();
      event.preventDefault();
    }
  });
})();
