// The page of views, which a team opens in the morning; and light or dark by choice.

import assert from "node:assert/strict";
import { test } from "node:test";

import { STARTER } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { board, browser, startBoth } from "./support/start.mjs";
import { isDeep } from "./support/tier.mjs";

startBoth();

const GROUND = { light: "rgb(251, 250, 246)", dark: "rgb(20, 22, 27)" };

async function keepView(name, sheet) {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  await page.goto(sheet);
  await page.locator("details.menu", { hasText: "Download" }).first().evaluate((menu) => (menu.open = true));
  await page.getByRole("button", { name: "Short link, name" }).click();
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Save" }).click();
  await closePage(page);
}

test("a view shows the first rows of its sheet", async () => {
  await keepView("Morning swords", `${STARTER}/types/23?sval=11&q=rusty`);
  const page = await openPage(browser, board);
  await page.goto("/views");
  const card = page.locator("section.view").filter({ has: page.getByRole("link", { name: "Morning swords", exact: true }) });
  const rows = card.locator(".glance tbody tr");
  await rows.first().waitFor();
  assert.equal(await rows.count(), 1);
  assert.match(await rows.first().innerText(), /^Rusty/);
  assert.equal(await page.locator("[id]").evaluateAll((all) => all.length - new Set(all.map(({ id }) => id)).size), 0, "no id twice");
  await closePage(page);

  const plain = await openPage(browser, board, { javaScriptEnabled: false });
  await plain.goto("/views");
  await plain.getByRole("link", { name: "Morning swords", exact: true }).click();
  await plain.waitForURL(/types\/23\?sval=11&q=rusty$/);
  await closePage(plain);
});

for (const javaScriptEnabled of [true, false]) {
  test(`light or dark is a choice, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    for (const colorScheme of isDeep ? ["light", "dark"] : [javaScriptEnabled ? "light" : "dark"]) {
      const page = await openPage(browser, board, { javaScriptEnabled, colorScheme });
      const ground = () => page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor);
      const choose = async (label) => {
        await page.locator("details.scheme > summary").click();
        await page.getByRole("button", { name: label, exact: true }).click();
        await page.waitForURL(/profiles\/1$/);
      };
      await page.goto("/profiles/1");
      assert.equal(await ground(), GROUND[colorScheme]);
      for (const [label, scheme] of [["Dark", "dark"], ["Light", "light"], ["As the system", colorScheme]]) {
        await choose(label);
        assert.equal(await ground(), GROUND[scheme], label);
        // Charts follow, and so does the browser's own part of the page.
        const chart = page.locator(".chart img").first();
        await chart.scrollIntoViewIfNeeded();
        const source = await chart.evaluate(async (image) => {
          await image.decode();
          return image.currentSrc;
        });
        assert.equal(source.includes("theme=dark"), scheme === "dark", `${label}: ${source}`);
        assert.equal(await page.locator("html").evaluate((html) => getComputedStyle(html).colorScheme), scheme);
        await page.evaluate(() => scrollTo(0, 0));
      }
      await closePage(page);
    }
  });
}
