// The pictures of the guide. Each has a file beside it with what its page said, so that a picture that is older than its page
// is noticed.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { WIDE } from "./browser.mjs";
import { GUIDE, texts } from "./guide.mjs";
import { withPalette } from "./png.mjs";
import { settled } from "./settled.mjs";

const FOLDER = path.join(GUIDE, "pictures");
const SCHEMES = ["light", "dark"];
// What a picture may weigh, and all of them together, in bytes: they are downloaded with every clone.
const HEAVIEST = 150_000;
const HEAVIEST_TOGETHER = 3_000_000;

// Pictures are written instead of held against their pages.
const areWritten = process.env.AFFIXBOARD_WRITE_PICTURES === "1";
const AGAIN = "take the pictures again with AFFIXBOARD_WRITE_PICTURES=1, as CONTRIBUTING.md says, and look at them";

// What is another one each time.
const CHANGING = [
  [/https?:\/\/127\.0\.0\.1:\d+/g, "ADDRESS"],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?Z?/g, "TIME"],
  [/\b\d{4}-\d\d-\d\d\b/g, "DAY"],
  [/\/join\/\w+/g, "/join/TOKEN"],
  [/\b\d[\d,.]* ?(?:ms|s|seconds?|minutes?)\b/g, "SOME TIME"],
];
// How far the simulation beside computed chances has come depends on the machine.
const PASSING = /Checked against [\d,]+ simulated items/;
// Cells are in the names of their rows, and addresses aren't seen.
const REPEATED = /^\s*- (?:(?:cell|columnheader|rowheader|rowgroup)\b|\/url:)/;

async function said(page) {
  const parts = await page.locator("main, body > aside").filter({ visible: true }).all();
  const lines = (await Promise.all(parts.map((part) => part.ariaSnapshot()))).join("\n").split("\n");
  const kept = [];
  // Of a row its name says all; what is deeper than it is passed over.
  let row = Infinity;
  for (const line of lines) {
    const depth = /^\s*/.exec(line)[0].length;
    if (depth > row) continue;
    row = /^\s*- '?row /.test(line) ? depth : Infinity;
    if (!REPEATED.test(line) && !PASSING.test(line)) kept.push(line);
  }
  return `${CHANGING.reduce((text, [from, to]) => text.replace(from, to), kept.join("\n"))}\n`;
}

// The page as it is, with what was looked at last in sight.
export async function takeOrCompare(reader, name) {
  const { page } = reader;
  await settled(page);
  const file = path.join(FOLDER, `${name}.txt`);
  const text = await said(page);
  if (!areWritten) {
    let before = "";
    try {
      before = readFileSync(file, "utf8");
    } catch {
      throw new Error(`there is no ${path.basename(file)}: ${AGAIN}`);
    }
    assert.equal(text, before, `the page of ${name} has changed: ${AGAIN}`);
    return;
  }
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(file, text);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    await page.evaluate(() => window.scrollTo(0, 0));
    await reader.seen?.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      if (top < 0 || bottom > innerHeight) element.scrollIntoView({ block: "center" });
    });
    for (const image of await page.locator("main img").all()) await image.evaluate((image) => image.complete || image.loading === "lazy" || image.decode());
    const picture = withPalette(await page.screenshot());
    assert.ok(picture.length <= HEAVIEST, `${name}-${colorScheme}.png would have ${picture.length} bytes, ${HEAVIEST} at most`);
    writeFileSync(path.join(FOLDER, `${name}-${colorScheme}.png`), picture);
  }
  await page.emulateMedia({ colorScheme: null });
}

// Each picture is referred to once, in both schemes, is there, and the size the guide says.
export function pictureFiles() {
  const referred = [];
  for (const [name, text] of texts()) {
    const pictures = [...text.matchAll(/<picture>\n\s*<source media="\(prefers-color-scheme: dark\)" srcset="pictures\/([a-z-]+)-dark\.png">\n\s*<img src="pictures\/([a-z-]+)-light\.png" width="(\d+)" alt="[^"]{20,}">\n\s*<\/picture>/g)];
    assert.equal(pictures.length, (text.match(/pictures\/[a-z-]+-light\.png/g) ?? []).length, `${name}: pictures are written in one way`);
    for (const [, dark, light, width] of pictures) {
      assert.equal(dark, light, `${name}: both schemes are of one page`);
      assert.equal(Number(width), WIDE.width, `${name}: ${light} is as wide as the window`);
      referred.push(light);
    }
  }
  const wanted = referred.flatMap((name) => [`${name}.txt`, ...SCHEMES.map((scheme) => `${name}-${scheme}.png`)]).toSorted();
  const there = readdirSync(FOLDER).toSorted();
  assert.deepEqual(there, wanted, "the pictures are those that the guide shows");
  const sizes = there.filter((name) => name.endsWith(".png")).map((name) => readFileSync(path.join(FOLDER, name)).length);
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= HEAVIEST_TOGETHER, "all pictures together are light");
}
