// Sheets of chances: how they fill in while they are looked at, and the ways to them.

import assert from "node:assert/strict";
import test from "node:test";

import { WIDE, closePage, openPage } from "./support/browser.mjs";
import { openMenu } from "./support/menus.mjs";
import { look } from "./support/people.mjs";
import { settled } from "./support/settled.mjs";
import { sheetIs } from "./support/sheets.mjs";
import { board, browser, startBoth } from "./support/start.mjs";
import { isDeep } from "./support/tier.mjs";

const EGOS = "/editions/angband-3-0-starter/revisions/1";

startBoth();

// The page as it is before anything is computed: these rules are followed too quickly for that to be seen.
function unfilled(html, events) {
  const box = `<div class="filling" data-events="${events}"><progress max="21" value="0"></progress> <span><span data-known>0</span> of 21 depths computed</span></div>`;
  const cells = html.replace(/<td(?: id="[^"]*")? class="h\d+" title="[^"]*">[^<]*<\/td>/g, '<td class="unknown" title="not known">·</td>');
  assert.notEqual(cells, html);
  return cells
    .replace('<script type="module" src="/static/js/sheet.js">', '<script type="module" src="/static/js/progressive.js"></script>$&')
    .replace('<div data-part="filling">', `$&${box}`)
    .replace(/<figure class="chart">[^]*?<\/figure>/, "");
}

test("a sheet fills in where it is, while it is looked at", async () => {
  const page = await openPage(browser, board, { viewport: { ...WIDE, height: 500 } });
  const events = `${EGOS}/chances/23/events`;
  // What is shown as unfilled below must be computed by then.
  await page.goto(`${EGOS}/chances/23`);
  await page.locator(".chart img").waitFor();
  let visits = 0;
  await page.route(`**${EGOS}/chances/23`, async (route) => {
    const response = await route.fetch();
    visits += 1;
    const html = await response.text();
    await route.fulfill({ response, body: visits === 1 ? unfilled(html, events) : html });
  });
  let end;
  const ended = new Promise((resolve) => (end = resolve));
  await page.route(`**${events}`, async (route) => {
    await ended;
    const body = "event: progress\ndata: 9 21\n\nevent: end\ndata: 21 21\n\n";
    await route.fulfill({ contentType: "text/event-stream", body });
  });
  await page.goto(`${EGOS}/chances/23`);
  const cell = page.getByRole("row", { name: "of Slay Orc" }).locator("td[title]").first();
  assert.equal(await cell.innerText(), "·");
  assert.equal(await page.locator(".chart").count(), 0);
  const scrolled = () => page.locator(".sheet").evaluate((box) => [box.scrollLeft, box.scrollTop]);
  await page.locator(".sheet").evaluate((box) => box.scrollTo(60, 90));
  const before = await scrolled();
  assert.ok(before[1] > 0, `${before}`);
  await openMenu(page, "View");
  await page.getByRole("searchbox", { name: "Filter" }).fill("typed meanwhile");

  end();
  await page.locator(".filling").waitFor({ state: "detached" });
  await page.locator(".chart img").waitFor();
  assert.match(await cell.innerText(), /^[\d.]+$/);
  assert.deepEqual(await scrolled(), before);
  assert.equal(await page.getByRole("searchbox", { name: "Filter" }).inputValue(), "typed meanwhile");
  assert.equal(await page.locator(".sheet td.unknown").count(), 0);
  assert.ok(visits >= 2);
  // What the filter asked for may still be on its way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await closePage(page);
});

test("edition → chances → availability → chances, with another measure and kind", async () => {
  const page = await openPage(browser, board);
  await page.goto(EGOS);
  await page.getByRole("link", { name: "chances of sword" }).click();
  await sheetIs(page, "Sword", "Share of great sword drops");
  await page.getByRole("link", { name: "availability", exact: true }).click();
  await sheetIs(page, "Sword", "by generation level");
  await page.getByRole("link", { name: "chances", exact: true }).click();
  await sheetIs(page, "Sword", "Share of great sword drops");
  await openMenu(page, "View");
  await page.getByRole("link", { name: "1 in N", exact: true }).click();
  await page.getByRole("combobox", { name: "Kind" }).selectOption({ label: "Long Sword 23:17" });
  await page.waitForURL(/sval=17/);
  assert.equal(new URL(page.url()).searchParams.get("numbers"), "odds");
  const title = await page.locator(".sheet tbody td[title]").first().getAttribute("title");
  const text = await page.locator(".sheet tbody td[title]").first().innerText();
  assert.match(title, /^\S+ %, 1 in \S+; exact$/);
  assert.ok(title.includes(`1 in ${text};`), `${text}: ${title}`);
  await closePage(page);
});

test("swords of many affixes have numbers at once, and in the end those of the file", async () => {
  const page = await openPage(browser, board);
  const swords = "/editions/affix-branch-starter/revisions/1/chances/23";
  // Deeper ones take minutes.
  const query = isDeep ? "depths=30&subject=affixes" : "depths=1&subject=affixes&quality=good";
  await page.goto(`${swords}?${query}`);
  // Whatever is computed by then, no cell is without a number.
  assert.equal(await page.locator(".sheet td.unknown").count(), 0);
  const hints = () => page.locator(".sheet tbody td[title]").evaluateAll((cells) => cells.map((cell) => cell.title));
  assert.ok((await hints()).length > 20);
  await settled(page);
  const final = await hints();
  await page.reload();
  assert.deepEqual(await hints(), final);
  const file = await (await page.request.get(`${swords}.long.csv?${query}`)).text();
  for (const how of ["exact", "computed", "simulated"]) {
    const told = final.filter((hint) => hint.includes(how)).length;
    const written = file.split("\r\n").filter((line) => line.includes(`,${how},`) && line.includes(",affix,")).length;
    assert.equal(told, written, how);
  }
  await closePage(page);
});

test("a cell leads to items that carry what its row is of", async () => {
  const page = await openPage(browser, board);
  await page.goto("/editions/affix-branch-starter/revisions/1/chances/35?depths=20,30");
  await page.locator("#affix-72 td:not(.lead)").nth(1).click();
  await page.getByRole("complementary", { name: "Why this number" }).getByRole("link", { name: "Such items" }).click();
  await page.getByRole("heading", { level: 1, name: "Items: cloak great drops at depth 30" }).waitFor();
  const name = await page.locator(".chip b").innerText();
  const carried = await page.locator(".items tbody th small").allInnerTexts();
  assert.equal(carried.length, 20);
  assert.ok(carried.every((text) => text.split(", ").some((one) => one === name || one.startsWith(`${name} ×`))), carried.join("\n"));
  await look(page, "items");
  await page.locator(".chip").click();
  await page.getByRole("link", { name: "Other items" }).click();
  await page.waitForURL(/seed=2/);
  await closePage(page);
});
