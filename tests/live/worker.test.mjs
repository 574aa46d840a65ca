// The worker's script in a world that has what a worker's has, and nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import vm from "node:vm";

import { moduleBytes, starter, workerScript } from "./module.mjs";

// A worker whose server gives files the type, or not. The returned function asks it; `world.call` stands before the module's.
function startWorker(type) {
  const waiting = new Map();
  let listen;
  const self = {
    location: new URL("https://here.example/live-worker.js?module=live.wasm"),
    addEventListener: (_, listener) => (listen = listener),
    postMessage: ({ id, answer }) => waiting.get(id)(answer),
  };
  const fetched = [];
  const fetch = async (url) => {
    fetched.push(String(url));
    return new Response(moduleBytes(), { headers: { "content-type": type } });
  };
  vm.runInNewContext(workerScript(), { self, fetch, WebAssembly, URL, URLSearchParams, TextEncoder, TextDecoder, Uint8Array, BigInt });
  let last = 0;
  const ask = (request) =>
    new Promise((answered) => {
      last += 1;
      waiting.set(last, answered);
      listen({ data: { id: last, request } });
    });
  return Object.assign(ask, { fetched });
}

for (const type of ["application/wasm", "application/octet-stream"]) {
  test(`requests are answered in turn by a module that comes as ${type}`, async () => {
    const ask = startWorker(type);
    const files = starter("v4");
    const [opened, sheet] = await Promise.all([
      ask({ request: "open", game: "detect", files }),
      ask({ request: "sheet", kind: "availability", levels: "10" }),
    ]);
    assert.equal(opened.open.game, "v4");
    assert.ok(sheet.sheet.before.rows.length > 0);
    assert.equal(ask.fetched[0], "https://here.example/live.wasm");
  });
}

test("a module that can't be had is an error, and is asked for again", async () => {
  const world = { ok: false };
  const answers = [];
  let listen;
  const self = {
    location: new URL("https://here.example/live-worker.js"),
    addEventListener: (_, listener) => (listen = listener),
    postMessage: ({ answer }) => answers.push(answer) && world.next(),
  };
  const fetch = async () => new Response("", { status: world.ok ? 200 : 404 });
  vm.runInNewContext(workerScript(), { self, fetch, WebAssembly, URL, URLSearchParams, TextEncoder, TextDecoder, Uint8Array, BigInt });
  await new Promise((next) => {
    world.next = next;
    listen({ data: { id: 1, request: { request: "patch", edits: [] } } });
  });
  assert.match(answers[0].error.message, /found the answer 404 at \/affixboard-live.wasm; expected the module/);
  assert.equal(answers[0].error.stopped, undefined);
});
