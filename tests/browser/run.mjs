// Runs the test files on two workers. Each worker has one dashboard and one browser, which its files use one after another.
// `node run.mjs` runs all files, `node run.mjs sheets.test.mjs` those that are named, and `--deep` all that they have.
//
// A file that failed runs once more alone, with a dashboard and a browser of its own and nothing beside it. Where it passes
// then it is flaky: that is said at the end, and is a failure in the deep tier.

import assert from "node:assert/strict";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import net from "node:net";
import path from "node:path";
import { run } from "node:test";
import { inspect, parseArgs } from "node:util";

import { startBoard } from "./support/board.mjs";
import { startBrowserServer } from "./support/browser.mjs";

const MOST_WORKERS = 2;
// The files that take longest. They begin first, so that short ones fill both workers to the end.
const LONGEST = ["pages-wide", "pages-narrow", "review", "parts", "drafts", "sheets", "guide", "proposals", "sign-in"].map((name) => `${name}.test.mjs`);

// So many of the slowest tests are told.
const SLOWEST = 15;

const FOLDER = import.meta.dirname;
const { values: options, positionals } = parseArgs({ options: { deep: { type: "boolean", default: false } }, allowPositionals: true });
// The files ask for it in support/tier.mjs.
if (options.deep) process.env.AFFIXBOARD_TIER = "deep";

const all = readdirSync(FOLDER).filter((name) => name.endsWith(".test.mjs")).toSorted();
assert.deepEqual(LONGEST.filter((name) => !all.includes(name)), [], "files of the list that are not there");
const named = positionals.map((name) => path.basename(name));
const names = named.length > 0 ? named : [...LONGEST, ...all.filter((name) => !LONGEST.includes(name))];

// What a worker has started ends with this process, however it is ended.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));

async function startWorker() {
  const [board, browser] = await Promise.all([startBoard(), startBrowserServer()]);
  const address = JSON.stringify({ board: { url: board.url, join: board.join }, browser: browser.wsEndpoint() });
  return { address, stop: () => Promise.all([board.stop(), browser.close()]) };
}

// A test file holds a connection as long as it uses a worker; the answer says where the worker's dashboard and browser are.
const free = [];
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

// --- one file ---

// What the runner says of a test whose subtests failed, which say why themselves.
const isOfSubtests = (error) => error?.failureType === "subtestsFailed";

const told = (error) => inspect(error?.cause ?? error, { colors: false }).replaceAll(/^/gm, "    ");

async function runFile(name) {
  const result = { name, passed: 0, failed: 0, skipped: 0, failures: [], tests: [] };
  const begun = performance.now();
  // The names of the tests that a test is in.
  const within = [];
  for await (const { type, data } of run({ files: [path.join(FOLDER, name)], concurrency: 1 })) {
    if (type === "test:stdout" || type === "test:stderr") process.stdout.write(data.message);
    if (type === "test:start") within[data.nesting] = data.name;
    if (type !== "test:pass" && type !== "test:fail") continue;
    result.tests.push({ name: `${name}: ${data.name}`, seconds: data.details.duration_ms / 1000 });
    if (data.skip !== undefined) result.skipped += 1;
    else if (type === "test:pass") result.passed += 1;
    else if (!isOfSubtests(data.details.error)) {
      result.failed += 1;
      const of = [...within.slice(0, data.nesting), data.name].join(" > ");
      result.failures.push(`${name}: ${of}\n${told(data.details.error)}`);
    }
  }
  result.seconds = (performance.now() - begun) / 1000;
  const { seconds, passed, failed, skipped } = result;
  console.log(`${failed ? "\u2716" : "\u2714"} ${name}: ${summary({ passed, failed, skipped })} in ${seconds.toFixed(1)} s`);
  for (const failure of result.failures) console.log(failure);
  return result;
}

const summary = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed, ${skipped} skipped`;

// --- all of them, and once more alone what failed ---

async function runOn(count, files) {
  const workers = await Promise.all(Array.from({ length: count }, startWorker));
  free.push(...workers);
  const left = [...files];
  const results = [];
  const next = async () => {
    while (left.length > 0) results.push(await runFile(left.shift()));
  };
  await Promise.all(workers.map(next));
  free.length = 0;
  await Promise.all(workers.map((worker) => worker.stop()));
  return results;
}

const results = await runOn(Math.min(MOST_WORKERS, names.length), names);
const flaky = [];
for (const [at, first] of results.entries()) {
  if (!first.failed) continue;
  console.log(`\n${first.name} once more, alone:`);
  const [again] = await runOn(1, [first.name]);
  if (!again.failed) flaky.push(first);
  results[at] = { ...again, seconds: first.seconds };
}
server.close();

const slowestFirst = (all) => all.toSorted((a, b) => b.seconds - a.seconds);
const tell = (all) => all.forEach(({ name, seconds }) => console.log(`${seconds.toFixed(1).padStart(7)}  ${name}`));
console.log("\nseconds of each file:");
tell(slowestFirst(results));
console.log("\nseconds of the slowest tests:");
tell(slowestFirst(results.flatMap(({ tests }) => tests)).slice(0, SLOWEST));
const failures = results.flatMap(({ failures }) => failures);
if (failures.length > 0) console.log(`\nfailed:\n${failures.join("\n")}`);
if (flaky.length > 0) console.log("");
for (const { name, failures } of flaky) console.log(`flaky: ${name}\n${failures.join("\n")}`);
const sum = (of) => results.reduce((sum, result) => sum + result[of], 0);
console.log(`\n${summary({ passed: sum("passed"), failed: sum("failed"), skipped: sum("skipped") })}${flaky.length > 0 ? `, ${flaky.length} flaky` : ""}`);
process.exitCode = failures.length > 0 || (options.deep && flaky.length > 0) ? 1 : 0;
