// The menus in the line of controls of a sheet.

// Opens the one of that name, unless it is open.
export async function openMenu(page, name) {
  const menu = page.locator(`[data-menu="${name}"]`);
  if (!(await menu.evaluate((details) => details.open))) await menu.locator("> summary").click();
}
