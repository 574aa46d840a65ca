// Finding anything by its name: `/` or Ctrl+K opens a dialog that shows what the search page would, while one types. Without it
// the field in the header leads to that page.

import { keysAreOn } from "./keys.js";

// Typing rests so long before it is looked for, in milliseconds.
const REST = 80;

const form = document.querySelector("form.finder");
let dialog;
let field;
let list;
let about;
// The results that are being fetched, and for what.
let asking = Promise.resolve();
let asked = "";
let latest = 0;
let timer;
let stop = new AbortController();

const element = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

function make() {
  field = element("input", { type: "search", maxLength: 100, autocomplete: "off", spellcheck: false, role: "combobox", ariaLabel: "Find", placeholder: "Name of an entry, item type, proposal, page; file.txt:12" });
  list = element("div", { id: "find-options", className: "options", role: "listbox", ariaLabel: "Found", hidden: true });
  about = element("p", { className: "quiet", role: "status" });
  field.setAttribute("aria-controls", list.id);
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-expanded", "false");
  dialog = element("dialog", { className: "find", ariaLabel: "Find" }, field, list, about);
  document.body.append(dialog);
  field.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(look, REST);
  });
  field.addEventListener("keydown", press);
  list.addEventListener("click", (event) => follow(event.target.closest("[role=option]"), event));
  // A click beside it closes it.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
}

function open(text = "") {
  if (!form || document.querySelector("dialog[open]")) return;
  if (!dialog) make();
  if (text) field.value = text;
  dialog.showModal();
  field.select();
  look();
}

// Fetches what the page of results shows, and shows its links as choices.
function look() {
  clearTimeout(timer);
  const text = field.value.trim();
  if (text === asked) return asking;
  asked = text;
  const number = (latest += 1);
  // What was typed before is looked for no longer.
  stop.abort();
  stop = new AbortController();
  const { signal } = stop;
  asking = (async () => {
    let page;
    if (text) {
      const address = new URL(form.action);
      address.searchParams.set("q", text);
      try {
        const response = await fetch(address, { headers: { accept: "text/html" }, signal });
        page = new DOMParser().parseFromString(await response.text(), "text/html");
      } catch {
        // It is asked for again with the next key.
        if (number === latest) asked = "";
      }
    }
    // Another text was typed meanwhile.
    if (number !== latest) return asking;
    const rows = [...(page?.querySelectorAll(".found li") ?? [])];
    list.replaceChildren(...rows.map(option));
    list.hidden = rows.length === 0;
    field.setAttribute("aria-expanded", String(rows.length > 0));
    const answer = page?.querySelector(".about, .problem, .lead");
    answer?.querySelector("a")?.remove();
    about.textContent = text ? (answer?.textContent ?? "There is no answer for now.") : "";
    choose(list.firstElementChild);
  })();
  return asking;
}

function option(row, at) {
  const link = row.querySelector("a");
  const made = element("div", { id: `find-${at}`, role: "option", ariaSelected: "false" }, link.textContent, " ", element("small", { textContent: row.querySelector("small").textContent }));
  made.dataset.href = link.getAttribute("href");
  return made;
}

const chosen = () => list.querySelector('[aria-selected="true"]');

function choose(one) {
  if (chosen()) chosen().ariaSelected = "false";
  if (!one) return field.removeAttribute("aria-activedescendant");
  one.ariaSelected = "true";
  field.setAttribute("aria-activedescendant", one.id);
  one.scrollIntoView({ block: "nearest" });
}

async function press(event) {
  const steps = { ArrowDown: 1, ArrowUp: -1 };
  if (event.key in steps) {
    event.preventDefault();
    const all = [...list.children];
    choose(all[(all.indexOf(chosen()) + steps[event.key] + all.length) % all.length]);
  } else if (event.key === "Enter") {
    event.preventDefault();
    // What was typed last may still be looked for.
    await look();
    follow(chosen(), event);
  } else if (event.key === "Escape") {
    event.preventDefault();
    dialog.close();
  }
}

function follow(one, event) {
  if (!one) return;
  if (event.ctrlKey || event.metaKey) return window.open(one.dataset.href);
  dialog.close();
  location.assign(one.dataset.href);
}

document.addEventListener("keydown", (event) => {
  const isOfControl = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === "k";
  const isTyping = event.target.closest("input, select, textarea, dialog, [contenteditable]");
  const isSlash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping && keysAreOn();
  if (event.defaultPrevented || !(isOfControl || isSlash)) return;
  event.preventDefault();
  open();
});
// The field in the header leads there, too.
form?.querySelector("input").addEventListener("click", (event) => open(event.target.value));
