// Charts that one points at: a line or panel and its row of the table are shown together. Without it a chart is a picture.
//
// The picture stays, with its text for those who can't see it and its size; the same drawing is laid over it, whose groups
// say their row. The browser chooses the picture by the window and the colour scheme, and this follows.

const main = document.querySelector("main");
// Lines can be pointed at this far around, in units of the drawing.
const REACH = 12;

// --- the drawing over the picture ---

async function lay(image) {
  const drawing = image.closest("[data-chart]");
  const address = image.currentSrc;
  if (!drawing || drawing.dataset.laid === address) return;
  let svg;
  try {
    // The one that the picture shows, also where another would be there by now.
    const response = await fetch(address, { cache: "force-cache" });
    if (!response.ok) return;
    svg = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  } catch {
    // The picture is still there.
    return;
  }
  if (svg.localName !== "svg" || image.currentSrc !== address || !drawing.isConnected) return;
  // The picture has a name already, and a title here would be a tooltip.
  for (const words of svg.querySelectorAll("title, desc")) words.remove();
  svg.removeAttribute("role");
  svg.setAttribute("aria-hidden", "true");
  if (drawing.dataset.chart === "lines") for (const line of svg.querySelectorAll("g[data-row] > polyline")) widen(line);
  drawing.querySelector(":scope > svg")?.remove();
  drawing.append(document.importNode(svg, true));
  drawing.dataset.laid = address;
  show();
}

// A line of two dots' width is hard to hit: what can't be seen around it is hit too.
function widen(line) {
  const reach = line.cloneNode();
  const attributes = { class: "reach", stroke: "transparent", "stroke-width": REACH, "stroke-dasharray": "none", "pointer-events": "stroke" };
  for (const [name, value] of Object.entries(attributes)) reach.setAttribute(name, value);
  line.before(reach);
}

// Parts of the page are replaced in place (sheet.js), and their pictures load when they are looked at.
main.addEventListener("load", (event) => event.target.matches("[data-chart] img") && lay(event.target), true);
for (const image of main.querySelectorAll("[data-chart] img")) if (image.complete && image.naturalWidth) lay(image);

// --- what is pointed at ---

// Rows by their serial number: under the pointer, and with the focus.
let pointed = null;
let focused = null;
let shown = null;

const rowOf = (element) => element?.closest?.("[data-row]")?.dataset.row ?? null;

function show() {
  for (const lit of main.querySelectorAll(".is-lit")) lit.classList.remove("is-lit");
  for (const drawing of main.querySelectorAll(".is-picking")) drawing.classList.remove("is-picking");
  shown = pointed ?? focused;
  if (shown === null) return;
  for (const element of main.querySelectorAll(`[data-row="${CSS.escape(shown)}"]`)) {
    element.classList.add("is-lit");
    element.closest("[data-chart]")?.classList.add("is-picking");
  }
}

function point(row) {
  pointed = row;
  if ((pointed ?? focused) !== shown) show();
}

main.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "touch") point(rowOf(event.target));
});
main.addEventListener("pointerleave", (event) => {
  if (event.pointerType !== "touch") point(null);
});

for (const [name, row] of [["focusin", rowOf], ["focusout", () => null]]) {
  main.addEventListener(name, (event) => {
    focused = row(event.target);
    if ((pointed ?? focused) !== shown) show();
  });
}

// A finger has nothing to hover with: what it taps stays shown. A click on a line goes to its row.
main.addEventListener("click", (event) => {
  if (event.pointerType === "touch") return point(rowOf(event.target));
  const row = event.target.closest("svg") ? rowOf(event.target) : null;
  const found = row && main.querySelector(`tr[data-row="${CSS.escape(row)}"]`);
  if (!found) return;
  found.scrollIntoView({ block: "center" });
  found.querySelector("a, input")?.focus({ preventScroll: true });
});
