// A newer checkout of the game's files says what it changed and what that does to open proposals; and drops made with the
// same seed on both sides of a proposal.

import assert from "node:assert/strict";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { ROOT, temporaryFolder } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { importFiles } from "./support/imports.mjs";
import { look } from "./support/people.mjs";
import { saved } from "./support/proposing.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const EDITION = "arriving";
const DATA = path.join(ROOT, "data/affix-branch");

startBoth(() => board.import(EDITION, readdirSync(DATA).map((name) => [name, readFileSync(path.join(DATA, name), "utf8")])));

// The numbers of the proposals here.
const numbers = [];

// A proposal that makes the first line of `entry` as common as told.
async function propose(page, { entry, commonness, title }) {
  await page.goto(`/editions/${EDITION}/draft?entry=${entry}`);
  await page.locator('fieldset.line:not(.new) input[name$=".commonness"]').first().fill(commonness);
  await saved(page);
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Propose", exact: true }).click();
  await page.waitForURL(/\/proposals\/\d+$/);
  numbers.push(Number(page.url().split("/").at(-1)));
}

test("the same drops on both sides of a proposal", async () => {
  const page = await openPage(browser, board);
  await propose(page, { entry: "affix.1", commonness: "40", title: "Twice the acid" });
  await page.getByText("Run a paired batch").click();
  await page.getByLabel("Number per depth and quality").fill("20000");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const type = page.getByRole("row", { name: /^soft armour/ });
  await type.waitFor();
  assert.match(await type.innerText(), /of Resist Acid/);
  await look(page, "paired");
  await type.getByRole("link").click();
  await page.locator(".sheet").getByText("of Resist Acid").first().waitFor();
  await look(page, "paired-sheet");
  await closePage(page);
});

test("a newer checkout says what it changed", async () => {
  const page = await openPage(browser, board);
  await propose(page, { entry: "affix.2", commonness: "30", title: "More lightning" });
  const [acid, lightning] = numbers;
  assert.equal(lightning, acid + 1);
  const folder = temporaryFolder();
  cpSync(DATA, folder, { recursive: true });
  const file = path.join(folder, "ego_item.txt");
  const was = readFileSync(file, "utf8");
  // Upstream touches the line that the second proposal changes, and another one.
  const records = was.split(/^(?=N:)/m);
  const changed = records.map((record) => (/^N:[23]:/.test(record) ? record.replace(/^(T:soft armour:.*):20:/m, "$1:21:") : record)).join("");
  assert.notEqual(changed, was);
  writeFileSync(file, changed);

  await importFiles(page, EDITION, readdirSync(folder).map((name) => path.join(folder, name)));
  await page.getByRole("heading", { level: 1, name: /^What r2 changed/ }).waitFor();
  const fits = page.locator("#proposals li");
  await fits.filter({ hasText: `${acid} · Twice the acid` }).waitFor();
  await fits.filter({ hasText: `${lightning} · More lightning` }).locator(".warn").waitFor();
  await page.locator("#drift tr", { hasText: "of Resist Lightning" }).first().waitFor();
  assert.equal(await page.locator("#entries tbody tr").count(), 2, "two records have another line");
  await look(page, "changes");
  await closePage(page);
});
