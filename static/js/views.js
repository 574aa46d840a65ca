// Fills the page of views in: the first rows of each as its sheet shows them now, and what changed there. A view is asked for
// when it comes into view, one after the other; what its sheet still computes by then is left out. Without this there are links.

// So many rows of a sheet, and of its changes.
const ROWS = 4;

// A sentence in place of rows, which needs less room.
function say(box, words) {
  delete box.dataset.rows;
  box.replaceChildren(Object.assign(document.createElement("p"), { textContent: words }));
}

// The first rows of the sheet on a page, without what belongs to that page alone; nothing where there are none.
function firstRows(page) {
  const table = page.querySelector(".sheet:not(.turned) table");
  const rows = [...(table?.querySelectorAll("tbody tr:not(.group, .total)") ?? [])];
  if (!rows.length) return null;
  const small = document.createElement("table");
  small.append(document.createElement("thead"), document.createElement("tbody"));
  small.tHead.append(document.adoptNode(table.tHead.rows[0]));
  small.tBodies[0].append(...rows.slice(0, ROWS).map((row) => document.adoptNode(row)));
  for (const extra of small.querySelectorAll(".lead, .why-link, button")) extra.remove();
  for (const link of small.tHead.querySelectorAll("a")) link.replaceWith(link.textContent);
  for (const named of [...small.querySelectorAll("*")]) {
    for (const { name } of [...named.attributes]) {
      if (!["class", "scope", "href", "title"].includes(name)) named.removeAttribute(name);
    }
    named.classList.remove("frozen", "fixed");
  }
  return small;
}

async function fill(box) {
  let page;
  try {
    const response = await fetch(box.dataset.rows, { headers: { accept: "text/html" } });
    if (!response.ok || response.redirected) throw new Error(response.status);
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    say(box, box.dataset.failed);
    return;
  }
  const small = firstRows(page);
  if (!small) {
    say(box, box.dataset.none);
    return;
  }
  const sheet = Object.assign(document.createElement("div"), { className: "sheet glance", tabIndex: 0 });
  sheet.setAttribute("role", "region");
  sheet.setAttribute("aria-label", box.dataset.label);
  sheet.append(small);
  box.replaceChildren(sheet);
}

let last = Promise.resolve();
const observer = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      observer.unobserve(target);
      last = last.then(() => fill(target));
    }
  },
  { rootMargin: "200px 0px" },
);
for (const box of document.querySelectorAll("[data-rows]")) observer.observe(box);
