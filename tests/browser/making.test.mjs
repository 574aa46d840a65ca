// A designer makes a new affix or ego: copies one, changes it, sees what drops and what it is worth, proposes it, and takes it away.

import assert from "node:assert/strict";
import test from "node:test";

import { closePage } from "./support/browser.mjs";
import { look } from "./support/people.mjs";
import { checkout, editRaw, importFolder, judge, merge, propose, saved, takeAway, team } from "./support/proposing.mjs";
import { editFiles } from "./support/reference.mjs";
import { startBoth } from "./support/start.mjs";
import { isDeep } from "./support/tier.mjs";

let ann;
let bob;

startBoth(async () => {
  [ann, bob] = await team();
}, { ownBoard: true });

// Makes a new entry as a copy of one, its text changed, and says which it is.
async function copy(page, edition, { of, changed, word }) {
  await page.goto(`/editions/${edition}/draft?entry=${of}&new=yes`);
  const text = page.locator("#whole-text");
  await text.fill(changed(await text.inputValue()));
  await page.getByRole("button", { name: `Add the ${word}` }).click();
  await page.waitForURL((url) => url.searchParams.get("entry") !== of);
  return new URL(page.url()).searchParams.get("entry");
}

const GAMES = [
  {
    edition: "affixes",
    system: "affix-branch/edit",
    word: "affix",
    of: "affix.2",
    // The new one has a number of its own, behind all others.
    changed: (text) => text.replace(/^N:\d+:suffix:.*/, "N:207:suffix:of Thunder").replace("F:RES_ELEC | IGNORE_ELEC", "F:RES_ELEC | RES_SOUND").replace("D:", "D:Thunder: "),
    fields: { commonness: "90" },
    theme: { entry: "theme.1", from: "A:Durable:4", to: "A:Durable:4\nA:of Thunder:9" },
    tval: 36,
    flag: "RES_SOUND",
    power: true,
  },
  {
    edition: "egos-30",
    system: "angband-3.0/edit/3.0.6",
    word: "ego",
    of: "affix.5",
    // A number that is free in the file.
    changed: (text) => text.replace(/^N:\d+:.*/, "N:3:of Thunder").replace("F:RES_ELEC | IGNORE_ELEC", "F:RES_ELEC | RES_SOUND\nC:0:0:6:0"),
    fields: { rarity: "1" },
    tval: 36,
    flag: "RES_SOUND",
    power: false,
  },
  {
    edition: "egos-42",
    system: "angband-4.2/edit/4.2.5",
    word: "ego",
    of: null,
    name: "of Resist Lightning",
    changed: (text) => text.replace(/^name:.*/m, "name:of Thunder").replace(/^values:RES_ELEC\[1\]/m, "values:RES_ELEC[1] | RES_SOUND[1]"),
    fields: { commonness: "200" },
    tval: null,
    type: "soft armor",
    flag: "SOUND 1",
    power: true,
  },
];

// The entry and item type by name, of games whose numbers are places.
async function found(page, game) {
  const revision = `/editions/${game.edition}/revisions/1`;
  let { of, tval } = game;
  if (!of) {
    await page.goto(`${revision}/entries/affix?q=${encodeURIComponent(game.name)}`);
    const href = await page.locator("main table a", { hasText: game.name }).first().getAttribute("href");
    of = `affix.${href.match(/(\d+)$/)[1]}`;
  }
  if (!tval) {
    await page.goto(`${revision}/items/1`).catch(() => {});
    await page.goto(revision);
    const href = await page.locator("main a", { hasText: game.type }).first().getAttribute("href");
    tval = href.match(/(\d+)(\?|$)/)[1];
  }
  return { of, tval };
}

// In the gate one game stands for all.
for (const game of GAMES.filter(({ edition }) => isDeep || edition === "egos-30")) {
  test(`a new ${game.word} of ${game.system}`, async (t) => {
    const { edition, word, flag } = game;
    const files = editFiles(game.system);
    if (!files) return t.skip("no reference data");
    const folder = checkout(edition, files);
    await importFolder(ann, edition, folder);
    const { of, tval } = await found(bob, game);
    const entry = await copy(bob, edition, { of, changed: game.changed, word });
    await look(bob, `new-${word}-${edition}`);
    // Its lines are changed like those of any other.
    for (const [field, value] of Object.entries(game.fields)) {
      await bob.goto(`/editions/${edition}/draft?entry=${entry}`);
      await bob.locator(`fieldset.line:not(.new) input[name$=".${field}"]`).first().fill(value);
      await saved(bob);
    }
    if (game.theme) await editRaw(bob, edition, game.theme);

    // What it displaces, what drops, and what that is worth.
    await bob.goto(`/editions/${edition}/draft?entry=${entry}&effect=${tval}`);
    await bob.locator("#effect", { hasText: /exact|computed|simulated/ }).waitFor();
    await bob.locator(".effects tr", { hasText: "of Thunder" }).first().waitFor();
    await bob.locator(".effects tr", { hasText: "−" }).first().waitFor();
    const items = `/editions/${edition}/revisions/1/items/${tval}?quality=great&depth=30&items=200&beside=draft:${edition}`;
    await bob.goto(items);
    const came = bob.locator("tr.came", { hasText: "of Thunder" }).first();
    await came.waitFor();
    await came.locator("summary", { hasText: game.power ? "Power" : "Price" }).click();
    assert.match(await came.locator("details.worth").innerText(), /Price/);
    await bob.goto(`/editions/${edition}/revisions/1/worths/${tval}?quality=great&beside=draft:${edition}`);
    const changes = bob.locator("#changes tbody tr");
    await changes.filter({ hasText: flag }).first().waitFor();
    await changes.filter({ hasText: game.power ? "Power" : "Price" }).first().waitFor();
    await look(bob, `worths-${edition}`);

    await bob.goto(`/editions/${edition}/draft?entry=${entry}`);
    const proposal = await propose(bob, `A new ${word}`);
    await ann.goto(proposal);
    await ann.getByText("of Thunder").first().waitFor();
    await look(ann, `new-${word}-proposal-${edition}`);
    await judge(ann, proposal, "Approve", "Loud");
    await merge(ann, proposal);
    const { changed } = await takeAway(ann, edition, proposal, folder);
    assert.deepEqual(changed.filter((line) => line.startsWith("-")), [], "nothing goes");
    assert.ok(changed.some((line) => /^\+(N:\d+:(suffix:)?|name:)of Thunder$/.test(line)), changed.join("\n"));
    if (game.theme) assert.ok(changed.includes("+A:of Thunder:9"), changed.join("\n"));
    // The game's reader has no more to say of the files than it had, and the entry is there.
    const remarks = async (revision) => {
      await ann.goto(`/editions/${edition}/revisions/${revision}/diagnostics`);
      return ann.locator("main h1").innerText();
    };
    assert.equal(await remarks(2), await remarks(1));
    await ann.goto(`/editions/${edition}/revisions/2/entries/affix?q=of+Thunder`);
    await ann.locator("main table a", { hasText: "of Thunder" }).first().waitFor();
  });
}

test("closing", async () => {
  await closePage(bob);
  await closePage(ann);
});
