// What makes sheets quick: parts of the page are replaced in place, cells are reached with keys, and what a cell says is
// written beneath. Everything works without it.

import { keysAreOn, startKeys } from "./keys.js";
import { closePanel, openPanel, panelIsOf, panelIsOpen } from "./panel.js";
import { load, partOf, startParts } from "./parts.js";
import { startWidths } from "./widths.js";

// What of the page follows from its address.
const PARTS = [".head", ".about", ".types-row", ".controls", ".sheet", ".parts", ".legend", '[data-part="notes"]', '[data-part="chart"]'];
// Typing rests so long before it filters, in milliseconds.
const REST = 120;
// The pointer rests so long on a cell before what it says takes the place of another's, in milliseconds: on its way to the
// links beneath the sheet it passes other cells.
const DWELL = 90;

const main = document.querySelector("main");
const box = () => main.querySelector(".sheet");
// Other forms have it as a hidden field.
const filter = () => main.querySelector('input[name="q"][type="search"]');
const viewMenu = () => main.querySelector("details.view");
// Menus by name, and what is typed into them.
const menuOf = (name) => main.querySelector(`details.menu[data-menu="${name}"]`);
const openMenus = () => [...main.querySelectorAll("details.menu[data-menu][open]")].map((menu) => menu.dataset.menu);
const fieldsOf = (name) => [...(menuOf(name)?.querySelectorAll("input[name]:not([type=hidden]), select[name]") ?? [])];
const isBox = (field) => ["checkbox", "radio"].includes(field.type);
const keyOf = (field) => [field.name, isBox(field) ? field.value : ""].join("|");
const stateOf = (field) => (isBox(field) ? field.checked : field.value);
const choiceBefore = ({ options }) => ([...options].find((option) => option.defaultSelected) ?? options[0])?.value;
const stateBefore = (field) => (isBox(field) ? field.defaultChecked : field.localName === "select" ? choiceBefore(field) : field.defaultValue);
const isEntered = (field) => stateOf(field) !== stateBefore(field);
const readout = () => main.querySelector(".readout");

// --- in place ---

let latest = 0;
// The address whose sheet is shown, and the one asked for last.
let shown = location.href;
let wanted = location.href;

// What a link changes of the sheet that is shown, changed of the one asked for: whoever clicks twice gets both.
function addressOfLink(link) {
  const [address, from, to] = [new URL(wanted), new URL(shown), new URL(link.href)];
  address.pathname = to.pathname;
  address.hash = "";
  for (const key of new Set([...from.searchParams.keys(), ...to.searchParams.keys()])) {
    const value = to.searchParams.get(key);
    if (value !== from.searchParams.get(key)) put(address, key, value);
  }
  return written(address);
}

// The same for what stands in the fields of a form.
function addressOfForm(form) {
  const address = new URL(wanted);
  address.pathname = new URL(form.action).pathname;
  address.hash = "";
  for (const field of form.querySelectorAll("[name]:not([type=hidden])")) put(address, field.name, field.value);
  return written(address);
}

function put(address, key, value) {
  if (value) address.searchParams.set(key, value);
  else address.searchParams.delete(key);
}

// As the server writes addresses.
const written = (address) => address.href.replace(/%(?:2C|2F|3A|40)/g, decodeURIComponent);

// A sheet that is being computed follows its own address (progressive.js), and what isn't a sheet is another page.
const isAnotherPage = (page) => !page.querySelector(".sheet") || page.querySelector("[data-events]") || document.querySelector("[data-events]");

// Shows what an address has, as a link would, but without a new page. The focus and the filter's caret stay. The address
// bar changes at once, so that what is typed on before the answer replaces this step and not the one before it.
async function show(address, { push }) {
  const turn = ++latest;
  wanted = address;
  const chosenIn = openMenus();
  if (push) history.pushState(null, "", address);
  main.setAttribute("aria-busy", "true");
  let page;
  try {
    const response = await fetch(address, { headers: { accept: "text/html" } });
    // A wrong setting is said at its field, beside the sheet without it.
    if (!response.ok && response.status !== 400) return location.assign(address);
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    return location.assign(address);
  } finally {
    if (turn === latest) main.removeAttribute("aria-busy");
  }
  if (turn !== latest) return;
  if (isAnotherPage(page)) return location.assign(address);
  shown = address;
  const focused = signOf(document.activeElement);
  const field = filter();
  const typed = field && { value: field.value, from: field.selectionStart, to: field.selectionEnd, is: field === document.activeElement };
  document.title = page.title;
  const left = box().scrollLeft;
  // Who chooses several things in a row finds the menu of everything else open, and so is one that was opened since.
  const kept = openMenus().filter((name) => name === "View" || !chosenIn.includes(name));
  const entered = new Map(kept.flatMap(fieldsOf).filter(isEntered).map((field) => [keyOf(field), stateOf(field)]));
  const menu = document.activeElement.closest("[data-menu]")?.dataset.menu;
  // It is about a cell of the sheet that was there.
  closePanel();
  for (const part of PARTS) replace(part, page);
  joinStops();
  for (const name of kept) if (menuOf(name)) menuOf(name).open = true;
  for (const field of kept.flatMap(fieldsOf)) if (entered.has(keyOf(field))) field[isBox(field) ? "checked" : "value"] = entered.get(keyOf(field));
  startParts(box(), shown);
  box().scrollLeft = left;
  if (typed?.is) {
    const fresh = filter();
    fresh.value = typed.value;
    fresh.focus({ preventScroll: true });
    fresh.setSelectionRange(typed.from, typed.to);
  } else if (focused) {
    // The others close with a choice.
    if (menu && !kept.includes(menu)) main.querySelector(`[data-menu="${menu}"] > summary`)?.focus({ preventScroll: true });
    else [...main.querySelectorAll("a, select, input, button, summary")].find((element) => signOf(element) === focused)?.focus({ preventScroll: true });
  }
  markTarget();
}

// What tells an element from its neighbours before and after.
function signOf(element) {
  if (!main.contains(element) || element === main) return "";
  const group = element.closest("[role=group]")?.getAttribute("aria-label") ?? "";
  return [element.tagName, group, element.getAttribute("name") ?? element.textContent].join("|");
}

function replace(part, page) {
  const [old, fresh] = [main.querySelector(part), page.querySelector(part)];
  if (old && fresh) old.replaceWith(document.adoptNode(fresh));
}

// A row of choices is one stop of the tab key, at what is chosen; arrows lead to the others.
const linksOf = (row) => [...row.querySelectorAll("a")];
function joinStops() {
  for (const row of main.querySelectorAll(".bar .choices")) {
    const links = linksOf(row);
    const stop = links.find((link) => link.hasAttribute("aria-current")) ?? links[0];
    for (const link of links) link.tabIndex = link === stop ? 0 : -1;
  }
}
main.addEventListener("keydown", (event) => {
  const row = event.target.closest(".bar .choices");
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!row || !by) return;
  event.preventDefault();
  const links = linksOf(row);
  links[(links.indexOf(event.target) + by + links.length) % links.length].focus();
});
joinStops();

// A link within the sheet's own controls or headings shows the same kind of sheet in another way.
const kindOf = (path) => path.slice(0, path.lastIndexOf("/"));
main.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link?.closest(".controls, .types-row, .sheet thead, .sheet [data-depth]")) return;
  if (!box() || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (kindOf(link.pathname) !== kindOf(location.pathname)) return;
  event.preventDefault();
  show(addressOfLink(link), { push: true });
});

main.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.method !== "get") return;
  // Types that are ticked lead to another page.
  if (box() && form.closest(".controls") && !form.closest(".several")) {
    event.preventDefault();
    // What is typed into it is sent with it.
    if (form.contains(filter())) clearTimeout(rest);
    show(addressOfForm(form), { push: true });
  } else {
    for (const field of form.elements) if (field.name && !field.value) field.disabled = true;
  }
});

main.addEventListener("change", (event) => {
  if (event.target.matches("select[data-submit]")) event.target.form.requestSubmit();
});

// Typing filters at once; a word is one step back, not every letter of it.
let rest;
let isTyping = false;
main.addEventListener("input", (event) => {
  if (event.target !== filter() || event.isComposing || document.querySelector("[data-events]")) return;
  clearTimeout(rest);
  rest = setTimeout(() => {
    const address = addressOfForm(event.target.form);
    if (isTyping) history.replaceState(null, "", address);
    show(address, { push: !isTyping });
    isTyping = true;
  }, REST);
});
main.addEventListener("focusout", (event) => {
  if (event.target === filter()) isTyping = false;
});

const withoutHash = (address) => address.split("#")[0];
startWidths(main, (key, value) => {
  const address = new URL(wanted);
  put(address, key, value);
  history.replaceState(null, "", written(address));
  show(written(address), { push: false });
});

addEventListener("popstate", () => {
  // Not where only the cell pointed at is another.
  if (withoutHash(wanted) !== withoutHash(location.href)) show(location.href, { push: false });
});

// --- cells ---

const isTurned = () => box().classList.contains("turned");
const dataOf = (row) => [...row.cells].filter((cell) => cell.tagName === "TD" && !cell.matches(".lead, .words"));

// The heading of the section a row is in.
function sectionOf(row) {
  for (let body = row.closest("tbody"); body; body = body.previousElementSibling) {
    const head = body.querySelector("tr.group th");
    if (head) return head.textContent;
  }
  return "";
}

// The row's name and the depth of a cell, its explanation and its address.
function about(cell) {
  const row = cell.parentElement;
  const at = dataOf(row).indexOf(cell);
  const table = cell.closest("table");
  const head = isTurned() ? table.querySelector(".names").cells[at + 1] : row.cells[0];
  const id = isTurned() ? head?.id : row.id;
  const column = isTurned() ? row.cells[0] : table.querySelectorAll("[data-depth]")[at];
  const { depth, tval } = column.dataset;
  const why = head?.querySelector(".why-link");
  const target = why && new URL(why.href);
  target?.searchParams.set("depth", depth);
  // The column's item type, with all of its kinds.
  if (target && tval) target.pathname = target.pathname.replace(/\b(why)\/\d+\/\d+\b/, (_, why) => [why, tval, 0].join("/"));
  // Items with what the row is of, at the column's depth.
  const items = target && new URL(target);
  if (items) {
    items.pathname = items.pathname.replace(/\bwhy\/(\d+)\/\d+\/([a-z]+-\d+)$/, (_, tval, entry) => {
      items.search = "";
      for (const key of ["quality", "depth", "rules"]) put(items, key, target.searchParams.get(key) ?? "");
      put(items, "with", entry);
      return ["items", tval].join("/");
    });
  }
  const name = head?.querySelector("a:not(.why-link)")?.textContent ?? head?.textContent ?? "";
  // Where several item types stand in one sheet, their rows say which (`t23-affix-12`).
  const isJoined = /^t\d+-/.test(cell.id) && !isTurned();
  const section = tval ? column.textContent.trim() : isJoined ? sectionOf(row) : "";
  return { name: section ? `${section}: ${name.trim()}` : name.trim(), depth, why: target?.href, items: items?.href, link: cell.id ? addressOfCell(cell) : "", id, propose: draftOf(id), comment: talkOf(cell, name, depth) };
}

// Where a change of a row's lines is drafted, for who may propose.
function draftOf(row) {
  const draft = document.querySelector(".switcher")?.dataset.draft;
  const [, sort, index] = /^(?:t\d+-)?(affix|theme|artifact|kind)-(\d+)$/.exec(row ?? "") ?? [];
  return draft && sort ? `${draft}?entry=${sort}.${index}` : "";
}

// The form for a comment on a number of a proposal, for who may comment. The address is of the revisions that are shown.
function talkOf(cell, name, depth) {
  const head = document.querySelector("[data-talk]");
  if (!head) return "";
  const { talk, about: type, word } = head.dataset;
  const number = `${type} · ${name.trim()}, ${word} ${depth}: ${cell.title}`;
  const address = new URL(talk, location.href);
  address.searchParams.set("number", [...number].slice(0, 500).join(""));
  const at = written(new URL(`${head.dataset.at}${cell.id && `#${cell.id}`}`, location.href)).slice(location.origin.length);
  if (at.length < 1400) address.searchParams.set("at", at);
  return address.href;
}

// A cell's address names the part it is in, for who opens it has that part first.
function addressOfCell(cell) {
  const part = partOf(cell);
  if (!part) return `#${cell.id}`;
  const address = new URL(shown);
  put(address, "part", part === "1" ? "" : part);
  address.hash = cell.id;
  return written(address);
}

// What a cell says stands beneath the sheet, for pointers and keys alike.
let said;
function say(cell) {
  if (!readout() || said === cell) return;
  said = cell;
  const { name, depth, why, link, propose, comment } = about(cell);
  const text = document.createElement("span");
  text.textContent = `${name} · ${depth}: ${cell.title}`;
  const links = [
    [why, "why"],
    [propose, "propose a change"],
    [comment, "comment on this"],
    [link, "link to this cell"],
  ];
  readout().replaceChildren(
    text,
    ...links.filter(([href]) => href).map(([href, label]) => Object.assign(document.createElement("a"), { href, textContent: label })),
  );
}

const cellOf = ({ target }) => (target?.closest?.(".sheet") ? target.closest("td:not(.lead, .words)") : null);

let dwelling;
// Where the pointer came to rest.
let pointer;
// Where it was when a cell was clicked: the panel that opens then moves another cell under it. Events round differently.
let clicked;
const isStillThere = () => clicked?.every((at, axis) => Math.abs(at - pointer[axis]) <= 1);
main.addEventListener("pointerover", (event) => {
  pointer = [event.clientX, event.clientY];
  clearTimeout(dwelling);
  const cell = cellOf(event);
  if (!cell?.title || isStillThere()) return;
  if (said?.isConnected) dwelling = setTimeout(() => say(cell), DWELL);
  else say(cell);
});

// The sheet with a row among those of a list in its address; nothing where it is among them.
function addressWith(key, id) {
  const [name] = /[a-z_]+-\d+$/.exec(id ?? "") ?? [];
  const address = new URL(shown);
  const rows = (address.searchParams.get(key) ?? "").split(",").filter(Boolean);
  if (!name || rows.includes(name)) return "";
  put(address, key, [...rows, name].join(","));
  address.hash = "";
  return written(address);
}

// Why a cell is as it is stands in a panel beside the sheet; without scripts the row's link leads there, with the depth to choose.
function explain(cell, { focus }) {
  const { id, name, depth, why, items, link, propose, comment } = about(cell);
  if (!why) return;
  const [word] = main.querySelector("[data-depth] a")?.title.split(" ") ?? ["depth"];
  const batch = [...main.querySelectorAll(".bar .rest > a.button")].find((action) => action.textContent === "New batch")?.href;
  const compare = document.querySelector('nav a[href$=compare]')?.href;
  // `49.6 %, 1 in 2; exact`, `commonness 20; 20 on 2 of 3 kinds`.
  const isChange = cell.title.includes(" before, ");
  const [, number, says] = isChange ? [, cell.textContent.trim(), cell.title] : /^([^;]*? %|[^;]*)(?:[,;] )?(.*)$/s.exec(cell.title);
  const place = `${main.querySelector("h1").textContent}, ${word} ${depth}`;
  const [pin, hide] = ["pin", "hide"].map((key) => addressWith(key, id));
  openPanel(cell, { name, place, number, says, why, items, link, propose, comment, batch, compare, pin, hide }, { focus });
}

main.addEventListener("click", (event) => {
  const cell = cellOf(event);
  if (!cell || event.target.closest("a") || !getSelection().isCollapsed) return;
  const { why } = about(cell);
  if (!why) return;
  if (event.ctrlKey || event.metaKey) open(why, "_blank", "noopener");
  else {
    clicked = [event.clientX, event.clientY];
    // What is clicked is said at once: soon another cell is under the pointer.
    clearTimeout(dwelling);
    say(cell);
    explain(cell, { focus: false });
  }
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && panelIsOpen() && !document.activeElement?.closest("dialog, details.menu[open]")) closePanel();
});

// The cell that an address names is shown, though the box scrolls by itself.
function markTarget() {
  const name = decodeURIComponent(location.hash.slice(1));
  const cell = name && document.getElementById(name);
  // It may be in a part that isn't there; `part` names the row then, and who asked in vain isn't sent again.
  if (name && !cell && box()?.dataset.parts && !new URL(location).searchParams.get("part")?.includes("-")) {
    const address = new URL(location);
    address.searchParams.set("part", name);
    location.replace(address);
  }
  if (!cell || !box()?.contains(cell)) return;
  cell.scrollIntoView({ block: "center", inline: "center" });
  if (cell.tagName === "TD") say(cell);
}
addEventListener("hashchange", markTarget);

// --- keys within the sheet: one stop of the tab key, arrows from there ---

const STEPS = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], j: [1, 0], k: [-1, 0], h: [0, -1], l: [0, 1] };

let active;

// The next row that has cells, so many rows on, or `row` itself: the totals are rows of numbers too, headings aren't. Large
// sheets have more rows than can all be looked at.
async function rowFrom(table, row, by) {
  for (let at = row; at >= 0 && at < table.rows.length; at += by) {
    let found = table.rows[at];
    if (found.parentElement.matches(".rest")) {
      // Its part comes first, and with it the row that follows in this direction.
      const before = table.rows[at - by];
      await load(Number(partOf(found)));
      if (found.isConnected) return null;
      at = before ? before.rowIndex + by : by > 0 ? 0 : table.rows.length - 1;
      found = table.rows[at];
      if (!found || found.parentElement.matches(".rest")) return null;
    }
    if (!found.matches(".group") && dataOf(found).length) return found;
  }
  return null;
}

function focusCell(cell) {
  if (active?.isConnected) active.removeAttribute("tabindex");
  active = cell;
  cell.tabIndex = 0;
  box().tabIndex = -1;
  cell.focus({ preventScroll: true });
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  say(cell);
}

async function step(key, isFar) {
  const table = box().querySelector("table");
  const from = active?.isConnected && box().contains(active) ? active : null;
  if (!from) {
    const first = await rowFrom(table, 0, 1);
    return first && focusCell(dataOf(first)[0]);
  }
  const cells = dataOf(from.parentElement);
  let row = from.parentElement;
  let column = cells.indexOf(from);
  if (key === "Home" || key === "End") {
    if (isFar) row = (await (key === "Home" ? rowFrom(table, 0, 1) : rowFrom(table, table.rows.length - 1, -1))) ?? row;
    column = key === "Home" ? 0 : cells.length - 1;
  } else {
    const [down, right] = STEPS[key];
    if (down) row = (await rowFrom(table, row.rowIndex + down, down)) ?? row;
    column += right;
  }
  const all = dataOf(row);
  focusCell(all[Math.max(0, Math.min(all.length - 1, column))]);
}

// A step may wait for rows to come; who presses on goes on from there.
let steps = Promise.resolve();
const stepInTurn = (key, isFar) => (steps = steps.then(() => step(key, isFar)));

document.addEventListener("keydown", (event) => {
  const within = box()?.contains(event.target);
  const isLetter = event.key.length === 1;
  if (!within || event.altKey || event.metaKey || (isLetter && (event.ctrlKey || !keysAreOn()))) return;
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === "Enter" && event.target.matches("td")) {
    explain(event.target, { focus: true });
  } else if (STEPS[event.key] || event.key === "Home" || event.key === "End") {
    event.preventDefault();
    stepInTurn(event.key, event.ctrlKey);
  }
});

// A menu closes when one goes elsewhere.
document.addEventListener("click", (event) => {
  for (const menu of main.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && document.activeElement?.closest("details.menu[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

startKeys({
  f: () => {
    if (viewMenu()) viewMenu().open = true;
    filter()?.focus();
    filter()?.select();
  },
  // From anywhere on the page into the sheet.
  ...Object.fromEntries(["h", "j", "k", "l"].map((key) => [key, () => !box()?.contains(document.activeElement) && stepInTurn(key, false)])),
});

// A sheet that is being computed is put anew in its box (progressive.js).
main.addEventListener("sheet", () => {
  startParts(box(), shown);
  const cell = panelIsOf() && document.getElementById(panelIsOf());
  if (cell) explain(cell, { focus: false });
  // A pointer that rests tells nobody that another cell is under it, which may be the first with a number.
  const under = pointer && cellOf({ target: document.elementFromPoint(...pointer) });
  // While the panel is open, it is the panel that moved that one there.
  const meant = under && cell && isStillThere() ? cell : under;
  if (meant?.title) say(meant);
});

if (box()) {
  startParts(box(), shown);
  markTarget();
}
