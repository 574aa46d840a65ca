// Follows a sheet while its numbers are computed and get closer. The server goes on as long as this listens.

const PARTS = [".about", ".sheet", ".parts", ".legend", '[data-part="filling"]', '[data-part="folding"]', '[data-part="notes"]', '[data-part="chart"]'];

const source = new EventSource(document.querySelector("[data-events]").dataset.events);
// The number of known depths, as long as some are missing.
const known = () => document.querySelector("[data-known]");
// What is shown: that number, and that of the drops simulated so far.
const state = () => known() && `${known().textContent} ${document.querySelector("[data-drops]")?.dataset.drops ?? 0}`;
let shown = state();
let isBusy = false;
let again = false;

// Puts what the server shows by now in place of what is there; the box of the sheet stays, and so where it was scrolled to.
async function refresh() {
  if (isBusy) {
    again = true;
    return;
  }
  isBusy = true;
  do {
    again = false;
    try {
      const response = await fetch(location.href);
      if (!response.ok) continue;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      for (const part of PARTS) {
        const fresh = page.querySelector(part);
        // Who reads how the numbers came about reads on.
        const reads = part === ".about" && document.querySelector(".about details")?.open;
        if (reads) fresh?.querySelector("details")?.setAttribute("open", "");
        const old = document.querySelector(part);
        if (!fresh || !old) continue;
        old.replaceChildren(...fresh.childNodes);
        // Its classes say how wide the columns are.
        if (part === ".sheet") old.className = fresh.className;
      }
      document.querySelector(".sheet").dispatchEvent(new Event("sheet", { bubbles: true }));
      // The cell that had the focus is gone.
      document.querySelector(".sheet").tabIndex = 0;
      shown = state();
    } catch {
      // The dashboard is gone for now; the source comes back when it does.
    }
    // A page that was fetched when all was known is whole.
  } while (again && known());
  isBusy = false;
}

source.addEventListener("progress", (event) => {
  const [now, , drops] = event.data.split(" ");
  if (`${now} ${drops}` !== shown) refresh();
});

source.addEventListener("end", () => {
  source.close();
  if (known()) refresh();
});

// A page that is left must not keep the server computing.
addEventListener("pagehide", () => source.close());
