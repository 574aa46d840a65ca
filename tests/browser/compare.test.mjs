// Comparing two sides: choosing them, showing what didn't change, and the file of it; with JavaScript in place, and without.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { ROOT } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { openMenu } from "./support/menus.mjs";
import { settled } from "./support/settled.mjs";
import { sheetIs } from "./support/sheets.mjs";
import { board, browser, startBoth } from "./support/start.mjs";
import { isDeep } from "./support/tier.mjs";

const NAMES = ["artifact.txt", "ego_item.txt", "ego_themes.txt", "limits.txt", "object.txt", "object_base.txt"];

startBoth(async () => {
  const files = NAMES.map((name) => [name, readFileSync(path.join(ROOT, "data/affix-branch", name), "utf8")]);
  await board.import("compared", files);
  const swords = files.map(([name, text]) => [name, text.replace("T:sword:0:99:good:12:0 to 40", "T:sword:0:99:good:24:0 to 40")]);
  await board.import("compared", swords);
  await board.import("compared", swords.map(([name, text]) => [name, text.replace("T:soft armour:0:99:great:20:", "T:soft armour:0:99:great:40:").replace("T:digger:0:99:great:20:", "T:digger:0:99:great:40:")]));
});

for (const javaScriptEnabled of [true, false]) {
  test(`two revisions, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    const page = await openPage(browser, board, { javaScriptEnabled });
    await page.goto("/compare");
    await page.locator("select[name=from]").selectOption("compared@1");
    await page.locator("select[name=to]").selectOption("compared@2");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("link", { name: "sword", exact: true }).click();
    await sheetIs(page, "Sword", "Change of the");

    // Weights: one line changed, and nothing is displaced.
    await openMenu(page, "Measure");
    await page.getByRole("group", { name: "Measure" }).getByRole("link", { name: "commonness" }).click();
    await page.locator("main .count", { hasText: /^1 row$/ }).waitFor();
    await page.getByRole("group", { name: "Unchanged rows" }).getByRole("link", { name: "shown" }).click();
    await page.locator("main .count", { hasText: /^\d{2,} rows$/ }).waitFor();
    const address = new URL(page.url());
    assert.equal(address.pathname + address.search, "/compare/23?from=compared@1&to=compared@2&measure=commonness&rows=all");

    // Another type keeps the sides and the settings.
    await openMenu(page, "Type");
    await page.getByRole("group", { name: "Type", exact: true }).getByRole("link", { name: "shield" }).click();
    await sheetIs(page, "Shield", "Change of the");
    assert.match(page.url(), /\/compare\/34\?from=compared@1&to=compared@2&(rows=all&measure=commonness|measure=commonness&rows=all)$/);
    await page.goBack();
    await sheetIs(page, "Sword", "Change of the");

    // The file has the same numbers.
    const csv = await (await page.request.get(`/compare/23.csv${address.search}`)).text();
    const line = csv.split("\r\n").find((line) => line.includes(",Rusty,"));
    const cells = await page.locator("#affix-107 td:not(.lead)").allInnerTexts();
    const numbers = cells.map((text) => (text === "" ? "" : text === "=" ? "0" : text.replace("▴", "")));
    assert.deepEqual(line.split(",").slice(-numbers.length), numbers);
    await closePage(page);
  });
}

// Body armour takes minutes, for what diggers show as well.
const { tval, type, row } = isDeep ? { tval: 36, type: "Soft armour", row: "affix-1" } : { tval: 20, type: "Digger", row: "affix-122" };

test("what is computed fills in, with what was left out and its chart", async () => {
  const page = await openPage(browser, board);
  await page.goto(`/compare/${tval}?from=compared@2&to=compared@3&measure=item&depths=5,30`);
  await settled(page);
  assert.match(await page.locator(`#${row}-5`).innerText(), /^▴/);
  await page.getByAltText(new RegExp(`^Changes: ${type}: chances of great drops, largest change first`)).waitFor();
  const folding = page.getByRole("group", { name: "Unchanged rows" });
  const filled = await folding.innerText();
  await page.reload();
  assert.equal(await folding.innerText(), filled);
  assert.match(filled, /\d+ left out/);
  await page.getByLabel("Changes at").selectOption("30");
  await page.waitForURL(/at=30/);
  await closePage(page);
});
