// People with accounts, and what is looked at on every page they see.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";

import { violations } from "./axe.mjs";
import { OUT } from "./board.mjs";
import { NARROW, WIDE, overflow } from "./browser.mjs";

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

// The page fits, axe finds nothing, and pictures of it are left to look at. It needs scripts: axe is one.
export async function look(page, name) {
  mkdirSync(OUT, { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    for (const viewport of [WIDE, NARROW]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      const what = `${name}-${viewport.width}-${colorScheme}`;
      await page.screenshot({ path: path.join(OUT, `${what}.png`), fullPage: true });
      assert.deepEqual(await violations(page), [], what);
      assert.ok((await overflow(page)) <= 0, `${what} is wider than the window`);
    }
  }
  await page.setViewportSize(WIDE);
}
