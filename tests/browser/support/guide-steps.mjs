// What the sentences of the guide's steps mean. A sentence that is none of these is refused, so that no step goes unchecked.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";

import { unzipSync } from "fflate";

import { BINARY, temporaryFolder } from "./board.mjs";
import { closePage, openPage } from "./browser.mjs";
import { box, button, cell, field, link, menu, option, row, section, text } from "./guide-pages.mjs";
import { answered, settled } from "./settled.mjs";

// Somebody who follows the guide: windows with a person each, what was copied and saved last, and what a command said.
export class Reader {
  constructor(browser, board) {
    Object.assign(this, { browser, board, windows: new Map(), folder: temporaryFolder() });
  }

  async open(person) {
    assert.ok(!this.windows.has(person), `${person} has a window already`);
    const page = await openPage(this.browser, this.board);
    this.windows.set(person, page);
    this.go(person);
  }

  go(person) {
    assert.ok(this.windows.has(person), `there is no window of ${person}`);
    this.page = this.windows.get(person);
  }

  async close() {
    for (const page of this.windows.values()) await closePage(page);
  }

  // Does what a sentence says. What it was looked at for is in sight on a picture that comes next.
  async take({ pattern, spans }) {
    for (const [form, act] of STEPS) {
      const found = form.exec(pattern);
      if (!found) continue;
      this.seen = undefined;
      return act(this, ...spans);
    }
    throw new Error("the guide’s test doesn’t understand this sentence; the phrases it knows are in tests/browser/support/guide-steps.mjs");
  }

  // What comes next is done on the page that the click led to.
  async click(target) {
    await answered(this.page);
    await target.click();
    await answered(this.page);
  }

  // Follows a link to a file.
  async save(target) {
    const [download] = await Promise.all([this.page.waitForEvent("download"), target.click()]);
    this.saved = path.join(this.folder, download.suggestedFilename());
    await download.saveAs(this.saved);
  }
}

async function choose(reader, scope, value, name) {
  const select = scope.getByRole("combobox", { name, exact: true }).filter({ visible: true });
  if ((await select.count()) === 1 && (await select.evaluate((element) => element.tagName)) === "SELECT") {
    // What a choice says behind its name needn't be repeated.
    const labels = await select.evaluate((element) => [...element.options].map((one) => one.label));
    const fitting = labels.includes(value) ? [value] : labels.filter((label) => label.startsWith(`${value} `));
    assert.equal(fitting.length, 1, `“${name}” has ${fitting.length} choices called “${value}”`);
    await select.selectOption({ label: fitting[0] });
  } else {
    await (await option(await section(reader.page, name), value)).check();
  }
}

async function run(reader, command) {
  const [program, ...words] = command.split(" ");
  assert.equal(program, "affixboard", "the guide runs no other program");
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("AFFIXBOARD_")));
  const options = { cwd: reader.folder, env: { ...environment, AFFIXBOARD_DATA_DIR: reader.board.folder } };
  const { stdout, stderr } = await promisify(execFile)(BINARY, words, options);
  reader.answer = stdout + stderr;
}

// The part of a file from the line that is named to the next blank line.
function change(reader, file, below, from, to) {
  const name = path.join(reader.unpacked, file);
  const written = readFileSync(name, "utf8");
  const begins = written.indexOf(`\n${below}\n`);
  assert.ok(begins >= 0, `${file} has no line ${below}`);
  const at = written.indexOf(`\n${from}\n`, begins + 1);
  assert.ok(at >= 0 && !written.slice(begins, at).includes("\n\n"), `${file} has no line ${from} below ${below}`);
  writeFileSync(name, `${written.slice(0, at + 1)}${to}${written.slice(at + 1 + from.length)}`);
}

const STEPS = [
  // Getting there.
  [/^Open C\.$/, (reader, path) => reader.page.goto(path)],
  [/^Open the link that the program printed\.$/, (reader) => reader.page.goto(reader.board.join)],
  [/^Open the link\.$/, (reader) => reader.page.goto(reader.copied)],
  [/^Follow B\.$/, async (reader, name) => reader.click(await link(reader.page, name))],
  [/^Follow B in the top line\.$/, async (reader, name) => reader.click(await link(reader.page.locator("header").first(), name))],
  [/^Follow B in the row B\.$/, async (reader, name, of) => reader.click(await link(await row(reader.page, of), name))],
  [/^Follow B below B\.$/, async (reader, name, of) => reader.click(await link(await section(reader.page, of), name))],
  [/^Go back\.$/, (reader) => reader.page.goBack()],
  [/^Load the page again\.$/, (reader) => reader.page.reload()],
  [/^Open (?:a private window|another browser) for B\.$/, (reader, person) => reader.open(person)],
  [/^Go to the window of B\.$/, (reader, person) => reader.go(person)],

  // Doing something there.
  [/^Press B\.$/, async (reader, name) => reader.click(await button(reader.page, name))],
  [/^Press B in the row B\.$/, async (reader, name, of) => reader.click(await button(await row(reader.page, of), name))],
  [/^Press B below B\.$/, async (reader, name, of) => reader.click(await button(await section(reader.page, of), name))],
  [/^Press the key C\.$/, (reader, key) => reader.page.keyboard.press(key)],
  [/^Open the menu B\.$/, async (reader, name) => (await menu(reader.page.locator("main, header"), name)).click()],
  [/^Unfold B\.$/, async (reader, name) => (await menu(reader.page, name)).click()],
  [/^Unfold B below B\.$/, async (reader, name, of) => (await menu(await section(reader.page, of), name)).click()],
  [/^Choose B in B\.$/, (reader, value, name) => choose(reader, reader.page, value, name)],
  [/^Choose B in B in the row B\.$/, async (reader, value, name, of) => choose(reader, await row(reader.page, of), value, name)],
  [/^Choose B\.$/, async (reader, name) => (await option(reader.page, name)).check()],
  [/^Type C into B\.$/, async (reader, words, name) => (await field(reader.page, name)).fill(words)],
  [/^Type C into B below B\.$/, async (reader, words, name, of) => (await field(await section(reader.page, of), name)).fill(words)],
  [/^Tick B\.$/, async (reader, name) => (await box(reader.page, name)).check()],
  [/^Untick B\.$/, async (reader, name) => (await box(reader.page, name)).uncheck()],
  [/^Click the number in the row B and the column B\.$/, async (reader, name, column) => reader.click(await cell(reader.page, name, column))],
  [/^Point at the number in the row B and the column B\.$/, async (reader, name, column) => (await cell(reader.page, name, column)).hover()],
  [/^Copy the link\.$/, async (reader) => {
    const said = await reader.page.locator("main").innerText();
    reader.copied = /(?:https?:\/\/[^\s/]+)?\/(?:join|v)\/\w+/.exec(said)?.[0];
    assert.ok(reader.copied, "the page shows no link to copy");
  }],

  // Files and commands.
  [/^Follow B and save the file\.$/, async (reader, name) => reader.save(await link(reader.page, name))],
  [/^Unpack it\.$/, (reader) => {
    reader.unpacked = reader.saved.replace(/\.zip$/, "");
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(reader.saved)))) {
      mkdirSync(path.dirname(path.join(reader.unpacked, name)), { recursive: true });
      if (!name.endsWith("/")) writeFileSync(path.join(reader.unpacked, name), bytes);
    }
  }],
  [/^In C, below C, change C to C\.$/, change],
  [/^The file has the line C\.$/, (reader, line) => {
    const lines = readFileSync(reader.saved, "utf8").split(/\r?\n/);
    assert.ok(lines.includes(line), `${path.basename(reader.saved)} has no line ${line}`);
  }],
  [/^Choose the unpacked folder in B\.$/, async (reader, name) => (await field(reader.page, name)).setInputFiles(reader.unpacked)],
  [/^Choose the saved file in B\.$/, async (reader, name) => (await field(reader.page, name)).setInputFiles(reader.saved)],
  [/^Run C\.$/, run],
  [/^It says B\.$/, (reader, words) => assert.ok(reader.answer.includes(words), `the program says: ${reader.answer}`)],

  // What came of it.
  [/^You see B\.$/, async (reader, words) => {
    reader.seen = await text(reader.page.locator("body"), words);
  }],
  [/^You see B and B\.$/, async (reader, first, second) => {
    reader.seen = await text(reader.page.locator("body"), first);
    await text(reader.page.locator("body"), second);
  }],
  [/^You see B in the row B\.$/, async (reader, words, of) => {
    reader.seen = await text(await row(reader.page, of), words);
  }],
  [/^You see B in the row B and the column B\.$/, async (reader, words, of, column) => {
    reader.seen = await cell(reader.page, of, column);
    assert.equal((await reader.seen.innerText()).trim(), words);
  }],
  [/^You see C in B\.$/, async (reader, value, name) => {
    reader.seen = await field(reader.page, name);
    assert.equal(await reader.seen.inputValue(), value);
  }],
  [/^You don’t see B\.$/, async (reader, words) => {
    await settled(reader.page);
    assert.equal(await reader.page.locator("main").getByText(words).filter({ visible: true }).count(), 0, `the page says “${words}”`);
  }],
];

// What only steps begin with, and no other sentence of the guide.
export const OPENINGS = ["You see", "You don’t see", ...new Set(STEPS.map(([form]) => /^\^(\w+)/.exec(form.source)[1]))].filter((word) => !["You", "The", "It", "In"].includes(word));
