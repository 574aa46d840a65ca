// The steps of the recipes, run as a runner runs them: each from a file, in a folder, with the variables that the step names and
// those that every run has, and no others.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";

import { parse } from "yaml";

import { BINARY, ROOT, temporaryFolder } from "../support/board.mjs";

export const RECIPES = path.join(ROOT, "docs/recipes/ci");
export const recipe = (name) => parse(readFileSync(path.join(RECIPES, name), "utf8"));
export const steps = ({ jobs }) => Object.values(jobs).flatMap((job) => job.steps);
/** The steps that run something themselves. */
export const commands = (name) => steps(recipe(name)).filter((step) => step.run !== undefined);

const scratch = temporaryFolder();
for (const name of ["bin", "home", "tmp"]) mkdirSync(path.join(scratch, name));
symlinkSync(BINARY, path.join(scratch, "bin/affixboard"));
export const newFolder = () => mkdtempSync(path.join(scratch, "work-"));
export const ALWAYS = {
  PATH: `${path.join(scratch, "bin")}:${process.env.PATH}`,
  HOME: path.join(scratch, "home"),
  TMPDIR: path.join(scratch, "tmp"),
};

function isThere(program) {
  if (program !== "git http-backend") return spawnSync("sh", ["-c", `command -v ${program}`]).status === 0;
  const folder = spawnSync("git", ["--exec-path"], { encoding: "utf8" }).stdout ?? "";
  return existsSync(path.join(folder.trim(), "git-http-backend"));
}

/** Whether to skip a test that needs these programs: why, or false. */
export function lacking(...programs) {
  const missing = programs.filter((program) => !isThere(program));
  if (missing.length === 0) return false;
  console.error(`\n*** skipped: a test of the recipes needs ${programs.join(", ")} (missing: ${missing.join(" ")}) ***\n`);
  return `skipped: no ${missing.join(" and ")}`;
}

export function run(folder, env, program, ...options) {
  const child = spawn(program, options, { cwd: folder, env: { ...ALWAYS, ...env }, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (piece) => (said += piece));
  return new Promise((resolve, reject) => child.on("error", reject).on("close", (code) => resolve({ code, said })));
}

// What an expression of a workflow stands for.
function valueOf(text, context) {
  const names = /^\$\{\{ ([\w.]+) \}\}$/.exec(text)?.[1];
  if (!names) return text;
  const value = names.split(".").reduce((within, name) => within?.[name], context);
  // A secret that nobody made is empty. Anything else that the test doesn't have isn't there in such a run.
  if (value === undefined && !names.startsWith("secrets.")) throw new Error(`no ${names} in this run`);
  return String(value ?? "");
}

// Where a step names no shell it is the first, with Forgejo's runner the second, and `sh` where there is no `bash`.
const PIPEFAIL = "bash --noprofile --norc -eo pipefail {0}";
export const SHELLS = isThere("bash") ? ["bash -e {0}", PIPEFAIL] : ["sh -e {0}"];

/** Runs a step; its exit status, and what it said. */
export function runStep(step, { folder, context, env, shell = SHELLS[0] }) {
  const file = path.join(mkdtempSync(path.join(scratch, "step-")), "1");
  writeFileSync(file, step.run);
  const named = step.shell === "bash" ? PIPEFAIL : step.shell;
  const own = Object.entries(step.env ?? {}).map(([name, text]) => [name, valueOf(text, context)]);
  const words = (named ?? shell).replace("{0}", file).split(" ");
  return run(folder, { ...env, ...Object.fromEntries(own) }, ...words);
}
