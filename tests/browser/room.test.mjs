// Room for what matters: the list of turns, engine lines and navigation above the fold, the way to a game, and what was played before.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PICTURES, click, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;
let games = [];
withSite(async (opened) => {
  site = opened;
  games = (await site.api("GET", "catalogue")).games;
});

const variant = (name) => name === "arimaa" ? "classic" : "";
const make = (game, seats, more = {}) => site.api("POST", "games", { game, seats, ...more });
const KNIGHTS = ["b1-c3", "b8-c6", "c3-b5", "c6-b4", "b5-c7"];

test("Play is visible without scrolling, on a desktop and on a phone, for every game", async () => {
  for (const [size, options] of [["desktop", { viewport: { width: 1280, height: 800 } }], ["phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }]]) {
    const page = await site.page(options);
    await page.goto(site.base);
    for (const { name } of games) {
      await page.locator(`[data-game-card="${name}"]`).click();
      await page.evaluate(() => scrollTo(0, 0));
      await page.locator(".mini svg").nth(games.length - 1).waitFor();
      const box = await page.locator("#start-game").boundingBox();
      assert.ok(box.y > 0 && box.y + box.height <= options.viewport.height, `${name} on a ${size}: ${JSON.stringify(box)}`);
      const covers = await page.evaluate(([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest("#start-game")), [box.x + box.width / 2, box.y + box.height / 2]);
      assert.ok(covers, "nothing lies over it");
    }
    await page.screenshot({ path: `${PICTURES}/room-home-${size}.png` });
  }
});

test("the list of turns fills the column, numbered and in pairs; setups are folded", async () => {
  const { id } = await make("knightthrough", ["person", "person"], { turns: KNIGHTS });
  const page = await site.page({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".turns .turn").first().waitFor();
  const list = await page.locator(".panel .grow").boundingBox();
  assert.ok(list.height > 260, `${list.height} px (it was 145)`);
  assert.deepEqual(await page.locator(".turns .number").allTextContents(), ["1", "2", "3"]);
  const row = await page.locator(".turns li").first().locator(".turn").evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().top));
  assert.equal(row.length, 2);
  assert.equal(row[0], row[1], "both turns of a pair are on one line");
  const side = await site.page({ viewport: { width: 1280, height: 800 } });
  const { id: setup } = await make("arimaa", ["person", "person"]);
  await side.goto(`${site.base}/play/${setup}`);
  await side.locator("#setup-done").click();
  await side.locator(".turns .turn").first().waitFor();
  const text = await side.locator(".turns .turn").first().textContent();
  assert.ok(text.length < 20 && /…/.test(text), text);
  assert.match(await side.locator(".turns .turn").first().getAttribute("title"), /Ra1 .*Hh2/);
});

test("with three engine lines, list and navigation are above the fold in every game", async () => {
  for (const { name } of games) {
    const page = await site.page({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${site.base}/analyse?game=${name}&variant=${variant(name)}`);
    await page.locator("#engine-on").check();
    await until(() => page.locator(".lines li").count(), (count) => count === 3);
    for (const css of [".tree", ".steps", ".lines"]) {
      const box = await page.locator(css).first().boundingBox();
      assert.ok(box.y > 0 && box.y + box.height <= 800, `${name} ${css}: ${JSON.stringify(box)}`);
    }
    assert.ok((await page.locator(".record .grow").boundingBox()).height >= 90, name);
    await page.screenshot({ path: `${PICTURES}/room-analyse-${name}.png` });
  }
});

test("the mouse wheel steps through a game", async () => {
  const { id } = await make("knightthrough", ["person", "person"], { turns: KNIGHTS });
  const page = await site.page();
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".turns .turn").first().waitFor();
  await page.locator(".table .board svg").hover();
  await page.mouse.wheel(0, -120);
  await until(() => page.locator(".state").textContent(), (text) => /Turn 4 of 5/.test(text));
  await page.mouse.wheel(0, -120);
  await until(() => page.locator(".state").textContent(), (text) => /Turn 3 of 5/.test(text));
  await page.mouse.wheel(0, 120);
  await until(() => page.locator(".state").textContent(), (text) => /Turn 4 of 5/.test(text));
  await page.goto(`${site.base}/analyse?game=knightthrough&turns=${KNIGHTS.join("+")}`);
  await page.locator(".tree .turn[aria-current]", { hasText: /b5.c7/ }).waitFor();
  await page.locator(".table .board svg").hover();
  await page.mouse.wheel(0, -120);
  await page.locator(".tree .turn[aria-current]", { hasText: /c6.b4/ }).waitFor();
});

test("the analysis board shows what was played from a position: how often, how it ended, who played it", async () => {
  const start = "4x6";
  for (const turns of [["a1-b3"], ["a1-b3", "a6-b4"], ["b1-c3"]]) await make("knightthrough", ["person", { engine: "random" }], { variant: start, turns });
  const { id } = await make("knightthrough", ["person", "person"], { variant: start, turns: ["a1-b3"] });
  await site.api("POST", `games/${id}/resign`, { version: 1, side: 1 });
  const match = await site.api("POST", "matches", { game: "knightthrough", variant: start, players: ["level:beginner,nodes=20", "random"], games: 4, control: "nodes=20", openings: "start" });
  await until(() => site.api("GET", `matches/${match.id}`), (m) => m.state === "complete");
  const asked = await site.api("GET", "openings?game=knightthrough&variant=4x6");
  assert.equal(asked.games, 8, JSON.stringify(asked));
  const known = asked.turns.find((t) => t.word === "a1-b3");
  assert.ok(known.games >= 3 && known.wins[0] >= 1 && known.players.includes("person"), JSON.stringify(known));
  const page = await site.page({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${site.base}/analyse?game=knightthrough&variant=4x6`);
  await page.locator(".openings-table tbody tr").first().waitFor();
  assert.match(await page.locator(".openings summary").textContent(), /8 from this position/);
  const row = page.locator(".openings-table tr", { hasText: "a1-b3" });
  assert.match(await row.textContent(), new RegExp(`${known.games}.*a person`));
  assert.match(await row.locator("svg").getAttribute("aria-label"), /White won \d/);
  await page.screenshot({ path: `${PICTURES}/openings.png` });
  await row.locator("button").click();
  await page.locator(".tree .turn[aria-current]", { hasText: "a1-b3" }).waitFor();
  await until(() => page.locator(".openings summary").textContent(), (text) => /[1-9] from this position/.test(text));
});

test("a board can still be clicked after the wheel and keys were used", async () => {
  const { id } = await make("knightthrough", ["person", "person"], { turns: KNIGHTS.slice(0, 2) });
  const page = await site.page();
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".turns .turn").first().waitFor();
  await page.locator(".table .board svg").hover();
  await page.mouse.wheel(0, -120);
  await page.keyboard.press("End");
  await page.locator(".point.origin").first().waitFor();
  await click(page, "c3");
  await click(page, "b5");
  await until(() => page.locator(".turns .turn").count(), (count) => count === 3);
});
