"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const form = document.querySelector("form");
  const order = form ? form.dataset.order.trim().split(" ") : [];
  const collator = new Intl.Collator("en", { numeric: true });
  const units = { us: 1e-6, ms: 1e-3, s: 1 };
  const CHUNK = 100;
  // Rules of the filter come after those of the page.
  const sheet = document.styleSheets[0], own = sheet.cssRules.length;

  const tables = all("table[data-sort]").map((table) => {
    const rows = all("tbody tr", table);
    const heads = all("thead th", table);
    const names = heads.map((head) => head.textContent.toLowerCase());
    return { table, rows, heads, names, first: table.classList.contains("matrix") ? 3 : heads.length, turned: names[0] === "case", column: -1, down: false };
  });

  // Verdict, then time, of a cell; else the number that it begins with, in seconds if it has a unit. What was
  // taken over from a run before has no time to be compared.
  function key(cell) {
    if (cell.dataset.v) return [Number(cell.dataset.v)];
    const words = cell.textContent.trim();
    const found = /(?:^|[ >])([\d,]*\.?\d+)(?: (us|ms|s)\b)?/.exec(words);
    const value = found && !words.endsWith("~") ? parseFloat(found[1].replaceAll(",", "")) * (units[found[2]] || 1) : Infinity;
    const rank = order.indexOf(cell.classList[0]);
    return [rank < 0 ? 0 : rank, value];
  }

  function sorted(view, rows) {
    if (view.column < 0) return rows;
    const turn = view.down ? -1 : 1, at = view.column;
    const keyed = rows.map((row) => [row.cells[at].tagName === "TH" ? row.cells[at].textContent : key(row.cells[at]), row]);
    keyed.sort(([a], [b]) => {
      if (typeof a === "string") return turn * collator.compare(a, b);
      return turn * (a[0] - b[0] || (a[1] === b[1] ? 0 : a[1] - b[1]));
    });
    return keyed.map(([, row]) => row);
  }

  function render(view, rows) {
    const bodies = [];
    for (let at = 0; at < rows.length; at += CHUNK) {
      const body = document.createElement("tbody");
      body.append(...rows.slice(at, at + CHUNK));
      bodies.push(body);
    }
    all("tbody", view.table).forEach((body) => body.remove());
    view.table.tHead.after(...bodies);
  }

  // A cell counts whose names hold all words, whose verdict is chosen and that is unexpected, if that is asked.
  function filtered(view, words, verdicts, unexpected) {
    const columns = new Set();
    const rows = view.rows.filter((row) => {
      const name = row.cells[0].textContent.toLowerCase();
      const left = words.filter((word) => !name.includes(word));
      let found = false;
      for (let at = view.first; at < view.heads.length; at++) {
        const cell = row.cells[at];
        if (!cell.hasChildNodes()) continue;
        if (verdicts.length && !verdicts.includes(cell.classList[0])) continue;
        if (unexpected && !cell.classList.contains("x")) continue;
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
  function follow(left) {
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
    const words = form ? form.text.value.toLowerCase().split(/\s+/).filter(Boolean) : [];
    const verdicts = form ? all("[name=verdict]:checked", form).map((box) => box.value) : [];
    const unexpected = Boolean(form && form.x && form.x.checked);
    const any = words.length || verdicts.length || unexpected;
    while (sheet.cssRules.length > own) sheet.deleteRule(own);
    const left = new Set();
    let shown = 0, whole = 0;
    tables.forEach((view, number) => {
      let rows = view.rows;
      const matrix = view.first < view.heads.length;
      if (any && matrix) {
        const [kept, columns] = filtered(view, words, verdicts, unexpected);
        rows = kept;
        if (view.turned) columns.forEach((at) => left.add(view.heads[at].textContent.trim()));
        else rows.forEach((row) => left.add(row.cells[0].textContent.trim()));
        view.table.id = `m${number}`;
        for (let at = view.first; at < view.heads.length; at++) {
          if (!columns.has(at)) sheet.insertRule(`#m${number} tr > :nth-child(${at + 1}) { display: none }`, own);
        }
      }
      if (matrix) {
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

  // What is open is the address; where it was opened from gets the focus back.
  const links = () => all(".matrix td > a");
  const here = () => location.hash;
  const linkTo = (hash) => [...links(), ...all(".marks a")].find((link) => link.getAttribute("href") === hash);
  let last = "";
  function moved(hash) {
    const before = last && linkTo(last);
    if (before) before.removeAttribute("aria-current");
    last = hash;
    const link = last.length > 2 && linkTo(last);
    const section = document.querySelector(":is(.run, .part):has(:target), .part:target");
    if (link) link.setAttribute("aria-current", "true");
    if (section) {
      section.tabIndex = -1;
      section.focus({ preventScroll: true });
    }
    else if (before) before.focus();
  }
  // Not the hash of now: when keys come fast it is that of a later event.
  addEventListener("hashchange", (event) => moved(new URL(event.newURL).hash));
  if (here()) moved(here());

  function step(forward) {
    const found = links();
    const wanted = found.filter((link) => link.parentNode.classList.contains("x"));
    const list = wanted.length ? wanted : found;
    const at = list.findIndex((link) => link.getAttribute("href") === here());
    if (list.length) location.hash = list[at < 0 ? (forward ? 0 : list.length - 1) : (at + (forward ? 1 : -1) + list.length) % list.length].getAttribute("href");
  }

  // The link that is nearest in this direction, over cells that open nothing.
  function neighbour(cell, key) {
    let row = cell.parentNode, at = cell.cellIndex;
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
      if (here().length > 2) location.hash = "#-";
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
