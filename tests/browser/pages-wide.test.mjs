// Every page in a wide window, with all rules of axe.

import { WIDE } from "./support/browser.mjs";
import { testPages } from "./support/pages.mjs";

testPages(WIDE);
