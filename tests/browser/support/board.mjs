// A dashboard: the built program on a free port, with a data folder that is empty at first.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import readline from "node:readline";
import { fileURLToPath } from "node:url";

import { worker } from "./worker.mjs";

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../..");
export const BINARY = process.env.AFFIXBOARD_BIN ?? path.join(ROOT, "target/debug/affixboard");

// The revision that every dashboard begins with.
export const STARTER = "/editions/affix-branch-starter/revisions/1";

// A new folder for a test; gone when the process ends.
export function temporaryFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), "affixboard-browser-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

// With further flags, and at an address that isn't any free one where it must be known before.
export async function startBoard(flags = [], addr = "127.0.0.1:0") {
  const folder = temporaryFolder();
  const environment = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("AFFIXBOARD_")),
  );
  const child = spawn(BINARY, ["serve", "--addr", addr, "--data-dir", folder, "--log", "warn", ...flags], {
    cwd: folder,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const kill = () => child.kill("SIGKILL");
  process.on("exit", kill);
  return boardAt({ ...(await address(child)), folder }, async () => {
    process.off("exit", kill);
    const ended = child.exitCode ?? once(child, "exit");
    kill();
    await ended;
  });
}

// The dashboard that the files of a worker share, or a new one where there are no workers.
export async function boardOfWorker() {
  const lent = await worker();
  return lent ? boardAt(lent.board, async () => {}) : startBoard();
}

function boardAt({ url, join, folder }, stop) {
  return {
    url,
    // The path of the link that makes the first maintainer.
    join,
    // The data folder, where the dashboard isn't a worker's.
    folder,
    stop,
    // Starts a batch past the browser, and waits for its end unless told otherwise.
    async batch(form, { wait = true, revision = STARTER } = {}) {
      const body = new URLSearchParams(form);
      const answer = await fetch(`${url}${revision}/batches`, { method: "POST", body, redirect: "manual" });
      const href = answer.headers.get("location");
      if (!href) throw new Error(`no batch: ${answer.status} ${await answer.text()}`);
      if (wait) await (await fetch(`${url}${href}/events`)).text();
      return href;
    },
    // Imports files past the browser, at once: pairs of name and text.
    async import(edition, files) {
      const body = new FormData();
      body.append("edition", edition);
      body.append("direct", "yes");
      for (const [name, text] of files) body.append("files", new File([text], name));
      return fetch(`${url}/import`, { method: "POST", body, redirect: "manual" });
    },
  };
}

// What the program says about where it is, and how the first maintainer gets in.
async function address(child) {
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`${BINARY} ended with ${code}`);
  });
  const said = (async () => {
    let url;
    for await (const line of readline.createInterface({ input: child.stdout })) {
      url ??= /^Affixboard is at (http:\S+)$/.exec(line)?.[1];
      const join = /^no accounts yet; .*(\/join\/\S+)$/.exec(line)?.[1];
      if (url && join) return { url, join };
    }
    throw new Error(`${BINARY} didn't say where it is`);
  })();
  failed.catch(() => {});
  return Promise.race([said, failed]);
}
