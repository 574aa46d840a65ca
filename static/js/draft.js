// A draft saves itself: what is changed in a line is sent as the form would be, and the parts of the answer take the places
// of the old ones. Tables are edited like a spreadsheet: arrow keys, and pasting of cells.

const main = document.querySelector("main");
const PARTS = ["head", "notice", "lines", "changes", "effect"];
// Between what is typed and when it is sent, in milliseconds; of a text of lines, where half a line says nothing yet, longer.
const REST = 500;
const REST_OF_TEXT = 1500;

// A weight has a slider beside it, which is no field of the form: it moves the number, and the draft saves itself as when that is
// typed. While it is dragged the lines stay where they are, and only the shares in their pools follow.
const SLIDER_LEAST = 60;
const sliderEnds = new Map();
let dragged = null;

function addSliders() {
  for (const field of main.querySelectorAll("input[data-weight]")) {
    if (field.nextElementSibling?.matches("[data-slider]")) continue;
    const key = keyOf(field);
    // Its end stays when the number moves, or a slider would run away from the pointer.
    if (!sliderEnds.has(key)) sliderEnds.set(key, Math.max(SLIDER_LEAST, 3 * (Number(field.value) || 0)));
    const slider = document.createElement("input");
    Object.assign(slider, { type: "range", min: 0, max: sliderEnds.get(key), value: field.value, tabIndex: -1 });
    slider.dataset.slider = "";
    slider.setAttribute("aria-label", `${field.getAttribute("aria-label")}, as a slider`);
    field.after(slider);
  }
}

main.addEventListener("input", ({ target }) => {
  if (target.matches?.("[data-slider]")) {
    dragged = target;
    target.previousElementSibling.value = target.value;
    target.previousElementSibling.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (target.nextElementSibling?.matches("[data-slider]")) {
    target.nextElementSibling.value = target.value;
  }
});
main.addEventListener("change", ({ target }) => {
  if (!target.matches?.("[data-slider]")) return;
  dragged = null;
  target.previousElementSibling.dispatchEvent(new Event("change", { bubbles: true }));
});

// The shares of lines in their pools from a fresh page, and what it says the lines were: what is sent next begins there.
function putPools(fresh) {
  const both = (what) => [part("lines"), fresh].map((root) => [...root.querySelectorAll(what)]);
  const [now, then] = both(".pool");
  if (now.length === then.length) now.forEach((one, at) => one.replaceChildren(...then[at].childNodes));
  const [had, has] = both("input[type=hidden]");
  if (had.length === has.length) had.forEach((one, at) => one.name === has[at].name && (one.value = has[at].value));
}

const linesForm = () => main.querySelector("form[data-draft]");
const part = (name, root = main) => root.querySelector(`[data-part="${name}"]`);

let sending = false;
let again = false;
// Whether lines were changed that are not sent yet, and when they will be.
let unsent = false;
let rest;
// Whether the last answer refused what was sent.
let isRefused = false;

function say(text) {
  const status = main.querySelector("[data-saved]");
  if (status) status.textContent = text;
}

const fields = () => [...(linesForm()?.elements ?? [])].filter((field) => field.name && "value" in field && !["hidden", "submit"].includes(field.type));
const state = (field) => (field.type === "checkbox" ? field.checked : field.value);
const states = () => new Map(fields().map((field) => [field.name, state(field)]));

// What is typed or ticked while an answer is under way, after the fields were as in `sent`, stays, and is sent after it.
function put(page, sent) {
  const focused = document.activeElement;
  const name = focused?.name;
  const changed = fields().filter((field) => sent?.has(field.name) && sent.get(field.name) !== state(field));
  const typed = new Map(changed.map((field) => [keyOf(field), state(field)]));
  const key = name && focused.form === linesForm() ? keyOf(focused) : null;
  const caret = key && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : null;
  const text = key && focused.localName === "textarea" && sent ? focused.value : null;
  for (const one of PARTS) {
    const [old, fresh] = [part(one), part(one, page)];
    if (one === "lines" && dragged && old && fresh) putPools(document.adoptNode(fresh));
    else if (old && fresh) old.replaceWith(document.adoptNode(fresh));
  }
  addSliders();
  putWords(page);
  wait();
  for (const field of fields()) {
    const later = typed.get(keyOf(field));
    if (later !== undefined) field[field.type === "checkbox" ? "checked" : "value"] = later;
    if (key && keyOf(field) === key) {
      // Blank lines of a text that somebody is writing are no lines, but stay until they are done.
      if (text !== null && later === undefined && linesOf(text) === linesOf(field.value)) field.value = text;
      field.focus({ preventScroll: true });
      if (caret && field.setSelectionRange && ["text", "textarea"].includes(field.type)) field.setSelectionRange(...caret);
    }
  }
  if (typed.size) again = true;
}

const linesOf = (text) => text.split("\n").filter((line) => line.trim()).join("\n");

// Title and description stay as they are typed; what is proposed is the draft as it is now.
function putWords(page) {
  const [old, fresh] = [part("propose"), part("propose", page)];
  if (!old || !fresh) return;
  if (old.querySelector("form") && fresh.querySelector("form")) {
    old.querySelector("[name=version]").value = fresh.querySelector("[name=version]").value;
  } else {
    old.replaceWith(document.adoptNode(fresh));
  }
}

// What is being computed comes by asking for the page again, soon at first, in milliseconds.
const SOON = 250;
const LATE = 2000;
let waiting;
// Where a form leads away, as a proposal does, there may be no draft any longer to ask for.
const leaving = new AbortController();
function wait(pause = SOON) {
  clearTimeout(waiting);
  if (leaving.signal.aborted || !part("effect")?.querySelector("[data-waiting]")) return;
  waiting = setTimeout(async () => {
    try {
      const before = part("effect");
      const response = await fetch(location.href, { headers: { accept: "text/html" }, signal: leaving.signal });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const fresh = part("effect", page);
      // Not where the draft was saved in between, and what is there is newer.
      if (response.ok && fresh && before === part("effect") && !sending && !before.contains(document.activeElement)) {
        before.replaceWith(document.adoptNode(fresh));
      }
    } catch {
      // The dashboard is gone for now; the next look may find it.
    }
    wait(Math.min(2 * pause, LATE));
  }, pause);
}
wait();
addSliders();

// A field of the form by what it is of: lines may get other numbers.
function keyOf(field) {
  const [, letter, number, column] = /^([a-z])(\d+)(?:\.(.*))?$/.exec(field.name) ?? [];
  if (!letter) return field.name;
  const of = "bkoq".includes(letter) ? "b" : "aepn".includes(letter) ? "n" : "l";
  return [letter, field.form?.elements[`${of}${number}`]?.value, column].join(" ");
}

async function send(form, extra = []) {
  if (sending) {
    again = true;
    return;
  }
  sending = true;
  if (form === linesForm()) unsent = false;
  const sent = states();
  const body = new URLSearchParams([...new FormData(form), ...extra]);
  const isLines = form === linesForm();
  say("Saving…");
  try {
    const response = await fetch(form.action, { method: "POST", body, headers: { accept: "text/html" } });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (!part("lines", page) && !part("changes", page)) throw new Error(page.querySelector("main")?.textContent.trim() || response.statusText);
    put(page, sent);
    isRefused = isLines && !response.ok;
    say(response.ok ? "Saved." : "Not saved.");
  } catch (error) {
    say(`Not saved: ${error.message}`);
  } finally {
    sending = false;
  }
  if (again) {
    again = false;
    if (linesForm()) send(linesForm());
  }
}

main.addEventListener("change", (event) => {
  if (event.target.closest("[data-part=propose]") && event.target.name !== "note") return inOrder(() => send(event.target.form, [["do", "words"]]));
  if (event.target.matches("select[data-submit]")) return event.target.form.requestSubmit();
  if (event.target.form !== linesForm() || !linesForm()) return;
  // A new line is sent when somebody leaves its row: half of it would only be refused.
  if (event.target.closest(".new")) return;
  later(0);
});

// A field of several words, such as flags, completes the last of them: the words of its list come behind those before it.
function completeSeveral({ target }) {
  const words = target.dataset?.several && document.getElementById(target.dataset.several);
  if (!words) return;
  const [before] = /^(?:.*[|\s])?/.exec(target.value);
  let list = document.getElementById("several");
  if (!list) {
    list = document.createElement("datalist");
    list.id = "several";
    main.append(list);
  }
  const option = (word) => {
    const one = document.createElement("option");
    one.value = before + word;
    return one;
  };
  list.replaceChildren(...[...words.options].map(({ value }) => option(value)));
  target.setAttribute("list", "several");
}
main.addEventListener("focusin", completeSeveral);
main.addEventListener("input", completeSeveral);

main.addEventListener("focusout", (event) => {
  const row = event.target.closest?.(".new");
  if (!row || !linesForm()?.contains(row) || row.contains(event.relatedTarget)) return;
  if ([...row.querySelectorAll("input:not([type=hidden]), textarea")].some((field) => field.value.trim() && isTyped(field))) send(linesForm());
});

// Numbers show what they do while they are typed.
main.addEventListener("input", (event) => {
  if (event.target.form !== linesForm() || !linesForm() || event.isComposing || event.target.closest(".new")) return;
  later(event.target.localName === "textarea" ? REST_OF_TEXT : REST);
});

function later(pause) {
  clearTimeout(rest);
  unsent = true;
  rest = setTimeout(() => send(linesForm()), pause);
}

// What is proposed is what was typed: all of it is saved before.
async function settled() {
  clearTimeout(rest);
  if (unsent) send(linesForm());
  while (sending || again) await new Promise((resolve) => setTimeout(resolve, 30));
}

// What was typed before this script was there.
const isTyped = (field) => (field.type === "checkbox" ? field.checked !== field.defaultChecked : "defaultValue" in field && field.value !== field.defaultValue);
if (fields().some((field) => !field.closest(".new") && isTyped(field))) later(0);

// What is done besides typing happens one after another, each on the draft with all that was typed before.
let acts = Promise.resolve();
function inOrder(what) {
  acts = acts.then(settled).then(what).catch((error) => say(`Not saved: ${error.message}`));
}

// After a save the button stands on a new page, maybe with another number, and what it is for may be gone.
const purpose = (button) => button.closest("li")?.textContent ?? button.value;
async function press(button) {
  const now = [...main.querySelectorAll("button[data-act]")].find((one) => purpose(one) === purpose(button));
  if (!now || now.disabled) return say("Not done: the draft has changed.");
  await send(now.form, [[now.name, now.value]]);
}

main.addEventListener("submit", (event) => {
  const form = event.target;
  const button = event.submitter;
  if (form.method !== "post") return;
  if (button?.dataset.ask && !confirm(button.dataset.ask)) return event.preventDefault();
  if (button?.value === "propose" && (sending || unsent)) {
    event.preventDefault();
    settled().then(() => {
      const now = part("propose").querySelector(`button[value="${button.value}"]`);
      now?.form.requestSubmit(now);
    });
    return;
  }
  if (button?.hasAttribute("data-act")) {
    event.preventDefault();
    inOrder(() => (STEPS.has(button.value) ? step(button.value) : press(button)));
  } else if (form === linesForm()) {
    event.preventDefault();
    clearTimeout(rest);
    send(form, button?.name ? [[button.name, button.value]] : []);
  }
});

addEventListener("submit", (event) => {
  if (!event.defaultPrevented) leaving.abort();
});

// --- undo and redo ---

// Steps are those that were saved, of all fields and rows.
const STEPS = new Set(["undo", "redo"]);
async function step(what) {
  if (what === "undo" && isRefused) return takeBack();
  const button = part("head").querySelector(`button[value="${what}"]`);
  if (!button || button.disabled) return say(what === "undo" ? "Nothing to undo." : "Nothing to redo.");
  await send(button.form, [["do", what]]);
}

// What was refused was no step: the lines are shown as they are saved.
async function takeBack() {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  if (!response.ok) return;
  put(new DOMParser().parseFromString(await response.text(), "text/html"), null);
  isRefused = false;
  say("Back to what is saved.");
}

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || !part("head")) return;
  const key = event.key.toLowerCase();
  const what = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" && !event.shiftKey ? "redo" : "";
  if (!what) return;
  const field = event.target.closest("input, textarea");
  // Other fields undo their own typing, and so does a new line until somebody leaves its row.
  const isTyping = field && field.type !== "checkbox" && (field.form !== linesForm() || (field.closest(".new") && field.value !== field.defaultValue));
  if (isTyping) return;
  event.preventDefault();
  inOrder(() => step(what));
});

// A remark leads to its place in the text.
main.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-line]");
  const text = link && document.querySelector(link.hash);
  if (!text) return;
  event.preventDefault();
  const { line, column, length } = link.dataset;
  const lines = text.value.split("\n");
  // Columns count characters, of which some have two units in JavaScript.
  const units = (from, count) => [...(lines[line - 1] ?? "")].slice(from, from + count).join("").length;
  const start = lines.slice(0, line - 1).reduce((sum, above) => sum + above.length + 1, 0) + units(0, column - 1);
  text.focus();
  text.setSelectionRange(start, start + units(column - 1, Number(length)));
});

// --- tables like a spreadsheet ---

const inputsOf = (row) => [...row.querySelectorAll("td > input:not([type=hidden], [data-slider])")];
const rowsOf = (table) => [...table.tBodies[0].rows];

function go(input, down, right) {
  const row = input.closest("tr");
  const rows = rowsOf(row.closest("table"));
  const column = inputsOf(row).indexOf(input) + right;
  const target = inputsOf(rows[rows.indexOf(row) + down] ?? row)[column];
  if (!target) return false;
  target.focus();
  target.select?.();
  return true;
}

main.addEventListener("keydown", (event) => {
  const input = event.target;
  if (!input.matches?.("[data-cells] td > input") || event.altKey || event.ctrlKey || event.metaKey) return;
  const isText = input.type === "text";
  const atStart = !isText || (input.selectionStart === 0 && (input.selectionEnd === 0 || input.selectionEnd === input.value.length));
  const atEnd = !isText || (input.selectionEnd === input.value.length && (input.selectionStart === input.value.length || input.selectionStart === 0));
  const step = {
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
    Enter: [event.shiftKey ? -1 : 1, 0],
    ArrowLeft: atStart && [0, -1],
    ArrowRight: atEnd && [0, 1],
  }[event.key];
  if (!step) return;
  // A list of words to choose from opens by the arrow keys, with Alt.
  event.preventDefault();
  go(input, ...step);
});

// Cells of a spreadsheet come as text with tabs between them.
main.addEventListener("paste", (event) => {
  const input = event.target;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  if (!input.matches?.("[data-cells] td > input") || !/[\t\n]/.test(text.replace(/\n$/, ""))) return;
  event.preventDefault();
  const row = input.closest("tr");
  const rows = rowsOf(row.closest("table"));
  const column = inputsOf(row).indexOf(input);
  const lines = text.replace(/\r/g, "").replace(/\n$/, "").split("\n");
  const room = rows.length - rows.indexOf(row);
  lines.slice(0, room).forEach((line, down) => {
    const inputs = inputsOf(rows[rows.indexOf(row) + down]);
    line.split("\t").forEach((value, right) => {
      const cell = inputs[column + right];
      if (cell?.type === "text") cell.value = value;
    });
  });
  send(linesForm()).then(() => {
    if (lines.length > room) say(`Saved; ${lines.length - room} rows more than the table has were left out.`);
  });
});
