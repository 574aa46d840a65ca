// The menus in the line of controls of a sheet.

import { answered } from "./settled.mjs";

// Opens the one of that name, unless it is open. An answer puts other menus in the place of these.
export async function openMenu(page, name) {
  await answered(page);
  const menu = page.locator(`[data-menu="${name}"]`);
  if (!(await menu.evaluate((details) => details.open))) await menu.locator("> summary").click();
}
