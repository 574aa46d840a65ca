// Sheets on paper: whole, light, small, with their heading on every page and nothing that only a screen can use.

import assert from "node:assert/strict";
import test from "node:test";

import { STARTER } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { settled } from "./support/settled.mjs";
import { board, browser, startBoth } from "./support/start.mjs";
import { isDeep } from "./support/tier.mjs";

const EGOS = "/editions/angband-3-0-starter/revisions/1";
// Landscape, in points; what is left within margins of 8 mm, in CSS pixels.
const PAPERS = [
  ["A4", 842, 1062],
  ...(isDeep ? [["Letter", 792, 995]] : []),
];
const SHEETS = [
  ["overview", STARTER],
  ["availability", `${STARTER}/types/23`],
  ["chances", `${EGOS}/chances/23`],
];

startBoth();

for (const [format, points, pixels] of PAPERS) {
  for (const [name, address] of SHEETS) {
    test(`the ${name} on ${format}`, async () => {
      const page = await openPage(browser, board, { viewport: { width: pixels, height: 740 }, colorScheme: "dark" });
      await page.goto(address);
      await settled(page);
      const rows = await page.locator(".sheet tbody tr").count();

      const pdf = (await page.pdf({ format, landscape: true })).toString("latin1");
      const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
      assert.ok(boxes.length > 0 && boxes.every(([, width]) => Math.abs(width - points) < 2), `${boxes}`);
      // A page has room for 40 rows and more.
      assert.ok(boxes.length <= 1 + Math.ceil(rows / 40), `${boxes.length} pages for ${rows} rows`);
      assert.ok(pdf.length < 1_000_000, `${pdf.length} bytes`);

      await page.emulateMedia({ media: "print" });
      const wide = await page.evaluate(() => document.querySelector(".sheet table").getBoundingClientRect().right);
      assert.ok(wide <= pixels, `${wide} of ${pixels} pixels`);
      const style = (selector, property) =>
        page.locator(selector).first().evaluate((node, property) => getComputedStyle(node)[property], property);
      // With these two the heading is repeated on each page.
      assert.equal(await style(".sheet thead", "display"), "table-header-group");
      assert.equal(await style(".sheet thead", "breakInside"), "avoid");
      for (const selector of [".sheet thead th", ".sheet thead .name", ".sheet tbody .name"]) {
        assert.equal(await style(selector, "position"), "static", selector);
      }
      assert.equal(await style(".sheet", "overflowX"), "visible");
      assert.equal(await style(".sheet", "maxHeight"), "none");
      assert.equal(await style(".sheet td[class^=h]", "printColorAdjust"), "exact");
      assert.notEqual(await style(".sheet td[class^=h]", "backgroundColor"), "rgba(0, 0, 0, 0)");
      assert.equal(await style(".sheet tbody .name a", "textDecorationLine"), "none");
      assert.equal(await style("body", "backgroundColor"), "rgb(255, 255, 255)");
      assert.equal(await style("body", "color"), "rgb(0, 0, 0)");
      const left = page.locator(".top, .skip, .controls, .actions, .menu, .why-link, button").filter({ visible: true });
      assert.equal(await left.count(), 0);
      await closePage(page);
    });
  }
}

test("a sheet with more columns than fit on paper says so there", async () => {
  const page = await openPage(browser, board);
  const said = () => page.locator(".sheet").evaluate((sheet) => getComputedStyle(sheet, "::before").content);
  await page.goto(`${STARTER}/types/23?depths=every`);
  assert.equal(await said(), "none");
  await page.emulateMedia({ media: "print" });
  assert.match(await said(), /^"More columns than fit on paper/);
  await page.goto(`${STARTER}/types/23`);
  assert.equal(await said(), "none");
  await closePage(page);
});
