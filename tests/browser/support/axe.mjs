// What axe finds against WCAG 2.2 AA.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"];

export async function violations(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(
    (values) => globalThis.axe.run(document, { runOnly: { type: "tag", values }, resultTypes: ["violations", "passes"] }),
    RULES,
  );
  assert.ok(found.passes.some((rule) => rule.id === "color-contrast"), "axe looked at nothing");
  return found.violations.flatMap((violation) =>
    violation.nodes.slice(0, 3).map((node) => `${violation.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}
