// A dashboard and a browser for the tests of one file, from the first to the last of them.

import { after, before } from "node:test";

import { boardOfWorker, startBoard } from "./board.mjs";
import { startBrowser } from "./browser.mjs";

export let board;
export let browser;

// Gets both before the tests, and then does what the file's tests need besides. The dashboard is the worker's, so that other
// files have been there before and will be after: who makes editions gives them names that no other file uses, and counts on
// no numbers of batches, proposals or views. A file that makes accounts, or changes the starter editions, has `ownBoard`.
export function startBoth(prepare = async () => {}, { ownBoard = false } = {}) {
  before(async () => {
    [board, browser] = await Promise.all([ownBoard ? startBoard() : boardOfWorker(), startBrowser()]);
    await prepare();
  });
  after(async () => {
    await browser?.close();
    await board?.stop();
  });
}
