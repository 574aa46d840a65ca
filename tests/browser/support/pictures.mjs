// Pictures to look at: they are made where `AFFIXBOARD_PICTURES` names a folder for them.

import { mkdirSync } from "node:fs";
import path from "node:path";

const FOLDER = process.env.AFFIXBOARD_PICTURES;

export const areWanted = Boolean(FOLDER);

// Leaves a picture of the whole page, where pictures are wanted; its name says the window's width and the colours.
export async function takePicture(page, name, { width }, colorScheme) {
  if (!FOLDER) return;
  mkdirSync(FOLDER, { recursive: true });
  await page.screenshot({ path: path.join(FOLDER, `${name}-${width}-${colorScheme}.png`), fullPage: true });
}
