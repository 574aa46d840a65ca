// Edit files in: looked at first, the same again, broken and incomplete ones, what is no edition; and an edition's end.

import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { ROOT, temporaryFolder } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { importFiles, upload } from "./support/imports.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const DATA = path.join(ROOT, "data/affix-branch");

startBoth();

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
    await importFiles(page, edition, DATA, "#folder");
    await page.waitForURL(`/editions/${edition}/revisions/1`);
    assert.match(await page.getByRole("heading", { level: 1 }).innerText(), new RegExp(`^${edition} `, "i"));
    await upload(page, edition, DATA, "#folder");
    await page.getByRole("heading", { level: 1, name: /^Nothing new/ }).waitFor();
    assert.equal(await page.getByRole("button", { name: "Import", exact: true }).count(), 0);
    await page.getByRole("link", { name: `${edition} r1` }).click();
    await page.waitForURL(`/editions/${edition}/revisions/1`);
    assert.equal(await page.getByRole("listitem").filter({ hasText: /^r\d/ }).count(), 1);
    await closePage(page);
  });

  test(`an older checkout is looked at and discarded, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    const page = await openPage(browser, board, { javaScriptEnabled });
    const folder = copy();
    const file = path.join(folder, "ego_item.txt");
    writeFileSync(file, readFileSync(file, "utf8").replace("T:soft armour:0:99:great:20:", "T:soft armour:0:99:great:40:"));
    await upload(page, edition, folder, "#folder");
    const changed = page.locator("#entries tr", { hasText: "of Resist Acid" });
    assert.deepEqual(await changed.locator("td").allInnerTexts(), ["Affix", "changed", "+1 −1"]);
    assert.match(await page.locator("#undone").innerText(), /None: what was merged is in these files too/);
    await page.getByRole("button", { name: "Discard" }).click();
    await page.waitForURL("/import");
    await page.goto(`/editions/${edition}`);
    await page.waitForURL(`/editions/${edition}/revisions/1`);
    await closePage(page);
  });
}

test("a bad line is shown with its place and what is wrong with it, before and after", async () => {
  const page = await openPage(browser, board);
  const folder = copy();
  const file = path.join(folder, "ego_item.txt");
  const line = readFileSync(file, "utf8").split("\n").length + 2;
  appendFileSync(file, "\nN:900:suffix:of Testing\nT:sword:0:99:good:often:1 to 127\n");
  const shown = async () => {
    const remark = page.getByRole("article").filter({ hasText: "error" });
    assert.equal(await remark.locator("h2 code").innerText(), `ego_item.txt:${line}:19`);
    assert.equal(await remark.locator("pre").innerText(), "T:sword:0:99:good:often:1 to 127");
    assert.equal(await remark.locator("mark").innerText(), "often");
  };
  await upload(page, "misspelt", folder, "#folder");
  await shown();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /^Imported/ }).waitFor();
  await page.getByRole("link", { name: /^1 errors? and \d+ warnings?$/ }).click();
  await shown();
  await closePage(page);
});

test("a name of a team's own is taken in from the page of remarks", async () => {
  const page = await openPage(browser, board);
  const folder = path.join(temporaryFolder(), "own");
  cpSync(path.join(ROOT, "data/angband-3.0"), folder, { recursive: true });
  const file = path.join(folder, "ego_item.txt");
  writeFileSync(file, readFileSync(file, "utf8").replace(/^F:/m, "F:GLOWS_BLUE | "));
  await upload(page, "own", folder, "#folder");
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /^Imported/ }).waitFor();
  await page.goto("/editions/own/revisions/1/diagnostics");
  await page.getByText("Names and lines that Angband 3.0 doesn’t have: 1.").waitFor();
  await page.getByRole("button", { name: "Take them in" }).click();
  await page.getByRole("heading", { level: 1, name: /^Import into own/ }).waitFor();
  await page.getByText("with 1 declared difference of own: 1 name without effect here").waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: /^Imported/ }).waitFor();
  await page.goto("/editions/own/revisions/2/diagnostics");
  // What is left is about entries that are odd on purpose.
  await page.getByText("0 errors and 2 warnings").waitFor();
  assert.equal(await page.getByRole("button", { name: "Take them in" }).count(), 0);
  await closePage(page);
});

test("files that can't be imported are kept, and a single one is added", async () => {
  const page = await openPage(browser, board);
  const folder = copy();
  rmSync(path.join(folder, "ego_item.txt"));
  await upload(page, "mended", folder, "#folder");
  await page.reload();
  const alert = page.getByRole("alert");
  assert.match(await alert.innerText(), /not loaded as Angband affix branch: ego_item\.txt: found no such file/);
  assert.equal(await page.getByRole("textbox", { name: "Edition" }).inputValue(), "mended");
  await page.locator("#files").setInputFiles(path.join(DATA, "ego_item.txt"));
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("There is no edition mended yet").waitFor();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.waitForURL("/editions/mended/revisions/1");
  await closePage(page);
});

test("an edition is renamed, archived, brought back and deleted", async () => {
  const page = await openPage(browser, board);
  const names = ["artifact", "ego_item", "ego_themes", "limits", "object", "object_base"];
  await importFiles(page, "several", names.map((name) => path.join(DATA, `${name}.txt`)));
  await page.waitForURL("/editions/several/revisions/1");
  await page.getByRole("link", { name: "Rename, archive or delete this edition" }).click();
  await page.getByLabel("Title").fill("Several files");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("heading", { level: 1, name: "Look after Several files" }).waitFor();
  await page.getByRole("button", { name: "Archive" }).click();
  await page.getByRole("button", { name: "Bring back" }).waitFor();
  const start = page.getByRole("link", { name: "Several files" });
  await page.goto("/");
  assert.equal(await start.count(), 0);
  await page.goto("/editions/several/manage");
  await page.getByRole("button", { name: "Bring back" }).click();
  await page.getByRole("button", { name: "Archive" }).waitFor();
  await page.goto("/");
  assert.ok(await start.count() > 0);
  await page.goto("/editions/several/manage");
  assert.deepEqual(await page.getByRole("listitem").filter({ hasText: /^1 revision$/ }).count(), 1);
  await page.getByLabel("Type several").fill("several");
  await page.getByRole("button", { name: "Delete the edition" }).click();
  await page.waitForURL("/");
  assert.equal(await start.count(), 0);
  await closePage(page);
});

test("a folder without any text file is refused with a reason", async () => {
  const page = await openPage(browser, board);
  const folder = path.join(temporaryFolder(), "photos");
  mkdirSync(folder);
  writeFileSync(path.join(folder, "cat.jpg"), "not really");
  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill("photos");
  await page.locator("#folder").setInputFiles(folder);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /^found no edit files; expected some of /);
  page.troubles = page.troubles.filter((trouble) => !trouble.includes("status of 422"));
  await closePage(page);
});

test("a source tree of any game is browsed as tables, and a number of it is changed", async () => {
  const page = await openPage(browser, board);
  const tree = path.join(temporaryFolder(), "moria");
  mkdirSync(path.join(tree, "src"), { recursive: true });
  mkdirSync(path.join(tree, "target"), { recursive: true });
  writeFileSync(path.join(tree, "target", "made.json"), '[{"a": 1}, {"a": 2}]');
  writeFileSync(path.join(tree, "src", "types.h"), "typedef struct { const char *name; int kind, weight; } Thing_t;\n");
  writeFileSync(
    path.join(tree, "src", "data.cpp"),
    '#include "types.h"\nThing_t things[3] = {\n  {"Axe", KIND_BLADE, 30},\n  {"Sword", KIND_BLADE, 10},\n  {"Bow", KIND_BOW, 7},\n};\n',
  );
  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill("moria");
  await page.getByRole("combobox", { name: "Game" }).selectOption("Tables without rules");
  await page.locator("#folder").setInputFiles(tree);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.waitForURL(/\/import\/\d+$/);
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await page.waitForURL("/editions/moria/revisions/1");
  assert.match(await page.getByRole("note").innerText(), /no rules of their game are known/);
  await page.getByRole("link", { name: "things", exact: true }).click();
  await page.locator('select[name="weight"]').selectOption("weight");
  await page.locator('select[name="by"]').selectOption("kind");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/weight=weight/);
  const shares = await page.locator("table.list tbody tr td:nth-child(3)").allInnerTexts();
  assert.deepEqual(shares, ["75", "25", "100"]);
  await page.getByRole("link", { name: "Sword" }).click();
  await page.getByRole("link", { name: "Propose a change" }).click();
  const weight = page.locator("label", { has: page.locator("span", { hasText: /^weight$/ }) }).getByRole("textbox");
  assert.equal(await weight.inputValue(), "10");
  await weight.fill("12");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByRole("heading", { name: /^Changes 1$/ }).waitFor();
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
  await page.getByText("There is no edition dropped yet").waitFor();
  await page.getByRole("button", { name: "Discard" }).click();

  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill("dropped");
  await dropOnto(page, [path.join(checkout, "readme.txt")]);
  await page.getByRole("alert").waitFor();
  assert.match(await page.getByRole("alert").innerText(), /^found no edit files; /);
  // The form that came with the refusal takes drops too.
  await page.getByRole("combobox", { name: "Edition" }).fill("other");
  await dropOnto(page, readdirSync(DATA).map((name) => path.join(DATA, name)));
  await page.getByText("There is no edition other yet").waitFor();
  page.troubles = page.troubles.filter((trouble) => !trouble.includes("status of 422"));
  await closePage(page);
});

test("an upload that gets no answer says so", async () => {
  const page = await openPage(browser, board);
  await page.route("/import", (route) => (route.request().method() === "POST" ? route.abort("failed") : route.continue()));
  await page.goto("/import");
  await page.getByRole("combobox", { name: "Edition" }).fill("lost");
  await page.locator("#folder").setInputFiles(DATA);
  await page.getByRole("button", { name: "Upload" }).click();
  await page.getByRole("alert").waitFor();
  assert.equal(await page.getByRole("alert").innerText(), "The files could not be sent. Choose them again.");
  assert.equal(await page.getByRole("combobox", { name: "Edition" }).inputValue(), "lost");
  page.troubles = page.troubles.filter((trouble) => !trouble.includes("ERR_FAILED"));
  await closePage(page);
});
