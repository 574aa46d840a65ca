// Chromium, and pages that remember what went wrong on them.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";

import { chromium } from "playwright-core";

import { answered, countWork } from "./settled.mjs";
import { worker } from "./worker.mjs";

// How long a test waits for a page, in milliseconds: tests are no stopwatches, and a busy machine may need long for large sheets.
export const PATIENCE = 180_000;

export const WIDE = { width: 1280, height: 800 };
export const NARROW = { width: 390, height: 844 };

// The one without windows takes a third of the time.
const PROGRAMS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];

const OPTIONS = {
  executablePath: process.env.AFFIXBOARD_CHROMIUM ?? PROGRAMS.find(existsSync),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ],
};

// A browser that other processes connect to.
export const startBrowserServer = () => chromium.launchServer({ ...OPTIONS, handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false });

// The worker's browser, of which closing closes the pages of this process only; a new one where there are no workers.
export async function startBrowser() {
  const lent = await worker();
  return lent ? chromium.connect(lent.browser) : chromium.launch(OPTIONS);
}

// A page of its own context. `page.troubles` has every console error, exception and failed request so far.
export async function openPage(browser, board, options = {}) {
  const context = await browser.newContext({ baseURL: board.url, viewport: WIDE, ...options });
  context.setDefaultTimeout(PATIENCE);
  if (options.javaScriptEnabled !== false) await countWork(context);
  const page = await context.newPage();
  page.troubles = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) {
      page.troubles.push(`console ${message.type()} on ${page.url()}: ${message.text()}`);
    }
  });
  page.on("pageerror", (error) => page.troubles.push(`exception on ${page.url()}: ${error}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText;
    // A download, or an image or stream that a new page made superfluous, is no failure.
    if (reason !== "net::ERR_ABORTED") page.troubles.push(`${request.url()}: ${reason}`);
  });
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== board.url) {
      page.troubles.push(`a request to another host: ${url}`);
    }
  });
  // A sheet changes its address first and itself when the answer is there.
  const waitForAddress = page.waitForURL.bind(page);
  page.waitForURL = async (...address) => {
    await waitForAddress(...address);
    await answered(page);
  };
  return page;
}

export async function closePage(page) {
  await page.context().close();
  assert.deepEqual(page.troubles, []);
}

// How far the page is wider than the window.
export function overflow(page) {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
