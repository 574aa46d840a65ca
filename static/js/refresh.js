// A page that says something is still being computed asks again until it is there, while somebody looks at it.

// So long between two looks, in milliseconds: soon at first, where only a part of the page waits.
const PAUSE = 2000;
const FIRST = 300;

// Where what waits is in a part of its own, only that part is replaced, and each time: somebody may be typing elsewhere.
const partOf = (page) => page.querySelector("[data-waiting]")?.closest("[data-part]")?.dataset.part;

async function look() {
  if (document.hidden) return false;
  try {
    const response = await fetch(location.href);
    if (!response.ok) return false;
    // What was waited for has a page of its own.
    if (response.redirected) {
      location.replace(response.url);
      return true;
    }
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const isWaiting = page.querySelector("[data-waiting]") !== null;
    const part = partOf(document);
    if (part) {
      const [old, fresh] = [document, page].map((of) => of.querySelector(`[data-part="${part}"]`));
      if (fresh && !old.contains(document.activeElement)) old.replaceChildren(...fresh.childNodes);
      return !document.querySelector("[data-waiting]");
    }
    if (isWaiting) return false;
    document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
    return true;
  } catch {
    // The dashboard is gone for now; the next look may find it.
    return false;
  }
}

let pause = partOf(document) ? FIRST : PAUSE;

async function again() {
  if (await look()) return;
  pause = Math.min(2 * pause, PAUSE);
  setTimeout(again, pause);
}

setTimeout(again, pause);
