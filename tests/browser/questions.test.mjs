// What a designer asks, answered from the start page in two clicks, or three where two revisions are compared.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { ROOT } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { settled } from "./support/settled.mjs";
import { sheetIs } from "./support/sheets.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const MOST_CLICKS = 2;
const NAMES = ["artifact.txt", "ego_item.txt", "ego_themes.txt", "limits.txt", "object.txt", "object_base.txt"];

startBoth();

// The start page, and a way of clicking there that counts.
async function start() {
  const page = await openPage(browser, board);
  await page.goto("/");
  const counted = {
    page,
    clicks: 0,
    card: page.locator(".card").filter({ has: page.getByRole("heading", { name: "Angband affix branch starter" }) }),
    async click(link) {
      counted.clicks += 1;
      await link.click();
    },
  };
  return counted;
}

test("which affixes can cloaks get at depth 20, and how likely?", async () => {
  const asked = await start();
  const { page } = asked;
  await asked.click(asked.card.getByRole("link", { name: /^cloak \d+$/ }));
  await asked.click(page.getByRole("link", { name: "chances", exact: true }));
  await sheetIs(page, "Cloak", "Share of great cloak drops");
  await settled(page);
  const answer = await page.locator(".sheet").evaluate((sheet) => {
    const depths = [...sheet.querySelectorAll("thead th[data-depth]")].map((head) => head.dataset.depth);
    const group = [...sheet.querySelectorAll("tbody")].find((body) => body.innerText.startsWith("Affixes"));
    return [...group.querySelectorAll("tr:not(.group)")].map((row) => {
      const cell = row.querySelectorAll("td:not(.lead)")[depths.indexOf("20")];
      return { name: row.querySelector("th a").innerText, chance: cell.innerText, how: cell.title };
    });
  });
  const possible = answer.filter(({ chance }) => chance !== "");
  assert.ok(possible.length >= 3, JSON.stringify(answer));
  for (const { name, chance, how } of possible) {
    assert.ok(Number(chance) > 0, `${name}: ${chance}`);
    assert.match(how, /^\S+ %, 1 in \S+; exact/, name);
  }
  assert.ok(asked.clicks <= MOST_CLICKS, `${asked.clicks} clicks`);
  await closePage(page);
});

test("which shields can get nothing?", async () => {
  const asked = await start();
  const { page } = asked;
  await asked.click(asked.card.getByRole("link", { name: "Angband affix branch starter" }));
  await asked.click(page.getByRole("link", { name: "gaps of shield" }));
  await page.getByRole("heading", { level: 1, name: /^Gaps of Angband affix branch starter/ }).waitFor();
  // The starter's one shield without any affix; its line says where it is.
  const row = page.getByRole("row").filter({ hasText: "never any affix" });
  assert.equal(await row.count(), 1);
  assert.ok((await row.innerText()).includes("Mithril Shield"));
  assert.match(await row.innerText(), /object\.txt:\d+/);
  assert.ok(asked.clicks <= MOST_CLICKS, `${asked.clicks} clicks`);
  await closePage(page);
});

test("what did a revision change of swords?", async () => {
  const files = NAMES.map((name) => [name, readFileSync(path.join(ROOT, "data/affix-branch", name), "utf8")]);
  await board.import("asked", files);
  await board.import("asked", files.map(([name, text]) => [name, text.replace("T:sword:0:99:good:12:0 to 40", "T:sword:0:99:good:24:0 to 40")]));
  const asked = await start();
  const { page } = asked;
  await asked.click(page.locator(".card").getByRole("link", { name: "asked", exact: true }));
  await asked.click(page.getByRole("link", { name: "compare r2 with r1" }));
  assert.match(await page.getByRole("row").filter({ hasText: "T:sword:0:99:good:24:0 to 40" }).innerText(), /Rusty affix 107/);
  await asked.click(page.getByRole("link", { name: "sword", exact: true }));
  await sheetIs(page, "Sword", "Change of the");
  const first = await page.locator(".sheet tbody tr:not(.group)").first().innerText();
  assert.match(first, /^Rusty/);
  assert.match(first, /12 @ 0-40 → 24 @ 0-40/);
  assert.ok(asked.clicks <= 3, `${asked.clicks} clicks`);
  await closePage(page);
});
