// Every page in the window of a phone.

import assert from "node:assert/strict";
import test from "node:test";

import { NARROW } from "./support/browser.mjs";
import { testPages } from "./support/pages.mjs";

const policies = testPages(NARROW);

test("the content security policy is kept on every page", async () => {
  // It is in force in all of these tests: what it stops is an error on the console.
  for (const { name, policy, troubles } of await policies()) {
    assert.match(policy, /^default-src 'none'; /, name);
    assert.deepEqual(troubles.filter((trouble) => !/status of 4\d\d/.test(trouble)), [], name);
  }
});
