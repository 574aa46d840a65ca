// What the gate does once and small, the deep tier does in all forms.

import { NARROW, WIDE } from "./browser.mjs";

export const isDeep = process.env.AFFIXBOARD_TIER === "deep";

// What everything is looked at in: a width of the window and a colour scheme. In the gate each width has one scheme.
const ALL = [
  [WIDE, "light"],
  [WIDE, "dark"],
  [NARROW, "light"],
  [NARROW, "dark"],
];
const GATE = [ALL[0], ALL[3]];
export const schemesAt = (viewport) => (isDeep ? ALL : GATE).filter(([at]) => at === viewport).map(([, scheme]) => scheme);
