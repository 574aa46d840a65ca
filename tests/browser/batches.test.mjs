// A batch from its form to its sheet, its chart and its CSV; with JavaScript and without.

import assert from "node:assert/strict";
import { text } from "node:stream/consumers";
import test from "node:test";

import { STARTER } from "./support/board.mjs";
import { closePage, openPage } from "./support/browser.mjs";
import { readCsv, unguard } from "./support/csv.mjs";
import { openMenu } from "./support/menus.mjs";
import { sheetIs } from "./support/sheets.mjs";
import { board, browser, startBoth } from "./support/start.mjs";

startBoth();

// What the sheet on the page says, row by row.
function tableOf(page) {
  return page.evaluate(() => {
    const cells = (row) =>
      [...row.querySelectorAll("td[title]")].map((cell) => ({
        text: cell.innerText,
        title: cell.title,
        class: cell.className.split(" ")[0],
      }));
    const name = (row) => row.querySelector("th a, th").firstChild.textContent.trim();
    const rows = [...document.querySelectorAll(".sheet thead tr.total")].map((row) => ({
      section: "total",
      name: name(row),
      cells: cells(row),
    }));
    for (const body of document.querySelectorAll(".sheet tbody")) {
      const section = body.querySelector("tr.group th")?.innerText ?? "";
      for (const row of body.querySelectorAll("tr:not(.group)")) rows.push({ section, name: name(row), cells: cells(row) });
    }
    const columns = [...document.querySelectorAll(".sheet thead th[data-depth] a")].map((link) => link.innerText);
    return { columns, rows };
  });
}

const number = (text) => Number(text.replaceAll(",", ""));

// A cell of the page against the same of the CSV.
function checkCell(cell, field, where) {
  if (cell.class === "no") {
    assert.deepEqual([cell.text, cell.title, field], ["", "cannot occur", ""], where);
  } else if (cell.class === "unknown") {
    assert.deepEqual([cell.text, field], ["·", "NA"], where);
  } else if (cell.class === "unseen") {
    assert.match(cell.text, /^</, where);
    assert.equal(field, "0", where);
  } else if (/^[\d,]+$/.test(cell.title)) {
    assert.equal(number(cell.title), Number(field), where);
    assert.equal(number(cell.text), Number(field), where);
  } else {
    // `12.3 %: 123 of 1,000; 95 % interval 10.4 to 14.5 %`
    const [, percent, count, n] = /^(\S+) %: ([\d,]+) of ([\d,]+); 95 % interval /.exec(cell.title) ?? assert.fail(where + cell.title);
    // Two digits behind the point at most.
    const share = (100 * number(count)) / number(n);
    assert.equal(cell.text, /\.\d{3}/.test(percent) ? (share < 0.01 ? "<0.01" : share.toFixed(2)) : percent, where);
    assert.equal(number(count) / number(n), Number(field), where);
    assert.ok(Math.abs(Number(percent) / 100 / Number(field) - 1) < 0.0051, `${where}: ${percent} for ${field}`);
  }
}

async function checkDownload(page) {
  const table = await tableOf(page);
  await openMenu(page, "Download");
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "CSV", exact: true }).click()]);
  assert.match(download.suggestedFilename(), /^angband-affix-branch-starter-sword[a-z0-9-]*-item-[0-9a-f]{7}\.csv$/);
  const { header, rows } = readCsv(await text(await download.createReadStream()));
  const lead = header.length - table.columns.length;
  assert.deepEqual(header.slice(lead), table.columns);
  // The number of drops is the same everywhere, so that the caption has it.
  const [drops] = rows.splice(rows.findIndex((row) => row[1] === "drops"), 1);
  assert.ok(drops.slice(lead).every((field) => number(field) === 100_000), `${drops}`);
  assert.match(await page.locator(".head .about").innerText(), /· 100,000 drops ·/);
  assert.equal(rows.length, table.rows.length);
  let cells = 0;
  for (const [at, row] of table.rows.entries()) {
    const record = rows[at];
    assert.deepEqual([row.section, row.name], [record[0], unguard(record[1])]);
    assert.equal(row.cells.length, table.columns.length, row.name);
    for (const [column, cell] of row.cells.entries()) {
      checkCell(cell, record[lead + column], `${row.name}, column ${table.columns[column]}`);
      cells += 1;
    }
  }
  assert.ok(cells > 1000, `${cells} cells`);
}

async function checkChart(page) {
  const chart = page.locator(".chart img");
  await chart.scrollIntoViewIfNeeded();
  const width = await chart.evaluate(async (image) => {
    await image.decode();
    return image.naturalWidth;
  });
  assert.ok(width > 0);
}

for (const javaScriptEnabled of [true, false]) {
  test(`a batch of 100,000 drops, ${javaScriptEnabled ? "with" : "without"} JavaScript`, async () => {
    const page = await openPage(browser, board, { javaScriptEnabled });
    await page.goto("/");
    const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Angband affix branch starter" }) });
    await card.getByRole("link", { name: "New batch" }).click();
    assert.equal(await page.getByRole("textbox", { name: "Drops", exact: true }).inputValue(), "100000");
    await page.getByRole("button", { name: "Run" }).click();
    // The page shows the result by itself when there is one.
    await page.getByRole("heading", { name: "Results by item type" }).waitFor();
    assert.match(await page.locator("h1").innerText(), /^Batch \d+ done$/);
    await page.getByRole("link", { name: "sword", exact: true }).click();
    await sheetIs(page, "Sword", "sword drops that carry it");
    assert.match(await page.locator(".about").textContent(), /100,000 drops each, seed 1\./);
    await checkDownload(page);
    await checkChart(page);
    await closePage(page);
  });
}

test("without JavaScript the sheet's filters work too", async () => {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  await page.goto(`${STARTER}/types/23?measure=commonness`);
  await openMenu(page, "View");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("11");
  await page.getByRole("searchbox", { name: "Filter" }).fill("slay");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/q=slay/);
  const query = new URL(page.url()).searchParams;
  assert.deepEqual([query.get("sval"), query.get("q"), query.get("measure")], ["11", "slay", "commonness"]);
  assert.ok((await page.locator(".sheet tbody th[scope=row]").count()) > 3);
  await closePage(page);
});

test("progress is shown while a batch runs, and it can be called off", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/batches/new?drops=20000000&depths=50`);
  await page.getByRole("button", { name: "Run" }).click();
  await page.waitForFunction(() => Number(document.querySelector("progress")?.value) > 0);
  assert.match(await page.locator("[data-made]").innerText(), /^[\d,]{6,}$/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("heading", { name: /cancelled/ }).waitFor();
  await closePage(page);
});

test("what is wrong with a plan is said on the form", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/batches/new`);
  await page.getByRole("textbox", { name: "Depths" }).fill("1-900");
  await page.getByRole("button", { name: "Run" }).click();
  assert.equal(await page.getByRole("alert").innerText(), "Depths: found `1-900`; expected depths from 0 to 127.");
  assert.equal(await page.getByRole("textbox", { name: "Depths" }).inputValue(), "1-900");
  page.troubles = page.troubles.filter((trouble) => !trouble.includes("status of 422"));
  await closePage(page);
});
