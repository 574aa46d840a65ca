// The one place that waits for pages. A page says by itself what it is about: its requests and their answers, the streams it
// listens to, what it will do after a rest, and what moves on it. A script that comes before those of the page counts these.
//
// *Answered* is a page that has all it asked for. *Settled* is one that also has nothing more to come: no stream is open, and
// nothing will look again whether something is computed.

import { setTimeout as pause } from "node:timers/promises";

// The pages whose work is counted: those without JavaScript have none.
const counted = new WeakSet();

// Counts what every page of a context does.
export async function countWork(context) {
  context.on("page", (page) => {
    counted.add(page);
    // For the page a download begins like leaving it.
    page.on("download", () => page.evaluate(() => (globalThis.work.isLeaving = false)).catch(() => {}));
  });
  await context.addInitScript(count);
}

// Waits until nothing more comes by itself.
export const settled = (page) => quiet(page, { streams: true });

// Waits until what was asked for is there; what comes by itself, as a running batch's progress does, may go on.
export const answered = (page) => quiet(page, { streams: false });

// Clicks on what no answer replaces any longer, and waits for what comes of it.
export async function click(target) {
  const page = target.page();
  await settled(page);
  await target.click();
  await answered(page);
}

// The next moment of a page, for who looks at it again and again. One that is left meanwhile has had it.
export const moment = (page) => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve))).catch(() => {});

// Asks again and again for what no page announces.
export async function until(isSo) {
  while (!(await isSo())) await pause(1000);
}

let turns = 0;
async function quiet(page, { streams }) {
  await page.waitForLoadState("load");
  if (!counted.has(page)) return;
  turns += 1;
  await page.waitForFunction(({ turn, streams }) => globalThis.work?.isQuiet(turn, streams), { turn: turns, streams });
}

// Holds the answers to some requests of a page back until it is called, and says then how many came.
export async function hold(page, address) {
  let letGo;
  let count = 0;
  const held = new Promise((resolve) => (letGo = resolve));
  await page.route(address, async (route) => {
    count += 1;
    await held;
    await route.continue();
  });
  return { letGo, count: () => count };
}

// Runs in each page before anything else.
function count() {
  if (globalThis.work) return;
  // What is looked for again: by pages that wait, by the effect of a draft, by a panel. Where a timer is set tells that.
  const LOOKS = /\/refresh[^/]*\.js|\bat wait \(|\bat fill \(/;
  // So many pictures of the screen in a row a page must be quiet for: what comes into view by one may ask for more in the next.
  const FRAMES = 3;
  const { setTimeout, clearTimeout, fetch, EventSource } = globalThis;
  const timers = new Map();
  const sources = [];
  let answers = 0;
  let turn;
  let frames;

  // Who waits for the promise goes on before it is counted as done.
  const during = (promise) => {
    answers += 1;
    const done = () => setTimeout.call(globalThis, () => (answers -= 1));
    promise.then(done, done);
    return promise;
  };
  globalThis.fetch = (...request) => during(fetch.apply(globalThis, request));
  for (const part of ["text", "json", "blob", "arrayBuffer"]) {
    const whole = Response.prototype[part];
    Response.prototype[part] = function () {
      return during(whole.call(this));
    };
  }
  globalThis.EventSource = class extends EventSource {
    constructor(...source) {
      super(...source);
      sources.push(this);
    }
  };
  globalThis.setTimeout = (act, pause, ...more) => {
    const timer = setTimeout.call(
      globalThis,
      () => {
        timers.delete(timer);
        act(...more);
      },
      pause,
    );
    timers.set(timer, LOOKS.test(new Error().stack));
    return timer;
  };
  globalThis.clearTimeout = (timer) => {
    timers.delete(timer);
    clearTimeout.call(globalThis, timer);
  };

  const isInView = (image) => {
    const { top, bottom, left, right } = image.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  };
  const isMissing = (image) => !image.complete && (image.loading !== "lazy" || isInView(image));
  const isAtWork = (streams) =>
    document.readyState !== "complete" ||
    work.isLeaving ||
    answers > 0 ||
    [...timers.values()].some((looks) => streams || !looks) ||
    (streams && sources.some((source) => source.readyState !== EventSource.CLOSED)) ||
    document.querySelector('main[aria-busy="true"]') !== null ||
    [...document.images].some(isMissing) ||
    document.getAnimations().some((animation) => animation.playState === "running");

  const work = {
    isLeaving: false,
    // Who waits has a number of its own, and begins anew.
    isQuiet(asking, streams) {
      if (turn !== asking) [turn, frames] = [asking, 0];
      frames = isAtWork(streams) ? 0 : frames + 1;
      return frames >= FRAMES;
    },
    // What is still under way, for who wonders.
    told: () => ({ answers, timers: timers.size, sources: sources.map(({ url, readyState }) => [url, readyState]), isLeaving: work.isLeaving }),
  };
  globalThis.work = work;
  globalThis.navigation?.addEventListener("navigate", ({ destination, hashChange, downloadRequest }) => {
    if (!destination.sameDocument && !hashChange && downloadRequest === null) work.isLeaving = true;
  });
  globalThis.navigation?.addEventListener("navigateerror", () => (work.isLeaving = false));
}
