// A published site of a starter edition, on disk and behind a server of plain files, under a path as hosts of many sites have it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import path from "node:path";

import { BINARY, ROOT, temporaryFolder } from "./board.mjs";

// The rules as a module, which `.ci/wasm` builds.
const BUILT = path.join(process.env.CARGO_TARGET_DIR ?? path.join(ROOT, "target"), "wasm32-unknown-unknown/wasm/affixboard_live.wasm");
export const MODULE = [process.env.AFFIXBOARD_WASM, BUILT].find((file) => file && existsSync(file));

const TYPES = { html: "text/html; charset=utf-8", css: "text/css", js: "text/javascript", svg: "image/svg+xml", wasm: "application/wasm", json: "application/json" };
const PREFIX = "/team/items/";

// Publishes a folder of edit files and serves the site: its folder, its address, and that of its version.
export async function publish(game) {
  const folder = temporaryFolder();
  const rules = MODULE ? ["--rules", MODULE] : [];
  const what = ["--files", path.join(ROOT, "data", game), "--out", folder, "--name", "ours", "--title", "Our game", "--version", "1.0"];
  execFileSync(BINARY, ["publish", ...what, ...rules, "--data-dir", temporaryFolder()], { stdio: ["ignore", "ignore", "inherit"] });
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, "http://here");
    const file = pathname.startsWith(PREFIX) && path.join(folder, decodeURIComponent(pathname.slice(PREFIX.length)));
    if (!file || !file.startsWith(folder) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "content-type": TYPES[path.extname(file).slice(1)] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${server.address().port}`;
  assert.ok(existsSync(path.join(folder, "ours/1.0/index.html")));
  return {
    url,
    folder,
    onDisk: (page) => `file://${path.join(folder, page)}`,
    served: (page) => `${url}${PREFIX}${page}`,
    stop: () => server.close(),
  };
}
