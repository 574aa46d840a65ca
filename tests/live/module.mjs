// The two that answer the same messages: the WebAssembly module, and the example `answers`, the same code built for this machine.

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = new URL("../../", import.meta.url);

// The starter editions, by the ids of their games.
export const games = readdirSync(new URL("data/", root)).filter((name) => name !== "profiles");

// The files of a starter edition, by their names alone.
export function starter(game) {
  const files = readdirSync(new URL(`data/${game}/`, root), { recursive: true, withFileTypes: true });
  const all = files.filter((file) => file.isFile()).map(({ name, parentPath, path }) => ({ name, at: `${parentPath ?? path}/${name}` }));
  return all.sort((a, b) => (a.at < b.at ? -1 : 1)).map(({ name, at }) => ({ name, bytes: new Uint8Array(readFileSync(at)) }));
}

// A message: a line of JSON, and behind it the bytes of the files.
export function messageOf(request) {
  const named = request.files && { files: request.files.map(({ name, bytes }) => ({ name, bytes: bytes.length })) };
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...request, ...named })}\n`), ...(request.files ?? []).map(({ bytes }) => bytes)]);
}

export const moduleBytes = () => readFileSync(process.env.AFFIXBOARD_WASM);

// The module, with its answers as text.
export async function openModule() {
  const { instance } = await WebAssembly.instantiate(moduleBytes(), {});
  const { memory, alloc, call, release } = instance.exports;
  return (request) => {
    const message = messageOf(request);
    const pointer = alloc(message.length);
    new Uint8Array(memory.buffer, pointer, message.length).set(message);
    const packed = BigInt.asUintN(64, call(pointer, message.length));
    const [at, length] = [Number(packed >> 32n), Number(packed & 0xffffffffn)];
    const text = new TextDecoder().decode(new Uint8Array(memory.buffer, at, length));
    release(at, length);
    return text;
  };
}

// The native program, with its answers as text.
export function openNative() {
  const program = spawn(process.env.AFFIXBOARD_ANSWERS, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: program.stdout, crlfDelay: Infinity })[Symbol.asyncIterator]();
  const ask = async (request) => {
    const message = messageOf(request);
    program.stdin.write(`${message.length}\n`);
    program.stdin.write(message);
    return (await lines.next()).value;
  };
  return Object.assign(ask, { end: () => program.stdin.end() });
}

export const workerScript = () => readFileSync(fileURLToPath(new URL("static/site/live-worker.js", root)), "utf8");
