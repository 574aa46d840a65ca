// Charts: lines and panels that are shown together with their rows, and drawings for phones.

import assert from "node:assert/strict";
import test from "node:test";

import { STARTER } from "./support/board.mjs";
import { violations } from "./support/axe.mjs";
import { NARROW, WIDE, closePage, openPage, overflow } from "./support/browser.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

startBoth();

const CHARTS = `${STARTER}/charts/23?q=slay`;
const LIT = "is-lit";

// The serial numbers of the rows that are shown, by what shows them.
const lit = (page) =>
  page.evaluate((name) => {
    const rows = (selector) => [...new Set([...document.querySelectorAll(selector)].map((element) => element.dataset.row))];
    return {
      lines: rows(`[data-chart="lines"] g.${name}`),
      panels: rows(`[data-chart="panels"] g.${name}`),
      table: rows(`tr.${name}`),
      picking: document.querySelectorAll(".is-picking").length,
    };
  }, LIT);

// Opens the page with its drawings laid over the pictures.
async function openCharts(options) {
  const page = await openPage(browser, board, options);
  await page.goto(CHARTS);
  for (const chart of ["lines", "panels"]) {
    await page.locator(`[data-chart="${chart}"] img`).scrollIntoViewIfNeeded();
    await page.locator(`[data-chart="${chart}"] > svg`).waitFor();
  }
  return page;
}

test("a line and its row are shown together, by pointer and by keys", async () => {
  const page = await openCharts({ viewport: WIDE });
  const row = await page.locator('[data-chart="lines"] g[data-row]').last().getAttribute("data-row");
  const together = { lines: [row], panels: [row], table: [row], picking: 2 };
  const none = { lines: [], panels: [], table: [], picking: 0 };

  await page.locator(`[data-chart="lines"] g[data-row="${row}"] > text`).first().hover();
  assert.deepEqual(await lit(page), together);
  // The others fade within a moment.
  const other = await page.locator(`[data-chart="lines"] g[data-row]:not(.${LIT})`).first().elementHandle();
  await page.waitForFunction((group) => getComputedStyle(group).opacity === "0.2", other);
  await page.getByRole("heading", { level: 1 }).hover();
  assert.deepEqual(await lit(page), none);
  await page.locator(`[data-chart="panels"] g[data-row="${row}"]`).hover();
  assert.deepEqual(await lit(page), together);
  await page.locator(`tr[data-row="${row}"] td`).first().hover();
  assert.deepEqual(await lit(page), together);
  await page.getByRole("heading", { level: 1 }).hover();

  // The same by the keyboard.
  await page.locator(`tr[data-row="${row}"] a`).focus();
  assert.deepEqual(await lit(page), together);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  assert.deepEqual(await lit(page), none);

  // A click on a line goes to its row.
  await page.locator(`[data-chart="lines"] g[data-row="${row}"] > text`).first().click();
  assert.equal(await page.evaluate(() => document.activeElement.closest("tr")?.dataset.row), row);
  assert.deepEqual(await violations(page), []);
  await closePage(page);
});

test("a drawing is what its picture is, in both colour schemes and at both widths", async () => {
  const page = await openCharts({ viewport: WIDE, colorScheme: "light" });
  const laid = () =>
    page.waitForFunction(() => {
      const drawings = [...document.querySelectorAll("[data-chart]")];
      return drawings.every((drawing) => drawing.dataset.laid === drawing.querySelector("img").currentSrc) && drawings[0].dataset.laid;
    });
  const address = async () => new URL(await (await laid()).jsonValue()).searchParams;
  const show = async (colorScheme, viewport) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize(viewport);
    for (const image of await page.locator("[data-chart] img").all()) await image.scrollIntoViewIfNeeded();
    const pairs = await address();
    return [pairs.get("theme"), pairs.get("width")];
  };
  assert.deepEqual(await show("light", WIDE), [null, null]);
  assert.deepEqual(await show("dark", WIDE), ["dark", null]);
  assert.deepEqual(await show("dark", NARROW), ["dark", "narrow"]);
  assert.deepEqual(await show("light", NARROW), [null, "narrow"]);
  assert.equal(await page.locator("[data-chart] > svg").count(), 2, "one over each picture");
  assert.equal(await page.locator('[data-chart] > svg:not([aria-hidden="true"])').count(), 0, "the picture has the name");
  await closePage(page);
});

test("a phone shows all labels as large as other text, apart and within the chart", async () => {
  const page = await openCharts({ viewport: NARROW });
  assert.equal(await overflow(page), 0);
  const texts = await page.locator('[data-chart="lines"] > svg text').evaluateAll((texts) =>
    texts.map((text) => {
      const { left, right, top, bottom } = text.getBoundingClientRect();
      return { text: text.textContent.trim(), left, right, top, bottom, size: parseFloat(text.getAttribute("font-size")) * text.getScreenCTM().a };
    }),
  );
  assert.ok(texts.length > 10, `${texts.length} texts`);
  for (const [at, one] of texts.entries()) {
    assert.ok(one.size >= 11, `${one.text}: ${one.size} px`);
    assert.ok(one.left >= 0 && one.right <= NARROW.width, `${one.text} is outside`);
    for (const other of texts.slice(0, at)) {
      // Letters are lower than their lines.
      const isApart = one.right <= other.left || other.right <= one.left || one.bottom - 4 <= other.top || other.bottom - 4 <= one.top;
      assert.ok(isApart, `${one.text} lies on ${other.text}`);
    }
  }
  await closePage(page);
});

test("a tap shows a line and its row, and a tap elsewhere neither", async () => {
  const page = await openCharts({ viewport: NARROW, hasTouch: true, isMobile: true });
  const label = page.locator('[data-chart="lines"] g[data-row] > text').last();
  const row = await label.evaluate((text) => text.parentElement.dataset.row);
  await label.tap();
  assert.deepEqual((await lit(page)).table, [row]);
  assert.ok(await label.isVisible(), "the page stays where it is");
  await page.locator("#lines figcaption").tap({ position: { x: 2, y: 2 } });
  assert.deepEqual((await lit(page)).table, []);
  await closePage(page);
});

test("without scripts charts are pictures", async () => {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  await page.goto(CHARTS);
  assert.equal(await page.locator("[data-chart] > svg").count(), 0);
  assert.equal(await page.locator("[data-chart] img").first().isVisible(), true);
  assert.equal(await page.locator(".scripted").first().isVisible(), false);
  await closePage(page);
});
