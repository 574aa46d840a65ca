// Runs the test files on two workers. Each worker has one dashboard and one browser, which its files use one after another.
// `node run.mjs` runs all files, `node run.mjs sheets.test.mjs` those that are named.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { run } from "node:test";
import { spec as Spec } from "node:test/reporters";

import { startBoard } from "./support/board.mjs";
import { startBrowserServer } from "./support/browser.mjs";

const MOST_WORKERS = 2;
// The files that take longest. They begin first, so that short ones fill both workers to the end.
const LONGEST = ["pages-wide.test.mjs", "pages-narrow.test.mjs", "guide.test.mjs", "parts.test.mjs", "proposals.test.mjs", "sheets.test.mjs", "batches.test.mjs"];

const FOLDER = import.meta.dirname;
const all = readdirSync(FOLDER).filter((name) => name.endsWith(".test.mjs")).toSorted();
assert.deepEqual(LONGEST.filter((name) => !all.includes(name)), [], "files of the list that are not there");
const named = process.argv.slice(2).map((name) => path.basename(name));
const names = named.length > 0 ? named : [...LONGEST, ...all.filter((name) => !LONGEST.includes(name))];

async function startWorker() {
  const [board, browser] = await Promise.all([startBoard(), startBrowserServer()]);
  return { board, browser, address: JSON.stringify({ board: { url: board.url, join: board.join }, browser: browser.wsEndpoint() }) };
}

// What a worker has started ends with this process, however it is ended.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

const concurrency = Math.min(MOST_WORKERS, names.length);
const workers = await Promise.all(Array.from({ length: concurrency }, startWorker));

// A test file holds a connection as long as it uses a worker; the answer says where the worker's dashboard and browser are.
const free = [...workers];
const waiting = [];
function lend() {
  while (free.length > 0 && waiting.length > 0) {
    const socket = waiting.shift();
    if (socket.destroyed) continue;
    const worker = free.pop();
    socket.on("close", () => {
      free.push(worker);
      lend();
    });
    socket.write(`${worker.address}\n`);
  }
}
const server = net.createServer((socket) => {
  // A process that ends may reset its connection.
  socket.on("error", () => {});
  waiting.push(socket);
  lend();
});
server.listen(0, "127.0.0.1");
await once(server, "listening");
process.env.AFFIXBOARD_WORKERS = String(server.address().port);

const results = run({ files: names.map((name) => path.join(FOLDER, name)), concurrency });
results.on("test:fail", () => (process.exitCode = 1));
results.compose(new Spec()).pipe(process.stdout);
results.on("end", async () => {
  server.close();
  await Promise.all(workers.flatMap(({ board, browser }) => [board.stop(), browser.close()]));
});
