import { chromium } from "playwright-core";
const b = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const [, , url, out, width = "1280", scheme = "light"] = process.argv;
const p = await b.newPage({ viewport: { width: +width, height: 900 }, colorScheme: scheme });
await p.goto("http://127.0.0.1:8399" + url, { waitUntil: "networkidle" });
console.log(await p.evaluate(() => [document.documentElement.scrollWidth, innerWidth].join("/")));
await p.screenshot({ path: out, fullPage: true, clip: { x: 0, y: 0, width: +width, height: 3000 } });
await b.close();
