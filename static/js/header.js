// The header of every page: its menus close when one goes elsewhere, and its links to other revisions keep what one chose on the
// page. Without it they work, too: a menu closes with a second click.

import "./find.js";

const header = document.querySelector("header.top");

document.addEventListener("click", (event) => {
  for (const menu of header.querySelectorAll("details[open]")) if (!menu.contains(event.target)) menu.open = false;
});
header.addEventListener("keydown", (event) => {
  const menu = event.key === "Escape" && event.target.closest("details[open]");
  if (!menu) return;
  menu.open = false;
  menu.querySelector("summary").focus();
});

// Who signs in comes back to the page as it is then.
const signIn = header.querySelector('a.who[href$="sign-in"]');
signIn?.addEventListener("click", () => {
  const address = new URL(signIn.href);
  // Without the path that all of the dashboard is under.
  const page = location.pathname.slice(address.pathname.lastIndexOf("/"));
  if (/^\/(?:sign-in|join)\b/.test(page)) return;
  address.search = new URLSearchParams({ next: page + location.search });
  signIn.href = address.href;
});

// What comes before the page of a revision in its address.
const REVISION = /^.*\beditions\/[^/]+\/revisions\/\d+/;

// Sheets change their address in place; the server knew the one that the page came with.
function lead(link) {
  const address = new URL(link.href);
  address.pathname = REVISION.exec(address.pathname)[0] + location.pathname.replace(REVISION, "");
  address.search = location.search;
  address.searchParams.set("switched", "on");
  link.href = address.href;
}

for (const link of header.querySelectorAll("a[data-same-page]")) {
  for (const about of ["pointerdown", "focus"]) link.addEventListener(about, () => lead(link));
}
