// GitHub or Forgejo as a server of the test: one repository, one pull request. Each request is held against an extract of the
// interface's published description, and an answer has what the extract says that a recipe reads, and nothing else.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";

export const HEAD = "0123456789abcdef0123456789abcdef01234567";
export const SITE = "https://forge.test";
const PULL = `${SITE}/team/game/pulls/7`;
// GitHub takes no more, which its description doesn't say; Forgejo is held to the same.
const LONGEST = { body: 65536, description: 140 };

// Whose the tokens are.
const USERS = {
  github: { job: { id: 41898282, login: "github-actions[bot]" } },
  forgejo: { job: { id: -2, login: "forgejo-actions" }, own: { id: 12, login: "robot" } },
};

function fits({ type, nullable, enum: known, maximum = Infinity }, value) {
  if (value === null) return nullable === true;
  if (known && !known.includes(value)) return false;
  return type === "integer" ? Number.isInteger(value) && value <= maximum : typeof value === type;
}

// In an address everything is text.
const fitsText = (schema, text) => fits(schema, schema.type === "integer" && /^\d+$/.test(text) ? Number(text) : text);

/** Throws where the request isn't as the operation is described; otherwise its body. */
function read(operation, parts, url, type, text) {
  const must = (holds, what) => {
    if (!holds) throw new Error(what);
  };
  for (const [name, value] of Object.entries(parts)) must(fitsText(operation.path[name], value), `${name} ${value}`);
  for (const [name, value] of url.searchParams) {
    must(operation.query[name] && fitsText(operation.query[name], value), `${name}=${value}`);
  }
  if (!operation.body) return must(text === "", `the body ${text}`);
  must(/^application\/json(;|$)/.test(type), `a body of the type ${type}`);
  const body = JSON.parse(text);
  for (const name of operation.body.required) must(name in body, `no ${name}`);
  for (const [name, value] of Object.entries(body)) {
    const schema = operation.body.properties[name];
    must(schema && fits(schema, value), `${name}: ${JSON.stringify(value)}`);
    must(!(value?.length > LONGEST[name]), `${name} has ${value.length} characters`);
  }
  return body;
}

/** What is read of an answer. What the description says is always there must be. */
function told(reads, value, at = "") {
  if (Array.isArray(value)) return value.map((one) => told(reads, one, "[]"));
  const answer = {};
  for (const [name, schema] of Object.entries(reads)) {
    const key = name.split(".").at(-1);
    if (name !== (at ? `${at}.${key}` : key)) continue;
    if ((value[key] ?? undefined) === undefined && !schema.required) continue;
    if (!fits(schema, value[key])) throw new Error(`the test answers ${name} with ${value[key]}`);
    answer[key] = schema.type === "object" && value[key] ? told(reads, value[key], name) : value[key];
  }
  return answer;
}

// By the method and what follows the repository's path: the value that is answered, or a number where it is refused.
const ANSWERS = {
  "get /user": (forge, { me }) => me,
  "get /pulls/{}": (forge) => ({ head: { sha: forge.head }, html_url: PULL }),
  "post /statuses/{}": (forge, { parts, body }) => {
    if (forge.refusesStatus) return 403;
    forge.statuses.push({ sha: parts.sha, ...body });
    return {};
  },
  "get /issues/{}/comments": (forge, { operation, url }) => {
    // Forgejo has no pages of comments.
    if (!operation.query.page) return forge.comments;
    const [size, page] = [url.searchParams.get("per_page") ?? 30, url.searchParams.get("page") ?? 1].map(Number);
    return forge.comments.slice(size * (page - 1), size * page);
  },
  "post /issues/{}/comments": (forge, { me, body }) => {
    const id = 1000 + forge.comments.length;
    const made = { id, user: me, body: body.body, html_url: `${PULL}#issuecomment-${id}` };
    forge.comments.push(made);
    return made;
  },
  "patch /issues/comments/{}": (forge, { comment, body }) => Object.assign(comment, body),
  "delete /issues/comments/{}": (forge, { comment }) => {
    forge.comments.splice(forge.comments.indexOf(comment), 1);
    return {};
  },
};

export async function startForge(kind) {
  const { base = "", paths } = JSON.parse(readFileSync(new URL(`${kind}.json`, import.meta.url), "utf8"));
  const operations = Object.entries(paths).flatMap(([template, methods]) => {
    const pattern = new RegExp(`^${base}${template.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`);
    const key = template.replace("/repos/{owner}/{repo}", "").replaceAll(/\{\w+\}/g, "{}");
    return Object.entries(methods).map(([method, operation]) => ({ method, key: `${method} ${key}`, pattern, operation }));
  });

  function answer(forge, request, text) {
    const url = new URL(request.url, SITE);
    const found = operations.find(({ method, pattern }) => method === request.method.toLowerCase() && pattern.test(url.pathname));
    if (!found) throw new Error("no such operation");
    const { key, pattern, operation } = found;
    const parts = pattern.exec(url.pathname).groups ?? {};
    const body = read(operation, parts, url, request.headers["content-type"], text);
    const me = USERS[kind][/^Bearer (.*)$/.exec(request.headers.authorization)?.[1]];
    if (!me) throw new Error(`the token ${request.headers.authorization}`);
    if (operation.path && `${parts.owner}/${parts.repo}` !== "team/game") throw new Error("another repository");
    if ((parts.pull_number ?? parts.issue_number ?? parts.index ?? "7") !== "7") return [404, {}];
    const id = parts.comment_id ?? parts.id;
    const comment = forge.comments.find((one) => String(one.id) === id);
    if (id && comment?.user !== me) throw new Error("a comment of somebody else");
    const value = ANSWERS[key](forge, { operation, parts, url, body, me, comment });
    if (typeof value === "number") return [value, {}];
    return [forge.terse ? operation.responses.at(-1) : operation.responses[0], told(operation.reads ?? {}, value)];
  }

  const forge = {
    user: (token) => USERS[kind][token],
    /** Begins anew; a test may want another state. What a request did that it may not is in `wrong`. */
    begin(state) {
      const empty = { asked: [], wrong: [], comments: [], statuses: [] };
      Object.assign(forge, empty, { head: HEAD, terse: false, refusesStatus: false }, state);
    },
    stop: () => server.close(),
  };
  const server = createServer(async (request, response) => {
    const pieces = [];
    for await (const piece of request) pieces.push(piece);
    forge.asked.push(`${request.method} ${request.url}`);
    let [status, value] = [500, {}];
    try {
      [status, value] = answer(forge, request, new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(pieces)));
    } catch (error) {
      forge.wrong.push(`${request.method} ${request.url}: ${error.message}`);
    }
    response.writeHead(status, { "content-type": "application/json" });
    response.end(status === 204 ? "" : JSON.stringify(value));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  forge.url = `http://127.0.0.1:${server.address().port}${base}`;
  forge.begin();
  return forge;
}
