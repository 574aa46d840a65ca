// From the start page to a sheet, an affix and its source lines; and how a sheet behaves in a window.

import assert from "node:assert/strict";
import test from "node:test";

import { contrastViolations, layoutViolations, violations } from "./support/axe.mjs";
import { STARTER } from "./support/board.mjs";
import { NARROW, WIDE, closePage, openPage } from "./support/browser.mjs";
import { openMenu } from "./support/menus.mjs";
import { hold, settled } from "./support/settled.mjs";
import { pointAt } from "./support/sheets.mjs";
import { board, browser, startBoth } from "./support/start.mjs";
import { isDeep } from "./support/tier.mjs";

// Of games with few egos chances are computed in a moment.
const COMPUTED = isDeep ? STARTER : "/editions/angband-3-0-starter/revisions/1";

startBoth();

test("start page → sword sheet → affix → its source lines", async () => {
  const page = await openPage(browser, board);
  await page.goto("/");
  const card = page.locator("section").filter({ has: page.getByRole("heading", { name: "Angband affix branch starter" }) });
  await card.getByRole("link", { name: /^sword \d+$/ }).click();
  assert.equal(await page.title(), "Sword: affixes by generation level · Angband affix branch starter – Affixboard");
  await page.getByRole("rowheader", { name: "of Slay Evil" }).getByRole("link", { name: "of Slay Evil", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "of Slay Evil" }).waitFor();

  // The number of an allocation's line leads to that line.
  const row = page.getByLabel("Where it may be drawn").getByRole("row", { name: /^sword / });
  const number = await row.getByRole("link").nth(1).innerText();
  await row.getByRole("link", { name: number }).click();
  const line = page.locator("tr:target");
  assert.equal(await line.locator(".number").innerText(), number);
  assert.match(await line.locator("code").innerText(), /^T:sword:\d+:\d+:(good|great|uber):\d+:\d+ to \d+$/);
  assert.match(await page.locator(".source code").first().innerText(), /^N:\d+:suffix:of Slay Evil$/);

  // And the item type leads back to the affix's row in the sheet.
  await row.getByRole("link", { name: "sword" }).click();
  assert.equal(await page.locator("tr:target th").innerText(), "of Slay Evil suffix\n?");
  await closePage(page);
});

test("a cell says beside the sheet why it is as it is, and leads to all of it", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23`);
  const address = page.url();
  const column = await page.locator(".sheet thead th[data-depth]").nth(6).getAttribute("data-depth");
  const row = page.locator(".sheet tbody tr:has(.why-link)").first();
  const cell = row.locator("td:not(.lead)").nth(6);
  const number = /^[\d.]+ %/.exec(await cell.getAttribute("title"))[0];
  await cell.click();
  const panel = page.getByRole("complementary", { name: "Why this number" });
  assert.equal(await panel.getByRole("heading", { level: 2 }).innerText(), await row.locator("th a:not(.why-link)").innerText());
  assert.equal(await panel.locator(".number b").innerText(), number);
  // Its first sentence is about that number: 29.4 % = 50 of 170: commonness 50 in a pool of 170, for …
  const [, share, weight, total, again, whole, level] =
    /^([\d.]+ %) = (\d+) of (\d+): commonness (\d+) in a pool of (\d+), .* generation level (\d+), affix level up to uber\.$/.exec(
      await panel.locator(".answer .lead").innerText(),
    );
  assert.deepEqual([share, weight, total, level], [number, again, whole, column]);
  assert.ok(Math.abs((100 * weight) / total - Number.parseFloat(number)) < 0.05);
  await panel.getByText("What competes", { exact: true }).waitFor();
  assert.equal(page.url(), address);
  // Its row can be taken out of the sheet.
  const name = await row.locator("th a:not(.why-link)").innerText();
  await panel.getByRole("link", { name: "Hide row" }).click();
  await page.waitForURL(/[?&]hide=affix-\d+$/);
  await page.getByText("1 row is hidden", { exact: false }).waitFor();
  assert.equal(await page.getByRole("rowheader", { name, exact: false }).count(), 0);
  await page.goBack();
  await page.waitForURL(address);
  await cell.click();
  await panel.getByText("What competes", { exact: true }).waitFor();
  // Another cell takes its place, and Escape ends it.
  await row.locator("td:not(.lead)").nth(7).click();
  await panel.getByText(`${Number(column) + 5}`, { exact: false }).first().waitFor();
  await page.keyboard.press("Escape");
  await panel.waitFor({ state: "detached" });

  await cell.click();
  await panel.getByRole("link", { name: "Whole explanation" }).click();
  await page.waitForURL(/\/why\/23\/\d+\/affix-\d+\?/);
  assert.equal(new URL(page.url()).search, `?made=given&pool=2&of=type&depth=${column}`);
  assert.match(await page.getByRole("heading", { level: 1 }).innerText(), new RegExp(`^Why “.*level ${column}$`));
  // What competes is explained on the same terms.
  await page.getByRole("region", { name: "What competes", exact: true }).getByRole("link").first().click();
  await page.waitForURL(new RegExp(`depth=${column}&`));
  await closePage(page);
});

test("the panel is readable on a phone and in the dark, and leaves the sheet in view", async () => {
  const page = await openPage(browser, board, { viewport: NARROW });
  await page.goto(`${STARTER}/types/23`);
  await page.locator(".sheet tbody tr:has(.why-link)").nth(1).locator("td:not(.lead)").nth(1).click();
  const panel = page.getByRole("complementary", { name: "Why this number" });
  await panel.getByText("What competes", { exact: true }).waitFor();
  const { y, height, width } = await panel.boundingBox();
  const cell = await page.locator(".sheet td.asked").boundingBox();
  assert.ok(cell.y + cell.height <= y, `${cell.y} ${y}`);
  assert.ok(width === NARROW.width && y > NARROW.height * 0.35 && Math.abs(y + height - NARROW.height) < 1, `${y} ${height} ${width}`);
  assert.deepEqual(await layoutViolations(page), []);
  await page.setViewportSize(WIDE);
  assert.deepEqual(await violations(page), []);
  await page.emulateMedia({ colorScheme: "dark" });
  assert.deepEqual(await contrastViolations(page), []);
  await closePage(page);
});

test("filters are in the address and survive each other", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23`);
  await openMenu(page, "Measure");
  await page.getByRole("link", { name: "commonness", exact: true }).click();
  await page.waitForURL(/commonness/);
  await openMenu(page, "View");
  await page.getByRole("searchbox", { name: "Filter" }).fill("slay");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/q=slay/);
  assert.equal(new URL(page.url()).search, "?measure=commonness&q=slay");
  await page.getByRole("combobox", { name: "Kind" }).selectOption("11");
  await page.waitForURL(/sval=11/);
  const names = await page.locator(".sheet tbody th[scope=row] a:not(.why-link)").allInnerTexts();
  assert.ok(names.length > 3, `${names}`);
  assert.ok(names.every((name) => name.toLowerCase().includes("slay")), `${names}`);
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "30", exact: true }).getByRole("link").click();
  assert.equal(await page.locator("th[aria-sort=descending]").innerText(), "30");
  const column = page.locator(".sheet tbody tr td:nth-of-type(9)");
  assert.equal(new URL(page.url()).searchParams.get("sort"), "30");
  const numbers = (await column.allInnerTexts()).map((text) => Number(text || -1));
  assert.deepEqual(numbers, numbers.toSorted((a, b) => b - a));
  await page.getByRole("link", { name: "clear all" }).click();
  await page.waitForURL((url) => url.search === "");
  await closePage(page);
});

for (const viewport of [WIDE, NARROW]) {
  test(`heading and first column stay in view at ${viewport.width} px`, async () => {
    const page = await openPage(browser, board, { viewport });
    await page.goto(`${STARTER}/types/23?depths=every`);
    const places = () =>
      page.evaluate(() => {
        const place = (selector) => {
          const { left, top } = document.querySelector(selector).getBoundingClientRect();
          return { left: Math.round(left), top: Math.round(top) };
        };
        return {
          box: place(".sheet"),
          corner: place(".sheet thead .name"),
          column: place(".sheet thead th[data-depth='100']"),
          row: place(".sheet tbody tr:last-child .name"),
          cell: place(".sheet tbody tr:last-child td:nth-last-child(2)"),
        };
      });
    const first = await places();
    const scrolled = await page.evaluate(() => {
      const box = document.querySelector(".sheet");
      box.scrollTo(300, 200);
      return [box.scrollLeft, box.scrollTop];
    });
    assert.deepEqual(scrolled, [300, 200]);
    const then = await places();
    assert.deepEqual(then.box, first.box);
    assert.deepEqual(then.corner, first.corner);
    assert.deepEqual(then.column, { left: first.column.left - 300, top: first.column.top });
    assert.deepEqual(then.row, { left: first.row.left, top: first.row.top - 200 });
    assert.deepEqual(then.cell, { left: first.cell.left - 300, top: first.cell.top - 200 });

    // What scrolls does so beneath them.
    await page.locator(".sheet").scrollIntoViewIfNeeded();
    const covers = await page.locator(".sheet").evaluate((box) => {
      const { left, width } = box.getBoundingClientRect();
      const corner = box.querySelector("thead .name").getBoundingClientRect();
      const at = (x) => document.elementFromPoint(x, corner.top + corner.height / 2);
      return [at(left + 5).closest("thead .name") !== null, at(left + width * 0.8).closest("thead") !== null];
    });
    assert.deepEqual(covers, [true, true]);
    await closePage(page);
  });
}

// "Rusty" may be drawn on swords from 0 to 40.
const RUSTY = "measure=commonness&depths=1,40,50&q=rusty&sval=11";
const active = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.className);

test("keys lead from cell to cell, and what a cell says stands beneath", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23?${RUSTY}`);
  await page.keyboard.press("j");
  // The totals are rows of numbers too; the first cell of the first.
  assert.match(await page.locator(".readout").innerText(), /^affixes in pool · 1: 14$/);
  await page.keyboard.press("j");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("l");
  assert.equal(await active(page), "affix-107-40");
  assert.match(await page.locator(".readout").innerText(), /^Rusty · 40: commonness 12\s*why\s*propose a change\s*link to this cell$/);
  await page.keyboard.press("End");
  assert.equal(await active(page), "affix-107-50");
  await page.keyboard.press("ArrowRight");
  assert.equal(await active(page), "affix-107-50");
  await page.keyboard.press("h");
  // One stop of the tab key: that cell.
  assert.deepEqual(await page.locator(".sheet").evaluate((box) => [box.tabIndex, [...box.querySelectorAll("td[tabindex]")].map((cell) => cell.id)]), [-1, ["affix-107-40"]]);
  await page.keyboard.press("Enter");
  const panel = page.getByRole("complementary", { name: "Why this number" });
  await panel.getByText(/commonness 12 in a pool of/).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Rusty");
  await page.keyboard.press("Escape");
  assert.equal(await active(page), "affix-107-40");
  await pointAt(page, "#affix-107-1", page.locator(".readout", { hasText: /^Rusty · 1: commonness 12/ }));
  await page.keyboard.press("f");
  const filter = page.getByRole("searchbox", { name: "Filter" });
  assert.ok(await filter.evaluate((field) => field === document.activeElement));
  // What was there is selected, and letters are letters again.
  await page.keyboard.type("j/l");
  assert.equal(await filter.inputValue(), "j/l");
  await page.waitForURL(/q=j\/l/);
  await closePage(page);
});

test("keys of single letters can be turned off, and stay so", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23?${RUSTY}`);
  await page.keyboard.press("?");
  const box = page.getByRole("checkbox", { name: "Keys of single letters" });
  assert.ok(await box.isChecked());
  await box.uncheck();
  await page.getByRole("button", { name: "Close" }).click();
  await page.reload();
  await page.keyboard.press("j");
  await page.keyboard.press("f");
  await page.keyboard.press("/");
  await page.keyboard.press("?");
  assert.equal(await active(page), "");
  assert.equal(await box.isVisible(), false);
  // Arrows act within the sheet as ever.
  await page.locator(".sheet").focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.locator("td:focus").innerText(), "14");
  await page.keyboard.press("j");
  assert.equal(await page.locator("td:focus").innerText(), "14");
  await page.getByRole("link", { name: "Keys" }).click();
  await box.check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  assert.equal(await page.evaluate(() => document.activeElement.name), "q");
  await closePage(page);
});

test("filters act in place, and the way back leads through them", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23?sval=11`);
  await page.evaluate(() => (globalThis.stays = true));
  const names = () => page.locator(".sheet tbody th[scope=row] a:not(.why-link)").allInnerTexts();
  const all = await names();
  await openMenu(page, "View");
  await page.getByRole("searchbox", { name: "Filter" }).focus();
  await page.keyboard.type("rusty");
  await page.waitForURL(/\?sval=11&q=rusty$/);
  await page.locator("main .count", { hasText: "1 row" }).waitFor();
  assert.deepEqual(await names(), ["Rusty"]);
  assert.equal(await page.evaluate(() => [document.activeElement.name, document.activeElement.value].join()), "q,rusty");
  await openMenu(page, "Measure");
  assert.equal(await page.getByRole("searchbox", { name: "Filter" }).isVisible(), false, "the other menu has closed");
  await page.getByRole("link", { name: "commonness", exact: true }).click();
  await page.waitForURL(/measure=commonness/);
  await page.locator("#affix-107-1", { hasText: /^12$/ }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Measure commonness");
  assert.ok(await page.evaluate(() => globalThis.stays), "it is still the same page");
  await page.goBack();
  await page.waitForURL(/\?sval=11&q=rusty$/);
  await page.goBack();
  await page.waitForURL(/\?sval=11$/);
  await page.waitForFunction((rows) => document.querySelectorAll(".sheet tbody th[scope=row]").length === rows, all.length);
  assert.deepEqual(await names(), all);
  await closePage(page);
});

test("a menu that is opened while an answer is on its way stays open, with what is typed into it", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23`);
  const answers = await hold(page, /\/types\/23\?/);
  const menu = (name) => page.locator(`details.menu[data-menu="${name}"]`);
  await menu("View").locator("summary").first().click();
  // At once, however slow the machine is: what is typed would be sent by itself after a rest.
  await page.getByRole("searchbox", { name: "Filter" }).evaluate((field) => {
    field.value = "slay";
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.form.requestSubmit();
  });
  await page.locator("main[aria-busy]").waitFor();
  await menu("Levels").locator("summary").click();
  const field = menu("Levels").getByRole("textbox");
  await field.fill("20-40");
  answers.letGo();
  await settled(page);
  assert.equal(answers.count(), 1, "what is typed is sent once");
  assert.equal(await field.inputValue(), "20-40");
  assert.equal(await field.evaluate((element) => element === document.activeElement), true);
  await menu("Levels").getByRole("button", { name: "Show" }).click();
  await page.waitForURL((url) => url.searchParams.get("q") === "slay" && url.searchParams.get("depths") === "20-40");
  assert.equal(await menu("Levels").getAttribute("open"), null, "a choice closes it");
  await closePage(page);
});

test("without scripts filters and headings lead to the same sheets", async () => {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  await page.goto(`${STARTER}/types/23?sval=11`);
  await openMenu(page, "View");
  await page.getByRole("searchbox", { name: "Filter" }).fill("rusty");
  await page.getByRole("button", { name: "Apply" }).click();
  await page.waitForURL(/q=rusty/);
  assert.equal(await page.locator("main .count").innerText(), "1 row");
  await openMenu(page, "View");
  await page.getByRole("group", { name: "Depths go" }).getByRole("link", { name: "down" }).click();
  await page.waitForURL(/turn=on/);
  assert.equal(await page.locator(".turned tbody tr").count(), 21);
  await closePage(page);
});

test("a sheet is kept under a short link and a name", async () => {
  const page = await openPage(browser, board, { javaScriptEnabled: false });
  await page.goto(`${STARTER}/types/23?${RUSTY}`);
  await openMenu(page, "Download");
  await page.getByRole("button", { name: "Short link, name" }).click();
  await page.waitForURL(/\/views\/\d+$/);
  const number = page.url().split("/").at(-1);
  await page.getByLabel("Name").fill("Rust");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { level: 1, name: "Rust" }).waitFor();
  await page.locator("header summary", { hasText: "More" }).click();
  await page.getByRole("link", { name: "Views", exact: true }).click();
  await page.getByRole("link", { name: `/v/${number}`, exact: true }).click();
  await page.waitForURL(/q=rusty/);
  assert.equal(await page.locator("#affix-107-40").innerText(), "12");
  await closePage(page);
});

test("an address leads to one cell", async () => {
  const page = await openPage(browser, board, { viewport: NARROW });
  await page.goto(`${STARTER}/types/23?depths=every&sval=11#affix-100-90`);
  const cell = page.locator("td:target");
  assert.equal(await cell.getAttribute("id"), "affix-100-90");
  const seen = await cell.evaluate((cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) === cell;
  });
  assert.ok(seen, "nothing covers it");
  assert.match(await page.locator(".readout").innerText(), /^Sharp · 90: /);
  await closePage(page);
});

for (const viewport of [WIDE, NARROW]) {
  test(`more columns stay in view at ${viewport.width} px`, async () => {
    const page = await openPage(browser, board, { viewport });
    await page.goto(`${STARTER}/types/23?depths=every&freeze=5`);
    const places = () =>
      page.evaluate(() =>
        ["thead .name", "thead .d1", "thead .d2", "tbody .name", "tbody .d1", "tbody .d2", "thead .l1", "tbody .l2"].map((selector) => Math.round(document.querySelector(`.sheet ${selector}`).getBoundingClientRect().left)),
      );
    const first = await places();
    await page.locator(".sheet").evaluate((box) => box.scrollTo(300, 100));
    assert.deepEqual(await places(), first);
    // Each begins where the one before it ends, so that nothing shows between them.
    const gaps = await page.evaluate(() => {
      const cells = [...document.querySelectorAll(".sheet tbody tr:first-child > :is(.name, .fixed)")].map((cell) => cell.getBoundingClientRect()).filter((place) => place.width > 0);
      return cells.slice(1).map((place, at) => Math.abs(place.left - cells[at].right) < 1);
    });
    assert.deepEqual(gaps, viewport === WIDE ? [true, true, true, true] : [true, true]);
    await closePage(page);
  });
}

test("the first stop of the keyboard skips to the content", async () => {
  const page = await openPage(browser, board);
  await page.goto("/");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to content" });
  assert.ok(await skip.evaluate((link) => link === document.activeElement && link.getBoundingClientRect().left > 0));
  await page.keyboard.press("Enter");
  // The link is followed after the key press has returned.
  await page.waitForURL((url) => url.hash === "#main");
  await closePage(page);
});

test("a wrong setting is said at its field, and the sheet stays", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const page = await openPage(browser, board, { javaScriptEnabled });
    await page.goto(`${STARTER}/types/23?sval=11`);
    await openMenu(page, "Levels");
    const field = page.getByRole("textbox", { name: "Levels" });
    await field.fill("1,5x");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/depths=1(,|%2C)5x/);
    await page.getByRole("alert").getByText("depths: found `5x`").waitFor();
    assert.deepEqual([await field.inputValue(), await field.getAttribute("aria-invalid")], ["1,5x", "true"]);
    assert.ok((await page.locator(".sheet tbody tr").count()) > 10);
    await field.fill("1,5");
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(/depths=1(,|%2C)5$/);
    await page.getByRole("alert").waitFor({ state: "detached" });
    assert.equal(await page.locator(".sheet thead th[data-depth]").count(), 2);
    // Browsers note an answer that isn't 200.
    page.troubles = page.troubles.filter((trouble) => !/depths=1(,|%2C)5x: .*400/.test(trouble));
    await closePage(page);
  }
});

// Where one looks first, and what one sees of it at once.
for (const [path, first, totals = 0] of [
  [`${STARTER}/types/23`, "availability"],
  [`${COMPUTED}/chances/35`, "chances"],
  [`${COMPUTED}/dive/35`, "a dive"],
  // It has the totals of both sides above its rows: two more of 24 pixels.
  ["/compare/23?from=affix-branch-starter@1&to=affix-branch-starter@1~documented&rows=all", "a comparison", 48],
]) {
  test(`${first}: the first row of data is high up, and all usual depths are in view`, async () => {
    for (const [viewport, most] of [
      [WIDE, 260],
      [NARROW, 420],
    ]) {
      const page = await openPage(browser, board, { viewport });
      await page.goto(path);
      const cell = ".sheet tbody tr:not(.group) td:not(.lead)";
      // Numbers that come closer take the place of others, so all is read at once, and when they have come.
      await settled(page);
      const seen = await page.evaluate((cell) => {
        const cells = [...document.querySelectorAll(cell)];
        const box = document.querySelector(".sheet");
        const inner = box.getBoundingClientRect();
        const columns = [...box.querySelectorAll("thead tr:first-child th[data-depth]")].map((head) => {
          const { left, right, width } = head.getBoundingClientRect();
          return { isInView: left >= inner.left && right <= inner.right, width };
        });
        return { y: cells[0].getBoundingClientRect().y, columns, texts: cells.map((one) => one.innerText) };
      }, cell);
      assert.ok(seen.y < most + totals, `${first} at ${viewport.width}: ${seen.y}`);
      if (viewport === WIDE) {
        const columns = JSON.stringify(seen.columns);
        assert.equal(seen.columns.length, 21);
        assert.ok(seen.columns.every((column) => column.isInView), columns);
        const widths = seen.columns.map((column) => column.width);
        assert.ok(Math.max(...widths) - Math.min(...widths) < 1.5, columns);
        const long = seen.texts.filter((text) => text.replace(/[^0-9]/g, "").replace(/^0+/, "").length > 3);
        assert.deepEqual(long, []);
      }
      await closePage(page);
    }
  });
}

test("the table is at most twelve stops of the tab key away", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23`);
  await page.keyboard.press("Tab");
  // Past the navigation, as everybody does who uses keys.
  await page.keyboard.press("Enter");
  let stops = 1;
  while (stops < 40 && !(await page.evaluate(() => document.activeElement.classList.contains("sheet")))) {
    await page.keyboard.press("Tab");
    stops += 1;
  }
  assert.ok(stops <= 12, `${stops} stops`);
  await closePage(page);
});

test("columns are dragged to a width that the address keeps", async () => {
  const page = await openPage(browser, board);
  await page.goto(`${STARTER}/types/23`);
  const heads = { names: page.locator(".sheet thead tr:first-child th.name"), columns: page.locator(".sheet thead th[data-depth]").first() };
  for (const [key, by] of [["names", 160], ["columns", 30]]) {
    const before = await heads[key].boundingBox();
    const [x, y] = [before.x + before.width - 2, before.y + before.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + by, y, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL((url) => url.searchParams.has(key));
    const after = await heads[key].boundingBox();
    assert.ok(Math.abs(after.width - before.width - by) < 12, `${key}: ${before.width} became ${after.width}`);
  }
  const widths = await Promise.all(Object.values(heads).map(async (head) => (await head.boundingBox()).width));
  await page.reload();
  assert.deepEqual(await Promise.all(Object.values(heads).map(async (head) => (await head.boundingBox()).width)), widths);
  await closePage(page);
});

test("the menu of everything else is no wider than a phone", async () => {
  const page = await openPage(browser, board, { viewport: NARROW });
  for (const path of [`${STARTER}/types/23`, `${COMPUTED}/chances/35`, `${COMPUTED}/dive/35`]) {
    await page.goto(path);
    await page.locator("details.view > summary").click();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), NARROW.width, path);
  }
  await closePage(page);
});
