// The rules of all games in a web worker: requests of a page are answered by a WebAssembly module, one after another.
// docs/live.md has the requests and answers.
//
// A page sends {id, request} and gets {id, answer}. What takes too long it calls off by ending the worker.
"use strict";

const MODULE = new URL(new URLSearchParams(self.location.search).get("module") ?? "affixboard-live.wasm", self.location.href);

// The module's exports, once it is there, as a promise; null before the first request and after it stopped.
let loading = null;
// The last message that opened an edition, for a module that had to be loaded anew.
let opened = null;

async function load() {
  // Servers of plain files may not know the type that streaming needs, and old browsers not streaming itself.
  try {
    const { instance } = await WebAssembly.instantiateStreaming(fetch(MODULE), {});
    return instance.exports;
  } catch {
    const response = await fetch(MODULE);
    if (!response.ok) throw new Error(`found the answer ${response.status} at ${MODULE.pathname}; expected the module`);
    const { instance } = await WebAssembly.instantiate(await response.arrayBuffer(), {});
    return instance.exports;
  }
}

// A message: a line of JSON, and behind it the bytes of the files.
function messageOf(request) {
  const files = (request.files ?? []).map(({ bytes }) => (bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)));
  const named = request.files && { files: request.files.map(({ name }, at) => ({ name, bytes: files[at].length })) };
  const line = new TextEncoder().encode(`${JSON.stringify({ ...request, ...named })}\n`);
  const message = new Uint8Array(files.reduce((length, bytes) => length + bytes.length, line.length));
  message.set(line);
  let at = line.length;
  for (const bytes of files) {
    message.set(bytes, at);
    at += bytes.length;
  }
  return message;
}

// The answer of the module, as text.
function call(module, message) {
  const pointer = module.alloc(message.length);
  new Uint8Array(module.memory.buffer, pointer, message.length).set(message);
  const packed = BigInt.asUintN(64, module.call(pointer, message.length));
  const [at, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
  // Memory may have grown meanwhile, which leaves views of the old one empty.
  const text = new TextDecoder().decode(new Uint8Array(module.memory.buffer, at, length));
  module.release(at, length);
  return text;
}

async function answer(request) {
  let isCalled = false;
  try {
    const message = messageOf(request);
    const isNew = loading === null;
    loading ??= load();
    const module = await loading;
    if (request.request === "open") opened = null;
    isCalled = true;
    if (isNew && opened) call(module, opened);
    const text = call(module, message);
    const answer = JSON.parse(text);
    if (answer.open) opened = message;
    return answer;
  } catch (error) {
    // Nothing of a module that stopped can be trusted. One that couldn't be loaded is asked for again.
    loading = null;
    return { error: { message: String(error?.message ?? error), ...(isCalled && { stopped: true }) } };
  }
}

let last = Promise.resolve();

self.addEventListener("message", ({ data: { id, request } }) => {
  last = last.then(async () => self.postMessage({ id, answer: await answer(request) }));
});
