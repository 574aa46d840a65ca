// A team of two changes lines together: drafts, effect, talk, verdicts, merging, and the patch on the game's own files.

import assert from "node:assert/strict";
import test from "node:test";

import { closePage } from "./support/browser.mjs";
import { readCsv } from "./support/csv.mjs";
import { look } from "./support/people.mjs";
import { checkout, editForm, editRaw, importFolder, judge, merge, propose, saved, takeAway, team } from "./support/proposing.mjs";
import { editFiles } from "./support/reference.mjs";
import { pointAt } from "./support/sheets.mjs";
import { startBoth } from "./support/start.mjs";
import { isDeep } from "./support/tier.mjs";

let ann;
let bob;

startBoth(async () => {
  [ann, bob] = await team();
}, { ownBoard: true });

// Changes a cell of the exported table and brings it back.
async function editTable(page, edition, { row, field, value }) {
  const table = await (await page.request.get(`/editions/${edition}/revisions/1/allocations.csv`)).text();
  const { header, rows } = readCsv(table);
  const at = rows.findIndex((cells) => row.every((cell, column) => cell === null || cell === cells[column]));
  assert.notEqual(at, -1, `no row ${row}`);
  rows[at][header.indexOf(field)] = value;
  const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const text = [header, ...rows].map((cells) => `${cells.map(quoted).join(",")}\r\n`).join("");
  await page.goto(`/editions/${edition}/draft`);
  const closed = page.locator("#csv details:not([open]) summary");
  if ((await closed.count()) > 0) await closed.click();
  await page.locator("#table").setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
  await page.locator("#csv").getByRole("button", { name: "Upload" }).click();
}

// The patch applies, and touches so many lines and no other.
async function takeAwayChanged(edition, proposal, folder, lines) {
  const { text, changed } = await takeAway(ann, edition, proposal, folder);
  assert.match(text, edition === "vanilla-42" ? /^--- a\/lib\/gamedata\//m : /^--- a\/lib\/edit\//m);
  assert.deepEqual(["-", "+"].map((sign) => changed.filter((line) => line.startsWith(sign)).length), [lines, lines], "no other line is touched");
}

test("from a draft to a patch, with talk and verdicts", async (t) => {
  const files = editFiles("affix-branch/edit");
  if (!files) return t.skip("no reference data");
  const folder = checkout("ours", files, (_, bytes) => bytes);
  await importFolder(ann, "ours", folder);

  await editForm(bob, "ours", { entry: "affix.1", field: "commonness", value: "25" });
  await bob.locator("#effect", { hasText: /exact/ }).waitFor();
  await bob.locator(".effects .own", { hasText: "of Resist Acid" }).first().waitFor();
  await look(bob, "draft-form");
  await editRaw(bob, "ours", { entry: "affix.1", from: "T:crown:0:99:great:5:45 to 100", to: "T:crown:0:99:great:6:45 to 100" });
  await editTable(bob, "ours", { row: ["ego_item.txt", "affix", "2", null, "T", "1"], field: "commonness", value: "19" });
  await bob.getByRole("heading", { name: "Changes 3" }).waitFor();
  // What was typed survives a closed browser.
  await bob.goto("/");
  await bob.goto("/editions/ours/draft");
  await bob.getByRole("heading", { name: "Changes 3" }).waitFor();
  await bob.goto("/editions/ours/draft?type=36");
  await look(bob, "draft-table");
  const proposal = await propose(bob, "A little more acid");

  // Ann comments on a line, asks for changes; Bob can't approve his own.
  await ann.goto(proposal);
  await ann.getByText("Comment on this line").first().click();
  await ann.getByLabel("Your comment").first().fill("Twenty-five is *a lot*.");
  await ann.locator("details.say[open]").getByRole("button", { name: "Comment" }).click();
  await ann.locator(".thread", { hasText: "Twenty-five is a lot." }).waitFor();
  await ann.getByText("Comment on a number").click();
  await ann.getByLabel("Your comment on the number").fill("That many?");
  await ann.locator("details.cell-talk").getByRole("button", { name: "Comment" }).click();
  await ann.locator(".thread", { hasText: "That many?" }).locator(".thread-about", { hasText: "of Resist Acid · " }).waitFor();
  await ann.getByRole("link", { name: "All levels as a sheet" }).click();
  await pointAt(ann, "#affix-1-20", ann.getByText("of Resist Acid · 20: "));
  await ann.getByRole("link", { name: "comment on this" }).click();
  await ann.getByLabel("Your comment on this number").fill("At twenty, too?");
  await look(ann, "proposal-number");
  await ann.locator("form#number").getByRole("button", { name: "Comment" }).click();
  await ann.locator(".thread", { hasText: "At twenty, too?" }).getByRole("link", { name: / · of Resist Acid, level 20: / }).click();
  await ann.locator("#affix-1-20:target").waitFor();
  await judge(ann, proposal, "Request changes", "Less, please");
  await bob.goto(proposal);
  assert.equal(await bob.getByRole("button", { name: "Submit review" }).count(), 0, "nobody judges their own");
  await bob.goto("/proposals");
  await bob.getByText("changes were requested", { exact: false }).or(bob.getByText("changes requested", { exact: false })).first().waitFor();
  await look(bob, "proposals");

  // Bob revises; the verdict was on other numbers.
  await bob.goto(`${proposal}/draft?entry=affix.1`);
  await bob.locator('fieldset.line:not(.new) input[name$=".commonness"]').first().fill("22");
  await saved(bob);
  await bob.getByLabel("What changed").fill("Down to 22");
  await bob.getByRole("button", { name: "Add the revision" }).click();
  await bob.waitForURL(proposal);
  await bob.getByText("outdated: the effect changed since").waitFor();
  await ann.goto(proposal);
  await ann.getByText("New since you looked").waitFor();
  await judge(ann, proposal, "Approve", "Fine now");
  await ann.locator("#effect", { hasText: /exact/ }).waitFor();
  await look(ann, "proposal");
  await merge(ann, proposal);
  await takeAwayChanged("ours", proposal, folder, 3);
});

// The same in short: one field, proposed, approved, merged, and applied. In the gate one of them stands for all.
const SHORT = [
  {
    edition: "ours-crlf",
    system: "affix-branch/edit",
    written: (_, bytes) => Buffer.from(bytes.toString("latin1").replaceAll("\n", "\r\n"), "latin1"),
    change: { entry: "affix.1", field: "commonness", value: "25" },
  },
  {
    edition: "ours-latin-1",
    system: "affix-branch/edit",
    // Every text that can be is written in Latin-1.
    written: (_, bytes) => {
      const text = bytes.toString("utf8");
      return /^[\u0000-\u00ff]*$/.test(text) ? Buffer.from(text, "latin1") : bytes;
    },
    change: { entry: "affix.1", field: "commonness", value: "25" },
  },
  { edition: "vanilla-30", system: "angband-3.0/edit/3.0.6", written: (_, bytes) => bytes, change: { entry: "affix.4", field: "rarity", value: "2" } },
  { edition: "vanilla-42", system: "angband-4.2/edit/4.2.5", written: (_, bytes) => bytes, change: { entry: "affix.1", field: "commonness", value: "45" } },
];
for (const { edition, system, written, change } of SHORT.filter(({ edition }) => isDeep || edition === "vanilla-30")) {
  test(`a change of ${edition} and its patch`, async (t) => {
    const files = editFiles(system);
    if (!files) return t.skip("no reference data");
    const folder = checkout(edition, files, written);
    await importFolder(ann, edition, folder);
    await editForm(bob, edition, change);
    const proposal = await propose(bob, `One line of ${edition}`);
    await judge(ann, proposal, "Approve", "Yes");
    await merge(ann, proposal);
    await takeAwayChanged(edition, proposal, folder, 1);
  });
}

test("closing", async () => {
  await closePage(bob);
  await closePage(ann);
});
