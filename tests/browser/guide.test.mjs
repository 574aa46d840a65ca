// The guide is followed word for word: its chapters one after another, on a data folder that is empty at first. Its pictures
// are of the pages as they are; with AFFIXBOARD_WRITE_PICTURES=1 they are taken anew.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import test from "node:test";

import { chapters, GUIDE, partsOf, texts } from "./support/guide.mjs";
import { pictureFiles, takeOrCompare } from "./support/guide-pictures.mjs";
import { Reader } from "./support/guide-steps.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

// The windows of the person who reads the guide.
let reader;
let failed = "";

startBoth(async () => {
  reader = new Reader(browser, board);
  await reader.open("Ann");
}, { ownBoard: true });

for (const { name, parts } of chapters()) {
  test(`the chapter ${name}`, async (t) => {
    if (failed) return t.skip(`${failed} can’t be followed`);
    for (const part of parts) {
      try {
        await (part.picture ? takeOrCompare(reader, part.picture) : reader.take(part));
      } catch (error) {
        failed = name;
        const what = part.picture ? `the picture ${part.picture}` : part.text;
        throw new Error(`docs/guide/${name}:${part.line}: ${what}\n${error.message}\non ${reader.page.url()}`, { cause: error });
      }
    }
  });
}

test("windows are closed without troubles", () => reader.close());

test("pictures are those that the guide shows", () => pictureFiles());

test("a sentence that isn’t understood is refused", async () => {
  const [step] = partsOf("1. Wonder about **this**.\n", "made-up.md");
  await assert.rejects(() => reader.take(step), /doesn’t understand this sentence/);
  assert.throws(() => partsOf("1. Open `/`.\n\n   Press **Save**.\n", "made-up.md"), /made-up.md:3: what is to be done stands in a numbered list/);
  assert.throws(() => partsOf("1. Open `/`.\n3. Open `/`.\n", "made-up.md"), /made-up.md:2: step 3 comes after step 1/);
});

test("the table of contents has every chapter", () => {
  const contents = readFileSync(path.join(GUIDE, "README.md"), "utf8");
  for (const [name] of texts()) assert.ok(name === "README.md" || contents.includes(`](${name})`), `${name} is not in README.md`);
});
