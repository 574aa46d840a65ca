// Every page at two widths and in both colour schemes: it fits, nothing fails on it, axe finds nothing against WCAG 2.2 AA,
// and a picture of it is left in `out/` to look at. Pages are light, and stay where they are while they load.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { violations } from "./support/axe.mjs";
import { OUT, ROOT, STARTER } from "./support/board.mjs";
import { NARROW, WIDE, closePage, openPage, overflow } from "./support/browser.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const NAMES = ["artifact.txt", "ego_item.txt", "ego_themes.txt", "limits.txt", "object.txt", "object_base.txt"];
const BROKEN = `
N:900:suffix:of Testing
F:NO_SUCH_FLAG
T:swrod:0:99:good:20:1 to 127
T:sword:0:99:good:often:1 to 127
T:sword:0:99:good:20:90 to 1
`;

const EGOS = "/editions/angband-3-0-starter/revisions/1";
const PLAN = { depths: "1,5-100/5", drops: "20000", seed: "1", normal: "on", good: "on", great: "on" };
// Takes minutes, but its pieces a moment only.
const LONG = { ...PLAN, drops: "20000000" };

async function cancel(href) {
  const answer = await fetch(`${board.url}${href}/cancel`, { method: "POST", redirect: "manual" });
  assert.equal(answer.status, 303);
}

// The most that is transferred for a page, in bytes, and the most by which it may move by itself, as Chromium scores it.
const HEAVIEST = 200_000;
const SHAKIEST = 0.05;

startBoth(async () => {
  const files = NAMES.map((name) => [name, readFileSync(path.join(ROOT, "data/affix-branch", name), "utf8")]);
  await board.import("broken", files.map(([name, text]) => [name, name === "ego_item.txt" ? text + BROKEN : text]));
  assert.equal(await board.batch(PLAN), "/batches/1");
  assert.equal(await board.batch({ ...PLAN, kind: "23:11" }), "/batches/2");
  assert.equal(await board.batch(LONG, { wait: false }), "/batches/3");
  await cancel("/batches/3");
  assert.equal(await board.batch({ ...PLAN, "doc-raised-level": "on" }), "/batches/4");
  assert.equal(await board.batch(PLAN, { revision: EGOS }), "/batches/5");
  assert.equal(await board.batch({ ...PLAN, depths: "1-5", kind: "36:2" }), "/batches/6");
  const view = new URLSearchParams({ path: `${STARTER}/types/23?sval=11&q=slay` });
  await fetch(`${board.url}/views`, { method: "POST", body: view, redirect: "manual" });
  await fetch(`${board.url}/views/1`, { method: "POST", body: new URLSearchParams({ name: "Slays on katanas" }), redirect: "manual" });
  mkdirSync(OUT, { recursive: true });
});

// Name of the picture, address, what is done there first, and what is done when it has been looked at.
const PAGES = [
  ["start", "/"],
  ["edition", STARTER],
  ["edition-themes", `${STARTER}?count=themes`],
  ["edition-egos", EGOS],
  ["diagnostics", "/editions/broken/revisions/1/diagnostics"],
  ["diagnostics-none", `${STARTER}/diagnostics`],
  ["gaps", `${STARTER}/gaps`],
  ["gaps-of-type", `${EGOS}/gaps?type=34`],
  ["gaps-refused", `${STARTER}/gaps`, badLimits],
  ["availability", `${STARTER}/types/23`],
  ["availability-every", `${STARTER}/types/36?depths=every&measure=commonness&scale=row`],
  ["availability-filtered", `${STARTER}/types/23?sval=11&q=slay&role=suffix&measure=pool-odds&sort=30`],
  ["availability-down", `${STARTER}/types/23?turn=on&curve=linear`],
  ["availability-frozen", `${STARTER}/types/23?freeze=5&scale=column`],
  ["availability-types", `${STARTER}/types/30,35?flags=FEATHER&numbers=odds`],
  ["availability-all", `${STARTER}/types/all?level=uber`],
  ["availability-all-down", `${STARTER}/types/30,35?turn=on`],
  ["availability-keys", `${STARTER}/types/23`, (page) => page.keyboard.press("?")],
  ["availability-empty", `${STARTER}/types/23?q=nothing-has-this-name`],
  ["why-affix", `${STARTER}/why/23/11/affix-100?depth=30&quality=great`],
  ["why-theme", `${STARTER}/why/23/11/theme-40?depth=45&quality=great`],
  ["why-nothing", `${STARTER}/why/23/11/affix-100?depth=0&quality=great`],
  ["availability-egos", "/editions/angband-3-0-starter/revisions/1/types/30"],
  ["chances", `${EGOS}/chances/23`],
  ["chances-beside", `${EGOS}/chances/23?beside=5&measure=drop-odds&subject=affixes`],
  ["dive", `${EGOS}/dive/23`],
  ["dive-once", `${EGOS}/dive/23?measure=once&subject=artifacts&profile=1.1`],
  ["chances-every", `${EGOS}/chances/36?depths=every&measure=thousand&scale=row`],
  ["rules-egos", "/editions/angband-3-5-starter/revisions/1/rules"],
  ["affix", `${STARTER}/affixes/1`],
  ["theme", `${STARTER}/themes/1?has=1&has=2&has=3`],
  ["artifact", `${STARTER}/artifacts/1`],
  ["kind", `${STARTER}/kinds/1`],
  ["charts", `${STARTER}/charts/35?at=20`],
  ["charts-chances", `${EGOS}/charts/23?of=chances&quality=good`, filled],
  ["charts-batch", `${STARTER}/charts/30?of=1`],
  ["kinds", `${STARTER}/kinds`],
  ["kinds-change", `${EGOS}/kinds?view=great-change`],
  ["rules", `${STARTER}/rules`],
  ["availability-change", `${STARTER}/types/36?rules=change`],
  ["batch-new-switched", `${STARTER}/batches/new?doc-dice-wrap=on&both=on`],
  ["batch-new", `${STARTER}/batches/new`],
  ["batch-done", "/batches/1"],
  ["audit", "/batches/5/audit", audited],
  ["audit-kind", "/batches/6/audit", audited],
  ["batch-running", () => board.batch(LONG, { wait: false }), running, cancel],
  ["batch-cancelled", "/batches/3"],
  ["batches", "/batches"],
  ["result", "/batches/1/types/23"],
  ["batch-against", "/batches/4?against=1"],
  ["result-change", "/batches/4/types/23?against=1"],
  ["result-down", "/batches/1/types/23?turn=on&subject=themes"],
  ["result-both", "/batches/4/types/36?against=1&show=both&subject=affixes"],
  ["result-types", "/batches/1/types/30,36?level=great"],
  ["result-kind", "/batches/2/types/23?sval=11"],
  ["result-affixes", "/batches/1/types/30?subject=affixes&quality=good&measure=item-odds"],
  ["compare", `/compare?to=affix-branch-starter@1`],
  ["compare-revisions", "/compare?from=affix-branch-starter&to=broken"],
  ["compare-batches", "/compare?from=batch:1&to=batch:4"],
  ["compare-sheet", "/compare/23?from=broken@1&to=angband-3-0-starter@1&rows=all&show=both"],
  ["compare-sheet-batches", "/compare/36?from=batch:1&to=batch:4&subject=affixes"],
  ["compare-sheet-none", "/compare/34?from=batch:1&to=batch:1"],
  ["import", "/import"],
  ["import-refused", "/import", refuse],
  ["imported", "/import", nothingNew],
  ["views", "/views"],
  ["view", "/views/1"],
  ["profiles", "/profiles"],
  ["profile", "/profiles/1"],
  ["profile-edit", "/profiles/1/edit"],
  ["profile-refused", "/profiles/new", unreadable],
  ["profile-delete", "/profiles/1/delete"],
  ["help", "/help"],
  ["not-found", "/nowhere"],
  ["bad-request", `${STARTER}/types/23?depths=deep`],
];

// Pictures come when all depths are computed.
async function filled(page) {
  await page.locator(".filling").waitFor({ state: "detached" });
  await page.locator(".chart img").first().waitFor();
}

async function running(page) {
  await page.waitForFunction(() => document.querySelector("[data-made]").textContent !== "0");
}

// Computed once for all visits; whole drops of a game with many affixes would take minutes.
async function audited(page) {
  await page.locator(".verdict").waitFor({ timeout: 120_000 });
}

// The page of a running batch loads itself anew when the batch ends, in the midst of the next visit: it is left before.
async function left(page, leave, address) {
  if (!leave) return;
  await page.goto("about:blank");
  await leave(address);
}

async function refuse(page) {
  await page.getByRole("combobox", { name: "Edition" }).fill("ours");
  await page.locator("#files").setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("x") });
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("alert").waitFor();
}

async function unreadable(page) {
  await page.getByLabel("Name").fill("Ours");
  await page.getByLabel("Drops").fill("1-5 normal 40\n6: fine 3");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").waitFor();
}

async function badLimits(page) {
  await page.getByLabel("First level").fill("200");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("alert").waitFor();
}

async function nothingNew(page) {
  await page.getByRole("combobox", { name: "Edition" }).fill("affix-branch-starter");
  await page.locator("#files").setInputFiles(NAMES.map((name) => path.join(ROOT, "data/affix-branch", name)));
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("heading", { name: /Nothing new/ }).waitFor();
}

// Counts the bytes of everything that is transferred from now on, as it is on the wire; nothing comes from the cache.
async function weigh(page) {
  const session = await page.context().newCDPSession(page);
  const weight = { bytes: 0 };
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    weight.bytes += encodedDataLength;
  });
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  return weight;
}

// How far the page has moved by itself since it was loaded.
function shift(page) {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0;
        const add = (entries) => {
          for (const { value, hadRecentInput } of entries) sum += hadRecentInput ? 0 : value;
        };
        const observer = new PerformanceObserver((list) => add(list.getEntries()));
        observer.observe({ type: "layout-shift", buffered: true });
        // What is buffered is delivered before the second frame from now.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve((add(observer.takeRecords()), sum))));
      }),
  );
}

for (const colorScheme of ["light", "dark"]) {
  for (const viewport of [WIDE, NARROW]) {
    test(`every page at ${viewport.width} px, ${colorScheme}`, async (t) => {
      const page = await openPage(browser, board, { viewport, colorScheme, bypassCSP: true });
      const weight = await weigh(page);
      for (const [name, place, act, leave] of PAGES) {
        await t.test(name, async () => {
          const address = typeof place === "string" ? place : await place();
          weight.bytes = 0;
          await page.goto(address);
          const moved = await shift(page);
          assert.ok(moved < SHAKIEST, `moved by ${moved} while it loaded`);
          await act?.(page);
          for (const image of await page.locator(".chart img").all()) {
            await image.scrollIntoViewIfNeeded();
            await image.evaluate((image) => image.decode());
            await page.evaluate(() => window.scrollTo(0, 0));
          }
          assert.ok(weight.bytes > 0 && weight.bytes < HEAVIEST, `${weight.bytes} bytes were transferred`);
          await page.screenshot({ path: path.join(OUT, `${name}-${viewport.width}-${colorScheme}.png`), fullPage: true });
          assert.equal(await overflow(page), 0, "wider than the window");
          // What depends on the width was seen in the light already, what on the colours at the other width.
          if (viewport === WIDE || colorScheme === "light") assert.deepEqual(await violations(page), []);
          await left(page, leave, address);
          const refusals = ["import-refused", "profile-refused", "gaps-refused", "not-found", "bad-request"].includes(name);
          const troubles = page.troubles.splice(0);
          assert.deepEqual(troubles.filter((trouble) => !(refusals && /status of 4\d\d/.test(trouble))), []);
        });
      }
      await closePage(page);
    });
  }
}

test("the content security policy is kept on every page", async () => {
  // As above, but with the policy in force: what it stops is an error on the console.
  const page = await openPage(browser, board);
  for (const [name, place, , leave] of PAGES) {
    const address = typeof place === "string" ? place : await place();
    await page.goto(address);
    await page.waitForLoadState("load");
    await left(page, leave, address);
    page.troubles = page.troubles.filter((trouble) => !/status of 4\d\d/.test(trouble));
    assert.deepEqual(page.troubles, [], name);
  }
  await closePage(page);
});
