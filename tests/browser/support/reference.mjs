// The original games' own files, where they are beside the project.

import { existsSync } from "node:fs";
import path from "node:path";

import { ROOT } from "./board.mjs";

const FOLDER = process.env.AFFIXBOARD_REFERENCE ?? path.join(ROOT, "../shared/reference");

// The folder of edit files, or nothing; then it says loudly what is left out.
export function editFiles(system) {
  const folder = path.join(FOLDER, system);
  if (existsSync(folder)) return folder;
  console.error(`\n*** skipped: no reference data for ${system} (set AFFIXBOARD_REFERENCE to the folder) ***\n`);
  return undefined;
}
