// A chapter of the guide as it is written in Markdown: its steps, which are the sentences of numbered lists, and its pictures.

import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";

import { ROOT } from "./board.mjs";
import { OPENINGS } from "./guide-steps.mjs";

export const GUIDE = path.join(ROOT, "docs/guide");

// A span of a sentence stands as `B` (bold: a name that the page has) or `C` (code: what is typed, paths, files) in its pattern.
const SPAN = /\*\*(.+?)\*\*|`(.+?)`/g;
const MARK = { B: "\u0001B", C: "\u0001C" };

const INSTRUCTION = new RegExp(`^ *(?:\\* )?(?:${OPENINGS.join("|")}) `);

// The chapters in the order in which the table of contents links them.
export function chapters() {
  const contents = readFileSync(path.join(GUIDE, "README.md"), "utf8");
  const linked = [...contents.matchAll(/^\d+\. .*?\]\(([a-z-]+\.md)\)/gm)].map(([, name]) => name);
  return linked.map((name) => ({ name, parts: partsOf(readFileSync(path.join(GUIDE, name), "utf8"), name) }));
}

// Every file of the guide as it is written.
export const texts = () =>
  readdirSync(GUIDE).filter((name) => name.endsWith(".md")).map((name) => [name, readFileSync(path.join(GUIDE, name), "utf8")]);

// Steps and pictures in their order, each with the line it begins in.
export function partsOf(text, name) {
  const lines = text.split("\n");
  const parts = [];
  let number = 0;
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at];
    const fail = (why) => {
      throw new Error(`docs/guide/${name}:${at + 1}: ${why}`);
    };
    if (line.startsWith("```")) {
      while (lines[++at] !== undefined && !lines[at].trimStart().startsWith("```"));
      continue;
    }
    if (/^#+ /.test(line)) number = 0;
    const item = /^(\d+)\. (.*)$/.exec(line);
    if (item) {
      if (Number(item[1]) !== number + 1) fail(`step ${item[1]} comes after step ${number}`);
      number += 1;
      const begun = at + 1;
      let written = item[2];
      while (/^ {3}\S/.test(lines[at + 1] ?? "")) written += ` ${lines[++at].trim()}`;
      for (const sentence of sentences(written)) parts.push({ ...sentence, line: begun });
      continue;
    }
    if (INSTRUCTION.test(line)) fail("what is to be done stands in a numbered list");
    const picture = /^ *<img src="pictures\/([a-z-]+)-light\.png" width="(\d+)" alt="([^"]+)">$/.exec(line);
    if (picture) {
      parts.push({ picture: picture[1], line: at + 1 });
    } else if (/<img|!\[/.test(line)) {
      fail("a picture that isn't written as the others are");
    }
  }
  return parts;
}

// A step's sentences: how each is written, its pattern, and what stands in its spans.
function sentences(written) {
  const spans = [];
  const marked = written.replace(SPAN, (_, bold, code) => {
    spans.push(bold ?? code);
    return bold === undefined ? MARK.C : MARK.B;
  });
  const found = [];
  let used = 0;
  for (const sentence of marked.split(/(?<=\.) /)) {
    const count = (sentence.match(/\u0001/g) ?? []).length;
    const own = spans.slice(used, used + count);
    used += count;
    let next = 0;
    const text = sentence.replace(/\u0001([BC])/g, (_, kind) => (kind === "B" ? `**${own[next++]}**` : `\`${own[next++]}\``));
    found.push({ text, pattern: sentence.replaceAll("\u0001", ""), spans: own });
  }
  return found;
}
