// Found at once: what the start page asks in three clicks at most, any entry by one key and its name, and a navigation that stays
// where it is. Clicks and keys are counted.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { violations } from "./support/axe.mjs";
import { ROOT, STARTER } from "./support/board.mjs";
import { NARROW, WIDE, closePage, openPage } from "./support/browser.mjs";
import { settled } from "./support/settled.mjs";
import { sheetIs } from "./support/sheets.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const MOST_CLICKS = 3;
const NAMES = ["artifact.txt", "ego_item.txt", "ego_themes.txt", "limits.txt", "object.txt", "object_base.txt"];

startBoth();

// A page at an address, whose clicks count.
async function counting(address) {
  const page = await openPage(browser, board);
  await page.goto(address);
  const counted = {
    page,
    clicks: 0,
    async click(link) {
      counted.clicks += 1;
      await link.click();
    },
    async end() {
      assert.ok(counted.clicks <= MOST_CLICKS, `${counted.clicks} clicks`);
      await closePage(page);
    },
  };
  return counted;
}

test("the start page's questions are a click away", async () => {
  for (const [question, leadsTo] of [
    [/^Which affixes can cloak drops get at depth 20/, (page) => sheetIs(page, "Cloak", "Share of great cloak drops")],
    [/^Which kinds of shield can get nothing/, (page) => page.getByRole("heading", { level: 1, name: /^Gaps of/ }).waitFor()],
    [/^(Where does the program not do|What does “)/, (page) => page.getByRole("heading", { level: 1 }).waitFor()],
  ]) {
    const asked = await counting("/");
    await asked.click(asked.page.locator(".questions").getByRole("link", { name: question }));
    await leadsTo(asked.page);
    assert.equal(asked.clicks, 1, String(question));
    await asked.end();
  }
});

test("how likely a type's drops really carry something is three clicks away, of any type", async () => {
  const asked = await counting("/");
  const { page } = asked;
  await asked.click(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Sheets" }));
  await asked.click(page.getByRole("link", { name: "chances of boots", exact: true }));
  // Chances of drops, not shares of a pool: they say so, and are computed.
  await sheetIs(page, "Boots", "Share of great boots drops");
  await settled(page);
  const cell = page.locator("#affix-1 ~ tr td:not(.lead, .no), tbody tr td[title*='1 in']").first();
  // Exact once drops were held against it, which comes after all numbers are there.
  assert.match(await cell.getAttribute("title"), /^\S+ %, 1 in \S+; (exact|computed)/);
  await asked.end();
});

test("any entry is one key and its name away", async () => {
  const page = await openPage(browser, board);
  for (const [from, key, name, heading] of [
    [STARTER, "/", "of slay evil", /^of Slay Evil suffix/],
    [`${STARTER}/types/23`, "Control+k", "Sharp", /^Sharp prefix/],
    [`${STARTER}/gaps`, "/", "orsanne", /^of Orsanne artifact 1$/],
    ["/help", "/", "dagger", /^Dagger kind/],
  ]) {
    await page.goto(from);
    await page.keyboard.press(key);
    // As quick as one can: Enter waits for the answer.
    await page.keyboard.insertText(name);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
  }
  await closePage(page);
});

test("the dialog of the search is a list to choose from by keys", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23`);
  await page.locator(".sheet").focus();
  await page.keyboard.press("/");
  const field = page.getByRole("combobox", { name: "Find" });
  await page.keyboard.type("slay");
  const options = page.locator("dialog.find").getByRole("option");
  await options.first().waitFor();
  await page.locator("dialog.find", { hasText: /\d+ found/ }).waitFor();
  assert.deepEqual(await violations(page), []);
  const chosen = () => page.locator("dialog.find").getByRole("option", { selected: true }).evaluateAll((all) => all.map((one) => [one.id, one.parentElement.children.length]));
  const [[first, count]] = await chosen();
  assert.equal(first, "find-0");
  assert.ok(count > 5, `${count} results`);
  await page.keyboard.press("ArrowDown");
  assert.deepEqual((await chosen()).map(([id]) => id), ["find-1"]);
  assert.equal(await field.getAttribute("aria-activedescendant"), "find-1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.deepEqual((await chosen()).map(([id]) => id), [`find-${count - 1}`]);
  // Entries come before lines.
  const names = await options.allInnerTexts();
  const line = names.findIndex((name) => /\.txt:\d+/.test(name));
  assert.ok(line > 0 && names.slice(line).every((name) => /\.txt:\d+/.test(name)), names.join("\n"));
  await page.keyboard.press("Escape");
  assert.equal(await field.isVisible(), false);
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("sheet")), "where one was before");
  // Where one types, a slash is a slash.
  await page.keyboard.press("f");
  await page.keyboard.type("a/b");
  assert.equal(await page.getByRole("searchbox", { name: "Filter" }).inputValue(), "a/b");
  assert.equal(await field.isVisible(), false);
  // Nothing has such a name: it says so, and Enter does nothing.
  await page.keyboard.press("Control+k");
  await field.fill("nothing-has-this-name");
  await page.locator("dialog.find", { hasText: "Nothing has this name." }).waitFor();
  await page.keyboard.press("Enter");
  await page.locator("dialog.find", { hasText: "Nothing has this name." }).waitFor();
  await closePage(page);
});

test("without scripts the field leads to the page of results", async () => {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  await page.goto(`${STARTER}/types/23`);
  await page.getByRole("searchbox", { name: "Find" }).fill("sharp");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: /^Find in Angband affix branch starter r1/ }).waitFor();
  await page.locator(".found").getByRole("link", { name: "Sharp", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /^Sharp/ }).waitFor();
  await closePage(page);
});

test("the navigation stays where it is, on every page", async () => {
  for (const viewport of [WIDE, NARROW]) {
    const page = await openPage(browser, board, { viewport });
    const places = [];
    for (const address of ["/", STARTER, `${STARTER}/types/23`, `${STARTER}/entries`, `${STARTER}/gaps`, "/batches", "/compare", "/profiles", "/help", `${STARTER}/affixes/9999`]) {
      await page.goto(address);
      places.push(await page.evaluate(() => [...document.querySelectorAll("header nav a")].map((link) => [link.textContent.trim().split(/\s/)[0], link.getBoundingClientRect().x, link.getBoundingClientRect().y])));
      assert.deepEqual(places.at(-1), places[0], `${address} at ${viewport.width} px`);
    }
    assert.deepEqual(places[0].map(([name]) => name), ["Sheets", "Entries", "Gaps", "Files", "Rules", "Batches", "Proposals", "Compare"]);
    // One of these is no page.
    page.troubles = page.troubles.filter((trouble) => !/status of 404/.test(trouble));
    await closePage(page);
  }
});

test("what is not in the navigation is two clicks away", async () => {
  for (const [label, heading] of [["Profiles", "Drop profiles"], ["Views", "Views"], ["Import", "Import edit files"], ["Help", "Help"]]) {
    const asked = await counting(`${STARTER}/types/23`);
    await asked.click(asked.page.locator("header summary", { hasText: "More" }));
    await asked.click(asked.page.locator("header").getByRole("link", { name: label, exact: true }));
    await asked.page.getByRole("heading", { level: 1, name: heading }).waitFor();
    assert.equal(asked.clicks, 2);
    await asked.end();
  }
});

test("another revision shows the page one is on, with what one chose there", async () => {
  const files = NAMES.map((name) => [name, readFileSync(path.join(ROOT, "data/affix-branch", name), "utf8")]);
  await board.import("switched", files);
  await board.import("switched", files.map(([name, text]) => [name, text.replace("T:sword:0:99:good:12:0 to 40", "T:sword:0:99:good:24:0 to 40")]));
  const page = await openPage(browser, board);
  await page.goto("/editions/switched/revisions/1/types/23");
  // The sheet changes its address in place; the header follows.
  await page.getByRole("columnheader", { name: "30", exact: true }).getByRole("link").click();
  await page.waitForURL(/sort=/);
  await page.getByRole("link", { name: "newest is r2" }).click();
  await page.waitForURL(/\/editions\/switched\/revisions\/2\/types\/23\?sort=30$/);
  assert.equal(await page.getByRole("link", { name: /^newest is/ }).count(), 0);
  const switcher = page.locator("header .switcher");
  await switcher.locator("summary").click();
  await switcher.getByRole("link", { name: "r1", exact: true }).click();
  await page.waitForURL(/\/editions\/switched\/revisions\/1\/types\/23\?sort=30$/);
  // The menu closes when one clicks elsewhere, and with Escape.
  for (const close of [() => page.locator("h1").click(), () => page.keyboard.press("Escape")]) {
    await switcher.locator("summary").click();
    assert.ok(await switcher.evaluate((menu) => menu.open));
    await close();
    assert.equal(await switcher.evaluate((menu) => menu.open), false);
  }
  await switcher.locator("summary").click();
  await switcher.getByRole("link", { name: "Angband affix branch starter" }).click();
  await page.waitForURL(new RegExp(`${STARTER}/types/23\\?sort=30$`));
  await closePage(page);
});
