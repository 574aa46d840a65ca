// The recipes for a game's continuous integration, run as a runner would run them. GitHub is a server of the test.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import os from "node:os";
import path from "node:path";
import { after, before, beforeEach, test } from "node:test";

import { BINARY, ROOT } from "./support/board.mjs";

const MARKER = "<!-- affixboard effect -->\n";
const HEAD = "0123456789abcdef0123456789abcdef01234567";

/** The script of the only step of a workflow that has one. */
function script(name) {
  const lines = readFileSync(path.join(ROOT, "docs/recipes/ci", name), "utf8").split("\n");
  const at = lines.findIndex((line) => line.trim() === "- run: |");
  const indent = " ".repeat(lines[at].indexOf("-") + 4);
  const end = lines.findIndex((line, other) => other > at && line !== "" && !line.startsWith(indent));
  return lines.slice(at + 1, end).map((line) => line.slice(indent.length)).join("\n");
}

let server;
let comments;
let asked;
before(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece) => (body += piece));
    request.on("end", () => {
      const url = new URL(request.url, "http://github.test");
      asked.push(`${request.method} ${url.pathname}`);
      assert.equal(request.headers.authorization, "Bearer secret");
      const answer = (status, value) => {
        response.writeHead(status, { "content-type": "application/json" });
        response.end(value === undefined ? "" : JSON.stringify(value));
      };
      const at = "/repos/team/game";
      const one = new RegExp(`^${at}/issues/comments/(\\d+)$`).exec(url.pathname);
      if (url.pathname === `${at}/pulls/7`) {
        answer(200, { head: { sha: HEAD } });
      } else if (url.pathname === `${at}/issues/7/comments` && request.method === "GET") {
        assert.equal(url.searchParams.get("per_page"), "100");
        const page = Number(url.searchParams.get("page"));
        answer(200, comments.slice(100 * (page - 1), 100 * page));
      } else if (url.pathname === `${at}/issues/7/comments` && request.method === "POST") {
        const made = { id: comments.length + 1, user: { type: "Bot" }, body: JSON.parse(body).body };
        comments.push(made);
        answer(201, made);
      } else if (one && request.method === "PATCH") {
        comments.find((comment) => comment.id === Number(one[1])).body = JSON.parse(body).body;
        answer(200, {});
      } else if (one && request.method === "DELETE") {
        comments = comments.filter((comment) => comment.id !== Number(one[1]));
        answer(204);
      } else {
        answer(404, { message: "Not Found" });
      }
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
});
after(() => server.close());
beforeEach(() => {
  comments = [];
  asked = [];
});

/** Runs the comment step with what a run of the other workflow left; its exit status. */
async function comment(effect, number = "7", head = HEAD) {
  const folder = mkdtempSync(path.join(os.tmpdir(), "recipe-"));
  writeFileSync(path.join(folder, "effect.md"), effect);
  writeFileSync(path.join(folder, "number"), number);
  const run = spawn("sh", ["-c", script("effect-comment.yml")], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      GITHUB_API_URL: `http://127.0.0.1:${server.address().port}`,
      GITHUB_REPOSITORY: "team/game",
      TOKEN: "secret",
      HEAD: head,
    },
  });
  return new Promise((resolve) => run.on("close", resolve));
}

test("one comment is made, kept up to date, and removed when no share moves", async () => {
  // Those of others, however much they look like it, and more than a page of them.
  const others = Array.from({ length: 130 }, (_, at) => ({ id: at + 1, user: { type: "User" }, body: `${MARKER}mine` }));
  comments = structuredClone(others);
  assert.equal(await comment("### Effect\n\n2 entries change (4 lines).\n"), 0);
  assert.equal(comments.length, 131);
  assert.equal(comments[130].body, `${MARKER}### Effect\n\n2 entries change (4 lines).\n`);
  assert.equal(await comment("### Effect\n\nThanks, @everybody\n"), 0);
  assert.equal(comments.length, 131);
  assert.equal(comments[130].body, `${MARKER}### Effect\n\nThanks, @\u200beverybody\n`);
  assert.equal(await comment("1 entry changes (1 line), and none of the shares computed here moves.\n"), 0);
  assert.deepEqual(comments, others);
  // And where there is none, none is made.
  assert.equal(await comment("1 entry changes (1 line), and none of the shares computed here moves.\n"), 0);
  assert.deepEqual(comments, others);
});

test("nothing is written to another pull request than the commit's own", async () => {
  assert.notEqual(await comment("text", "7", "f".repeat(40)), 0);
  assert.notEqual(await comment("text", "8"), 0);
  assert.notEqual(await comment("text", "../../other"), 0);
  assert.notEqual(await comment("text", ""), 0);
  assert.equal(asked.filter((line) => !line.startsWith("GET ")).length, 0);
  // What isn't a digit is left out.
  assert.equal(await comment("text", "7; touch gone"), 0);
  assert.equal(comments.length, 1);
});

test("a very long text is cut", async () => {
  assert.equal(await comment("x".repeat(200000)), 0);
  assert.equal(comments[0].body.length, 60000 + MARKER.length);
});

/** A game's repository with the starter's files of Angband 3.0, and the program as `affixboard` in a folder of its own. */
function repository() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "recipe-"));
  const game = path.join(folder, "game");
  mkdirSync(path.join(folder, "bin"));
  symlinkSync(BINARY, path.join(folder, "bin/affixboard"));
  cpSync(path.join(ROOT, "data/angband-3.0"), path.join(game, "lib/edit"), { recursive: true });
  const env = { PATH: `${path.join(folder, "bin")}:${process.env.PATH}`, HOME: folder };
  const run = (program, ...options) => {
    const ran = spawnSync(program, options, { cwd: game, env, encoding: "utf8" });
    return { code: ran.status, said: ran.stdout + ran.stderr };
  };
  const git = (...options) => {
    const ran = run("git", "-c", "user.name=a", "-c", "user.email=a@example.org", ...options);
    assert.equal(ran.code, 0, ran.said);
    return ran.said.trim();
  };
  git("-c", "init.defaultBranch=main", "init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "Begin");
  const commit = (change) => {
    const file = path.join(game, "lib/edit/ego_item.txt");
    writeFileSync(file, change(readFileSync(file, "utf8")));
    git("commit", "-q", "-a", "-m", "Change");
  };
  return { folder, game, run, git, commit };
}

test("the commands of the jobs write what a change does", () => {
  const { game, run, git, commit } = repository();
  const base = git("rev-parse", "HEAD");
  commit((text) => text.replace(/^W:(\d+):(\d+):/m, (line, level, rarity) => `W:${level}:${Number(rarity) + 9}:`));
  const head = git("rev-parse", "HEAD");
  for (const [name, before, after, title] of [
    ["effect.yml", "BASE", "HEAD", "TITLE"],
    ["gitlab.yml", "CI_MERGE_REQUEST_DIFF_BASE_SHA", "CI_COMMIT_SHA", "CI_MERGE_REQUEST_TITLE"],
  ]) {
    const text = readFileSync(path.join(ROOT, "docs/recipes/ci", name), "utf8");
    const command = /- (?:run: )?(affixboard effect .*)$/m.exec(text)[1];
    // A title is text, whatever it looks like; this one says the opposite of what the change does.
    const says = `${title}=--out=/tmp/x $(touch gone) Make it more common`;
    const ran = run("env", `${before}=${base}`, `${after}=${head}`, says, "sh", "-c", command);
    assert.equal(ran.code, 0, ran.said);
    const effect = readFileSync(path.join(game, "effect.md"), "utf8");
    assert.match(effect, /^### Effect on Angband 3\.0\n\n.*: 1 entry changes \(2 lines\)\./);
    assert.match(effect, /\n\| ego `/);
    assert.match(effect, /wrong-way/);
    assert.equal(existsSync(path.join(game, "gone")), false);
  }
});

test("the hook shows what a push does, and stops one that breaks a line", () => {
  const { folder, game, run, git, commit } = repository();
  git("init", "-q", "--bare", path.join(folder, "there.git"));
  git("remote", "add", "origin", path.join(folder, "there.git"));
  cpSync(path.join(ROOT, "docs/recipes/ci/pre-push"), path.join(game, ".git/hooks/pre-push"));
  spawnSync("chmod", ["+x", path.join(game, ".git/hooks/pre-push")]);
  // A branch that isn't there yet, of one commit: nothing changes.
  let pushed = run("git", "push", "origin", "main");
  assert.equal(pushed.code, 0, pushed.said);
  assert.match(pushed.said, /The files are the same: no share moves\./);
  commit((text) => text.replace(/^W:(\d+):(\d+):/m, (line, level, rarity) => `W:${level}:${Number(rarity) + 9}:`));
  pushed = run("git", "push", "origin", "main");
  assert.equal(pushed.code, 0, pushed.said);
  assert.match(pushed.said, /1 entry changes \(2 lines\)\.[^]*What moves\n {2}ego /);
  commit((text) => text.replace(/^W:\d+:/m, "W:many:"));
  pushed = run("git", "push", "origin", "main");
  assert.notEqual(pushed.code, 0, pushed.said);
  assert.match(pushed.said, /1 line is left out for errors; before it were 0\./);
  // A new branch is held against what is there.
  pushed = run("git", "push", "origin", "main~1:refs/heads/other");
  assert.equal(pushed.code, 0, pushed.said);
  assert.match(pushed.said, /The files are the same: no share moves\./);
  // And one that goes away isn't looked at.
  assert.equal(run("git", "push", "origin", ":other").code, 0);
});
