// Pages of sheets: whose sheet it is stands in the heading, what of it in the sentence behind.

export async function sheetIs(page, item, headline) {
  await page.getByRole("heading", { level: 1, name: item, exact: true }).waitFor();
  await page.locator(".head .about", { hasText: headline }).waitFor();
}
