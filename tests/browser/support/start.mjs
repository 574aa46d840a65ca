// A dashboard and a browser for the tests of one file, from the first to the last of them.

import { after, before } from "node:test";

import { startBoard } from "./board.mjs";
import { startBrowser } from "./browser.mjs";

export let board;
export let browser;

// Starts both before the tests, and then does what the file's tests need besides.
export function startBoth(prepare = async () => {}) {
  before(async () => {
    [board, browser] = await Promise.all([startBoard(), startBrowser()]);
    await prepare();
  });
  after(async () => {
    await browser?.close();
    await board?.stop();
  });
}
