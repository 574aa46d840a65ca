// Finds things on a page as a person does: by what they are and what they are called.

import { PATIENCE } from "./browser.mjs";
import { moment } from "./settled.mjs";

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const exactly = (name) => new RegExp(`^\\s*${escaped(name)}\\s*$`);
// What follows a name are marks and explanations that belong to it: "Measure in pool ▾".
const beginning = (name) => new RegExp(`^\\s*${escaped(name)}(?![\\p{L}\\p{N}])`, "u");
export const containing = (text) => new RegExp(escaped(text).replaceAll(" ", "\\s+"));

// While a dialog is open, nothing beneath it can be used.
async function reachable(found) {
  if (found.length < 2) return found;
  const beneath = await Promise.all(found.map((each) => each.evaluate((element) => !element.closest("dialog:modal"))));
  return beneath.every(Boolean) ? found : found.filter((_, at) => !beneath[at]);
}

// The visible one of what the locator made of each name finds: of those that are called exactly so, else of those whose names
// begin so. Waits for it. Links may be there twice where they lead to the same place.
export async function one(scope, what, name, make) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    for (const pattern of [exactly(name), beginning(name)]) {
      const found = await reachable(await make(pattern).filter({ visible: true }).all());
      if (found.length === 1) return found[0];
      if (found.length > 1) {
        const places = new Set(await Promise.all(found.map((each) => each.getAttribute("href"))));
        if (places.size === 1 && !places.has(null)) return found[0];
        throw new Error(`there are ${found.length} ${what}s called “${name}”`);
      }
    }
    if (Date.now() > until) throw new Error(`there is no ${what} called “${name}”`);
    await moment(scope.page?.() ?? scope);
  }
}

const part = (scope, role) => (name) => scope.getByRole(role, { name });

export const link = (scope, name) => one(scope, "link", name, part(scope, "link"));
export const button = (scope, name) => one(scope, "button", name, part(scope, "button"));
export const option = (scope, name) => one(scope, "choice", name, (pattern) => scope.getByRole("radio", { name: pattern }));
export const box = (scope, name) => one(scope, "box", name, part(scope, "checkbox"));
export const field = (scope, name) =>
  one(scope, "field", name, (pattern) => scope.getByRole("textbox", { name: pattern }).or(scope.getByRole("combobox", { name: pattern })).or(scope.getByRole("searchbox", { name: pattern })).or(scope.locator("input[type=password], input[type=file]").and(scope.getByLabel(pattern))));
export const menu = (scope, name) => one(scope, "menu", name, (pattern) => scope.locator("summary").filter({ hasText: pattern }));

// The row of a table that is called so.
export async function row(page, name) {
  return one(page, "row", name, (pattern) => page.locator("tr").filter({ has: page.locator("th:first-child, td:first-child").filter({ hasText: pattern }) }));
}

// The number in a row below a heading. Where a page with it is on its way, it is waited for.
export async function cell(page, name, column) {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const found = await row(page, name);
    // A page that goes while it is looked at has no columns.
    const at = await found.evaluate(columnOf, column).catch(() => -1);
    if (at >= 0) return found.locator("th, td").nth(at);
    if (Date.now() > until) throw new Error(`the table has no column “${column}”`);
    await moment(page);
  }
}

// The position of a heading in a row's table, or -1; runs in the page.
function columnOf(row, column) {
  const heads = [...row.closest("table").querySelectorAll("thead tr")].map((head) => [...head.cells]);
  for (const cells of heads) {
    const at = cells.findIndex((cell) => cell.textContent.trim() === column);
    if (at >= 0) return at;
  }
  return -1;
}

// The part of a page under a heading, or with a name.
export async function section(page, name) {
  return one(page, "part", name, (pattern) =>
    page
      .locator("section, form, aside, article, .card")
      .filter({ has: page.locator(":scope > h2, :scope > h3, :scope > header h2").filter({ hasText: pattern }) })
      .or(page.locator("details").filter({ has: page.locator(":scope > summary").filter({ hasText: pattern }) }))
      .or(page.getByRole("group", { name: pattern }))
      .or(page.getByRole("form", { name: pattern })));
}

// Waits until the page says this somewhere in sight of who scrolls, and says where.
export async function text(scope, words) {
  const found = scope.getByText(containing(words)).filter({ visible: true }).first();
  await found.waitFor().catch(() => {
    throw new Error(`the page doesn’t say “${words}”`);
  });
  return found;
}
