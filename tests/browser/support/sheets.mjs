// Pages of sheets: whose sheet it is stands in the heading, what of it in the sentence behind.

export async function sheetIs(page, item, headline) {
  await page.getByRole("heading", { level: 1, name: item, exact: true }).waitFor();
  await page.locator(".head .about", { hasText: headline }).waitFor();
}

// Points at a cell until that is said beneath the sheet: on a slow machine the sheet may move once more under the pointer.
export async function pointAt(page, cell, said) {
  const isSaid = () => said.waitFor({ timeout: 5_000 }).then(() => true, () => false);
  for (let tries = 12; tries > 0; tries--) {
    await page.mouse.move(0, 0);
    await page.locator(cell).hover();
    if (await isSaid()) return;
  }
  throw new Error(`${cell} is not said`);
}
