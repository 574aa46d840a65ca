// A page that says something is still being computed asks again until it is there, while somebody looks at it.

// So long between two looks, in milliseconds.
const PAUSE = 2000;

async function look() {
  if (document.hidden) return false;
  try {
    const response = await fetch(location.href);
    if (!response.ok) return false;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    if (page.querySelector("[data-waiting]")) return false;
    document.querySelector("main").replaceChildren(...page.querySelector("main").childNodes);
    return true;
  } catch {
    // The dashboard is gone for now; the next look may find it.
    return false;
  }
}

const timer = setInterval(async () => {
  if (await look()) clearInterval(timer);
}, PAUSE);
