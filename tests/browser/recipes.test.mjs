// The recipes for a game's continuous integration, run as a runner would run them. GitHub and Forgejo are servers of the test.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync, cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, unlinkSync, writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import path from "node:path";
import { after, describe, test } from "node:test";

import { HEAD, SITE, startForge } from "./recipes/forge.mjs";
import { ALWAYS, RECIPES, SHELLS, commands, lacking, newFolder, recipe, run, runStep, steps } from "./recipes/runner.mjs";
import { ROOT } from "./support/board.mjs";

const MARKER = "<!-- affixboard effect -->\n";
const MOVED = "### Effect on Angband 3.2\n\n`aaa` → `bbb`: 2 entries change (4 lines).\n\n| x |\n";
const STILL = `${MOVED.split(": ")[0]}: 1 entry changes (1 line), and none of the shares computed here moves.\n`;

const forges = { github: await startForge("github"), forgejo: await startForge("forgejo") };
after(() => Object.values(forges).forEach((forge) => forge.stop()));

// --- what comments ---

// On GitHub it is a run of its own, that has the files of the other one; with Forgejo a step after the one that computes.
const GITHUB = SHELLS.map((shell) => ({
  name: `GitHub, ${shell}`,
  kind: "github",
  recipe: "effect-comment.yml",
  shell,
  skip: lacking("curl", "jq"),
  event: ({ head, conclusion }) => ({ workflow_run: { id: 99, head_sha: head, conclusion } }),
  target: () => `${SITE}/team/game/actions/runs/99`,
}));
const forgejo = {
  name: "Forgejo",
  kind: "forgejo",
  recipe: "forgejo.yml",
  skip: false,
  event: ({ head, number }) => ({ pull_request: { number, head: { sha: head } } }),
  target: (comment) => `${SITE}/team/game/pulls/7${comment ? `#issuecomment-${comment.id}` : ""}`,
};

/** Runs the step that comments, with what the step or the run before it left. */
async function comment(way, effect, { number = "7", head = HEAD, conclusion = "success", secret, links = [] } = {}) {
  const forge = forges[way.kind];
  const folder = newFolder();
  const files = { "effect.md": effect, number: way.kind === "github" ? number : undefined };
  for (const [name, text] of Object.entries(files)) {
    if ((text ?? null) === null) continue;
    const at = links.includes(name) ? path.join(newFolder(), name) : path.join(folder, name);
    writeFileSync(at, text);
    if (links.includes(name)) symlinkSync(at, path.join(folder, name));
  }
  const left = readdirSync(folder);
  const context = {
    github: { token: "job", event: way.event({ head, number, conclusion }) },
    secrets: { EFFECT_TOKEN: secret },
    steps: { effect: { outcome: conclusion } },
  };
  const env = { GITHUB_API_URL: forge.url, GITHUB_SERVER_URL: SITE, GITHUB_REPOSITORY: "team/game" };
  const ran = await runStep(commands(way.recipe).at(-1), { folder, context, env, shell: way.shell });
  // Whatever else holds: no request that the interface doesn't know, and nothing written where what was left may be a link.
  assert.deepEqual(forge.wrong, [], ran.said);
  assert.deepEqual(readdirSync(folder), left);
  return ran;
}

/** The same, where it must succeed. */
async function shown(way, effect, options) {
  const ran = await comment(way, effect, options);
  assert.equal(ran.code, 0, ran.said);
  return ran;
}

for (const way of [...GITHUB, forgejo]) {
  describe(way.name, { skip: way.skip }, () => {
    const forge = forges[way.kind];
    const status = (description, made, state = "success") => {
      const status = { sha: HEAD, state, context: "affixboard/effect", description, target_url: way.target(made) };
      assert.deepEqual(forge.statuses.at(-1), status);
    };

    test("one comment is made, kept up to date, and removed when no share moves", async () => {
      // More than a page of others', however much they look like it: an account may be gone, a text empty, another job's.
      const users = [{ id: 1, login: "eve" }, { id: 2, login: "other[bot]" }, null, forge.user("job")];
      const text = (at) => (at % 4 === 3 ? `Not ours: ${MARKER}` : `${MARKER}mine`);
      const others = Array.from({ length: 130 }, (_, at) => ({ id: at + 1, user: users[at % 4], body: text(at) }));
      others[4].body = undefined;
      forge.begin({ comments: structuredClone(others) });
      await shown(way, MOVED);
      assert.equal(forge.comments.length, 131);
      assert.equal(forge.comments[130].body, MARKER + MOVED);
      status("2 entries change (4 lines)", forge.comments[130]);
      // That others follow changes nothing.
      forge.comments.push({ id: 500, user: users[0], body: `${MARKER}mine` });
      await shown(way, `${MOVED}more\n`);
      assert.equal(forge.comments.length, 132);
      assert.equal(forge.comments[130].body, `${MARKER}${MOVED}more\n`);
      await shown(way, STILL);
      assert.deepEqual(forge.comments.slice(0, 130), others);
      assert.equal(forge.comments.length, 131);
      status("no share moves");
      // And where there is none, none is made.
      await shown(way, STILL);
      assert.equal(forge.comments.length, 131);
    });

    test("nothing is written to another pull request than the commit's own", async () => {
      forge.begin();
      // A newer commit has a run of its own.
      const stale = await comment(way, MOVED, { head: "f".repeat(40) });
      assert.equal(stale.code === 0, way.kind === "forgejo", stale.said);
      for (const number of way.kind === "forgejo" ? ["8"] : ["8", "../../other", "", "7".repeat(50), null]) {
        assert.notEqual((await comment(way, MOVED, { number })).code, 0, number);
      }
      assert.deepEqual(forge.asked.filter((line) => !line.startsWith("GET ")), []);
    });

    test("the status says where --fail-on failed, and where nothing was computed", async () => {
      forge.begin();
      await shown(way, MOVED, { conclusion: "failure" });
      assert.equal(forge.comments.length, 1);
      status("2 entries change (4 lines)", forge.comments[0], "failure");
      // What was said of an older commit stays.
      await shown(way, undefined, { conclusion: "failure" });
      assert.deepEqual(forge.comments.map(({ body }) => body), [MARKER + MOVED]);
      status("not computed", undefined, "failure");
      // A line that can't be read is told, even where nothing moves.
      await shown(way, STILL.replace("moves.", "moves. 1 line is left out for errors; before it were 0."));
      assert.match(forge.comments[0].body, /1 line is left out/);
      status("1 entry changes (1 line)", forge.comments[0]);
    });

    test("a text is a text, whatever is in it", async () => {
      forge.begin();
      const gone = path.join(newFolder(), "gone");
      const touch = `$(touch ${gone}) \`touch ${gone}\``;
      const text = `-- @everyone @\`x\` ${touch} \${HOME} "quotes" \\n & %s \u2028\n<!-- no share moves. -->\n`;
      await shown(way, text);
      assert.equal(forge.comments[0].body, MARKER + text.replaceAll("@", "@\u200b"));
      assert.equal(existsSync(gone), false);
      status("see the comment", forge.comments[0]);
      // A status has no more than numbers of it.
      await shown(way, '@all 2 entries change (4 lines) 3 entries change (5 lines) ","state":"error\n');
      status("2 entries change (4 lines)", forge.comments[0]);
      await shown(way, "x".repeat(200000));
      assert.equal(forge.comments[0].body.length, MARKER.length + 60000);
      await shown(way, "@x".repeat(100000));
      assert.ok(forge.comments[0].body.length <= MARKER.length + 60000);
      assert.doesNotMatch(forge.comments[0].body, /@x/);
      // Not text at all, nor whole letters where it is cut.
      await shown(way, Buffer.from(`\xff\xfe @everyone: 2 entries change (4 lines)\n${"\x80ä".repeat(40000)}`, "latin1"));
      assert.match(forge.comments[0].body, /@\u200beveryone/);
      status("2 entries change (4 lines)", forge.comments[0]);
      await shown(way, `a${"ü".repeat(40000)}`);
    });
  });
}

for (const way of GITHUB) {
  test(`what the other run left may be anything: ${way.name}`, { skip: way.skip }, async () => {
    const forge = forges.github;
    forge.begin();
    for (const links of [["number"], ["effect.md"]]) assert.notEqual((await comment(way, MOVED, { links })).code, 0);
    assert.deepEqual(forge.asked, []);
    const gone = path.join(newFolder(), "gone");
    await shown(way, `a\0b${MOVED}`, { number: "7; touch gone\n" });
    assert.equal(forge.comments[0].body, `${MARKER}ab${MOVED}`);
    await shown(way, "");
  });
}

test("Forgejo: with a token of its own it comments as that account", async () => {
  const forge = forges.forgejo;
  const before = { id: 3, user: forge.user("job"), body: MARKER };
  forge.begin({ comments: [structuredClone(before)] });
  await shown(forgejo, MOVED, { secret: "own" });
  await shown(forgejo, `${MOVED}more\n`, { secret: "own" });
  assert.equal(forge.comments.length, 2);
  assert.deepEqual(forge.comments[0], before);
  assert.deepEqual([forge.comments[1].user.login, forge.comments[1].body], ["robot", `${MARKER}${MOVED}more\n`]);
});

test("Forgejo: a comment stands where no status may be set, and where a change is answered with nothing", async () => {
  const forge = forges.forgejo;
  forge.begin({ refusesStatus: true });
  assert.match((await shown(forgejo, MOVED)).said, /no status, POST .*: 403/);
  assert.equal(forge.comments.length, 1);
  forge.begin({ terse: true, comments: forge.comments });
  await shown(forgejo, `${MOVED}more\n`);
  assert.equal(forge.comments[0].body, `${MARKER}${MOVED}more\n`);
  assert.equal(forge.statuses[0].target_url, forgejo.target());
});

// --- what computes ---

const RARER = (text) => text.replace(/^W:(\d+):(\d+):/m, (line, level, rarity) => `W:${level}:${Number(rarity) + 9}:`);
const DEARER = (text) => text.replace(/^(W:\d+:\d+:\d+:)(\d+)$/m, (line, before, cost) => `${before}${Number(cost) + 10}`);
const EARLIER = (text) => text.replaceAll(/^A:(\d+)/gm, (line, level) => `A:${(level % 90) + 7}`);

/** A game's repository with the starter's files of Angband 3.0. */
function repository() {
  const folder = newFolder();
  const game = path.join(folder, "game");
  cpSync(path.join(ROOT, "data/angband-3.0"), path.join(game, "lib/edit"), { recursive: true });
  const said = (...options) => {
    const ran = spawnSync("git", options, { cwd: game, env: ALWAYS, encoding: "utf8" });
    return { code: ran.status, said: ran.stdout + ran.stderr };
  };
  const git = (...options) => {
    const ran = said("-c", "user.name=a", "-c", "user.email=a@example.org", ...options);
    assert.equal(ran.code, 0, ran.said);
    return ran.said.trim();
  };
  git("-c", "init.defaultBranch=main", "init", "-q");
  git("add", ".");
  git("commit", "-q", "-m", "Begin");
  const commit = (change, name = "ego_item.txt") => {
    const file = path.join(game, "lib/edit", name);
    const text = readFileSync(file, "utf8");
    assert.notEqual(change(text), text);
    writeFileSync(file, change(text));
    git("commit", "-q", "-a", "-m", "Change");
    return git("rev-parse", "HEAD");
  };
  return { folder, game, said, git, commit };
}

/** One with a branch of one commit, a commit that came to the base since, and the two merged. */
function branched() {
  const made = repository();
  const began = made.git("rev-parse", "HEAD");
  made.git("checkout", "-q", "-b", "branch");
  const head = made.commit(RARER);
  made.git("checkout", "-q", "main");
  const base = made.commit(EARLIER, "object.txt");
  made.git("checkout", "-q", "--detach");
  made.git("merge", "-q", "--no-edit", "branch");
  return { ...made, began, head, base, merged: made.git("rev-parse", "HEAD") };
}

// A title is text, whatever it looks like; this one says the opposite of what the change does.
const TITLE = "--out=stolen.md $(touch gone) `touch gone` Make \"it\" more common";

/** That a folder has the effect of the branch's one commit. */
function holdsEffect(folder) {
  const effect = readFileSync(path.join(folder, "effect.md"), "utf8");
  assert.match(effect, /^### Effect on Angband 3\.0\n\n.*: 1 entry changes \(2 lines\)\./);
  assert.match(effect, /\n\| ego `/);
  assert.match(effect, /wrong-way/);
  for (const name of ["gone", "stolen.md"]) assert.equal(existsSync(path.join(folder, name)), false);
  return effect;
}

test("GitHub: a job computes what the branch does, also where --fail-on fails", { skip: lacking("git") }, async () => {
  const { game, base, head } = branched();
  // What `merge-base` asks for. The commit that is checked out there is that of the merge.
  assert.equal(steps(recipe("effect.yml"))[0].with["fetch-depth"], 0);
  const pull_request = { number: 7, title: TITLE, base: { sha: base }, head: { sha: head } };
  const context = { github: { event: { pull_request } } };
  const [number, effect] = commands("effect.yml");
  for (const step of [number, effect]) {
    const ran = await runStep(step, { folder: game, context });
    assert.equal(ran.code, 0, ran.said);
  }
  assert.equal(readFileSync(path.join(game, "number"), "utf8"), "7");
  holdsEffect(game);
  unlinkSync(path.join(game, "effect.md"));
  const failing = await runStep({ ...effect, run: `${effect.run.trim()} --fail-on 5%,lint` }, { folder: game, context });
  assert.equal(failing.code, 1, failing.said);
  holdsEffect(game);
});

test("GitLab: a job computes what the branch does, also for the merged result", { skip: lacking("git") }, async () => {
  const { game, began, head, merged } = branched();
  assert.equal(recipe("gitlab.yml").effect.variables.GIT_DEPTH, "0");
  for (const commits of [
    { CI_COMMIT_SHA: head },
    { CI_COMMIT_SHA: head, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "" },
    { CI_COMMIT_SHA: merged, CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: head },
  ]) {
    const env = { CI_MERGE_REQUEST_DIFF_BASE_SHA: began, CI_MERGE_REQUEST_TITLE: TITLE, ...commits };
    const ran = await runStep({ run: recipe("gitlab.yml").effect.script.join("\n") }, { folder: game, env, shell: SHELLS[0] });
    assert.equal(ran.code, 0, ran.said);
    assert.ok(ran.said.includes(holdsEffect(game)));
    unlinkSync(path.join(game, "effect.md"));
  }
});

/** Serves the repositories of a folder to the token of a job alone, as a forge does. */
async function serve(folder, context) {
  const server = createServer((request, response) => {
    if (request.headers.authorization !== `Basic ${Buffer.from("x-access-token:job").toString("base64")}`) {
      response.writeHead(401, { "www-authenticate": "Basic" }).end();
      return;
    }
    const url = new URL(request.url, SITE);
    const env = {
      ...ALWAYS,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      REQUEST_METHOD: request.method,
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      CONTENT_TYPE: request.headers["content-type"] ?? "",
      HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
      GIT_PROTOCOL: request.headers["git-protocol"] ?? "",
    };
    const child = spawn("git", ["http-backend"], { env, stdio: ["pipe", "pipe", "inherit"] });
    request.pipe(child.stdin);
    const pieces = [];
    child.stdout.on("data", (piece) => pieces.push(piece));
    child.on("close", () => {
      const answer = Buffer.concat(pieces);
      const end = answer.indexOf("\r\n\r\n");
      const headers = Object.fromEntries(answer.toString("latin1", 0, end).split("\r\n").map((line) => line.split(": ")));
      response.writeHead(Number.parseInt(headers.Status ?? "200", 10), headers).end(answer.subarray(end + 4));
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  context.after(() => server.close());
  return `http://127.0.0.1:${server.address().port}`;
}

test("Forgejo: the step fetches the commits and checks nothing out", { skip: lacking("git", "git http-backend") }, async (t) => {
  const { folder, game, git, head } = branched();
  const there = path.join(folder, "team/game");
  git("init", "-q", "--bare", there);
  git("push", "-q", there, "main", "branch:refs/pull/7/head");
  const env = { GITHUB_SERVER_URL: await serve(folder, t), GITHUB_REPOSITORY: "team/game" };
  const step = commands("forgejo.yml")[0];
  const compute = (at, sha, shell, token = "job") => {
    const pull_request = { number: 7, title: TITLE, base: { ref: "main" }, head: { sha } };
    return runStep(step, { folder: at, context: { github: { token, event: { pull_request } } }, env, shell });
  };
  for (const shell of SHELLS) {
    const at = newFolder();
    const ran = await compute(at, head, shell);
    assert.equal(ran.code, 0, ran.said);
    holdsEffect(at);
    assert.deepEqual(readdirSync(at).toSorted(), ["change.git", "effect.md"]);
    // It has the token.
    assert.equal(statSync(path.join(at, "change.git/config")).mode & 0o77, 0);
    // A commit that is gone, as a newer one was pushed.
    const late = newFolder();
    assert.notEqual((await compute(late, "f".repeat(40), shell)).code, 0);
    assert.deepEqual(readdirSync(late), ["change.git"]);
  }
});

test("the steps that comment know the program's words", { skip: lacking("git") }, async () => {
  const { game, git, commit } = repository();
  const commits = [git("rev-parse", "HEAD"), commit(RARER), commit(DEARER)];
  for (const forge of Object.values(forges)) forge.begin();
  for (const [before, after, description, number] of [
    [0, 1, "1 entry changes (2 lines)", 1],
    [1, 2, "no share moves", 0],
    [0, 2, "1 entry changes (2 lines)", 1],
    [2, 2, "no share moves", 0],
  ]) {
    const ran = await run(game, {}, "affixboard", "effect", "--git", ".", commits[before], commits[after], "--format", "md");
    assert.equal(ran.code, 0, ran.said);
    for (const way of [GITHUB[0], forgejo].filter(({ skip }) => !skip)) {
      await shown(way, ran.said);
      const { statuses, comments } = forges[way.kind];
      assert.deepEqual([statuses.at(-1).description, comments.length], [description, number]);
    }
  }
});

// --- the files themselves ---

test("GitHub's two workflows know each other", () => {
  const [effect, shows] = [recipe("effect.yml"), recipe("effect-comment.yml")];
  const of = (workflow, action) => steps(workflow).find((step) => step.uses?.startsWith(`${action}@`)).with;
  assert.deepEqual(shows.on.workflow_run.workflows, [effect.name]);
  const left = of(effect, "actions/upload-artifact");
  assert.equal(of(shows, "actions/download-artifact").name, left.name);
  assert.deepEqual(left.path.trim().split("\n"), ["effect.md", "number"]);
});

test("no command has anybody's text in it, and nothing is checked out beside a token that may write", () => {
  for (const name of readdirSync(RECIPES).filter((name) => name.endsWith(".yml") && name !== "gitlab.yml")) {
    for (const { run } of commands(name)) assert.ok(!run.includes("${{"), name);
    const { on, permissions } = recipe(name);
    const isTheirs = /workflow_run|pull_request_target/.test(JSON.stringify(on));
    const uses = steps(recipe(name)).map((step) => step.uses ?? "");
    if (isTheirs) assert.ok(!uses.some((action) => action.includes("checkout")), name);
    else assert.deepEqual(permissions, { contents: "read" }, name);
  }
});

test("GitHub: a job fails where the dashboard refuses a proposal", { skip: lacking("bash", "curl", "jq") }, async (t) => {
  const folder = newFolder();
  for (const name of [".github/workflows", "lib/edit"]) mkdirSync(path.join(folder, name), { recursive: true });
  cpSync(path.join(RECIPES, "propose.sh"), path.join(folder, ".github/workflows/propose.sh"));
  writeFileSync(path.join(folder, "lib/edit/ego_item.txt"), "# Nothing\n");
  let detail;
  let sent;
  // What it does on a dashboard is tested with that.
  const board = createServer(async (request, response) => {
    sent = `${request.url} ${request.headers.authorization}\n`;
    for await (const piece of request) sent += piece;
    response.writeHead(422, { "content-type": "application/problem+json" }).end(JSON.stringify({ detail }));
  });
  await new Promise((resolve) => board.listen(0, "127.0.0.1", resolve));
  t.after(() => board.close());
  const context = {
    github: { event: { pull_request: { title: TITLE, html_url: `${SITE}/team/game/pulls/7` } } },
    vars: { AFFIXBOARD_URL: `http://127.0.0.1:${board.address().port}`, AFFIXBOARD_EDITION: "ours" },
    secrets: { AFFIXBOARD_TOKEN: "proposes" },
  };
  const summary = path.join(folder, "summary.md");
  const propose = () => runStep(commands("github.yml")[0], { folder, context, env: { GITHUB_STEP_SUMMARY: summary } });
  detail = "Nothing to propose: the files are the same.";
  assert.equal((await propose()).code, 0);
  assert.equal(readFileSync(summary, "utf8"), `${detail}\n`);
  assert.match(sent, /^\/api\/v1\/editions\/ours\/proposals Bearer proposes\n/);
  for (const text of [TITLE, `${SITE}/team/game/pulls/7`, "# Nothing"]) assert.ok(sent.includes(`\r\n\r\n${text}`), text);
  detail = "ego_item.txt:1: can't read it";
  const refused = await propose();
  assert.notEqual(refused.code, 0);
  assert.match(refused.said, /can't read it/);
});

test("the hook shows what a push does, and stops one that breaks a line", { skip: lacking("git") }, () => {
  const { folder, game, said, git, commit } = repository();
  const push = (ref) => said("push", "origin", ref);
  git("init", "-q", "--bare", path.join(folder, "there.git"));
  git("remote", "add", "origin", path.join(folder, "there.git"));
  cpSync(path.join(RECIPES, "pre-push"), path.join(game, ".git/hooks/pre-push"));
  chmodSync(path.join(game, ".git/hooks/pre-push"), 0o755);
  // A branch that isn't there yet, of one commit: nothing changes.
  let pushed = push("main");
  assert.equal(pushed.code, 0, pushed.said);
  assert.match(pushed.said, /The files are the same: no share moves\./);
  commit(RARER);
  pushed = push("main");
  assert.equal(pushed.code, 0, pushed.said);
  assert.match(pushed.said, /1 entry changes \(2 lines\)\.[^]*What moves\n {2}ego /);
  commit((text) => text.replace(/^W:\d+:/m, "W:many:"));
  pushed = push("main");
  assert.notEqual(pushed.code, 0, pushed.said);
  assert.match(pushed.said, /1 line is left out for errors; before it were 0\./);
  // A new branch is held against what is there.
  pushed = push("main~1:refs/heads/other");
  assert.equal(pushed.code, 0, pushed.said);
  assert.match(pushed.said, /The files are the same: no share moves\./);
  // And one that goes away isn't looked at.
  assert.equal(push(":other").code, 0);
});
