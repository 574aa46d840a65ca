// From a balance test that fails to a draft that mends it.

import assert from "node:assert/strict";
import test from "node:test";

import { closePage, openPage } from "./support/browser.mjs";
import { saved } from "./support/proposing.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const MOST_CLICKS = 5;
const REVISION = "/editions/angband-4-2-starter/revisions/1";
const TESTS = `[[test]]
name = "no ego above 18 % on great swords"
each = "ego"
among = "tval:sword"
depths = 10
qualities = "great"
at-most = "18%"
`;

startBoth(undefined, { ownBoard: true });

test("a test that fails is mended in five clicks", async () => {
  const page = await openPage(browser, board);
  let clicks = 0;
  const click = async (link) => {
    clicks += 1;
    await link.click();
  };
  await page.goto(`${REVISION}/balance`);
  await page.getByLabel("Tests", { exact: true }).fill(TESTS);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("0 hold, 1 fails").waitFor();

  await page.goto(`${REVISION}/gaps`);
  await click(page.getByRole("link", { name: "Balance tests" }));
  await page.locator(".balance .badge.error", { hasText: "fails" }).waitFor();
  // What moves it most is a line of the ego itself.
  await click(page.getByRole("link", { name: "Change this" }).first());
  const field = page.locator('fieldset.line:not(.new) input[name$=".commonness"]').first();
  await field.fill(String(Math.round(0.8 * Number(await field.inputValue()))));
  await saved(page);
  await page.getByLabel("Title").fill("Fewer of them");
  await click(page.getByRole("button", { name: "Propose", exact: true }));
  await page.waitForURL(/\/proposals\/\d+$/);
  await click(page.getByRole("link", { name: "Balance tests" }));
  await page.locator(".balance .badge", { hasText: "better" }).waitFor();
  assert.equal(await page.locator(".balance .badge.state-done", { hasText: "holds" }).count(), 1);
  assert.ok(clicks <= MOST_CLICKS, `${clicks} clicks`);
  await closePage(page);
});
