// The interface for programs, used as its description alone tells: a client is made from `/api/v1/openapi.json`, calls every
// operation there is, and every answer has the shape that is described. And the example of a game's own continuous integration.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, test } from "node:test";

import { Validator } from "@seriousme/openapi-schema-validator";
import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { OpenAPIClientAxios } from "openapi-client-axios";

import { ROOT, startBoard, temporaryFolder } from "./support/board.mjs";
import { PASSWORD } from "./support/people.mjs";

const STARTER_FILES = path.join(ROOT, "data/affix-branch");
const DIGGING = "T:digger:0:99:great:20:1 to 127";
const MORE_DIGGING = "T:digger:0:99:great:40:1 to 127";
// The number of diggers among the game's item types.
const DIGGER = "20";

// A board of its own, for it has accounts.
let board;
let token;
let definition;

before(async () => {
  board = await startBoard();
  token = await makeToken("all");
  definition = await (await fetch(`${board.url}/api/v1/openapi.json`, { headers: bearer(token) })).json();
});
after(() => board?.stop());

const bearer = (secret) => ({ Authorization: `Bearer ${secret}` });

// Makes the first maintainer's account, or signs in to it, and then a token.
let cookie;
async function makeToken(scope) {
  cookie ??= await joined();
  const made = await send("/account/tokens", { name: `for ${scope}`, scope, days: "30", password: PASSWORD });
  const page = await made.text();
  const found = /<p class="source-file">(\w+)<\/p>/.exec(page);
  assert.ok(found, `a token of the scope ${scope}: ${made.status}`);
  return found[1];
}

async function joined() {
  const answer = await send(new URL(board.join, board.url).pathname, { name: "Maintainer", password: PASSWORD, again: PASSWORD });
  return answer.headers.get("set-cookie").split(";")[0];
}

function send(to, form) {
  const headers = cookie ? { Cookie: cookie } : {};
  return fetch(board.url + to, { method: "POST", body: new URLSearchParams(form), headers, redirect: "manual" });
}

const operations = () => Object.values(definition.paths).flatMap((item) => Object.values(item)).map((operation) => operation.operationId);

// A client whose operations are those of the description. It checks each answer, and notes which were called.
async function client() {
  const ajv = addFormats(new Ajv2020({ strict: false, allErrors: true }));
  // `binary` and the sizes of integers are of OpenAPI, not of JSON Schema.
  for (const format of ["int32", "int64", "double", "float", "binary"]) ajv.addFormat(format, true);
  ajv.addSchema(definition, "api");
  const called = new Set();
  const api = new OpenAPIClientAxios({ definition, axiosConfigDefaults: { headers: bearer(token), validateStatus: () => true } });
  const made = await api.init();
  made.defaults.baseURL = board.url;
  const call = async (operation, parameters, body) => {
    called.add(operation);
    const answer = await made[operation](parameters, body);
    const { method, path: pattern } = api.getOperation(operation);
    const described = definition.paths[pattern][method].responses;
    const known = String(answer.status) in described ? String(answer.status) : `${String(answer.status)[0]}XX`;
    const [type] = String(answer.headers["content-type"]).split(";");
    assert.ok(described[known]?.content?.[type], `${operation}: ${answer.status} as ${type} isn't described`);
    const pointer = ["paths", pattern, method, "responses", known, "content", type, "schema"];
    const check = ajv.compile({ $ref: `api#/${pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"))).join("/")}` });
    assert.ok(check(answer.data), `${operation}: ${JSON.stringify(check.errors?.slice(0, 5))}\n${JSON.stringify(answer.data).slice(0, 500)}`);
    return answer;
  };
  return { call, called };
}

// A form with files: pairs of name and text.
function form(texts, files) {
  const body = new FormData();
  for (const [name, text] of Object.entries(texts)) body.append(name, text);
  for (const [name, text] of files) body.append("files", new File([text], name));
  return body;
}

const starterFiles = () => readdirSync(STARTER_FILES).map((name) => [name, readFileSync(path.join(STARTER_FILES, name), "utf8")]);

test("the description is an OpenAPI document", async () => {
  const result = await new Validator().validate(structuredClone(definition));
  assert.deepEqual(result.errors ?? [], []);
  assert.equal(result.valid, true);
  assert.equal(definition.openapi, "3.1.0");
  const names = operations();
  assert.equal(new Set(names).size, names.length, "an operation has a name of its own");
});

test("a client made from it imports a folder, runs a batch, opens a proposal, and reads what it does", async () => {
  const { call, called } = await client();
  assert.equal((await call("about")).data.program, "affixboard");
  await call("describe");

  const imported = await call("importFiles", { slug: "ours" }, form({ title: "Our game" }, starterFiles()));
  assert.deepEqual([imported.status, imported.data.revision, imported.data.errors], [201, 1, 0]);
  assert.ok((await call("listEditions")).data.some((edition) => edition.edition === "ours"));
  assert.equal((await call("getEdition", { slug: "ours" })).data.revisions.length, 1);
  const revision = { slug: "ours", number: 1 };
  assert.equal((await call("getRevision", revision)).data.made_by, "import");
  assert.equal((await call("listDiagnostics", revision)).data.total, 0);
  const digging = (await call("listEntries", { ...revision, sort: "affix", q: "of digging" })).data.entries[0];
  const entry = (await call("getEntry", { ...revision, sort: "affix", index: digging.index })).data;
  assert.ok(entry.lines.some((line) => line.text === DIGGING));
  assert.deepEqual((await call("getAvailability", { ...revision, types: DIGGER, depths: "5" })).data.depths, [5]);
  assert.equal((await call("getChances", { ...revision, types: DIGGER, depths: "5" })).data.measure, "item");

  assert.equal((await call("getDive", { ...revision, tval: DIGGER })).data.provenance.how !== undefined, true);
  // Of a game without drops.
  const nethack = { slug: "nethack-starter", number: 1 };
  assert.ok((await call("listSubjects", nethack)).data.some((subject) => subject.subject === "monsters"));
  assert.ok((await call("getSubject", { ...nethack, name: "monsters" })).data.rows.length > 0);
  const monsters = await call("startSubjectBatch", { ...nethack, name: "monsters" }, { dimensions: { depth: "3" }, drops: 100 });
  assert.equal(monsters.status, 201);

  const batch = (await call("startBatch", revision, { depths: "5", qualities: ["great"], drops: 20_000, seed: "7" })).data;
  // The stream of its progress ends with it.
  await (await fetch(`${board.url}/batches/${batch.batch}/events`, { headers: bearer(token) })).text();
  assert.equal((await call("getBatch", { id: batch.batch })).data.state, "done");
  const results = (await call("getResults", { id: batch.batch, types: DIGGER, measure: "drop" })).data;
  assert.equal(results.rows[0].cells[0].n, 20_000);
  assert.equal(results.provenance.seed, "7");
  const long = (await call("startBatch", revision, { depths: "1-100", drops: 10_000_000 })).data;
  assert.equal((await call("cancelBatch", { id: long.batch })).data.state, "cancelled");
  assert.equal((await call("listBatches", { edition: "ours" })).data.length, 2);

  const changed = readFileSync(path.join(STARTER_FILES, "ego_item.txt"), "utf8").replace(DIGGING, MORE_DIGGING);
  const proposed = await call("proposeFiles", { slug: "ours" }, form({ title: "More digging" }, [["ego_item.txt", changed]]));
  assert.equal(proposed.status, 201);
  const proposal = { id: proposed.data.proposal };
  assert.equal((await call("getProposal", proposal)).data.lines[0].now, MORE_DIGGING);
  const effect = (await call("getProposalEffect", proposal)).data;
  // Of Digging has 20 of 79 at level 5, and then 40 of 99.
  assert.deepEqual([effect.pools.rows[0].name, effect.pools.rows[0].now, effect.pools.rows[0].proposed], ["of Digging", "25.3 %", "40.4 %"]);
  assert.ok((await call("getProposalChanges", { ...proposal, types: DIGGER })).data.rows.length > 0);
  assert.match((await call("getProposalPatch", proposal)).data, /^\+T:digger:0:99:great:40:1 to 127$/m);
  assert.equal((await call("commentOnProposal", proposal, { body: "By a client." })).data.by, "Maintainer");
  assert.equal((await call("withdrawProposal", proposal)).data.state, "withdrawn");
  assert.equal((await call("listProposals", { edition: "ours", state: "withdrawn" })).data.length, 1);

  // What is refused is described too.
  assert.equal((await call("getBatch", { id: 999 })).status, 404);
  assert.equal((await call("startBatch", revision, { depths: "5", drops: 0 })).status, 422);
  assert.deepEqual(operations().filter((operation) => !called.has(operation)), [], "operations that were not called");
});

test("a game's own continuous integration opens a proposal", async (t) => {
  const missing = ["curl", "jq"].filter((tool) => !execFileSync("sh", ["-c", `command -v ${tool} || true`]).length);
  if (missing.length > 0) {
    t.skip(`skipped: no ${missing.join(" and ")}`);
    return;
  }
  const game = path.join(temporaryFolder(), "lib/edit");
  mkdirSync(game, { recursive: true });
  cpSync(STARTER_FILES, game, { recursive: true });
  const { call } = await client();
  await call("importFiles", { slug: "theirs" }, form({}, starterFiles()));
  const proposer = await makeToken("propose");
  const run = (...options) =>
    execFileSync("sh", [path.join(ROOT, "docs/recipes/ci/propose.sh"), game, ...options], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, AFFIXBOARD_URL: board.url, AFFIXBOARD_EDITION: "theirs", AFFIXBOARD_TOKEN: proposer },
    });
  assert.equal(run("Nothing"), "Nothing to propose: the files are the same as in theirs r1.\n");

  const file = path.join(game, "ego_item.txt");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace(DIGGING, MORE_DIGGING));
  // What a title may have in it means nothing to the shell or to the form.
  const title = 'More "digging"; $(touch gone) <file.txt &';
  const said = run(title, "@nobody digs");
  const number = /^\[Proposal (\d+)\]/.exec(said)[1];
  assert.match(said, /^\| of Digging \| 5 \| 25\.3 % \| 40\.4 % \| × 1\.60 \|$/m);
  const { data } = await call("getProposal", { id: Number(number) });
  assert.deepEqual([data.title, data.description, data.lines[0].now], [title, "@nobody digs", MORE_DIGGING]);

  writeFileSync(file, text.replace(DIGGING, "T:digger:0:99:great:many:1 to 127"));
  assert.throws(() => run("Wrong"), (error) => error.status === 1 && /can't read it/.test(error.stderr));
  // A token that may only read.
  const reader = await makeToken("read");
  assert.throws(
    () => execFileSync("sh", [path.join(ROOT, "docs/recipes/ci/propose.sh"), game, "x"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env.PATH, AFFIXBOARD_URL: board.url, AFFIXBOARD_EDITION: "theirs", AFFIXBOARD_TOKEN: reader },
    }),
    (error) => error.status === 1 && /answered with 403/.test(error.stderr),
  );
});
