// Watching: engine games at a human speed, with pause, steps, speed and clocks; running matches and tournaments as boards.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PICTURES, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;
withSite((opened) => { site = opened; });

const turnOf = async (page) => Number(/Turn (\d+)/.exec(await page.locator(".state").textContent() ?? "")?.[1] ?? NaN);
const serious = async (page, name) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.filter((v) => ["serious", "critical"].includes(v.impact));
  assert.deepEqual(found.map((v) => `${name}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 140)).join(" | ")}`), []);
};

test("two engines are chosen by name and watched at a human speed, with pause, steps and clocks", async () => {
  const page = await site.page({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${site.base}/watch`);
  await page.locator("#watch-game").selectOption("knightthrough");
  const lists = page.locator("#watch-one .row select");
  assert.doesNotMatch((await lists.first().locator("option").allTextContents()).join(), /level:|alphabeta/, "players have readable names");
  await lists.nth(0).selectOption("random");
  await lists.nth(1).selectOption("random");
  await page.locator("#watch-start").click();
  await page.locator("#pace-pause").waitFor();
  const id = page.url().split("/").pop();
  const { turns } = await until(() => site.api("GET", `games/${id}`), (game) => game.outcome);
  // The game is over on the server; the page still shows it turn by turn.
  const first = await until(() => turnOf(page), (turn) => turn >= 1);
  assert.ok(first < turns.length / 2, `turn ${first} of ${turns.length}`);
  assert.equal(await page.locator(".result strong").count(), 0, "the result is not told before the end");
  const began = Date.now();
  await until(() => turnOf(page), (turn) => turn >= first + 2);
  assert.ok(Date.now() - began > 900, `two turns in ${Date.now() - began} ms`);
  await page.locator("#pace-pause").click();
  const paused = await turnOf(page);
  await page.waitForTimeout(1800);
  assert.equal(await turnOf(page), paused, "it stands still");
  await page.locator(".pace [aria-label='One turn on']").click();
  await until(() => turnOf(page), (turn) => turn === paused + 1);
  await page.locator(".pace [aria-label='One turn back']").click();
  await until(() => turnOf(page), (turn) => turn === paused);
  assert.equal(await page.locator("time.clock").count(), 2);
  assert.match(await page.locator("time.clock").first().textContent(), /^\d+:\d\d/);
  await serious(page, "watched game");
  await page.screenshot({ path: `${PICTURES}/watch-game.png` });
  await page.locator("#pace-speed").selectOption("0");
  await page.locator(".result strong").waitFor();
});

test("players of a match have names; specs are under Advanced", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/watch`);
  await page.locator('[aria-label="Player 1"]').waitFor();
  const names = await page.locator('[aria-label="Player 1"] option').allTextContents();
  assert.ok(names.length >= 5 && names.every((name) => !name.includes(":")), names.join());
  assert.ok(!await page.locator('[aria-label="Spec of player 1"]').isVisible());
  await page.locator("#advanced summary").click();
  await page.locator('[aria-label="Spec of player 1"]').fill("alphabeta:depth=2");
  await page.locator('[aria-label="Spec of player 1"]').press("Tab");
  assert.equal(await page.locator('[aria-label="Player 1"]').inputValue(), "alphabeta:depth=2", "the list follows the text");
  await page.locator('[aria-label="Player 1"]').selectOption("random");
  assert.equal(await page.locator('[aria-label="Spec of player 1"]').inputValue(), "random", "and the text follows the list");
});

test("a running tournament is a grid of live boards with clocks; each opens", async () => {
  const plan = { game: "knightthrough", players: ["alphabeta:tt=1M", "level:beginner", "random"], format: "round-robin", games: 200, control: "1m+1s", concurrency: 2 };
  const made = await site.api("POST", "matches", plan);
  const page = await site.page({ viewport: { width: 1280, height: 800 } });
  await page.goto(`${site.base}/watch/${made.id}`);
  await until(() => page.locator(".live-game .mini svg").count(), (count) => count >= 2);
  await until(() => page.locator(".live-game time").first().textContent(), (text) => /^\d+:\d\d/.test(text));
  const turn = async () => Number(/Turn (\d+)/.exec(await page.locator(".live-game .muted").first().textContent())?.[1] ?? NaN);
  await page.locator("#pace-pause").click();
  const before = await turn();
  await page.waitForTimeout(1500);
  if (!Number.isNaN(before)) assert.equal(await turn(), before, "paused");
  await serious(page, "tournament live");
  await page.screenshot({ path: `${PICTURES}/watch-tournament.png` });
  await page.locator("#pace-pause").click();
  await page.goto(`${site.base}/watch`);
  await until(() => page.locator(".live-game .mini svg").count());
  await page.screenshot({ path: `${PICTURES}/watch-live.png` });
  await page.locator(".live-game").first().click();
  await page.locator(".table .board svg").waitFor();
  await site.api("POST", `matches/${made.id}/stop`);
  await until(() => site.api("GET", `matches/${made.id}`), (m) => m.state !== "running");
});

test("a running engine game is on the page of matches as a board", async () => {
  const { id } = await site.api("POST", "games", { game: "amazons", variant: "", seats: [{ engine: "alphabeta:tt=4M" }, { engine: "alphabeta:tt=4M" }] });
  const page = await site.page();
  await page.goto(`${site.base}/watch`);
  await page.locator(`.live-game[href="/play/${id}"] .mini svg`).waitFor();
  await site.api("DELETE", `games/${id}`);
});
