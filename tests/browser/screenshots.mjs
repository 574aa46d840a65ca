// The pictures in docs/screenshots, made anew from the built-in starter editions: `npm run screenshots`.

import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { ROOT, STARTER, startBoard } from "./support/board.mjs";
import { NARROW, WIDE, closePage, openPage, startBrowser } from "./support/browser.mjs";
import { withPalette } from "./support/png.mjs";
import { settled } from "./support/settled.mjs";

const FOLDER = path.join(ROOT, "docs/screenshots");
// What a picture may weigh at most, in bytes: they are downloaded with every clone.
const HEAVIEST = 150_000;
const EGOS = "/editions/angband-3-0-starter/revisions/1";

// Name of the picture without its scheme, address, schemes, and how large the window is.
const PICTURES = [
  ["overview", STARTER, ["light", "dark"], WIDE],
  ["availability", `${STARTER}/types/23`, ["light", "dark"], WIDE],
  ["types", `${STARTER}/types/30,35`, ["light"], WIDE],
  ["compare", "/compare/36?from=ours@1&to=ours@2", ["light", "dark"], WIDE],
  ["proposal", "/proposals/1?depth=20", ["light", "dark"], WIDE],
  ["draft", "/editions/ours/draft?type=36", ["light"], WIDE],
  ["charts", `${STARTER}/charts/30`, ["light"], WIDE],
  ["chances", `${EGOS}/chances/23`, ["light"], WIDE],
  ["gaps", `${STARTER}/gaps`, ["light"], WIDE],
  ["why", `${EGOS}/why/23/17/affix-60?depth=30&quality=great`, ["dark"], WIDE],
  ["availability-narrow", `${STARTER}/types/23`, ["light"], NARROW],
];

// An edition with two revisions: resistances come twice as often on soft armour.
async function importTwo(board) {
  const folder = path.join(ROOT, "data/affix-branch");
  const files = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), "utf8")]);
  await board.import("ours", files);
  await board.import("ours", files.map(([name, text]) => [name, text.replaceAll("T:soft armour:0:99:great:20:", "T:soft armour:0:99:great:40:")]));
}

// A proposal about the starter edition, and a draft of another.
async function proposeChange(board) {
  const send = (path, form) => fetch(`${board.url}${path}`, { method: "POST", body: new URLSearchParams(form) });
  const acid = { l1: "affix.1.T.1", w1: "T:soft armour:0:99:great:20:1 to 127", "f1.commonness": "12" };
  const deep = { n2: "affix.1.T.0", t2: "T:soft armour:0:99:good:6:41 to 100" };
  const draft = "/editions/affix-branch-starter/draft";
  await send(draft, { ...acid, ...deep });
  const version = /name="version" value="(\d+)"/.exec(await (await fetch(board.url + draft)).text())[1];
  await send(draft, { do: "propose", version, title: "Make acid resistance rarer on soft armour", description: "Every second robe has it." });
  await send("/proposals/1/comments", { seen: "1", body: "Six below 40 is *generous* while Resistance needs three of them." });
  await send("/editions/ours/draft", { l1: "affix.1.T.2", w1: "T:hard armour:0:99:great:20:1 to 127", "f1.commonness": "15" });
}

// A sheet of chances fills in while it is looked at, gaps come when they are found, and a chart is fetched when it is seen.
async function complete(page) {
  await settled(page);
  for (const image of await page.locator("main img").all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((image) => image.decode());
  }
  await page.evaluate(() => window.scrollTo(0, 0));
}

mkdirSync(FOLDER, { recursive: true });
const [board, browser] = await Promise.all([startBoard(), startBrowser()]);
await importTwo(board);
await proposeChange(board);
try {
  for (const [name, address, schemes, viewport] of PICTURES) {
    for (const colorScheme of schemes) {
      const page = await openPage(browser, board, { viewport, colorScheme });
      await page.goto(address);
      await complete(page);
      const file = path.join(FOLDER, `${name}-${colorScheme}.png`);
      const picture = withPalette(await page.screenshot());
      await closePage(page);
      console.log(`${path.relative(ROOT, file)}: ${picture.length} bytes`);
      if (picture.length > HEAVIEST) throw new Error(`${file} would have more than ${HEAVIEST} bytes`);
      writeFileSync(file, picture);
    }
  }
} finally {
  await browser.close();
  await board.stop();
}
