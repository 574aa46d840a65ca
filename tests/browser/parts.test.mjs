// Sheets of many rows: they come a part at a time, and are whole all the same.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { ROOT } from "./support/board.mjs";
import { WIDE, closePage, openPage } from "./support/browser.mjs";
import { board, browser, startBoth } from "./support/start.mjs";
import { isDeep } from "./support/tier.mjs";

const ADDED = 600;
const SHEET = "/editions/many/revisions/1/types/36?level=good&depths=every&sort=name&q=many";
// 10,000 cells by 100 columns.
const SIZE = 100;
// How far one scrolls at once, in pixels, and over how many rows one goes by keys: through several parts, or into the next.
const SCROLL = isDeep ? 500 : 1500;
const STEPS = isDeep ? 3 * SIZE : SIZE + 10;

startBoth(async () => {
  const folder = path.join(ROOT, "data/affix-branch");
  const files = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "latin1")]);
  const affixes = Array.from({ length: ADDED }, (_, at) => `N:${1000 + at}:suffix:of Many ${String(at).padStart(3, "0")}\nT:soft armour:0:99:good:5:1 to 127\n`);
  files.find(([name]) => name === "ego_item.txt")[1] += `\n${affixes.join("\n")}`;
  const answer = await board.import("many", files);
  assert.equal(answer.status, 303, await answer.text());
});

const names = (page) => page.locator(".sheet tbody:not(.rest) th.name a:not(.why-link)").allInnerTexts();
const name = (at) => `of Many ${String(at).padStart(3, "0")}`;

test("without scripts links lead from part to part, and to all rows", async () => {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  await page.goto(SHEET);
  assert.deepEqual(await names(page), Array.from({ length: SIZE }, (_, at) => name(at)));
  assert.equal(await page.locator("p.parts span").innerText(), "Rows 1 to 100 of 600");
  await page.getByRole("link", { name: "next", exact: true }).click();
  await page.waitForURL(/part=2$/);
  assert.deepEqual(await names(page), Array.from({ length: SIZE }, (_, at) => name(SIZE + at)));
  await page.getByRole("link", { name: "previous", exact: true }).click();
  await page.waitForURL((url) => !url.searchParams.has("part"));
  assert.equal((await names(page))[0], name(0));
  await page.getByRole("link", { name: "all at once" }).click();
  await page.waitForURL(/part=all$/);
  assert.deepEqual(await names(page), Array.from({ length: ADDED }, (_, at) => name(at)));
  await closePage(page);
});

test("parts come as they are scrolled to, and others make room", async () => {
  const page = await openPage(browser, board, { viewport: WIDE });
  await page.goto(SHEET);
  const box = page.locator(".sheet");
  const whole = await box.evaluate((element) => element.scrollHeight);
  const last = page.getByRole("rowheader", { name: name(ADDED - 1) });
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await last.waitFor();
  // Each row is where it will be from the beginning, so that the bar at the side tells the truth.
  assert.ok(Math.abs((await box.evaluate((element) => element.scrollHeight)) - whole) < 30);
  for (let top = 0; top < whole; top += SCROLL) {
    await box.evaluate((element, to) => element.scrollTo(0, to), top);
    await page.waitForFunction(() => {
      const at = document.querySelector(".sheet").getBoundingClientRect();
      return !document.elementFromPoint(at.left + 400, at.top + at.height / 2)?.closest(".rest");
    });
  }
  assert.ok((await page.locator(".sheet tbody:not(.rest)").count()) <= 6);
  await closePage(page);
});

test("keys lead on through parts that aren't there yet, and addresses to cells of any part", async () => {
  const page = await openPage(browser, board);
  await page.goto(SHEET);
  const focused = (id) => page.waitForFunction((wanted) => document.activeElement.id === wanted, id);
  await page.locator(".sheet").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Control+End");
  await focused(`affix-${1000 + ADDED - 1}-100`);
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("End");
  // The totals stand above the rows.
  for (let at = 0; at < STEPS; at += 1) await page.keyboard.press("ArrowDown");
  const totals = await page.locator(".sheet tr.total").count();
  await focused(`affix-${1000 + STEPS - totals}-100`);
  const href = await page.getByRole("link", { name: "link to this cell" }).getAttribute("href");
  assert.equal(new URL(href).searchParams.get("part"), String(Math.ceil((STEPS - totals + 1) / SIZE)));

  for (const address of [href, `${SHEET}#affix-1298-100`]) {
    await page.goto("/help");
    await page.goto(address);
    await page.waitForFunction(() => document.querySelector(".readout")?.textContent.includes("100:"));
    assert.match(await page.locator(".readout").innerText(), new RegExp(`^${name(new URL(address, board.url).hash.split("-")[1] - 1000)} · 100: `));
  }
  await closePage(page);
});
