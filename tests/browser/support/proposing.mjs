// A team of two that changes edit files together, and folders under version control to which the patches go.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

import { temporaryFolder } from "./board.mjs";
import { openPage } from "./browser.mjs";
import { importFiles, upload } from "./imports.mjs";
import { join } from "./people.mjs";
import { answered } from "./settled.mjs";
import { board, browser } from "./start.mjs";

// Ann looks after the dashboard; she invites Bob, who proposes.
export async function team() {
  const [ann, bob] = await Promise.all([openPage(browser, board), openPage(browser, board)]);
  await join(ann, board.join, "Ann");
  await ann.goto("/people");
  await ann.getByRole("combobox", { name: "Role", exact: true }).selectOption("proposer");
  await ann.getByRole("button", { name: "Make a link" }).click();
  await join(bob, await ann.getByRole("status").locator(".source-file").innerText(), "Bob");
  return [ann, bob];
}

const scratch = temporaryFolder();

// A folder under version control with copies of edit files, each as `written` makes it.
export function checkout(edition, folder, written = (_, bytes) => bytes) {
  const copy = path.join(scratch, edition);
  cpSync(folder, copy, { recursive: true });
  for (const name of readdirSync(copy)) {
    const file = path.join(copy, name);
    writeFileSync(file, written(name, readFileSync(file)));
  }
  git(copy, "init", "--quiet");
  git(copy, "config", "core.autocrlf", "false");
  return copy;
}

const git = (folder, ...args) => execFileSync("git", args, { cwd: folder, encoding: "utf8" });

const textFiles = (folder) => readdirSync(folder).filter((name) => name.endsWith(".txt")).map((name) => path.join(folder, name));

export async function importFolder(page, edition, folder) {
  await importFiles(page, edition, textFiles(folder));
  await page.getByRole("heading", { level: 1 }).waitFor();
}

// What a draft says once all that was typed is saved: it said so of what was typed before, too.
export async function saved(page) {
  await answered(page);
  await page.locator("[data-saved]", { hasText: "Saved." }).waitFor();
}

// Changes one field of a line as a form.
export async function editForm(page, edition, { entry, field, value }) {
  await page.goto(`/editions/${edition}/draft?entry=${entry}`);
  await page.locator(`fieldset.line:not(.new) input[name$=".${field}"]`).first().fill(value);
  await saved(page);
}

// Changes a line as it is written.
export async function editRaw(page, edition, { entry, from, to }) {
  await page.goto(`/editions/${edition}/draft?entry=${entry}&view=lines`);
  const text = page.locator("#lines textarea.code");
  await text.fill((await text.inputValue()).replace(from, to));
  await saved(page);
}

export async function propose(page, title) {
  await page.getByLabel("Title").fill(title);
  await page.getByRole("button", { name: "Propose", exact: true }).click();
  await page.waitForURL(/\/proposals\/\d+$/);
  return new URL(page.url()).pathname;
}

export async function judge(page, proposal, judgement, words) {
  await page.goto(proposal);
  await page.getByLabel("Your review in words").fill(words);
  await page.getByRole("radio", { name: judgement }).check();
  await page.getByRole("button", { name: "Submit review" }).click();
  await page.locator(".verdicts li").filter({ hasText: words }).waitFor();
}

export async function merge(page, proposal) {
  await page.goto(proposal);
  await page.getByRole("button", { name: "Merge", exact: true }).click();
  await page.locator(".badge.proposal-merged").waitFor();
}

// The lines that a game's files have more than before, and those that are gone, after the patch was applied to the files that were
// imported. What it makes is the edition's new revision, byte for byte.
export async function takeAway(page, edition, proposal, folder) {
  const patch = await page.request.get(`${proposal}.patch`);
  assert.equal(patch.status(), 200);
  const file = path.join(scratch, `${edition}.patch`);
  writeFileSync(file, await patch.body());
  const text = await patch.text();
  // From the game's sources to the folder of edit files.
  assert.match(text, /^--- a\/lib\/(edit|gamedata)\//m);
  const strip = ["-p3"];
  git(folder, "add", "--all");
  git(folder, "apply", "--check", ...strip, file);
  git(folder, "apply", ...strip, file);
  const changed = git(folder, "diff", "--unified=0").split("\n").filter((line) => /^[-+](?!--|\+\+)/.test(line));
  await upload(page, edition, textFiles(folder));
  await page.getByRole("heading", { level: 1, name: /^Nothing new/ }).waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL("/import");
  await page.goto(proposal);
  await page.locator("main").getByText("r2", { exact: false }).first().waitFor();
  return { text, changed };
}
