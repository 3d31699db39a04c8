// Small promises of the page, each for every game: size, announcements, copy and paste, previews, and failures in words.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, named, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;
let games = [];
withSite(async (opened) => {
  site = opened;
  games = (await site.api("GET", "catalogue")).games;
});

const variant = (game) => game === "arimaa" ? "classic" : "";
const GONE = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|Failed to load/;

/** The first whole turn of a place, part by part as the server lists them. */
async function firstTurn(game, position) {
  let word = "";
  for (;;) {
    const { partial } = await site.api("GET", `board?${new URLSearchParams({ game, position, partial: word })}`);
    if (partial.complete) return { word, text: partial.text };
    word = [...word.split(",").filter(Boolean), partial.next[0].text].join(",");
  }
}

test("the whole page is sent in less than 200 kB", async () => {
  const page = await site.page();
  for (const path of ["/", "/analyse?game=amazons", "/train", "/watch"]) {
    await page.goto(site.base + path);
    await page.locator("#view > *").first().waitFor();
  }
  const sent = await page.evaluate(async () => {
    const scripts = ["main", "api", "dom", "keys", "home", "board", "skins", "play", "turn-board", "setup", "endings", "analyse", "tree", "regions", "train", "watch", "standings", "lab", "sound", "club", "club-lobby", "club-game", "club-people", "club-account", "club-moderation", "sides", "turn-list", "openings", "pace", "live-grid"];
    const sizes = await Promise.all(["/", "/style.css", ...scripts.map((name) => `/js/${name}.js`)].map(async (path) => {
      await (await fetch(path, { cache: "reload" })).text();
      return performance.getEntriesByName(new URL(path, location.href).href).at(-1).transferSize;
    }));
    return sizes.reduce((sum, size) => sum + size, 0);
  });
  assert.ok(sent > 10_000 && sent < 200_000, `${sent} bytes`);
});

test("turns are announced, and the game is browsed while the engine thinks", async () => {
  for (const { name } of games) {
    const made = await site.api("POST", "games", { game: name, seats: ["person", { engine: "alphabeta:tt=4M" }], variant: variant(name) });
    const { word, text } = await firstTurn(name, made.start);
    const page = await site.page();
    await page.goto(`${site.base}/play/${made.id}`);
    await page.locator("#typed").fill(word);
    await page.locator('#typed[data-state="valid"]').waitFor();
    await page.locator("#typed").press("Enter");
    await page.locator("#move-now").waitFor();
    await until(() => page.locator("#live-region").textContent(), (announced) => announced.includes(text));
    // Locked as soon as the turn has been drawn.
    await until(() => named(page, "origin"), (points) => points.length === 0);
    // Out of the field first: keys do nothing while typing.
    await page.locator("#typed").press("Escape");
    await page.keyboard.press("ArrowLeft");
    await until(() => page.locator(".state").textContent(), (state) => /Turn 0 of 1/.test(state));
    await page.locator("#move-now").click();
    await until(() => site.api("GET", `games/${made.id}`), (game) => game.turns.length === 2);
  }
});

test("one click copies a position or a record, and pasting it opens the same board", async () => {
  for (const { name } of games) {
    const page = await site.page({ permissions: ["clipboard-read", "clipboard-write"] });
    const { start } = await site.api("GET", `board?${new URLSearchParams({ game: name, variant: variant(name) })}`);
    const { word } = await firstTurn(name, start);
    await page.goto(`${site.base}/analyse?${new URLSearchParams({ game: name, position: start, turns: word })}`);
    await page.locator(".tree .turn[aria-current]", { hasNotText: "Start" }).waitFor();
    const copied = async (id) => {
      await page.evaluate(() => navigator.clipboard.writeText(""));
      await page.locator(id).click();
      return until(() => page.evaluate(() => navigator.clipboard.readText()));
    };
    const shown = await site.api("GET", `board?${new URLSearchParams({ game: name, position: start, turns: word })}`);
    const [{ word: canonical }] = shown.turns;
    assert.equal(await copied("#copy-position"), shown.position, name);
    assert.equal(await copied("#copy-link"), page.url(), name);
    const record = await copied("#copy-record");
    assert.ok(record.includes(canonical), record);
    await page.goto(`${site.base}/analyse?game=${name}`);
    await page.locator("#paste").click();
    await page.locator("#paste-text").fill(record);
    await page.locator("dialog button[type=submit]").click();
    await until(() => page.url(), (url) => new URL(url).searchParams.get("turns") === canonical);
    assert.equal(new URL(page.url()).searchParams.get("position"), start);
  }
});

test("a line shows its positions on a small board, and the engine is still on after a reload", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/analyse?game=knightthrough`);
  await page.locator("#line-count").selectOption("2");
  await page.locator("#spec").fill("alphabeta:tt=4M");
  await page.locator("#spec").press("Enter");
  await page.locator("#engine-on").check();
  await until(() => page.locator(".lines li").count(), (count) => count === 2);
  await until(async () => {
    await page.locator(".lines .ply").first().hover();
    return page.locator(".peek:not([hidden]) svg").count();
  });
  assert.ok(await page.locator(".peek .marked").count() > 0, "the turn is marked there");
  await page.reload();
  await page.locator("#engine-on:checked").waitFor();
  assert.equal(await page.locator("#spec").inputValue(), "alphabeta:tt=4M");
  await until(() => page.locator(".lines li").count(), (count) => count === 2);
});

test("what fails is said in words, with a way to try again", async () => {
  const page = await site.page({ tolerated: /4\d\d|ERR_|Failed to load/ });
  await page.goto(`${site.base}/analyse?${new URLSearchParams({ game: "tzaar", position: "nonsense w 1" })}`);
  await page.locator("h1", { hasText: "Something went wrong" }).waitFor();
  assert.match(await page.locator("#view").textContent(), /'nonsense/);
  assert.ok(await page.locator("button", { hasText: "Try again" }).count());
  await page.goto(`${site.base}/play/000000000000000000`);
  await page.locator("#view", { hasText: "no game with this id" }).waitFor();
  await page.goto(`${site.base}/analyse?game=knightthrough`);
  await page.locator("#spec").fill("alphabeta:colour=red");
  await page.locator("#spec").press("Enter");
  await page.locator("#engine-on").check();
  await page.locator(".facts .problem", { hasText: "colour" }).waitFor();
  assert.equal(await page.locator("#spec").inputValue(), "alphabeta:colour=red", "the field keeps its text");
  await page.locator("#spec").fill("best");
  await page.locator("#spec").press("Enter");
  await page.locator(".lines .score").first().waitFor();
});

test("an analysis that loses its server says so, and goes on when asked", async () => {
  const page = await site.page({ tolerated: GONE });
  await page.goto(`${site.base}/analyse?game=knightthrough`);
  await page.locator("#engine-on").check();
  await page.locator(".lines .score").first().waitFor();
  await site.kill();
  await page.locator(".facts .problem").waitFor();
  await site.start();
  await page.locator(".facts button", { hasText: "Try again" }).click();
  await page.locator(".lines .score").first().waitFor();
});

test("a sound is made only for those who want it", async () => {
  const page = await site.page();
  await page.addInitScript(() => {
    const real = window.AudioContext;
    window.heard = 0;
    window.AudioContext = class extends real { createOscillator() { window.heard++; return super.createOscillator(); } };
  });
  const { id } = await site.api("POST", "games", { game: "knightthrough", seats: ["person", "person"] });
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  await click(page, "b1"); await click(page, "c3");
  await until(() => page.locator(".turns .turn").count(), (count) => count === 1);
  assert.equal(await page.evaluate(() => window.heard), 0);
  await page.locator("#option-sound").check();
  await until(() => named(page, "origin"), (names) => names.length > 0);
  await click(page, "g8"); await click(page, "f6");
  await until(() => page.evaluate(() => window.heard), (heard) => heard === 1);
});
