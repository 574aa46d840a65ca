// A published site: read from disk and over HTTP, with and without scripts, and changed by its reader.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import test, { after, before } from "node:test";

import { violations } from "./support/axe.mjs";
import { ROOT, temporaryFolder } from "./support/board.mjs";
import { NARROW, WIDE, closePage, openPage, overflow } from "./support/browser.mjs";
import { MODULE, publish } from "./support/site.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const GAME = "angband-3.0";
// A page of each sort.
const PAGES = [
  "index", "ours/index", ...["index", "types/23", "chances/23", "chances/23-good", "dive/23", "entries", "entries/affix", "kinds", "gaps", "rules", "files", "diagnostics", "find"].map((page) => `ours/1.0/${page}`),
].map((page) => `${page}.html`);

let site;
startBoth();
before(async () => {
  site = await publish(GAME);
});
after(() => site?.stop());

const entryPage = async (page) => {
  await page.goto(site.served("ours/1.0/entries/affix.html"));
  return page.locator("main table th a").first().evaluate((link) => link.href);
};

test("pages from disk say what they say and ask for nothing else", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openPage(browser, { url: "" }, { javaScriptEnabled });
    for (const name of PAGES) {
      await page.goto(site.onDisk(name));
      assert.equal(await page.locator("h1").count(), 1, name);
      assert.equal(await page.getByRole("button", { name: "What if" }).count(), 0, "no worker starts from disk");
    }
    await closePage(page);
  }
});

for (const [viewport, colorScheme] of [[WIDE, "light"], [NARROW, "dark"]]) {
  test(`pages fit ${viewport.width} pixels, ${colorScheme}, and can be used by everybody`, async () => {
    const page = await openPage(browser, site, { viewport, colorScheme });
    for (const name of PAGES) {
      await page.goto(site.served(name));
      assert.ok((await overflow(page)) <= 0, `${name} is too wide`);
      assert.deepEqual(await violations(page), [], name);
    }
    await closePage(page);
  });
}

test("entries are found, rows sorted and filtered, without a server", async () => {
  const page = await openPage(browser, { url: "" });
  await page.goto(site.onDisk("ours/1.0/index.html"));
  await page.getByRole("searchbox", { name: "Find" }).fill("slay evil");
  await page.keyboard.press("Enter");
  const link = page.locator(".found a").first();
  await link.waitFor();
  assert.match(await link.innerText(), /Slay Evil/);
  await link.click();
  assert.match(await page.locator("h1").innerText(), /Slay Evil/);

  await page.goto(site.onDisk("ours/1.0/chances/23.html"));
  const names = () => page.locator(".sheet tbody").first().locator("tr:not(.group):not([hidden]) th.name").allInnerTexts();
  const all = await names();
  await page.locator(".sheet thead button", { hasText: "Name" }).click();
  const sorted = await names();
  assert.notDeepEqual(sorted, all);
  assert.deepEqual(sorted.toSorted((a, b) => a.trim().localeCompare(b.trim())), sorted);
  await page.getByRole("searchbox", { name: "Filter rows by name" }).fill("slay");
  assert.ok((await names()).length < all.length && (await names()).every((name) => /slay/i.test(name)));
  await closePage(page);
});

test("a reader changes a rarity, sends the address, and takes the patch", { skip: MODULE ? false : "no module: .ci/wasm builds it" }, async () => {
  const page = await openPage(browser, site, { acceptDownloads: true });
  await page.goto(await entryPage(page));
  const name = (await page.locator("h1").evaluate((heading) => heading.firstChild.textContent)).trim();
  await page.getByRole("button", { name: "What if" }).click();
  const rarity = page.getByLabel("rarity", { exact: true });
  await rarity.waitFor();
  const was = await rarity.inputValue();
  await rarity.fill(String(Number(was) * 2));
  const way = page.locator(".what-if [role=status] a").first();
  await way.click();
  const status = page.locator(".what-if [role=status]");
  await status.filter({ hasText: "other than before" }).waitFor();
  assert.match(await status.innerText(), /^\d+ numbers are other than before; what each was stands beside it\. Exact, computed in \d+ ms\.$/);
  const row = (of) => of.locator(".sheet tbody tr", { has: of.getByRole("link", { name, exact: true }) }).first();
  const cells = (of) => row(of).locator("td:not(.lead)").evaluateAll((all) => all.map((cell) => cell.firstChild?.textContent ?? ""));
  const seen = await cells(page);
  assert.ok((await row(page).locator("td.is-other").count()) > 5);
  assert.equal(await page.locator("main [data-part=chart]").isVisible(), false, "the chart has the published numbers");
  // Rows stay where they were.
  const names = (of) => of.locator(".sheet tbody").first().locator("th.name a").allInnerTexts();
  const published = await openPage(browser, site, { javaScriptEnabled: false });
  await published.goto(page.url().split("#")[0]);
  assert.deepEqual(await names(page), await names(published));
  await closePage(published);

  const other = await openPage(browser, site);
  await other.goto(page.url());
  await other.locator(".what-if [role=status]", { hasText: "other than before" }).waitFor();
  assert.deepEqual(await cells(other), seen);
  await closePage(other);

  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Patch" }).click()]);
  const patch = path.join(temporaryFolder(), "what-if.patch");
  await download.saveAs(patch);
  const folder = temporaryFolder();
  cpSync(path.join(ROOT, "data", GAME), path.join(folder, "lib/edit"), { recursive: true });
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  execFileSync("git", ["apply", patch], { cwd: folder });
  const changed = readdirSync(path.join(folder, "lib/edit")).map((file) => [file, readFileSync(path.join(folder, "lib/edit", file), "utf8")]);

  // The dashboard has the same numbers of the patched files.
  await board.import("published", changed);
  const asked = await openPage(browser, board);
  const type = new URL(page.url()).pathname.match(/(\d+)\.html$/)[1];
  await asked.goto(`/editions/published/revisions/1/chances/${type}`);
  await asked.locator(".how-exact").first().waitFor();
  assert.deepEqual(await cells(asked), seen);
  await closePage(asked);
  await closePage(page);
});
