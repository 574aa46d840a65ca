// Several item types in one sheet.

import assert from "node:assert/strict";
import test from "node:test";

import { STARTER } from "./support/board.mjs";
import { NARROW, WIDE, closePage, openPage } from "./support/browser.mjs";
import { openMenu } from "./support/menus.mjs";
import { settled } from "./support/settled.mjs";
import { sheetIs } from "./support/sheets.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

startBoth();

for (const options of [
  { viewport: WIDE },
  { viewport: NARROW, colorScheme: "dark", javaScriptEnabled: false },
]) {
  const how = options.javaScriptEnabled === false ? "without scripts, on a phone" : "with scripts";
  test(`types that are ticked stand in one sheet, ${how}`, async () => {
    const page = await openPage(browser, board, options);
    await page.goto(`${STARTER}/types/23?depths=1,30&sval=11&measure=commonness`);
    await openMenu(page, "Type");
    await page.locator("summary", { hasText: "Several types" }).click();
    const form = page.locator("form", { has: page.getByRole("group", { name: "Item types in one sheet" }) });
    assert.equal(await form.getByRole("checkbox", { checked: true }).count(), 1);
    await form.getByRole("checkbox", { name: "bow", exact: true }).check();
    await form.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/types\/19,23\?/);
    assert.equal(new URL(page.url()).search, "?measure=commonness&depths=1,30");
    assert.deepEqual(await page.locator(".sheet tr.group th").allInnerTexts(), ["Bow", "Sword"]);
    assert.equal(await page.locator(".sheet tbody tr.total").count(), 4);
    // One of them again.
    await openMenu(page, "Type");
    await page.getByRole("group", { name: "Type", exact: true }).getByRole("link", { name: "bow", exact: true }).click();
    await page.waitForURL(/types\/19\?/);
    await sheetIs(page, "Bow", "by generation level");
    await openMenu(page, "Type");
    await page.getByRole("group", { name: "Type", exact: true }).getByRole("link", { name: "all", exact: true }).click();
    await page.waitForURL(/types\/all\?/);
    await sheetIs(page, "20 item types", "by generation level");
    await closePage(page);
  });
}

test("chances of several types fill in together", async () => {
  const page = await openPage(browser, board, { viewport: WIDE });
  await page.goto(`${STARTER}/chances/30,19?depths=1,5&quality=good&subject=affixes`);
  await settled(page);
  assert.equal(await page.locator(".sheet td.unknown").count(), 0);
  assert.deepEqual(await page.locator(".sheet tr.group th").allInnerTexts(), ["Boots", "Bow"]);
  await closePage(page);
});
