// The WebAssembly module answers as the native build does: for every game, as its starter edition is and with a weight changed.
// Texts, counts and everything else are the same; computed numbers may differ by rounding.

import assert from "node:assert/strict";
import { test } from "node:test";

import { games, openModule, openNative, starter } from "./module.mjs";

// What games call a number that says how often an entry turns up.
const WEIGHTS = /commonness|weight|rarity|prob|chance|frequency|level/;
// Floats of the two may differ so much, in parts of the number: their exponential functions are not the same.
const ROUNDING = 1e-12;

function same(module, native, at) {
  if (typeof module === "number" && typeof native === "number") {
    const off = Math.abs(module - native);
    assert.ok(off <= ROUNDING * Math.max(Math.abs(module), Math.abs(native)), `${at}: ${module} and ${native}`);
  } else if (module !== null && native !== null && typeof module === "object" && typeof native === "object") {
    assert.deepEqual(Object.keys(module), Object.keys(native), at);
    for (const key of Object.keys(native)) same(module[key], native[key], `${at}.${key}`);
  } else {
    assert.equal(module, native, at);
  }
}

// What says how often entries of the rows turn up: as edits, each number a little larger.
async function* largerNumbers(ask, rows) {
  for (const { sort, index } of rows.filter((row) => row.index !== null)) {
    const { entry } = JSON.parse(await ask({ request: "entry", sort, index }));
    for (const { file, line, column, directive, text, fields } of entry?.lines ?? []) {
      // A number of a table is a line of its own, called by its directive.
      const names = (name) => (name === "value" ? directive : name);
      const field = fields.find(({ name, is, value }) => is === "number" && WEIGHTS.test(names(name)) && value);
      if (field) yield { file, line, column, field: field.name, value: String(Number(field.value) + 5) };
      // Levels and chances, such as A:10/2.
      else if (directive === "A") yield { file, line, text: text.replace(/\d+/, (level) => Number(level) + 5) };
    }
  }
}

// An edit with which the sheet has other numbers: not each line is about what it shows.
async function changingEdit(ask, request, rows) {
  for await (const edit of largerNumbers(ask, rows)) {
    const { sheet } = JSON.parse(await ask({ request: "sheet", ...request, before: false, edits: [edit] }));
    if (sheet && JSON.stringify(sheet.after.rows) !== JSON.stringify(rows)) return edit;
  }
  return null;
}

for (const game of games) {
  test(`${game}: the module says what the native build says`, async (t) => {
    const [module, native] = [await openModule(), openNative()];
    t.after(() => native.end());
    const both = async (request) => {
      const [one, other] = [module(request), await native(request)];
      const { kind = "" } = request;
      if (one !== other) same(JSON.parse(one), JSON.parse(other), `${request.request} ${kind}`);
      return JSON.parse(other);
    };

    const { open } = await both({ request: "open", game, files: starter(game) });
    assert.equal(open.game, game);
    const levels = `1,${Math.min(30, open.deepest)}`;
    // The item type with the most kinds, of those that take affixes.
    const type = open.types.filter((type) => type.takes_affixes).sort((a, b) => b.kinds.length - a.kinds.length)[0];
    const types = type ? [type.tval] : [];
    const asked = [];
    if (open.sheets.includes("availability")) asked.push({ kind: "availability", types });
    if (open.sheets.includes("counts")) asked.push({ kind: "counts", types, levels, drops: 4096, seed: 7 });
    // Where items carry several affixes a cell takes seconds.
    if (open.sheets.includes("chances")) asked.push({ kind: "chances", types, levels: "10", sections: ["kinds"], drops: 4096 });
    for (const { name } of open.subjects) asked.push({ kind: "subject", subject: name });
    assert.notEqual(asked.length, 0);

    let edit = null;
    for (const request of asked) {
      const { sheet } = await both({ request: "sheet", ...request });
      assert.equal(sheet.after, undefined);
      edit ??= await changingEdit(native, request, sheet.before.rows);
      if (!edit) continue;
      const { sheet: edited, error } = await both({ request: "sheet", ...request, edits: [edit] });
      assert.equal(error, undefined);
      assert.deepEqual(edited.before.rows, sheet.before.rows);
    }
    assert.ok(edit, "a number to change");
    const { patch } = await both({ request: "patch", edits: [edit] });
    assert.match(patch.text, /^diff --git /);
    assert.equal(patch.text.split("\n").filter((line) => /^[+][^+]/.test(line)).length, 1);
    if (open.sheets.includes("counts")) {
      const { samples } = await both({ request: "samples", type: (type ?? open.types[0]).tval, items: 3, edits: [edit] });
      assert.ok(samples.drops > 0);
      const { question } = await both({ request: "question", text: "artifact:any", levels, items: 4096 });
      assert.equal(question.before.length, 2);
    }
  });
}

test("what can't be is said with its place", async () => {
  const ask = await openModule();
  const said = (request) => JSON.parse(ask(request));
  assert.match(said({ request: "sheet", kind: "availability" }).error.message, /nothing is open/);
  said({ request: "open", game: "detect", files: starter("affix-branch") });
  const edit = { file: "ego_item.txt", line: 1, field: "commonness", value: "1" };
  const { error } = said({ request: "patch", edits: [edit] });
  assert.deepEqual([error.file, error.line], ["ego_item.txt", 1]);
  assert.match(error.expected, /a line of an entry/);
  assert.match(said({ request: "sheet", kind: "availability", levels: "500" }).error.expected, /^depths from 0 to/);
});
