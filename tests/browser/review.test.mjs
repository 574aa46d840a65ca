// Two people in two browsers take a proposal from its draft to its merge, in windows of 1280 × 900: what there is to do and
// what came of it is in sight at every step, without scrolling. One of the browsers runs no scripts.

import assert from "node:assert/strict";
import test from "node:test";

import { NARROW, closePage, openPage, overflow } from "./support/browser.mjs";
import { PASSWORD, join, look } from "./support/people.mjs";
import { settled } from "./support/settled.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

const WINDOW = { width: 1280, height: 900 };
const EDITION = "affix-branch-starter";

let ann;
let bob;

startBoth(async () => {
  ann = await openPage(browser, board, { viewport: WINDOW });
  bob = await openPage(browser, board, { viewport: WINDOW, javaScriptEnabled: false });
  await join(ann, board.join, "Ann");
  await ann.goto("/people");
  await ann.getByRole("combobox", { name: "Role", exact: true }).selectOption("proposer");
  await ann.getByRole("button", { name: "Make a link" }).click();
  const link = await ann.getByRole("status").locator(".source-file").innerText();
  // Waits for what a script would do in `join` are of no use here.
  await bob.goto(link);
  await bob.getByLabel("Name").fill("Bob");
  await bob.getByLabel("Password").fill(PASSWORD);
  await bob.getByLabel("Again").fill(PASSWORD);
  await bob.getByRole("button", { name: "Make the account" }).click();
}, { ownBoard: true });

// The box of an element, which must be in the window as it is, with nothing over it.
async function isInSight(page, locator, what) {
  const box = await locator.boundingBox();
  assert.ok(box, `${what} is there`);
  const { height } = page.viewportSize();
  assert.ok(box.y >= 0 && box.y + box.height <= height, `${what} is in sight: ${JSON.stringify(box)}`);
  return box;
}

async function isOnTop(page, locator, what) {
  await isInSight(page, locator, what);
  const covered = await locator.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !(element === top || element.contains(top));
  });
  assert.equal(covered, false, `nothing covers ${what}`);
}

const bar = (page) => page.locator(".review-bar");
const scrolled = (page) => page.evaluate(() => window.scrollY);

test("a review from start to end", async () => {
  // Bob drafts and proposes without scripts.
  await bob.goto(`/editions/${EDITION}/draft?entry=affix.1`);
  await bob.locator('fieldset.line:not(.new) input[name$=".commonness"]').first().fill("40");
  await bob.getByRole("button", { name: "Save", exact: true }).click();
  await bob.getByRole("heading", { name: "Changes 1" }).waitFor();
  await bob.getByLabel("Title").fill("Twice the acid");
  await bob.getByRole("button", { name: "Propose", exact: true }).click();
  await bob.waitForURL(/\/proposals\/\d+$/);
  const proposal = new URL(bob.url()).pathname;
  await isInSight(bob, bar(bob).getByText("0 of 1"), "what is missing");

  // Ann sees the lines, where they work most, and what she can do.
  await ann.goto(proposal);
  await isOnTop(ann, ann.locator(".difference .came").first(), "the changed line");
  await isOnTop(ann, bar(ann).getByRole("button", { name: "Submit review" }), "the verdict");
  await isOnTop(ann, bar(ann).getByRole("button", { name: "Merge" }), "merging");
  await isInSight(ann, bar(ann).getByText("0 of 1"), "what is missing");
  assert.equal(await bar(ann).getByRole("button", { name: "Merge" }).isDisabled(), true);
  await ann.locator(".matrix a[aria-current]").waitFor();
  await ann.locator("#effect", { hasText: /exact/ }).waitFor();
  await settled(ann);
  const points = (text) => Number(text.replace(/[▲▼+−\s]/g, "")) || 0;
  const all = (await ann.locator(".matrix td a").allInnerTexts()).map(points);
  const shown = points(await ann.locator(".matrix a[aria-current]").innerText());
  assert.ok(shown > 0 && shown === Math.max(...all), `the page opens on what changes most: ${shown} of ${all}`);
  await look(ann, "review");
  await ann.setViewportSize(WINDOW);

  // A cell leads to its rows.
  const place = ann.locator('.matrix a[title^="normal drops, depth 20"]');
  await place.click();
  await ann.locator("#effect", { hasText: "soft armour · normal drop · depth 20" }).waitFor();
  await isOnTop(ann, bar(ann).getByRole("button", { name: "Submit review" }), "the verdict");

  // She comments on a line that isn't changed, and on a number.
  await ann.goto(proposal);
  await ann.locator(".difference .stays .number a").first().click();
  await ann.getByLabel("Your comment on this line").fill("Is this one next?");
  await ann.locator("form#line").getByRole("button", { name: "Comment" }).click();
  await ann.locator(".difference .thread", { hasText: "Is this one next?" }).waitFor();
  await isOnTop(ann, bar(ann).getByRole("button", { name: "Submit review" }), "the verdict");
  await ann.locator("details.cell-talk summary").click();
  await ann.getByLabel("Your comment on the number").fill("That much?");
  await ann.locator("details.cell-talk").getByRole("button", { name: "Comment" }).click();
  await ann.locator(".thread", { hasText: "That much?" }).locator(".thread-about", { hasText: " points" }).waitFor();

  // What has the focus is never under the bar.
  for (const viewport of [WINDOW, NARROW]) {
    await ann.setViewportSize(viewport);
    await ann.goto(proposal);
    await ann.locator("#body").focus();
    await isOnTop(ann, ann.locator("#body"), "the comment's text");
    assert.ok((await overflow(ann)) <= 0, "no wider than the window");
    await isOnTop(ann, bar(ann).getByRole("button", { name: "Merge" }), "merging");
  }
  await bar(ann).getByRole("link", { name: "Review" }).click();
  await isOnTop(ann, bar(ann).getByRole("button", { name: "Submit review" }), "the verdict on a phone");
  await ann.setViewportSize(WINDOW);

  // Bob answers, in a page without scripts.
  await bob.goto(proposal);
  const thread = bob.locator(".thread", { hasText: "Is this one next?" });
  await thread.locator("summary").first().click();
  await thread.locator("textarea").fill("No, that one stays.");
  await thread.locator("details.say button").click();
  await bob.getByText("No, that one stays.").waitFor();
  assert.equal(await bob.getByRole("button", { name: "Submit review" }).count(), 0, "nobody reviews their own");

  // Ann approves, and merges.
  await ann.goto(proposal);
  await bar(ann).getByLabel("Your review in words").fill("Good.");
  await bar(ann).getByRole("radio", { name: "Approve" }).check();
  await bar(ann).getByRole("button", { name: "Submit review" }).click();
  await bar(ann).getByText("Approved by Ann (1 of 1).").waitFor();
  assert.equal(await scrolled(ann), 0);
  await isInSight(ann, bar(ann).getByText("Approved by Ann (1 of 1)."), "the verdict");
  await isOnTop(ann, bar(ann).getByRole("button", { name: "Merge" }), "merging");
  await look(ann, "review-approved");
  await ann.setViewportSize(WINDOW);
  await bob.goto(proposal);
  await isInSight(bob, bar(bob).getByText("Approved by Ann (1 of 1)."), "the verdict, for the author");
  await bar(ann).getByRole("button", { name: "Merge" }).click();
  await isInSight(ann, ann.locator(".badge.proposal-merged"), "that it is merged");
  assert.equal(await scrolled(ann), 0);
  await bob.goto(proposal);
  await isInSight(bob, bob.locator(".badge.proposal-merged"), "that it is merged, for the author");
});

test("closing", async () => {
  await closePage(bob);
  await closePage(ann);
});
