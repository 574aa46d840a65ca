// Sheets of many rows come a part at a time. Here the parts that come into view are fetched, and those far from it make
// room; what stands for a part that isn't there is as high as the part. Without this, links lead from part to part.

// So many parts are kept, the ones nearest to what is in view.
const KEPT = 5;
// How far below and above the view parts are fetched, in pixels.
const AHEAD = "1200px 0px";

let box;
let address;
let rowHeight = 27;
let observer;
// What is being fetched, by part.
const coming = new Map();

const bodiesOf = (part) => [...box.querySelectorAll(`tbody[data-part="${part}"]`)];
const standIn = (part) => box.querySelector(`tbody.rest[data-part="${part}"]`);

// The part that an element of the sheet is in; nothing where the sheet has only one.
export const partOf = (element) => element.closest("tbody[data-part]")?.dataset.part;

function bodyFor(part) {
  const { size, rows } = box.dataset;
  const body = document.createElement("tbody");
  body.className = "rest";
  body.dataset.part = part;
  const cell = body.insertRow().insertCell();
  cell.colSpan = box.querySelector("thead tr").cells.length;
  cell.style.height = `${Math.min(size, rows - (part - 1) * size) * rowHeight}px`;
  return body;
}

// Names the bodies of a part. A section that goes on says its name, and an item type its totals, once.
function claim(bodies, part) {
  for (const body of bodies) {
    body.dataset.part = part;
    for (const row of body.querySelectorAll("tr.again")) row.remove();
  }
}

// Begins with a sheet as it came from the server: stand-ins for the parts it lacks.
export function startParts(sheet, from) {
  observer?.disconnect();
  coming.clear();
  box = sheet;
  address = from;
  if (!box?.dataset.parts || box.classList.contains("turned")) return;
  const shown = Number(box.dataset.part);
  const table = box.querySelector("table");
  const bodies = [...table.tBodies];
  const row = table.querySelector("tbody tr:not(.group)");
  if (row) rowHeight = row.getBoundingClientRect().height;
  if (shown > 1) claim(bodies, shown);
  else for (const body of bodies) body.dataset.part = shown;
  const others = Array.from({ length: Number(box.dataset.parts) }, (_, at) => at + 1).filter((part) => part !== shown);
  const before = others.filter((part) => part < shown).map(bodyFor);
  bodies[0].before(...before);
  bodies.at(-1).after(...others.filter((part) => part > shown).map(bodyFor));
  if (before.length && !box.scrollTop) {
    const head = table.tHead.getBoundingClientRect().height;
    box.scrollTop = bodies[0].getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientTop - head;
  }
  // All rows are one scroll away; who wants to search or print them all still needs them at once.
  const text = box.closest("main").querySelector("p.parts span");
  if (text) text.textContent = `${Number(box.dataset.rows).toLocaleString("en")} rows come as you scroll;`;
  for (const link of box.closest("main").querySelectorAll("p.parts a[rel]")) link.remove();
  observer = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) load(Number(entry.target.dataset.part));
    },
    { root: box, rootMargin: AHEAD },
  );
  for (const body of box.querySelectorAll("tbody.rest")) observer.observe(body);
}

// Brings a part of the sheet; it is there when the promise is kept, if the dashboard answered.
export function load(part) {
  if (!standIn(part)) return Promise.resolve();
  if (!coming.has(part)) {
    const promise = bring(part, box, address).finally(() => coming.delete(part));
    coming.set(part, promise);
  }
  return coming.get(part);
}

async function bring(part, of, from) {
  const url = new URL(from);
  url.searchParams.set("part", part);
  url.hash = "";
  let fresh;
  try {
    const response = await fetch(url, { headers: { accept: "text/html" } });
    if (!response.ok) return;
    fresh = new DOMParser().parseFromString(await response.text(), "text/html").querySelector(".sheet");
  } catch {
    // It is asked for again when it is scrolled into view again.
    return;
  }
  // Another sheet stands there by now, or this one has other rows.
  const isOther = box !== of || address !== from || fresh?.dataset.rows !== of.dataset.rows || fresh.dataset.part !== `${part}`;
  const place = standIn(part);
  if (isOther || !place) return;
  const bodies = [...fresh.querySelectorAll("tbody")].map((body) => document.adoptNode(body));
  claim(bodies, part);
  observer.unobserve(place);
  place.replaceWith(...bodies);
  letGo(part);
}

// Parts far from the view make room, but not the one with the focus nor the one that just came: somebody is on the way there.
function letGo(newest) {
  const middle = box.getBoundingClientRect().top + box.clientHeight / 2;
  const there = [...new Set([...box.querySelectorAll("tbody[data-part]:not(.rest)")].map((body) => body.dataset.part))];
  if (there.length <= KEPT) return;
  const distance = (part) => {
    const bodies = bodiesOf(part);
    const [top, bottom] = [bodies[0].getBoundingClientRect().top, bodies.at(-1).getBoundingClientRect().bottom];
    return top > middle ? top - middle : Math.max(0, middle - bottom);
  };
  const far = there.map((part) => [distance(part), part]).sort(([a], [b]) => b - a);
  for (const [, part] of far.slice(0, there.length - KEPT)) {
    const bodies = bodiesOf(part);
    if (part === `${newest}` || bodies.some((body) => body.contains(document.activeElement))) continue;
    const height = bodies.reduce((sum, body) => sum + body.getBoundingClientRect().height, 0);
    const body = bodyFor(Number(part));
    body.rows[0].cells[0].style.height = `${height}px`;
    bodies[0].before(body);
    for (const old of bodies) old.remove();
    observer.observe(body);
  }
}
