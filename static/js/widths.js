// Columns of a sheet are as wide as somebody drags them, by the right edge of the names' head or of a depth's. The address keeps
// it; without a mouse the menu View has the same.

// So close to its edge, in pixels, a head is taken by it.
const REACH = 6;
// The head that is dragged: which column it widens, and how.
let held;

// The names' width is in the unit of the page's text, that of numbers in halves of a digit, as the server has both.
const COLUMNS = {
  names: { least: 6, most: 30, unit: () => rem(), extra: () => 0, mark: "names", also: "sized" },
  columns: { least: 6, most: 24, unit: () => 0.26 * rem(), extra: () => 0.42 * rem(), mark: "w" },
};

const rem = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

// The head at whose right edge the pointer is.
function headAt(event) {
  const head = event.target.closest(".sheet:not(.turned) > table > thead > tr:first-child > th");
  if (!head || head.getBoundingClientRect().right - event.clientX > REACH) return undefined;
  if (head.classList.contains("name")) return { head, key: "names" };
  return head.dataset.depth === undefined ? undefined : { head, key: "columns" };
}

function widen(event) {
  const { head, key } = held;
  const { least, most, unit, extra, mark, also } = COLUMNS[key];
  const width = Math.round((event.clientX - head.getBoundingClientRect().left - extra()) / unit());
  held.width = Math.min(most, Math.max(least, width));
  const box = head.closest(".sheet");
  const others = [...box.classList].filter((name) => new RegExp(`^${mark}\\d+$`).test(name));
  box.classList.remove(...others);
  box.classList.add(`${mark}${held.width}`);
  if (also) box.classList.add(also);
}

// `keep` is told the setting and its value when the mouse lets go.
export function startWidths(main, keep) {
  main.addEventListener("pointermove", (event) => {
    if (held) widen(event);
    else main.classList.toggle("at-edge", event.pointerType === "mouse" && headAt(event) !== undefined);
  });
  main.addEventListener("pointerdown", (event) => {
    held = event.pointerType === "mouse" && event.button === 0 ? headAt(event) : undefined;
    if (!held) return;
    event.preventDefault();
    main.setPointerCapture(event.pointerId);
  });
  main.addEventListener("pointerup", () => {
    if (held?.width) keep(held.key, String(held.width));
    held = undefined;
  });
  main.addEventListener("pointercancel", () => { held = undefined; });
}
