// Providers by which people sign in, on this machine: a whole one, and one that says what a test wants.

import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";

export const CLIENT = { id: "affixboard", secret: "a secret of the test" };

// A port that nobody uses at this moment.
export async function freePort() {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

// A certified provider, at which every name is somebody and every password is right.
export async function startProvider(board, port) {
  const { Provider } = await import("oidc-provider");
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [`${board}/sign-in/callback`] }],
    claims: { profile: ["preferred_username"] },
    cookies: { keys: ["a key of the test"] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, preferred_username: sub }) }),
  });
  const server = http.createServer(provider.callback()).listen(port, "127.0.0.1");
  await once(server, "listening");
  return { issuer, stop: () => stop(server) };
}

async function stop(server) {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

const encoded = (object) => Buffer.from(JSON.stringify(object)).toString("base64url");

// One that answers every code with a token that `change` has changed: its header, its claims and the key that signs it.
export async function startFalseProvider() {
  const keys = [1, 2].map(() => generateKeyPairSync("rsa", { modulusLength: 2048 }));
  const fake = { change: (token) => token, nonce: "", challenge: "", codes: 0 };
  const server = http.createServer(async (request, response) => {
    const send = (status, object) => response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(object));
    const { pathname } = new URL(request.url, fake.issuer);
    if (pathname === "/.well-known/openid-configuration") {
      return send(200, {
        issuer: fake.issuer,
        authorization_endpoint: `${fake.issuer}/auth`,
        token_endpoint: `${fake.issuer}/token`,
        jwks_uri: `${fake.issuer}/keys`,
        response_types_supported: ["code"],
        subject_types_supported: ["public"],
        id_token_signing_alg_values_supported: ["RS256"],
      });
    }
    if (pathname === "/keys") {
      return send(200, { keys: [{ ...keys[0].publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }] });
    }
    let text = "";
    for await (const chunk of request) text += chunk;
    const body = new URLSearchParams(text);
    const who = `Basic ${Buffer.from(`${CLIENT.id}:${encodeURIComponent(CLIENT.secret).replaceAll("%20", "+")}`).toString("base64")}`;
    const challenge = createHash("sha256").update(body.get("code_verifier") ?? "").digest("base64url");
    if (request.headers.authorization !== who || challenge !== fake.challenge || body.get("code") !== "a code") {
      return send(400, { error: "invalid_grant" });
    }
    fake.codes += 1;
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: fake.issuer, sub: "7", aud: CLIENT.id, iat: now, exp: now + 60, nonce: fake.nonce, preferred_username: "eve" };
    const token = fake.change({ header: { alg: "RS256", kid: "one" }, claims, key: 0 });
    const signed = `${encoded(token.header)}.${encoded(token.claims)}`;
    const signature = token.header.alg === "none" ? "" : sign("sha256", Buffer.from(signed), keys[token.key].privateKey).toString("base64url");
    return send(200, { access_token: "x", token_type: "Bearer", expires_in: 60, id_token: `${signed}.${signature}` });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  fake.issuer = `http://127.0.0.1:${server.address().port}`;
  fake.stop = () => stop(server);
  return fake;
}
