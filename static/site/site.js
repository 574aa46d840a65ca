// Pages of a published site. They work without it, and from disk; with it pages are found by name, and rows of sheets are sorted and
// filtered. It is no module, for browsers load none from disk.

(() => {
  const main = document.querySelector("main");
  // The version's folder, from this page.
  const version = document.body.dataset.version;

  const element = (name, attributes = {}, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };

  // --- menus ---

  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && event.target.closest("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  // --- finding ---

  const MOST = 100;

  const isOnce = (text, part) => text.toLowerCase().includes(part);

  function found(pages, text) {
    const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
    const all = pages.filter(([name]) => parts.every((part) => isOnce(name, part)));
    // Names that begin with it come first.
    const rank = ([name]) => (name.toLowerCase().startsWith(parts[0] ?? "") ? 0 : 1);
    return parts.length ? all.sort((a, b) => rank(a) - rank(b)) : [];
  }

  function showFound() {
    const form = main.querySelector("form");
    const field = form?.elements.q;
    if (!field) return;
    const about = main.querySelector(".about");
    const list = element("ul", { class: "plain found" });
    about.after(list);
    const show = () => {
      const text = field.value.trim();
      const pages = found(globalThis.affixboardPages, text);
      const count = pages.length === 1 ? "1 page" : `${pages.length} pages`;
      about.textContent = text ? count + (pages.length > MOST ? `, of which these are the first ${MOST}` : "") : "Entries, item types and pages, by name.";
      list.replaceChildren(...pages.slice(0, MOST).map(([name, path]) => element("li", {}, element("a", { href: version + path }, name))));
    };
    field.value = new URLSearchParams(location.search).get("q") ?? "";
    field.addEventListener("input", show);
    form.addEventListener("submit", (event) => event.preventDefault());
    show();
    field.focus();
  }

  if (location.pathname.endsWith("/find.html")) {
    const pages = element("script", { src: `${version}find.js` });
    pages.addEventListener("load", showFound);
    document.head.append(pages);
  }

  // --- sheets ---

  const box = main.querySelector(".sheet");
  const readout = main.querySelector(".readout");

  // What a cell says, beneath the sheet: titles alone are for those who can hover.
  function tell(event) {
    const cell = event.target.closest?.(".sheet td[title]");
    if (!cell?.title || !readout) return;
    const row = cell.parentElement.querySelector("th");
    const head = box.querySelector(`thead tr:first-child > :nth-child(${cell.cellIndex + 1})`);
    readout.textContent = `${row?.textContent.trim() ?? ""}, ${head?.textContent.trim() ?? ""}: ${cell.title}`;
  }

  if (readout) readout.textContent = "What a cell says stands here: point at it.";
  box?.addEventListener("pointerover", tell);
  box?.addEventListener("click", tell);

  // Numbers as cells show them; what can't occur is less than all.
  function value(row, column) {
    const cell = row.cells[column];
    const text = cell?.textContent.trim() ?? "";
    const number = Number.parseFloat(text.replace(/[<,\s]/g, ""));
    return Number.isNaN(number) ? -1 : number;
  }

  function sortBy(head, column) {
    const isNames = column === 0;
    const wasDescending = head.getAttribute("aria-sort") === "descending";
    const up = isNames ? head.getAttribute("aria-sort") !== "ascending" : wasDescending;
    for (const other of box.querySelectorAll("thead th[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const name = (row) => row.cells[0].textContent.trim();
    for (const body of box.querySelectorAll("tbody")) {
      const rows = [...body.rows].filter((row) => !row.classList.contains("group"));
      const compare = isNames ? (a, b) => name(a).localeCompare(name(b)) : (a, b) => value(a, column) - value(b, column);
      rows.sort((a, b) => (up ? compare(a, b) : compare(b, a)));
      body.append(...rows);
    }
  }

  for (const [column, head] of [...(box?.querySelectorAll("thead tr:first-child > th") ?? [])].entries()) {
    if (column > 0 && head.dataset.depth === undefined) continue;
    const button = element("button", { type: "button", class: "sort", title: `${head.textContent.trim()}: sort` }, ...head.childNodes);
    button.addEventListener("click", () => sortBy(head, column));
    head.replaceChildren(button);
  }

  function startFilter() {
    const place = main.querySelector(".controls .rest");
    if (!place || !box?.querySelector("tbody th.name")) return;
    const field = element("input", { type: "search", size: "14", "aria-label": "Filter rows by name", placeholder: "Filter" });
    const count = main.querySelector(".legend .count");
    const all = count?.textContent;
    field.addEventListener("input", () => {
      const text = field.value.trim().toLowerCase();
      let shown = 0;
      for (const row of box.querySelectorAll("tbody tr:not(.group)")) {
        row.hidden = !isOnce(row.cells[0].textContent, text);
        if (!row.hidden) shown += 1;
      }
      if (count) count.textContent = text ? `${shown} of ${all}` : all;
    });
    place.prepend(field);
  }

  startFilter();
})();
