// Accounts, with two people: the first link, an invitation, signing in and out; with and without JavaScript.

import assert from "node:assert/strict";
import test, { after, before } from "node:test";

import { STARTER, startBoard } from "./support/board.mjs";
import { closePage, openPage, startBrowser } from "./support/browser.mjs";
import { PASSWORD, join, look as lookAt } from "./support/people.mjs";

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser?.close());

// Without JavaScript axe can't look.
const look = async (page, name, javaScriptEnabled) => javaScriptEnabled && lookAt(page, name);

for (const javaScriptEnabled of [true, false]) {
  test(`two people, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    const board = await startBoard();
    try {
      const ann = await openPage(browser, board, { javaScriptEnabled });
      // Without accounts everyone on this machine acts, and nobody is asked to sign in.
      await ann.goto(`${STARTER}/types/23`);
      assert.equal(await ann.getByRole("link", { name: "New batch" }).count(), 1);
      assert.equal(await ann.getByRole("link", { name: "Sign in" }).count(), 0);
      await ann.goto(board.join);
      await look(ann, "join-first", javaScriptEnabled);
      await join(ann, board.join, "Ann");

      await ann.getByRole("link", { name: "Ann", exact: true }).click();
      await ann.getByRole("heading", { level: 1, name: /^Ann\s+maintainer$/ }).waitFor();
      await ann.getByRole("link", { name: "People" }).click();
      await ann.getByRole("combobox", { name: "Role", exact: true }).selectOption("proposer");
      await ann.getByRole("button", { name: "Make a link" }).click();
      const link = await ann.getByRole("status").locator(".source-file").innerText();
      assert.ok(link.startsWith(`${board.url}/join/`), link);
      await look(ann, "people", javaScriptEnabled);

      const bob = await openPage(browser, board, { javaScriptEnabled });
      // A visitor reads, and is asked to sign in where that isn't enough.
      await bob.goto(`${STARTER}/types/23`);
      assert.equal(await bob.getByRole("link", { name: "New batch" }).count(), 0);
      const more = bob.locator("header summary", { hasText: "More" });
      await more.click();
      assert.equal(await bob.getByRole("link", { name: "Views", exact: true }).count(), 1);
      assert.equal(await bob.getByRole("link", { name: "Import" }).count(), 0);
      await bob.goto("/profiles/new");
      await bob.waitForURL("/sign-in?next=/profiles/new");
      await look(bob, "sign-in", javaScriptEnabled);
      await bob.goto(link);
      await look(bob, "join", javaScriptEnabled);
      await join(bob, link, "Bob");
      await bob.goto(`${STARTER}/types/23`);
      assert.equal(await bob.getByRole("link", { name: "New batch" }).count(), 1);
      await more.click();
      assert.equal(await bob.getByRole("link", { name: "Import" }).count(), 0, "that is for maintainers");

      await bob.getByRole("link", { name: "Bob", exact: true }).click();
      await bob.getByLabel("What for").fill("a script");
      await bob.getByLabel("Password", { exact: true }).fill(PASSWORD);
      await bob.getByRole("button", { name: "Make a token" }).click();
      const token = await bob.getByRole("status").locator(".source-file").innerText();
      const asked = await fetch(`${board.url}/`, { headers: { authorization: `Bearer ${token}` } });
      assert.ok((await asked.text()).includes(">Bob</a>"));
      await look(bob, "account", javaScriptEnabled);
      await bob.getByRole("button", { name: "Sign out" }).click();
      await bob.getByRole("link", { name: "Sign in" }).click();
      await bob.getByLabel("Name").fill("bob");
      await bob.getByLabel("Password").fill(PASSWORD);
      await bob.getByRole("button", { name: "Sign in" }).click();
      await bob.getByRole("link", { name: "Bob", exact: true }).waitFor();

      // Ann disables Bob, who is out at once.
      await ann.goto("/people");
      await ann.getByRole("button", { name: "Disable Bob" }).click();
      await ann.getByRole("button", { name: "Enable Bob" }).waitFor();
      await bob.goto("/");
      await bob.getByRole("link", { name: "Sign in" }).waitFor();
      await ann.goto("/acts");
      await ann.getByRole("row", { name: /Ann disabled an account Bob/ }).waitFor();
      await look(ann, "log", javaScriptEnabled);
      await closePage(bob);
      await closePage(ann);
    } finally {
      await board.stop();
    }
  });
}
