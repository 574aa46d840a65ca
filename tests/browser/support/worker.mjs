// The dashboard and the browser that `run.mjs` lends to a test file.

import { once } from "node:events";
import net from "node:net";
import readline from "node:readline";

let borrowed;

// Where both are, or nothing where the file runs by itself. They are given back when the process ends.
export function worker() {
  borrowed ??= borrow(process.env.AFFIXBOARD_WORKERS);
  return borrowed;
}

async function borrow(port) {
  if (!port) return undefined;
  const socket = net.connect(Number(port), "127.0.0.1");
  const [line] = await once(readline.createInterface({ input: socket }), "line");
  socket.unref();
  return JSON.parse(line);
}
