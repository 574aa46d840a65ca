// Pages of sheets: whose sheet it is stands in the heading, what of it in the sentence behind.

import { answered, settled } from "./settled.mjs";

export async function sheetIs(page, item, headline) {
  await page.getByRole("heading", { level: 1, name: item, exact: true }).waitFor();
  await page.locator(".head .about", { hasText: headline }).waitFor();
  await answered(page);
}

// Points at a cell of a sheet that moves no more, until that is said beneath it.
export async function pointAt(page, cell, said) {
  await settled(page);
  await page.mouse.move(0, 0);
  await page.locator(cell).hover();
  await said.waitFor();
}
