// What if: numbers of entries are changed on a page of a published site, and the sheet is computed anew, in this browser, by the
// dashboard's own rules (live-worker.js). The address keeps the changes, so that they can be sent to somebody.
//
// It needs a server, if only one of files: browsers start no worker from disk.

(() => {
  const version = document.body.dataset.version;
  const main = document.querySelector("main");
  const place = /\/(types|chances|affixes|themes|artifacts|kinds|entries\/([\w-]+))\/(\d+)(?:-(\w+))?\.html$/.exec(location.pathname);
  if (!place || !location.protocol.startsWith("http")) return;

  // Typing rests so long before the sheet is computed, in milliseconds.
  const REST = 250;
  const SORTS = { affixes: "affix", themes: "theme", artifacts: "artifact", kinds: "kind" };
  const FOLDERS = { affix: "affixes", theme: "themes", artifact: "artifacts", kind: "kinds" };
  const [, folder, sortOfEntries, index, quality] = place;
  const isSheet = folder === "types" || folder === "chances";

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // --- the worker ---

  let worker = null;
  let last = 0;
  const waiting = new Map();

  function start() {
    worker = new Worker(`${version}static/site/live-worker.js`);
    worker.addEventListener("message", ({ data: { id, answer } }) => {
      waiting.get(id)?.(answer);
      waiting.delete(id);
    });
    worker.addEventListener("error", (event) => {
      for (const answered of waiting.values()) answered({ error: { message: event.message || "The rules can't be loaded." } });
      waiting.clear();
    });
  }

  function ask(request) {
    return new Promise((answered) => {
      last += 1;
      waiting.set(last, answered);
      worker.postMessage({ id: last, request });
    });
  }

  let opening = null;

  // What another answer has in the place of a file must not be taken for one.
  async function get(path) {
    const response = await fetch(version + path);
    if (!response.ok) throw new Error(`${path} can't be had: ${response.status}.`);
    return response;
  }

  // Reads the version's files into the worker, once.
  function open() {
    opening ??= (async () => {
      const of = await (await get("live.json")).json();
      const read = async (name) => ({ name, bytes: new Uint8Array(await (await get(`files/${name}`)).arrayBuffer()) });
      const files = await Promise.all(of.files.map(read));
      start();
      return ask({ request: "open", game: of.game, edition: of.edition, content_hash: of.hash, files });
    })().catch((error) => ({ error: { message: error.message } }));
    return opening;
  }

  // --- changes, as the address keeps them ---

  // A change: the line it is of, the field of the line, the column where several numbers stand in a line, the value.
  const written = ({ file, line, field, column, value }) => `${file}:${line}:${column ?? ""}:${field}:${value}`;

  function read(text) {
    const [file, line, column, field, ...value] = text.split(":");
    if (!field || !value.length || !/^\d+$/.test(line)) return null;
    return { file, line: Number(line), field, value: value.join(":"), ...(column && { column: Number(column) }) };
  }

  const fromAddress = () => new URLSearchParams(location.hash.slice(1)).getAll("change").map(read).filter(Boolean);

  let changes = fromAddress();

  const hash = () => {
    const query = new URLSearchParams(changes.map((change) => ["change", written(change)]));
    return changes.length ? `#${query}` : "";
  };

  const isOf = (a, b) => a.file === b.file && a.line === b.line && a.field === b.field && a.column === b.column;

  function keep(change, was) {
    changes = changes.filter((other) => !isOf(other, change));
    if (change.value !== was) changes.push(change);
    history.replaceState(null, "", location.pathname + location.search + hash());
  }

  // --- the panel ---

  const panel = element("section", { class: "what-if", hidden: "", "aria-labelledby": "what-if-title" });
  const entries = element("div", { class: "entries" });
  const list = element("ul", { class: "plain" });
  const status = element("p", { class: "about", role: "status" });
  const actions = element("p", { class: "actions" });
  panel.append(element("h2", { id: "what-if-title" }, "What if"), entries, list, actions, status);

  const say = (text, isProblem = false) => {
    status.textContent = text;
    status.classList.toggle("problem", isProblem);
  };

  const told = (error) => {
    const where = error.file ? `${error.file}:${error.line}: ` : "";
    return where + error.message;
  };

  let timer = 0;
  let turn = 0;

  function later() {
    clearTimeout(timer);
    timer = setTimeout(compute, REST);
  }

  function field(line, one, was) {
    const id = `what-if-${line.file}-${line.line}-${line.column ?? ""}-${one.name}`;
    const key = { file: line.file, line: line.line, field: one.name, ...(line.column !== undefined && { column: line.column }) };
    const value = changes.find((change) => isOf(change, key))?.value ?? was;
    const input = element("input", { id, value, size: String(Math.max(4, was.length + 1)), autocomplete: "off", inputmode: one.is === "number" ? "numeric" : "text" });
    input.addEventListener("input", () => {
      keep({ ...key, value: input.value.trim() }, was);
      later();
    });
    return [element("label", { for: id }, one.name), input];
  }

  // The entry's lines that have numbers, with a field for each of these.
  async function showEntry(sort, number) {
    const answer = await ask({ request: "entry", sort, index: number });
    if (answer.error) return say(told(answer.error), true);
    const form = element("div", { class: "entry-lines" }, element("h3", {}, answer.entry.name));
    for (const line of answer.entry.lines) {
      const numbers = line.fields.filter((one) => one.is !== "text" && one.is !== "word" && one.is !== "character" && one.value !== null);
      if (!numbers.length) continue;
      const fields = numbers.flatMap((one) => field(line, one, one.value));
      form.append(element("div", { class: "line" }, element("code", {}, line.text), element("span", { class: "fields" }, ...fields)));
    }
    const before = entries.querySelector(`[data-entry="${sort}-${number}"]`);
    form.dataset.entry = `${sort}-${number}`;
    if (before) before.replaceWith(form);
    else entries.append(form);
    say("");
  }

  function showChanges() {
    list.replaceChildren(
      ...changes.map((change) => {
        const remove = element("button", { type: "button", class: "quiet" }, "undo");
        remove.addEventListener("click", () => {
          changes = changes.filter((other) => !isOf(other, change));
          history.replaceState(null, "", location.pathname + location.search + hash());
          const input = document.getElementById(`what-if-${change.file}-${change.line}-${change.column ?? ""}-${change.field}`);
          if (input) input.value = input.defaultValue;
          compute();
        });
        return element("li", {}, element("code", {}, `${change.file}:${change.line}`), ` ${change.field}: `, element("b", {}, change.value), " ", remove);
      }),
    );
    // Other sheets of the same changes.
    for (const link of document.querySelectorAll("a[href]")) {
      if (/\/(?:types|chances)\/\d+(?:-\w+)?\.html$/.test(link.pathname)) link.href = link.getAttribute("href").split("#")[0] + hash();
    }
  }

  function save(name, bytes) {
    const link = element("a", { href: URL.createObjectURL(new Blob([bytes])), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  const patch = element("button", { type: "button" }, "Patch");
  patch.addEventListener("click", async () => {
    const answer = await ask({ request: "patch", edits: changes });
    if (answer.error) return say(told(answer.error), true);
    const { text, encoding } = answer.patch;
    save("what-if.patch", encoding === "bytes" ? Uint8Array.from(text, (character) => character.charCodeAt(0)) : text);
  });
  const copy = element("button", { type: "button" }, "Copy link");
  copy.addEventListener("click", async () => {
    await navigator.clipboard.writeText(location.href);
    say("The link is copied.");
  });
  actions.append(patch, " ", copy);

  // --- the sheet ---

  const box = main.querySelector(".sheet");

  // Rows by the places that they have on the page as it was published; new ones come last.
  const order = new Map();
  const placeOf = (section, name) => `${section ?? ""}|${name}`;
  if (isSheet) {
    for (const body of box.querySelectorAll("tbody")) {
      const section = body.querySelector("tr.group th")?.textContent.trim();
      for (const head of body.querySelectorAll("tr:not(.group) > th.name")) {
        const place = placeOf(section, (head.querySelector("a") ?? head.firstChild).textContent.trim());
        if (!order.has(place)) order.set(place, order.size);
      }
    }
  }
  const rank = (row) => order.get(placeOf(row.section, row.name)) ?? order.size;

  const linkOf = (row) => {
    if (!row.sort || row.index === null || row.index === undefined) return null;
    return `${version}${FOLDERS[row.sort] ?? `entries/${row.sort}`}/${row.index}.html`;
  };

  const keyOf = (row) => [row.section, row.sort, row.index, row.tval, row.sval, row.name, row.role, row.level].join("|");

  // A cell after the changes, with what it was where that is another number.
  function cellOf(cell, before) {
    const isOther = before !== undefined && before.text !== cell.text;
    const made = element("td", { class: cell.class ?? "", title: isOther ? `${cell.hint}; was ${before.hint}` : cell.hint }, cell.short);
    if (isOther) {
      made.classList.add("is-other");
      made.append(element("small", {}, before.short || "none"));
    }
    return made;
  }

  function rowOf(row, before, leads) {
    const href = linkOf(row);
    const name = element("th", { class: "name", scope: "row" }, href ? element("a", { href }, row.name) : row.name);
    if (row.role) name.append(" ", element("small", {}, row.role));
    const lead = (label, at) => element("td", { class: `lead fixed l${at + 1}` }, { Allocations: row.allocations, Level: row.level }[label] ?? "");
    return element("tr", {}, name, ...leads.map(lead), ...row.cells.map((cell, at) => cellOf(cell, before?.cells[at])), element("td", { class: "lead spark" }));
  }

  function showSheet({ before, after }) {
    const sheet = after ?? before;
    const leads = [...box.querySelectorAll("thead tr:first-child > th.lead.fixed")].map((head) => head.textContent.trim());
    const was = new Map((after ? before.rows : []).map((row) => [keyOf(row), row]));
    const bodies = [];
    const rowsWithGone = [...sheet.rows];
    for (const row of was.values()) {
      const gone = !sheet.rows.some((other) => keyOf(other) === keyOf(row));
      if (gone) rowsWithGone.push({ ...row, cells: row.cells.map((cell) => ({ ...cell, text: "", short: "", class: "no", hint: "no longer" })) });
    }
    rowsWithGone.sort((a, b) => rank(a) - rank(b));
    const sections = [...new Set(rowsWithGone.map((row) => row.section))];
    for (const name of sections) {
      const section = element("tbody");
      if (name) {
        const width = String(leads.length + sheet.columns.length + 1);
        section.append(element("tr", { class: "group" }, element("th", { class: "name", scope: "rowgroup" }, name), element("td", { colspan: width })));
      }
      const nothing = { cells: sheet.columns.map(() => ({ text: "", short: "", hint: "not there" })) };
      for (const row of rowsWithGone.filter((one) => one.section === name)) {
        section.append(rowOf(row, after ? (was.get(keyOf(row)) ?? nothing) : undefined, leads));
      }
      bodies.push(section);
    }
    const totals = sheet.totals.map((row, at) => {
      const made = rowOf({ ...row, sort: null }, after ? before.totals[at] : undefined, leads);
      made.className = "total";
      return made;
    });
    box.querySelectorAll("thead tr.total").forEach((row) => row.remove());
    box.querySelector("thead").append(...totals);
    box.querySelectorAll("tbody").forEach((body) => body.remove());
    box.querySelector("table").append(...bodies);
    // They are about the published numbers.
    for (const part of main.querySelectorAll('[data-part="chart"], [data-part="notes"]')) part.hidden = changes.length > 0;
    const changed = box.querySelectorAll("td.is-other").length;
    const count = main.querySelector(".legend .count");
    if (count) count.textContent = `${rowsWithGone.length} rows`;
    return changed;
  }

  function sheetRequest() {
    const kind = folder === "types" ? "availability" : "chances";
    return { request: "sheet", kind, types: [Number(index)], ...(quality && { quality }), edits: changes };
  }

  let isAsPublished = true;

  async function compute() {
    showChanges();
    actions.hidden = !changes.length;
    if (!isSheet) return showWays();
    if (!changes.length && isAsPublished) return say("Choose an entry, and change a number of it.");
    isAsPublished = false;
    turn += 1;
    const mine = turn;
    box.setAttribute("aria-busy", "true");
    say("Computing …");
    const begun = performance.now();
    const answer = await ask(sheetRequest());
    if (mine !== turn) return;
    box.removeAttribute("aria-busy");
    if (answer.error) return say(told(answer.error), true);
    const changed = showSheet(answer.sheet);
    const took = Math.round(performance.now() - begun);
    const how = (answer.sheet.after ?? answer.sheet.before).how;
    const remarks = answer.sheet.remarks.map((remark) => `${remark.file}:${remark.line}: found ${remark.found}, expected ${remark.expected}.`);
    const cells = changed === 1 ? "1 number is" : `${changed} numbers are`;
    const what = changes.length ? `${cells} other than before; what each was stands beside it.` : "Nothing is changed.";
    say([`${what} ${how[0].toUpperCase()}${how.slice(1)}, computed in ${took} ms.`, ...remarks].join(" "), remarks.length > 0);
  }

  // On an entry's page: where its changes can be seen.
  function showWays() {
    const links = [...new Set([...main.querySelectorAll('a[href*="types/"]')].map((link) => link.getAttribute("href").split("#")[0]))];
    const named = links.map((href) => {
      const link = [...main.querySelectorAll("a")].find((one) => one.getAttribute("href").split("#")[0] === href);
      return element("a", { href: href.replace("types/", "chances/") + hash() }, link.textContent.trim());
    });
    if (!changes.length) return say("Change a number; a sheet shows what it does.");
    say("See it in the chances of ");
    named.forEach((link, at) => status.append(at ? ", " : "", link));
  }

  async function show() {
    panel.hidden = false;
    say("Loading the rules …");
    const opened = await open();
    if (opened.error) return say(told(opened.error), true);
    if (isSheet) {
      const rows = [...box.querySelectorAll("tbody th.name a")];
      const choose = element("input", { id: "what-if-entry", list: "what-if-entries", size: "24", placeholder: "its name", autocomplete: "off" });
      const names = element("datalist", { id: "what-if-entries" }, ...rows.map((link) => element("option", { value: link.textContent.trim() })));
      choose.addEventListener("change", async () => {
        const link = rows.find((one) => one.textContent.trim() === choose.value.trim());
        const [, of, number] = /(\w+|entries\/[\w-]+)\/(\d+)\.html$/.exec(link?.pathname ?? "") ?? [];
        if (!number) return;
        choose.value = "";
        await showEntry(SORTS[of] ?? of.replace("entries/", ""), Number(number));
      });
      panel.querySelector("h2").after(element("p", { class: "controls" }, element("label", { for: "what-if-entry" }, "Change the numbers of "), choose, names));
    } else {
      await showEntry(SORTS[folder] ?? sortOfEntries, Number(index));
    }
    await compute();
  }

  const button = element("button", { type: "button", class: "what-if-start" }, "What if …");
  button.addEventListener("click", () => {
    button.remove();
    show();
  });
  const bar = main.querySelector(".controls .rest") ?? main.querySelector(".head .actions") ?? main.querySelector(".head");
  bar?.append(button);
  (main.querySelector(".controls") ?? main.querySelector(".head"))?.after(panel);
  if (changes.length) button.click();
})();
