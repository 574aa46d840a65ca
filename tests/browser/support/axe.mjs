// What axe finds against WCAG 2.2 AA.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { isDeep } from "./tier.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WCAG = { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"] };
const CONTRAST = "color-contrast";
// Rows and columns of a table are alike: in the gate the first ones stand for all, or axe takes most of the time.
const LIMITS = isDeep ? { rows: 1e6, columns: 1e6 } : { rows: 14, columns: 26 };
const LAYOUT = ["target-size", "scrollable-region-focusable"];

// All rules.
export const violations = (page) => found(page, WCAG);

// The rule that depends on colours only: once all rules were asked, this is what another colour scheme can break.
export const contrastViolations = (page) => found(page, { type: "rule", values: [CONTRAST] });

// The rules that depend on the width of the window: nothing is hidden in a narrow one, but things come nearer to each other.
export const layoutViolations = (page) => found(page, { type: "rule", values: LAYOUT });

// Both of these.
export const appearanceViolations = (page) => found(page, { type: "rule", values: [...LAYOUT, CONTRAST] });

async function found(page, runOnly) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const { passes, violations } = await page.evaluate(
    async ({ runOnly, limits }) => {
      // What is left out is put back. Large sheets would fetch their parts if they were shorter.
      const rows = document.querySelector("tbody.rest") ? [] : [...document.querySelectorAll("table tr")];
      const others = rows.filter((row) => row.rowIndex >= limits.rows);
      const cells = rows.flatMap((row) => (row.rowIndex < limits.rows ? [...row.cells].slice(limits.columns) : []));
      const places = [...others, ...cells].map((element) => [element, document.createComment("")]);
      for (const [element, place] of places) element.replaceWith(place);
      try {
        // Of rules that pass one node is enough, and of frames there are none.
        const { passes, violations } = await globalThis.axe.run(document, { runOnly, resultTypes: ["violations"], iframes: false, preload: false });
        return { passes: passes.map(({ id }) => id), violations };
      } finally {
        for (const [element, place] of places) place.replaceWith(element);
      }
    },
    { runOnly, limits: LIMITS },
  );
  assert.ok(passes.includes(runOnly.values === LAYOUT ? LAYOUT[0] : CONTRAST), "axe looked at nothing");
  return violations.flatMap((violation) =>
    violation.nodes.slice(0, 3).map((node) => `${violation.id}: ${node.html.slice(0, 200)} ${node.failureSummary}`),
  );
}
