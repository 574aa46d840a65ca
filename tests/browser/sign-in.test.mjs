// A second factor, and signing in by a provider: a whole one, one that says wrong things, and one that is down.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import path from "node:path";
import test, { after, before } from "node:test";

import { startBoard, temporaryFolder } from "./support/board.mjs";
import { closePage, openPage, startBrowser } from "./support/browser.mjs";
import { PASSWORD, join, look } from "./support/people.mjs";
import { CLIENT, freePort, startFalseProvider, startProvider } from "./support/provider.mjs";
import { answered, until } from "./support/settled.mjs";
import { code, roomInHalfMinute } from "./support/totp.mjs";

let browser;
before(async () => {
  browser = await startBrowser();
});
after(() => browser?.close());

const signIn = async (page, name) => {
  await page.goto("/sign-in");
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
};
const isSignedIn = (page, name) => page.getByRole("link", { name, exact: true }).waitFor();
// What a page refuses the browser tells as an error, and requests to the provider are to another host.
const expectTroubles = (page, pattern) => {
  page.troubles = page.troubles.filter((trouble) => !pattern.test(trouble));
};

test("a second factor, from setting it up to a lost phone", async () => {
  const board = await startBoard(["--second-factor", "required"]);
  try {
    const ann = await openPage(browser, board);
    await ann.goto(board.join);
    await ann.getByLabel("Name").fill("Ann");
    await ann.getByLabel("Password").fill(PASSWORD);
    await ann.getByLabel("Again").fill(PASSWORD);
    await ann.getByRole("button", { name: "Make the account" }).click();
    // Nothing else goes before it.
    await ann.waitForURL("/account/second-factor");
    await ann.goto("/people");
    await ann.waitForURL("/account/second-factor");
    await look(ann, "second-factor");
    const secret = await ann.locator("code.secret").innerText();
    const picture = await ann.locator("svg.qr").boundingBox();
    assert.ok(picture.width > 150 && Math.abs(picture.width - picture.height) < 1, "a square for a camera");
    await ann.getByLabel("Code", { exact: true }).fill("000000");
    await ann.getByLabel("Password").fill(PASSWORD);
    await ann.getByRole("button", { name: "Set it up" }).click();
    await ann.getByRole("alert").waitFor();
    assert.equal(await ann.locator("code.secret").innerText(), secret);
    await roomInHalfMinute();
    await ann.getByLabel("Code", { exact: true }).fill(code(secret, -1));
    await ann.getByLabel("Password").fill(PASSWORD);
    await ann.getByRole("button", { name: "Set it up" }).click();
    const codes = await ann.locator(".codes code").allInnerTexts();
    assert.equal(codes.length, 10);
    await look(ann, "recovery-codes");
    await ann.goto("/account");
    await look(ann, "account-second-factor");
    await ann.getByRole("button", { name: "Sign out" }).click();

    await signIn(ann, "Ann");
    await ann.waitForURL("/sign-in/code");
    await look(ann, "sign-in-code");
    // Half signed in is not signed in.
    await ann.goto("/account");
    await ann.waitForURL(/\/sign-in\?/);
    await ann.goto("/sign-in/code");
    for (const tries of ["4 tries are", "3 tries are", "2 tries are", "1 try is"]) {
      await ann.getByLabel("Code", { exact: true }).fill("12345");
      await ann.getByRole("button", { name: "Sign in" }).click();
      await ann.getByRole("alert").getByText(`${tries} left`).waitFor();
    }
    await ann.getByLabel("Code", { exact: true }).fill("12345");
    await ann.getByRole("button", { name: "Sign in" }).click();
    await ann.getByText("Too many wrong codes. Sign in again.").waitFor();
    await signIn(ann, "Ann");
    await ann.getByLabel("Code", { exact: true }).fill(code(secret, 1));
    await ann.getByRole("button", { name: "Sign in" }).click();
    await isSignedIn(ann, "Ann");
    await ann.goto("/account");
    await ann.getByRole("button", { name: "Sign out" }).click();

    // Without the phone; a code is good once.
    for (const isGood of [true, false]) {
      await signIn(ann, "Ann");
      await ann.getByLabel("Code", { exact: true }).fill(codes[3].toUpperCase());
      await ann.getByRole("button", { name: "Sign in" }).click();
      if (isGood) {
        await isSignedIn(ann, "Ann");
        await ann.goto("/account/second-factor");
        await ann.getByText("9 of 10 recovery codes are left").waitFor();
        await look(ann, "second-factor-there");
        await ann.goto("/people");
        await look(ann, "people-second-factor");
        await ann.goto("/account");
        await ann.getByRole("button", { name: "Sign out" }).click();
      } else {
        await ann.getByRole("alert").getByText("isn’t good, or was used already").waitFor();
      }
    }
    expectTroubles(ann, /status of 422/);
    await closePage(ann);
  } finally {
    await board.stop();
  }
});

// Both know the other's address before they are there. The dashboard may be under a path of its host.
async function startBoth(flags, base = "") {
  const [own, other] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${own}`;
  const file = path.join(temporaryFolder(), "secret");
  writeFileSync(file, `${CLIENT.secret}\n`);
  const oidc = ["--oidc-issuer", `http://127.0.0.1:${other}`, "--oidc-client-id", CLIENT.id, "--oidc-client-secret-file", file];
  const board = await startBoard([...oidc, "--oidc-label", "Testers’ Guild", "--public-url", url, ...(base ? ["--base-path", base] : []), ...flags], `127.0.0.1:${own}`);
  return { board, start: () => startProvider(`${url}${base}`, other) };
}

// Signs in at the provider, as whoever it may be.
async function signInThere(page, login) {
  await page.locator("input[name=login]").fill(login);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Continue" }).click();
}

test("somebody comes by a provider, with and without an account", async () => {
  for (const newcomers of ["none", "proposer"]) {
    const { board, start } = await startBoth(["--newcomers", newcomers]);
    let provider;
    try {
      const ann = await openPage(browser, board);
      await join(ann, board.join, "Ann");

      const bob = await openPage(browser, board);
      if (newcomers === "none") {
        // The provider is down: the dashboard is not, and says so. It isn't asked again at once when it is back.
        await bob.goto("/sign-in");
        await look(bob, "sign-in-by");
        const isDown = async () => {
          await bob.goto("/sign-in");
          await bob.getByRole("link", { name: "Sign in with Testers’ Guild" }).click();
          await answered(bob);
          return (await bob.getByText("Testers’ Guild can’t be reached at this moment.").count()) === 1;
        };
        assert.ok(await isDown());
        await look(bob, "sign-in-down");
        provider = await start();
        await until(async () => !(await isDown()));
      } else {
        provider = await start();
      }

      await bob.goto("/sign-in?next=/batches");
      await bob.getByRole("link", { name: "Sign in with Testers’ Guild" }).click();
      await signInThere(bob, "bob");
      if (newcomers === "none") {
        await bob.getByText("Testers’ Guild says that you are bob, who has no account here.").waitFor();
        await look(bob, "sign-in-unknown");
        // By an invitation, without a password.
        await ann.goto("/people");
        await ann.getByRole("combobox", { name: "Role", exact: true }).selectOption("reviewer");
        await ann.getByRole("button", { name: "Make a link" }).click();
        const link = await ann.getByRole("status").locator(".source-file").innerText();
        await bob.goto(link);
        await look(bob, "join-by");
        await bob.getByRole("link", { name: "Join with Testers’ Guild" }).click();
        await isSignedIn(bob, "bob");
      } else {
        await bob.waitForURL("/batches");
      }
      await bob.goto("/account");
      const role = newcomers === "none" ? "reviewer" : "proposer";
      await bob.getByRole("heading", { level: 1, name: new RegExp(`^bob\\s+${role}$`) }).waitFor();
      await look(bob, "account-by");
      await bob.getByRole("button", { name: "Disconnect bob of Testers’ Guild" }).click();
      await bob.getByText("this account has no password, so its last sign-in stays").waitFor();
      await bob.goto("/account");
      await bob.getByRole("button", { name: "Sign out" }).click();
      await bob.goto("/sign-in");
      await bob.getByRole("link", { name: "Sign in with Testers’ Guild" }).click();
      await isSignedIn(bob, "bob");

      // Ann connects her account with who she is there, and comes in by it.
      await ann.goto("/account");
      await ann.getByRole("link", { name: "Connect with Testers’ Guild" }).click();
      await signInThere(ann, "ann-there");
      await look(ann, "connect");
      await ann.getByLabel("Password").fill("wrong horse battery");
      await ann.getByRole("button", { name: "Connect" }).click();
      await ann.getByText("That isn’t the password you have now.").waitFor();
      await ann.getByLabel("Password").fill(PASSWORD);
      await ann.getByRole("button", { name: "Connect" }).click();
      await ann.getByRole("button", { name: "Disconnect ann-there of Testers’ Guild" }).waitFor();
      await ann.getByRole("button", { name: "Sign out" }).click();
      await ann.goto("/sign-in");
      await ann.getByRole("link", { name: "Sign in with Testers’ Guild" }).click();
      await isSignedIn(ann, "Ann");

      // Disabled is disabled.
      await ann.goto("/people");
      await ann.getByRole("button", { name: "Disable bob" }).click();
      await ann.getByRole("button", { name: "Enable bob" }).waitFor();
      await bob.goto("/sign-in");
      await bob.getByRole("link", { name: "Sign in with Testers’ Guild" }).click();
      await bob.getByText("Your account is disabled.").waitFor();

      for (const page of [ann, bob]) {
        expectTroubles(page, /another host: http:\/\/127|css\?family=|status of (403|409|422|503)|127\.0\.0\.1:\d+\/(interaction|auth|favicon)/);
        await closePage(page);
      }
    } finally {
      await provider?.stop();
      await board.stop();
    }
  }
});

test("a provider leads back to a dashboard under a path of its host", async () => {
  const { board, start } = await startBoth(["--newcomers", "reader"], "/drops");
  const provider = await start();
  try {
    const [ann, bob] = [await openPage(browser, board), await openPage(browser, board)];
    await join(ann, `/drops${board.join}`, "Ann");
    await bob.goto("/drops/compare?show=both");
    await bob.getByRole("link", { name: "Sign in", exact: true }).click();
    await bob.getByRole("link", { name: "Sign in with Testers’ Guild" }).click();
    await signInThere(bob, "bob");
    await bob.waitForURL("/drops/compare?show=both");
    await isSignedIn(bob, "bob");
    await bob.getByRole("link", { name: "bob", exact: true }).click();
    await bob.getByRole("button", { name: "Sign out" }).click();
    // Who has to sign in first is led on, too.
    await bob.goto("/drops/account");
    await bob.getByRole("link", { name: "Sign in with Testers’ Guild" }).click();
    await bob.waitForURL("/drops/account");
    const cookies = (await bob.context().cookies(board.url)).filter(({ name }) => name.includes("affixboard"));
    assert.ok(cookies.length > 0 && cookies.every((cookie) => cookie.path === "/drops"), JSON.stringify(cookies));
    for (const page of [ann, bob]) {
      expectTroubles(page, /another host|css\?family=|127\.0\.0\.1:\d+\/(interaction|auth|favicon)/);
      await closePage(page);
    }
  } finally {
    await provider.stop();
    await board.stop();
  }
});

test("what a provider says is taken only where it is meant for this sign-in", async () => {
  const fake = await startFalseProvider();
  const file = path.join(temporaryFolder(), "secret");
  writeFileSync(file, CLIENT.secret);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = ["--oidc-issuer", fake.issuer, "--oidc-client-id", CLIENT.id, "--oidc-client-secret-file", file, "--public-url", url, "--trusted-proxy", "127.0.0.1"];
  const board = await startBoard([...flags, "--newcomers", "reader"], `127.0.0.1:${port}`);
  // Each from an address of its own: those of one are limited.
  let asked = 0;
  const ask = (address, cookie = "") => {
    const from = { "x-forwarded-for": `192.0.2.${(asked += 1)}` };
    return fetch(new URL(address, url), { redirect: "manual", headers: { cookie, ...from } });
  };
  const begin = async (query = "") => {
    const answer = await ask(`/sign-in/with${query}`);
    assert.equal(answer.status, 303, await answer.text());
    const sent = new URL(answer.headers.get("location"));
    assert.equal(sent.origin + sent.pathname, `${fake.issuer}/auth`);
    const { state, nonce, code_challenge: challenge, ...rest } = Object.fromEntries(sent.searchParams);
    assert.deepEqual(rest, {
      response_type: "code",
      client_id: CLIENT.id,
      redirect_uri: `${url}/sign-in/callback`,
      scope: "openid profile",
      code_challenge_method: "S256",
    });
    Object.assign(fake, { nonce, challenge });
    return { state, cookie: answer.headers.get("set-cookie").split(";")[0] };
  };
  const back = ({ state, cookie }, code = "a code", more = "") => ask(`/sign-in/callback?code=${encodeURIComponent(code)}&state=${state}${more}`, cookie);
  try {
    const first = await fetch(new URL(board.join, url), {
      method: "POST",
      body: new URLSearchParams({ name: "Ann", password: PASSWORD, again: PASSWORD }),
      redirect: "manual",
    });
    assert.equal(first.status, 303);

    const hour = 3600;
    const wrong = [
      ["another sign-in's nonce", (token) => ({ ...token, claims: { ...token.claims, nonce: "other" } })],
      ["no nonce", ({ claims: { nonce: _, ...claims }, ...token }) => ({ ...token, claims })],
      ["another client", (token) => ({ ...token, claims: { ...token.claims, aud: "another" } })],
      ["one more client", (token) => ({ ...token, claims: { ...token.claims, aud: [CLIENT.id, "another"] } })],
      ["another issuer", (token) => ({ ...token, claims: { ...token.claims, iss: "http://127.0.0.1:1" } })],
      ["a time that is over", (token) => ({ ...token, claims: { ...token.claims, exp: token.claims.exp - hour } })],
      ["another key", (token) => ({ ...token, key: 1 })],
      ["no signature", (token) => ({ ...token, header: { alg: "none" } })],
      ["a shared key", (token) => ({ ...token, header: { alg: "HS256" } })],
    ];
    for (const [what, change] of wrong) {
      fake.change = change;
      const sent = await begin();
      const before = fake.codes;
      const answer = await back(sent);
      const text = await answer.text();
      assert.equal(answer.status, 403, `${what}: ${text}`);
      assert.ok(text.includes("isn’t good for this sign-in") && !answer.headers.get("set-cookie"), what);
      assert.equal(fake.codes, before + 1, `${what}: the code was taken, the token not`);
    }
    fake.change = (token) => token;

    // Another state, none, another browser's, and a code that the provider doesn't know.
    for (const [change, status] of [
      [(sent) => back({ ...sent, state: "other" }), 400],
      [(sent) => back({ ...sent, state: "" }), 400],
      [(sent) => back({ ...sent, cookie: "" }), 400],
      [async (sent) => back({ state: sent.state, cookie: (await begin()).cookie }), 400],
      [(sent) => back(sent, "another code"), 403],
      [(sent) => back(sent, "a code", "&iss=http://127.0.0.1:1"), 403],
      [(sent) => ask(`/sign-in/callback?error=access_denied&state=${sent.state}`, sent.cookie), 403],
    ]) {
      const answer = await change(await begin());
      assert.equal(answer.status, status, await answer.text());
      assert.equal(answer.headers.get("set-cookie"), null);
    }
    // What was begun with another's verifier.
    const sent = await begin();
    fake.challenge = "another";
    assert.equal((await back(sent)).status, 403);

    // All is right: once, and to nowhere else.
    for (const [next, expected] of [["/batches", "/batches"], ["//evil.example", "/"], ["https://evil.example", "/"], ["", "/"]]) {
      const sent = await begin(`?next=${encodeURIComponent(next)}`);
      const answer = await back(sent, "a code", `&iss=${encodeURIComponent(fake.issuer)}`);
      assert.equal(answer.status, 303, await answer.text());
      assert.equal(answer.headers.get("location"), expected);
      const session = answer.headers.getSetCookie().find((cookie) => cookie.startsWith("affixboard_session="));
      const page = await (await ask("/", session.split(";")[0])).text();
      assert.ok(page.includes('title="Your account">eve</a>'), "the same account each time");
      assert.equal((await back(sent)).status, 400, "a second time");
    }
  } finally {
    await board.stop();
    await fake.stop();
  }
});

test("without settings there is none of it", async () => {
  const board = await startBoard();
  try {
    const ann = await openPage(browser, board);
    await join(ann, board.join, "Ann");
    for (const page of ["/account", "/people", "/sign-in"]) {
      await ann.goto(page);
      assert.doesNotMatch(await ann.locator("main").innerText(), /second factor|Signing in by|Sign in with|Connect/);
    }
    for (const page of ["/account/second-factor", "/sign-in/code", "/sign-in/with", "/sign-in/callback?code=x&state=y", "/account/sign-ins/connect"]) {
      assert.equal((await ann.goto(page)).status(), 404, page);
    }
    expectTroubles(ann, /status of 404/);
    await closePage(ann);
  } finally {
    await board.stop();
  }
});
