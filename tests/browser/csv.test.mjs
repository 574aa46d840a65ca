// The reader that the other tests rely on.

import assert from "node:assert/strict";
import test from "node:test";

import { readCsv, unguard } from "./support/csv.mjs";

test("fields, quotes and line ends", () => {
  assert.deepEqual(readCsv('a,b,c\r\n1,,"x, ""y""\r\nz"\r\n'), {
    header: ["a", "b", "c"],
    rows: [["1", "", 'x, "y"\r\nz']],
  });
  assert.deepEqual(readCsv("a\r\n\r\n"), { header: ["a"], rows: [[""]] });
});

test("what RFC 4180 doesn't have is refused", () => {
  for (const text of ["a\n", "a", 'a"b\r\n', '"a\r\n', "a,b\r\n1\r\n", '"a"b\r\n']) {
    assert.throws(() => readCsv(text), text);
  }
});

test("the guard comes off", () => {
  assert.equal(unguard("'=1+1"), "=1+1");
  assert.equal(unguard("''=1"), "'=1");
  assert.equal(unguard("'Ringil'"), "'Ringil'");
});
