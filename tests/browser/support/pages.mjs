// Every page in a window of one width: it fits, nothing fails on it, axe finds nothing against WCAG 2.2 AA, and the content
// security policy is kept. Pages are light, and stay where they are while they load.
// Each width is a test file, so that both workers have one. In the gate each has one colour scheme, in the deep tier both.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { appearanceViolations, contrastViolations, layoutViolations, violations } from "./axe.mjs";
import { ROOT, STARTER } from "./board.mjs";
import { WIDE, closePage, openPage, overflow } from "./browser.mjs";
import { upload } from "./imports.mjs";
import { takePicture } from "./pictures.mjs";
import { answered, click, settled } from "./settled.mjs";
import { board, browser, startBoth } from "./start.mjs";
import { isDeep, schemesAt } from "./tier.mjs";

const NAMES = ["artifact.txt", "ego_item.txt", "ego_themes.txt", "limits.txt", "object.txt", "object_base.txt"];
const BROKEN = `
N:900:suffix:of Testing
F:NO_SUCH_FLAG
T:swrod:0:99:good:20:1 to 127
T:sword:0:99:good:often:1 to 127
T:sword:0:99:good:20:90 to 1
`;

const EGOS = "/editions/angband-3-0-starter/revisions/1";
const BALANCED = "/editions/angband-4-2-starter/revisions/1";
const TESTS = `[[test]]
name = "no ego above 18 % on great swords"
each = "ego"
among = "tval:sword"
depths = "10-40/10"
qualities = "great"
at-most = "18%"

[[test]]
gaps = "any"
at-most = 1000
`;
const STATISTICS = "/editions/angband-4-2-starter/revisions/1/game-statistics";
// Pages that refuse something: the browser tells their status as an error.
const REFUSALS = ["import-refused", "profile-refused", "gaps-refused", "not-found", "bad-request"];
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

// Gives the dashboard what a game's program counted, if `.ci/browser` wrote such a database, and says where it is shown.
async function statistics() {
  const file = process.env.AFFIXBOARD_STATISTICS;
  if (!file) return null;
  const body = new FormData();
  body.append("file", new File([readFileSync(file)], "stats.db"));
  const answer = await fetch(`${board.url}${STATISTICS}`, { method: "POST", body, redirect: "manual" });
  assert.equal(answer.status, 303);
  return answer.headers.get("location");
}

// Makes batches and a view for the pages, and says their addresses.
async function prepare() {
  const files = NAMES.map((name) => [name, readFileSync(path.join(ROOT, "data/affix-branch", name), "utf8")]);
  await board.import("broken", files.map(([name, text]) => [name, name === "ego_item.txt" ? text + BROKEN : text]));
  const made = {
    plain: await board.batch(PLAN),
    kind: await board.batch({ ...PLAN, kind: "23:11" }),
    cancelled: await board.batch(LONG, { wait: false }),
  };
  await cancel(made.cancelled);
  made.raised = await board.batch({ ...PLAN, "doc-raised-level": "on" });
  made.egos = await board.batch(PLAN, { revision: EGOS });
  made.robes = await board.batch({ ...PLAN, depths: "1-5", kind: "36:2" });
  const send = (path, form) => fetch(`${board.url}${path}`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  await send(`${BALANCED}/balance`, { tests: TESTS });
  // The page loads itself anew when the tests have been run: their stream ends then.
  for (const revision of [BALANCED, EGOS]) {
    const [, events] = /data-events="([^"]+)"/.exec(await (await fetch(`${board.url}${revision}/balance`)).text()) ?? [];
    if (events) await (await fetch(new URL(events.replaceAll("&amp;", "&"), board.url))).text();
  }
  made.statistics = await statistics();
  made.view = (await send("/views", { path: `${STARTER}/types/23?sval=11&q=slay` })).headers.get("location");
  await send(made.view, { name: "Slays on katanas" });
  return made;
}

const number = (address) => address.split("/").at(-1);

// What takes a game with many affixes minutes to compute: in the gate a game with few shows the same page.
const SLOW = ["why-affix", "why-theme", "given"];

// Name of the picture, address, what is done there first, and what is done when it has been looked at.
const pages = (made) => listed(made).filter(([name]) => isDeep || !SLOW.includes(name));
const listed = (made) => [
  ["start", "/"],
  ["edition", STARTER],
  ["edition-themes", `${STARTER}?count=themes`],
  ["edition-egos", EGOS],
  ["diagnostics", "/editions/broken/revisions/1/diagnostics"],
  ["diagnostics-none", `${STARTER}/diagnostics`],
  ["records", `${STARTER}/records/ego_item.txt?q=fire`],
  ["records-chained", "/editions/unangband-starter/revisions/1/records/p_hist.txt"],
  ["kit", "/editions/unangband-starter/revisions/1/entries/classes/1"],
  ["history", "/editions/unangband-starter/revisions/1/entries/races/0"],
  ["quantiles", "/editions/unangband-starter/revisions/1/subjects/power?quality=great"],
  ["gaps", `${STARTER}/gaps`],
  ["gaps-of-type", `${EGOS}/gaps?type=34`],
  ["gaps-refused", `${STARTER}/gaps`, badLimits],
  ["balance", `${BALANCED}/balance`],
  ["balance-none", `${EGOS}/balance`],
  ["draft-balance", "/editions/angband-4-2-starter/draft/balance"],
  ["target", "/editions/angband-4-2-starter/draft/target?affix=%2325&type=sword&least=10&most=11&of=drops&levels=20"],
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
  ["ask", `${STARTER}/ask?q=tval:sword%26theme:any%26to_hit%3E=5&depths=20&items=262144`],
  ["items", `${STARTER}/items/23?quality=great&depth=30`],
  ["worths", `${STARTER}/worths/23?quality=great`],
  ["availability-egos", "/editions/angband-3-0-starter/revisions/1/types/30"],
  ["chances", `${EGOS}/chances/23`],
  ["compare-held", `/compare/23?from=angband-3-0-starter@1&to=batch:${number(made.egos)}&measure=drop&subject=affixes&rows=all`],
  ["dive", `${EGOS}/dive/23`],
  ["dive-first", `${EGOS}/dive/23/first`],
  ["dive-once", `${EGOS}/dive/23?measure=once&subject=artifacts&profile=1.1`],
  ["chances-every", `${EGOS}/chances/36?depths=every&measure=thousand&scale=row`],
  ["rules-egos", "/editions/angband-3-5-starter/revisions/1/rules"],
  ["affix", `${STARTER}/affixes/1`],
  ["theme", `${STARTER}/themes/1?has=1&has=2&has=3`],
  ["artifact", `${STARTER}/artifacts/1`],
  ["kind", `${STARTER}/kinds/1`],
  ["charts", `${STARTER}/charts/35?at=20`],
  ["charts-chances", `${EGOS}/charts/23?of=chances&quality=good`, filled],
  ["charts-batch", `${STARTER}/charts/30?of=${number(made.plain)}`],
  ["entries", `${STARTER}/entries`],
  ["entries-affix", `${STARTER}/entries/affix?sort=-lines`],
  ["find", `${STARTER}/find?q=sharp`],
  ["find-dialog", `${STARTER}/types/23`, finds],
  ["switcher", `${STARTER}/gaps?rule=no-affix`, (page) => page.locator(".switcher summary").click()],
  ["kinds", `${STARTER}/kinds`],
  ["kinds-change", `${EGOS}/kinds?view=great-change`],
  ["rules", `${STARTER}/rules`],
  ["compare-readings", `/compare/36?from=affix-branch-starter@1&to=affix-branch-starter@1~documented`],
  ["batch-new-switched", `${STARTER}/batches/new?doc-dice-wrap=on&both=on`],
  ["batch-new", `${STARTER}/batches/new`],
  ["batch-new-target", `${STARTER}/batches/new?until=own&within=5&rows_from=1`],
  ["batch-done", made.plain],
  ["audit", `${made.egos}/audit`, audited],
  ["audit-kind", `${made.robes}/audit`, audited],
  ["batch-running", () => board.batch(LONG, { wait: false }), running, cancel],
  ["batch-cancelled", made.cancelled],
  ["batches", "/batches"],
  ["workers", "/workers"],
  ["game-statistics", STATISTICS],
  ...(made.statistics
    ? [
        ["game-statistics-sheet", made.statistics],
        ["game-statistics-beside", `${made.statistics}/beside?type=23&levels=5`],
        ["game-statistics-pair", `${made.statistics}/with/${made.statistics.split("/").at(-1)}`],
      ]
    : []),
  ["result", `${made.plain}/types/23`],
  ["compare-batches-types", `/compare/23,36?from=batch:${number(made.plain)}&to=batch:${number(made.raised)}`],
  ["result-down", `${made.plain}/types/23?turn=on&subject=themes`],
  ["compare-batches-both", `/compare/36?from=batch:${number(made.plain)}&to=batch:${number(made.raised)}&show=both&subject=affixes`],
  ["result-types", `${made.plain}/types/30,36?level=great`],
  ["result-kind", `${made.kind}/types/23?sval=11`],
  ["result-affixes", `${made.plain}/types/30?subject=affixes&quality=good&measure=item-odds`],
  ["compare", `/compare?to=affix-branch-starter@1`],
  ["compare-revisions", "/compare?from=affix-branch-starter&to=broken"],
  ["compare-batches", `/compare?from=batch:${number(made.plain)}&to=batch:${number(made.raised)}`],
  ["compare-sheet", "/compare/23?from=broken@1&to=angband-3-0-starter@1&rows=all&show=both"],
  ["compare-sheet-batches", `/compare/36?from=batch:${number(made.plain)}&to=batch:${number(made.raised)}&subject=affixes`],
  ["compare-sheet-none", `/compare/34?from=batch:${number(made.plain)}&to=batch:${number(made.plain)}`],
  ["import", "/import"],
  ["import-refused", "/import", refuse],
  ["upload", "/import", uploaded, discard],
  ["upload-refused", "/import", incomplete, discard],
  ["upload-same", "/import", nothingNew, discard],
  ["edition-manage", "/editions/affix-branch-starter/manage"],
  ["views", "/views"],
  ["view", made.view],
  ["profiles", "/profiles"],
  ["profile", "/profiles/1"],
  ["profile-edit", "/profiles/1/edit"],
  ["profile-refused", "/profiles/new", unreadable],
  ["profile-delete", "/profiles/1/delete"],
  ["help", "/help"],
  ["not-found", "/nowhere"],
  ["bad-request", `${STARTER}/types/23?depths=deep`],
  ["why-ego", `${EGOS}/why/23/17/affix-1?depth=20&quality=great`],
  ["given-ego", `${EGOS}/given?q=kind:dagger&depth=20&keep=1000`],
  // Last: what they compute goes on for a while, and would keep others waiting.
  ["why-affix", `${STARTER}/why/23/11/affix-100?depth=30&quality=great`],
  ["why-theme", `${STARTER}/why/23/11/theme-40?depth=45&quality=great`],
  ["why-nothing", `${STARTER}/why/23/11/affix-100?depth=0&quality=great`],
  ["given", `${STARTER}/given?q=kind:dagger%26affix:Sharp&depth=20&keep=1000`],
  ["origins", `${EGOS}/origins/affix-1?depth=20`],
  ["moves", `${STARTER}/moves?line=ego_item.txt:546`],
  ["luck", `${STARTER}/luck`],
  ["history", `${BALANCED}/history`],
  ["history-share", `${BALANCED}/history?q=artifact:any`],
  ["luck-answer", `${EGOS}/luck?q=kind:Dagger&found=9&by=3&profile=1.1`],
];

async function finds(page) {
  await page.keyboard.press("/");
  await page.keyboard.type("slay");
  await page.locator("dialog.find").getByRole("option").first().waitFor();
}

// Charts come when all depths are computed.
async function filled(page) {
  await settled(page);
  await page.locator(".chart img").first().waitFor();
}

async function running(page) {
  await page.waitForFunction(() => document.querySelector("[data-made]").textContent !== "0");
}

// Computed once for all visits; whole drops of a game with many affixes would take minutes.
async function audited(page) {
  await page.locator(".verdict").waitFor();
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
  await click(page.getByRole("button", { name: "Upload" }));
  await page.getByRole("alert").waitFor();
}

async function unreadable(page) {
  await page.getByLabel("Name").fill("Ours");
  await page.getByLabel("Drops").fill("1-5 normal 40\n6: fine 3");
  await click(page.getByRole("button", { name: "Save" }));
  await page.getByRole("alert").waitFor();
}

async function badLimits(page) {
  await page.getByLabel("First level").fill("200");
  await click(page.getByRole("button", { name: "Save" }));
  await page.getByRole("alert").waitFor();
}

// Files for an edition that has other ones.
const uploaded = (page) => upload(page, "broken", NAMES.map((name) => path.join(ROOT, "data/affix-branch", name)));

const incomplete = (page) => upload(page, "ours", [path.join(ROOT, "data/affix-branch/object.txt")]);

// Only a few uploads may wait.
async function discard() {
  const list = await (await fetch(`${board.url}/import`)).text();
  for (const [, href] of list.matchAll(/href="(\/import\/\d+)"/g)) await fetch(`${board.url}${href}/discard`, { method: "POST" });
}

async function nothingNew(page) {
  await upload(page, "affix-branch-starter", NAMES.map((name) => path.join(ROOT, "data/affix-branch", name)));
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

// What pages compute comes to them by itself; then they stay as they are. Nobody waits for the end of these.
const LASTING = [...SLOW, "batch-running"];
const still = (page, name) => (LASTING.includes(name) ? answered(page) : settled(page));

// The pictures of a page are fetched when they are scrolled to.
// In one step: a page that fills in may put others in their place.
async function showPictures(page) {
  await page.evaluate(async () => {
    for (const image of document.querySelectorAll(".chart img")) {
      image.loading = "eager";
      image.scrollIntoView();
    }
    window.scrollTo(0, 0);
  });
  await answered(page);
  const broken = await page.evaluate(() => [...document.querySelectorAll(".chart img")].filter((image) => !image.naturalWidth).map(({ src }) => src));
  assert.deepEqual(broken, [], "pictures that can't be shown");
}

// What axe is asked for. All rules once, at the wider width; what a colour scheme or a narrow window can break besides where
// there is one.
function rulesFor(viewport, colorScheme, schemes) {
  if (viewport === WIDE) return colorScheme === schemes[0] ? violations : contrastViolations;
  if (schemes.length === 1) return appearanceViolations;
  return colorScheme === schemes[0] ? layoutViolations : undefined;
}

// Loads a page and looks at it in the colour schemes of its width. No script asks for the scheme, and no rule of it moves
// anything, so that nothing is found by loading the page in the dark that is not found by switching.
async function visit(page, weight, viewport, [name, place, act, leave]) {
  const address = typeof place === "string" ? place : await place();
  const schemes = schemesAt(viewport);
  const seen = {};
  weight.bytes = 0;
  await page.emulateMedia({ colorScheme: schemes[0] });
  const answer = await page.goto(address);
  seen.policy = answer.headers()["content-security-policy"];
  try {
    const moved = await shift(page);
    await act?.(page);
    await still(page, name);
    for (const colorScheme of schemes) {
      const before = await shift(page);
      await page.emulateMedia({ colorScheme });
      await showPictures(page);
      await still(page, name);
      const { bytes } = weight;
      await takePicture(page, name, viewport, colorScheme);
      const found = (await rulesFor(viewport, colorScheme, schemes)?.(page)) ?? [];
      seen[colorScheme] = { bytes, overflow: await overflow(page), violations: found, moved };
      if (colorScheme !== schemes[0]) seen[colorScheme].moved = (await shift(page)) - before;
      seen[colorScheme].troubles = page.troubles.splice(0);
    }
  } finally {
    await left(page, leave, address);
  }
  seen[schemes.at(-1)].troubles.push(...page.troubles.splice(0));
  return seen;
}

// Registers the tests at one width.
export function testPages(viewport) {
  let [made, page, weight] = [];
  // By the name of the page.
  const visits = new Map();
  const visited = (entry) => {
    const [name] = entry;
    if (!visits.has(name)) visits.set(name, visit(page, weight, viewport, entry));
    return visits.get(name);
  };

  startBoth(async () => {
    made = await prepare();
    page = await openPage(browser, board, { viewport });
    weight = await weigh(page);
  });

  const schemes = schemesAt(viewport);
  for (const colorScheme of schemes) {
    test(`every page at ${viewport.width} px, ${colorScheme}`, async (t) => {
      for (const entry of pages(made)) {
        const [name] = entry;
        await t.test(name, async () => {
          const seen = (await visited(entry))[colorScheme];
          assert.ok(seen.moved < SHAKIEST, `moved by ${seen.moved} while it loaded`);
          assert.ok(seen.bytes > 0 && seen.bytes < HEAVIEST, `${seen.bytes} bytes were transferred`);
          assert.equal(seen.overflow, 0, "wider than the window");
          assert.deepEqual(seen.violations, []);
          assert.deepEqual(seen.troubles.filter((trouble) => !(REFUSALS.includes(name) && /status of 4\d\d/.test(trouble))), []);
        });
      }
      if (colorScheme === schemes.at(-1)) await closePage(page);
    });
  }

  // What became of the content security policy on each page.
  return async () => {
    const seen = [];
    for (const entry of pages(made)) {
      const visit = await visited(entry);
      seen.push({ name: entry[0], policy: visit.policy, troubles: schemes.flatMap((colorScheme) => visit[colorScheme].troubles) });
    }
    return seen;
  };
}
