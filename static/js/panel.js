// Says beside the sheet why a number is as it is. Without scripts the row's link leads to the page that has all of it.

// An explanation of which a part is still computed is looked at again so often, so long, in milliseconds.
const AGAIN = 2000;
const TIMES = 15;

const main = document.querySelector("main");
let panel;
// The cell it is about, and the address of what it shows.
let asked;
let shown = "";

const element = (tag, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const link = ([href, label]) => element("a", { href, textContent: label, className: "button" });

export const panelIsOpen = () => Boolean(panel);
// The id of the cell that it is about; nothing where it is closed.
export const panelIsOf = () => panel && asked?.id;

// Closes it; the cell has the focus again if something in the panel had it.
export function closePanel() {
  if (!panel) return false;
  const hadFocus = panel.contains(document.activeElement);
  panel.remove();
  panel = null;
  shown = "";
  main.classList.remove("beside");
  asked?.classList.remove("asked");
  if (hadFocus && asked?.isConnected) asked.focus({ preventScroll: true });
  return true;
}

// Opens it for a cell. `about` has the cell's name, place, number, what it says, the address of its explanation, and links to
// what one can do.
export function openPanel(cell, about, { focus }) {
  if (!panel) {
    panel = element("aside", { className: "panel", ariaLabel: "Why this number" });
    panel.addEventListener("keydown", (event) => {
      if (event.key === "Escape") closePanel();
    });
    main.classList.add("beside");
    main.after(panel);
  }
  asked?.classList.remove("asked");
  asked = cell;
  cell.classList.add("asked");
  const close = element("button", { type: "button", textContent: "×", ariaLabel: "Close", className: "close" });
  close.addEventListener("click", closePanel);
  const title = element("h2", { textContent: about.name, tabIndex: -1 });
  const copy = element("button", { type: "button", textContent: "Copy link" });
  copy.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(new URL(about.link, location.href).href);
      copy.textContent = "Copied";
    } catch {
      // Where the browser forbids it, the address bar has it.
      location.replace(about.link);
    }
  });
  // A number that became closer has the same explanation.
  const old = about.why && shown === about.why ? panel.querySelector(".panel-body") : null;
  const links = [[about.why, "Whole explanation"], [about.items, "Such items"], [about.propose, "Propose a change"], [about.comment, "Comment"], [about.batch, "New batch"], [about.compare, "Compare"], [about.pin, "Pin row"], [about.hide, "Hide row"]];
  panel.replaceChildren(
    element("div", { className: "panel-head" }, title, close),
    element("p", { className: "quiet", textContent: about.place }),
    element("p", { className: "number" }, element("b", { textContent: about.number }), " ", element("span", { textContent: about.says })),
    old ?? element("div", { className: "panel-body", ariaBusy: String(Boolean(about.why)) }),
    element("p", { className: "panel-links" }, ...links.filter(([href]) => href).map(link), ...(about.link ? [copy] : [])),
  );
  if (focus) title.focus({ preventScroll: true });
  if (old) return;
  cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  // On a phone the panel lies over the end of the page.
  const [at, over] = [cell.getBoundingClientRect(), panel.getBoundingClientRect()];
  if (over.left < at.left && over.top < at.bottom) scrollBy(0, at.bottom - over.top + 12);
  shown = about.why ?? "";
  if (about.why) fill(about.why, TIMES);
}

// Fetches the explanation and puts its parts in the panel.
async function fill(address, times) {
  let page;
  try {
    const response = await fetch(address, { headers: { accept: "text/html" } });
    page = new DOMParser().parseFromString(await response.text(), "text/html");
  } catch {
    // The dashboard is gone for now; the link beneath leads there later.
  }
  // Another cell may have been asked about meanwhile.
  if (!panel || shown !== address) return;
  const body = panel.querySelector(".panel-body");
  body.ariaBusy = "false";
  if (!page) return body.replaceChildren(element("p", { className: "warn", textContent: "There is no answer for now." }));
  const answer = page.querySelector(".answer, .problem");
  const sections = [...page.querySelectorAll("main > section:not(#together)")];
  for (const section of sections) fold(section);
  body.replaceChildren(...[answer, ...sections].filter(Boolean).map((part) => document.adoptNode(part)));
  if (page.querySelector("[data-waiting]") && times > 0) setTimeout(() => panel && shown === address && fill(address, times - 1), AGAIN);
}

// The source lines of an entry stay open, the other steps fold.
function fold(section) {
  const heading = section.querySelector("h2");
  const details = element("details", { open: "open" in section.dataset });
  details.append(element("summary", { textContent: heading.textContent }), ...[...section.childNodes].filter((node) => node !== heading));
  section.replaceChildren(details);
}
