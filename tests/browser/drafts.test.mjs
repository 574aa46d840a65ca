// Drafts at the keyboard: a table like a spreadsheet, pasted cells, undoing, and the same form without JavaScript.

import assert from "node:assert/strict";
import test from "node:test";

import { closePage, openPage } from "./support/browser.mjs";
import { saved } from "./support/proposing.mjs";
import { hold, settled } from "./support/settled.mjs";
import { pointAt } from "./support/sheets.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const DRAFT = "/editions/affix-branch-starter/draft";

startBoth();

const changes = (page, count) => page.getByRole("heading", { name: new RegExp(`^Changes\\s+${count}$`) }).waitFor();

// The column of the table's commonness, as cells from the first row on.
const commonness = (page) => page.locator('[data-cells] tbody tr:not(.new) input[name$=".commonness"]');

// Pastes as a browser does: a paste without anybody who reads the clipboard.
const paste = (page, text) =>
  page.evaluate((text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test("a table is gone through by arrow keys, and takes cells of a spreadsheet", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${DRAFT}?type=36`);
  const cells = commonness(page);
  await cells.nth(1).focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await cells.nth(2).evaluate((cell) => cell === document.activeElement), true, "down");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await cells.nth(0).evaluate((cell) => cell === document.activeElement), true, "up");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("ArrowRight");
  assert.match(await page.evaluate(() => document.activeElement.name), /\.depths$/, "right, from all of a cell");
  await page.keyboard.press("Control+A");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.type("31");
  await page.keyboard.press("Enter");
  await saved(page);
  await changes(page, 1);
  assert.equal(await cells.nth(0).inputValue(), "31");
  assert.equal(await cells.nth(1).evaluate((cell) => cell === document.activeElement), true, "Enter goes down, and saving leaves it there");

  await paste(page, "32\t1 to 90\r\n33\t1 to 91\r\n");
  await changes(page, 3);
  assert.deepEqual(await Promise.all([1, 2].map((at) => cells.nth(at).inputValue())), ["32", "33"]);
  await page.locator("[data-cells]").getByText("T:soft armour:0:99:great:33:1 to 91").waitFor();

  await page.getByRole("button", { name: "Undo" }).click();
  await changes(page, 1);
  await page.getByRole("button", { name: "Redo" }).click();
  await changes(page, 3);
  await page.getByRole("button", { name: "revert" }).first().click();
  await changes(page, 2);
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Discard" }).click();
  await changes(page, 0);
  await closePage(page);
});

test("fields and rows are undone and redone by keys, and pools follow what is typed", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${DRAFT}?type=36`);
  const cells = commonness(page);
  const pool = () => page.locator("[data-cells] tbody tr:not(.new)").first().locator(".pool").allInnerTexts();
  const before = await pool();
  assert.match(before[0], /^[\d.]+–[\d.]+ %$/);
  const keys = { focus: async () => cells.nth(1).focus(), undo: "Control+z", redo: "Control+y" };
  await cells.nth(0).fill("40");
  await changes(page, 1);
  const after = await pool();
  assert.notDeepEqual(after, before, "share and sum are those of what was typed");
  await cells.nth(1).fill("41");
  await changes(page, 2);
  await page.getByLabel(/^remove /).nth(2).check();
  await changes(page, 3);
  await keys.focus();
  await page.keyboard.press(keys.undo);
  await changes(page, 2);
  await page.keyboard.press(keys.undo);
  await changes(page, 1);
  assert.deepEqual(await Promise.all([0, 1].map((at) => cells.nth(at).inputValue())), ["40", "20"], "another field than the last");
  // Two at once are two steps.
  await page.keyboard.press(keys.undo);
  await page.keyboard.press(keys.redo);
  await page.keyboard.press(keys.redo);
  await changes(page, 2);
  assert.equal(await cells.nth(1).evaluate((cell) => cell === document.activeElement), true, "who undoes goes on");
  await page.keyboard.press("Control+Shift+Z");
  await changes(page, 3);
  for (const left of [2, 1, 0]) {
    await page.keyboard.press(keys.undo);
    await changes(page, left);
  }
  assert.deepEqual(await pool(), before);
  // What the server refuses is no step; it goes first.
  await cells.nth(0).fill("4:0");
  await page.locator(".line-note.is-error", { hasText: "found a colon" }).first().waitFor();
  await page.keyboard.press(keys.undo);
  await page.locator(".line-note.is-error").waitFor({ state: "detached" });
  assert.equal(await cells.nth(0).inputValue(), "20");
  page.troubles.splice(0, page.troubles.length, ...page.troubles.filter((trouble) => !trouble.includes("422")));
  await closePage(page);
});

test("what is typed before the script is there is saved, and so is what is typed just before a click", async () => {
  const page = await openPage(browser, board);
  const script = await hold(page, /\/draft[^/]*\.js$/);
  await page.goto(`${DRAFT}?type=36`, { waitUntil: "commit" });
  const cells = commonness(page);
  await cells.nth(0).fill("51");
  script.letGo();
  await changes(page, 1);
  await cells.nth(1).fill("52");
  await changes(page, 2);

  // What was typed is not sent yet when the button is pressed, and the button is another one when it is.
  const answers = await hold(page, /\/draft\b/);
  await cells.nth(2).fill("53");
  await page.getByRole("button", { name: "revert" }).first().click();
  await page.getByLabel("Title").fill("Heavier");
  await page.getByLabel("Title").blur();
  answers.letGo();
  await page.waitForFunction(() => document.querySelector('[data-cells] tbody tr:not(.new) input[name$=".commonness"]').value !== "51");
  await changes(page, 2);
  assert.deepEqual(await Promise.all([1, 2].map((at) => cells.nth(at).inputValue())), ["52", "53"]);
  await saved(page);
  await page.reload();
  assert.equal(await page.getByLabel("Title").inputValue(), "Heavier", "a title is kept that was typed while something else was saved");
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Discard" }).click();
  await changes(page, 0);
  await closePage(page);
});

test("all lines of an entry are one text, with the reader's remarks at their places", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${DRAFT}?entry=affix.1&view=lines`);
  const text = page.locator("#lines textarea.code");
  const was = await text.inputValue();
  // Name, flags, five allocations and a description.
  assert.equal(was.split("\n").length, 8);
  await text.fill(`${was.replace("great:20:1 to 127\nT:hard", "great:many:1 to 127\nT:hard")}\n\nT:sword:0:99:good:7:5 to 60`);
  await changes(page, 2);
  const remark = page.getByRole("link", { name: "line 3, column 26" });
  await remark.click();
  const chosen = () => text.evaluate((field) => field.value.slice(field.selectionStart, field.selectionEnd));
  assert.equal(await chosen(), "many");
  await page.keyboard.type("25");
  await remark.waitFor({ state: "detached" });
  assert.match(await text.inputValue(), /great:25:1 to 127\n/);
  await page.keyboard.press("Control+z");
  await remark.waitFor();
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Discard" }).click();
  await changes(page, 0);
  assert.equal(await text.inputValue(), was);
  await closePage(page);
});

test("a table without all rows of its entries asks before anything is changed", async () => {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  const table = await (await page.request.get("/editions/affix-branch-starter/revisions/1/allocations.csv")).text();
  const rows = table.split("\r\n").filter((row) => row.startsWith("file,") || /,of Resist Acid,T,1,/.test(row));
  const text = `${rows.join("\r\n")}\r\n`.replace(",20,1,127,", ",25,1,127,");
  await page.goto(DRAFT);
  await page.locator("#table").setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.locator("#csv").getByRole("button", { name: "Upload" }).click();
  await page.getByText("The table has rows for 1 entry of which it lacks 4 lines").waitFor();
  await changes(page, 0);
  await page.getByRole("button", { name: "Keep them" }).click();
  await changes(page, 1);
  await page.getByRole("button", { name: "Discard" }).click();
  await changes(page, 0);
  await closePage(page);
});

test("a wrong number is said at its field while it is typed", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${DRAFT}?entry=affix.1`);
  const commonness = 'fieldset.line:not(.new) input[name$=".commonness"]';
  const field = page.locator(commonness).first();
  await field.fill("many");
  await page.locator('input[aria-invalid="true"]').waitFor();
  await page.locator(".line-note.is-error", { hasText: "many" }).first().waitFor();
  // Asked in one step: an answer puts a new field in the old one's place, and the focus on it.
  assert.equal(await page.evaluate((selector) => document.querySelector(selector) === document.activeElement, commonness), true, "who types goes on");
  await field.fill("22");
  await page.locator('input[aria-invalid="true"]').waitFor({ state: "detached" });
  await page.locator("#effect").waitFor();
  // Until then an answer may put another button under the pointer.
  await saved(page);
  page.on("dialog", (dialog) => dialog.accept());
  await page.getByRole("button", { name: "Discard" }).click();
  await changes(page, 0);
  await closePage(page);
});

test("a cell of a sheet leads to its lines", async () => {
  const page = await openPage(browser, board);
  await page.goto("/editions/affix-branch-starter/revisions/1/types/36");
  const propose = page.getByRole("link", { name: "propose a change" });
  await pointAt(page, "#affix-1-20", propose);
  assert.match(await propose.getAttribute("href"), /entry=affix\.1$/);
  // On its way to the link the pointer passes another cell, which must not take the link's place.
  await page.evaluate(() => {
    const pass = (element) => element.dispatchEvent(new PointerEvent("pointerover", { bubbles: true }));
    pass(document.querySelector("#affix-13-20"));
    pass(document.querySelector(".readout"));
  });
  await settled(page);
  assert.match(await propose.getAttribute("href"), /entry=affix\.1$/);
  await propose.click();
  await page.waitForURL(`${DRAFT}?entry=affix.1`);
  await page.getByRole("heading", { level: 2, name: /of Resist Acid/ }).waitFor();
  await closePage(page);
});

test("without JavaScript a form is saved by its button, and proposed", async () => {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  await page.goto(`${DRAFT}?entry=affix.1`);
  await page.locator('fieldset.line:not(.new) input[name$=".commonness"]').first().fill("25");
  await page.getByRole("button", { name: "Save" }).click();
  await changes(page, 1);
  await page.getByLabel("Title").fill("A little more");
  await page.getByRole("button", { name: "Propose", exact: true }).click();
  await page.waitForURL(/\/proposals\/\d+$/);
  await page.getByRole("heading", { level: 1, name: /^A little more/ }).waitFor();
  await closePage(page);
});

// Balanced has 20 of the 376 to 386 of great pools at level 30, and is to have about 48.
test("a weight has a slider, and its share in the pool follows while it is dragged", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${DRAFT}?type=23`);
  const row = page.locator("tr", { has: page.getByRole("link", { name: "Balanced", exact: true }) });
  const slider = row.locator("[data-slider]");
  assert.match(await row.locator(".pool").first().textContent(), /^5\.18–5\.32 %/);
  const { x, y, width, height } = await slider.boundingBox();
  await page.mouse.move(x + width / 3, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + 0.7 * width, y + height / 2, { steps: 4 });
  await row.locator(".pool", { hasText: /^1[0-3]\./ }).first().waitFor();
  // It is still in the hand.
  const held = Number(await row.locator("[data-weight]").inputValue());
  assert.ok(held > 35 && held < 60, `${held}`);
  await page.mouse.move(x + 0.5 * width, y + height / 2, { steps: 4 });
  await page.mouse.up();
  const share = (weight, rest) => (100 * weight) / (rest + weight);
  const to = Number(await row.locator("[data-weight]").inputValue());
  await page.locator(".changes").getByText(`T:sword:0:99:good:${to}:1 to 127`).waitFor();
  const shown = await row.locator(".pool").first().textContent();
  assert.ok(Math.abs(Number.parseFloat(shown) - share(to, 366)) < 0.01, `${shown} for ${to}`);
  await page.getByRole("button", { name: "Discard" }).click();
  await closePage(page);
});
