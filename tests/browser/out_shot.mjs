import { chromium } from "playwright-core";
const [out, ...specs] = process.argv.slice(2);
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
for (const spec of specs) {
  const [name, path, act] = spec.split("|");
  for (const [w, h] of [[1280, 900], [390, 844]]) for (const scheme of ["light", "dark"]) {
    if (w === 390 && scheme === "dark") continue;
    const c = await b.newContext({ viewport: { width: w, height: h }, colorScheme: scheme });
    const p = await c.newPage();
    p.on("pageerror", (e) => console.log(name, "PAGEERROR", e.message));
    p.on("console", (m) => m.type() === "error" && console.log(name, "CONSOLE", m.text()));
    await p.goto("http://127.0.0.1:8399" + path);
    await p.waitForTimeout(act === "wait" ? 9000 : 600);
    if (act?.startsWith("click:")) { await p.locator(act.slice(6)).first().click(); await p.waitForTimeout(2500); }
    const y = await p.evaluate(() => document.querySelector(".sheet tbody tr:not(.group) td:not(.lead)")?.getBoundingClientRect().y);
    const wide = await p.evaluate(() => [document.documentElement.scrollWidth, document.querySelector(".sheet")?.scrollWidth, document.querySelector(".sheet")?.clientWidth]);
    console.log(name, w, scheme, "first row y", Math.round(y), "widths", wide.join("/"));
    await p.screenshot({ path: `${out}/${name}-${w}-${scheme}.png` });
    await c.close();
  }
}
await b.close();
