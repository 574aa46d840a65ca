// Importing with the form: the files are uploaded, looked at, and then imported.

// Uploads files, or a folder by the form's other field, and waits for the page that shows them.
export async function upload(page, edition, files, field = "#files") {
  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill(edition);
  await page.locator(field).setInputFiles(files);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.waitForURL(/\/import\/\d+$/);
}

// And imports them.
export async function importFiles(page, edition, files, field) {
  await upload(page, edition, files, field);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/import/") || url.pathname.endsWith("/import"));
}
