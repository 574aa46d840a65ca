// People with accounts, and what is looked at on every page they see.

import assert from "node:assert/strict";

import { contrastViolations, layoutViolations, violations } from "./axe.mjs";
import { NARROW, WIDE, overflow } from "./browser.mjs";
import { areWanted, takePicture } from "./pictures.mjs";
import { answered } from "./settled.mjs";
import { isDeep } from "./tier.mjs";

export const PASSWORD = "correct horse battery";

// Makes an account with a link.
export async function join(page, link, name) {
  await page.goto(link);
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByLabel("Again").fill(PASSWORD);
  await page.getByRole("button", { name: "Make the account" }).click();
  await page.getByRole("link", { name, exact: true }).waitFor();
}

// At its end a page has nothing beneath a bar that stays in sight: axe takes what is there for too small.
const toEnd = (page) => page.evaluate(() => scrollTo(0, document.querySelector(".review-bar") ? document.body.scrollHeight : 0));
const toStart = (page) => page.evaluate(() => scrollTo(0, 0));

// Axe finds nothing on the page, and it fits into a narrow window; in the deep tier in both colour schemes and at both widths.
// It needs scripts: axe is one.
export async function look(page, name) {
  await answered(page);
  await page.setViewportSize(WIDE);
  for (const colorScheme of isDeep || areWanted ? ["light", "dark"] : ["light"]) {
    await page.emulateMedia({ colorScheme });
    await toStart(page);
    await takePicture(page, name, WIDE, colorScheme);
    await toEnd(page);
    assert.deepEqual(await (colorScheme === "light" ? violations(page) : contrastViolations(page)), [], `${name} at ${WIDE.width} px, ${colorScheme}`);
  }
  await page.setViewportSize(NARROW);
  for (const colorScheme of areWanted ? ["dark", "light"] : ["light"]) {
    await page.emulateMedia({ colorScheme });
    await toStart(page);
    await takePicture(page, name, NARROW, colorScheme);
  }
  await toEnd(page);
  if (isDeep) assert.deepEqual(await layoutViolations(page), [], `${name} at ${NARROW.width} px`);
  assert.ok((await overflow(page)) <= 0, `${name} is wider than the window`);
  await page.setViewportSize(WIDE);
  await toStart(page);
}
