// Edit files in: a folder, the same again, a broken one, and what is no edition.

import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { ROOT, temporaryFolder } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const DATA = path.join(ROOT, "data/affix-branch");

startBoth();

// Fills the form in and sends it.
async function importFolder(page, edition, folder) {
  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill(edition);
  await page.locator("#folder").setInputFiles(folder);
  await page.getByRole("button", { name: "Import" }).click();
}

// A copy of the starter's files to spoil.
function copy() {
  const folder = path.join(temporaryFolder(), "edit");
  cpSync(DATA, folder, { recursive: true });
  return folder;
}

for (const javaScriptEnabled of [true, false]) {
  const edition = javaScriptEnabled ? "ours" : "plain";
  test(`a folder, and the same again, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    const page = await openPage(browser, board, { javaScriptEnabled });
    await importFolder(page, edition, DATA);
    await page.waitForURL(`/editions/${edition}/revisions/1`);
    assert.match(await page.getByRole("heading", { level: 1 }).innerText(), new RegExp(`^${edition} `, "i"));
    await importFolder(page, edition, DATA);
    await page.getByRole("heading", { level: 1, name: /^Nothing new/ }).waitFor();
    await page.getByRole("link", { name: "To the edition" }).click();
    await page.waitForURL(`/editions/${edition}/revisions/1`);
    assert.equal(await page.getByRole("listitem").filter({ hasText: /^r\d/ }).count(), 1);
    await closePage(page);
  });
}

test("a bad line is shown with its place and what is wrong with it", async () => {
  const page = await openPage(browser, board);
  const folder = copy();
  const file = path.join(folder, "ego_item.txt");
  const line = readFileSync(file, "utf8").split("\n").length + 2;
  appendFileSync(file, "\nN:900:suffix:of Testing\nT:sword:0:99:good:often:1 to 127\n");
  await importFolder(page, "misspelt", folder);
  await page.getByRole("heading", { level: 1, name: /^Imported/ }).waitFor();
  await page.getByRole("link", { name: /^1 errors? and \d+ warnings?$/ }).click();
  const remark = page.getByRole("article").filter({ hasText: "error" });
  assert.equal(await remark.locator("h2 code").innerText(), `ego_item.txt:${line}:19`);
  assert.equal(await remark.locator("pre").innerText(), "T:sword:0:99:good:often:1 to 127");
  assert.equal(await remark.locator("mark").innerText(), "often");
  await closePage(page);
});

test("several files, and a refusal that can be mended on the same page", async () => {
  const page = await openPage(browser, board);
  const folder = copy();
  rmSync(path.join(folder, "ego_item.txt"));
  await importFolder(page, "mended", folder);
  const alert = page.getByRole("alert");
  await alert.waitFor();
  assert.match(await alert.innerText(), /^not loaded as Angband affix branch: ego_item\.txt: found no such file; /);
  assert.equal(await page.getByRole("combobox", { name: "Edition" }).inputValue(), "mended");
  // The form works again without another look at the page.
  await page.locator("#folder").setInputFiles(DATA);
  await page.getByRole("button", { name: "Import" }).click();
  await page.waitForURL("/editions/mended/revisions/1");
  const names = ["artifact", "ego_item", "ego_themes", "limits", "object", "object_base"];
  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill("several");
  await page.locator("#files").setInputFiles(names.map((name) => path.join(DATA, `${name}.txt`)));
  await page.getByRole("button", { name: "Import" }).click();
  await page.waitForURL("/editions/several/revisions/1");
  page.troubles = page.troubles.filter((trouble) => !trouble.includes("status of 422"));
  await closePage(page);
});

test("a folder without any text file is refused with a reason", async () => {
  const page = await openPage(browser, board);
  const folder = path.join(temporaryFolder(), "photos");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "cat.jpg"), "not really");
  await importFolder(page, "photos", folder);
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /^found no edit files; expected some of /);
  page.troubles = page.troubles.filter((trouble) => !trouble.includes("status of 422"));
  await closePage(page);
});

// Drops files or folders of this machine onto the form, as a file manager does.
async function dropOnto(page, paths) {
  const { x, y, width, height } = await page.locator(".drop").boundingBox();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, x: x + width / 2, y: y + height / 2, data });
  }
}

test("a folder, then files, dropped onto the form", async () => {
  const page = await openPage(browser, board);
  // A whole checkout: only the text files of the folder with the edit files are taken.
  const checkout = temporaryFolder();
  cpSync(DATA, path.join(checkout, "lib/edit"), { recursive: true });
  writeFileSync(path.join(checkout, "main.c"), "int main;");
  writeFileSync(path.join(checkout, "readme.txt"), "read me");
  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill("dropped");
  await dropOnto(page, [checkout]);
  await page.waitForURL("/editions/dropped/revisions/1");

  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill("dropped");
  await dropOnto(page, [path.join(checkout, "readme.txt")]);
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /^found no edit files; /);
  // The form that came with the refusal takes drops too.
  await page.getByRole("combobox", { name: "Edition" }).fill("other");
  await dropOnto(page, readdirSync(DATA).map((name) => path.join(DATA, name)));
  await page.waitForURL("/editions/other/revisions/1");
  page.troubles = page.troubles.filter((trouble) => !trouble.includes("status of 422"));
  await closePage(page);
});

test("an upload that gets no answer says so", async () => {
  const page = await openPage(browser, board);
  await page.route("/import", (route) => (route.request().method() === "POST" ? route.abort("failed") : route.continue()));
  await importFolder(page, "lost", DATA);
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByRole("alert").innerText(), "The files could not be sent. Choose them again.");
  assert.equal(await page.getByRole("combobox", { name: "Edition" }).inputValue(), "lost");
  page.troubles = page.troubles.filter((trouble) => !trouble.includes("ERR_FAILED"));
  await closePage(page);
});
