// A NetHack source tree: its import, and three questions, each answered within three clicks from the edition's page.
// The tree is the one that AFFIXBOARD_NETHACK names, else the small one that is built in.

import assert from "node:assert/strict";
import path from "node:path";
import test from "node:test";

import { ROOT } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { importFiles } from "./support/imports.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const ORIGINAL = process.env.AFFIXBOARD_NETHACK;
const TREE = ORIGINAL || path.join(ROOT, "data/nethack");
const EDITION = "/editions/nethack-tree/revisions/1";
// Its special level among the first dungeon's, with where it lies: Medusa's is the fifth to the second from the bottom of 25 to 29 levels.
const LEVEL = ORIGINAL
  ? { dungeon: "The Dungeons of Doom", name: "medusa", depths: ["21", "22", "23", "24", "25", "26", "27", "28"] }
  : { dungeon: "The Long Stair", name: "library", depths: ["5", "6", "7", "8"] };

if (!ORIGINAL) console.error("*** skipped: NetHack's own tree (AFFIXBOARD_NETHACK is not set); the built-in one is used ***");

startBoth();

// The cells of a row by the headings of their columns; those that cannot occur are left out.
async function row(page, name) {
  const headings = await page.locator("thead th").allInnerTexts();
  const found = page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
  assert.equal(await found.count(), 1, name);
  const cells = (await found.locator("th, td").allInnerTexts()).map((text) => text.trim());
  return Object.fromEntries(headings.map((text, at) => [text.trim(), cells[at]]).slice(1).filter(([, text]) => text !== ""));
}

test("a tree is imported, and its questions are answered", async () => {
  const page = await openPage(browser, board);
  await importFiles(page, "nethack-tree", TREE, "#folder");
  await page.goto(EDITION);

  // How likely is a wand of wishing on an ordinary level? 4 in 100 objects are wands, 5 in 1000 of these of wishing.
  await page.getByRole("link", { name: "/ wands" }).first().click();
  const wishing = await row(page, "wishing");
  assert.equal(wishing[LEVEL.dungeon], "0.0200");

  // Where can Medusa lie?
  await page.goto(EDITION);
  await page.getByRole("link", { name: LEVEL.dungeon, exact: true }).click();
  const depths = await row(page, LEVEL.name);
  assert.deepEqual(Object.keys(depths), LEVEL.depths);
  await page.getByRole("link", { name: LEVEL.name, exact: true }).click();
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), new RegExp(`^${LEVEL.name} special level`));

  // Which monsters of class D come at depth 20 to a hero of level 10? Difficulties 3 to 15 do: no dragon, for theirs are 16
  // and more, and the young ones never come by themselves. Deeper, to an experienced hero, all do.
  await page.goto(EDITION);
  await page.getByRole("link", { name: "D dragons" }).click();
  await page.getByLabel("Depth").first().fill("20");
  await page.getByLabel("Hero's level").fill("10");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/depth=20/);
  assert.match(page.url(), /group=D/);
  await page.getByText("Nothing here.").waitFor();
  await page.getByLabel("Depth").first().fill("40");
  await page.getByLabel("Hero's level").fill("20");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/depth=40/);
  const headings = await page.locator("thead th").allInnerTexts();
  assert.deepEqual(headings.map((text) => text.trim()), ["Name", "40"]);
  const colors = ["gray", "silver", "red", "white", "orange", "black", "blue", "green", "yellow"];
  const names = await page.locator("tbody th a").allInnerTexts();
  assert.deepEqual(names, ORIGINAL ? colors.map((color) => `${color} dragon`) : ["frost dragon", "fire dragon"]);
  await closePage(page);
});
