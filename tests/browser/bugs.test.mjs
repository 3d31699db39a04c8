// Bugs that were seen in Chromium, a test for each.
import assert from "node:assert/strict";
import { test } from "node:test";
import { click, drag, dragIn, named, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;
withSite((opened) => { site = opened; });

const make = (game, seats, more = {}) => site.api("POST", "games", { game, seats, ...more });
const gameOf = (id) => site.api("GET", `games/${id}`);
const boardOf = (params) => site.api("GET", `board?${new URLSearchParams(params)}`);
const open = async (path, options) => {
  const page = await site.page(options);
  await page.goto(site.base + path);
  await page.locator(".table .board svg").waitFor();
  return page;
};
const centre = async (page, name) => {
  const box = await page.locator(`.table [data-point="${name}"] .cell`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};

test("keys work after the engine switch was clicked, and a switch reached by Tab keeps the space bar", async () => {
  const page = await open("/analyse?game=knightthrough&variant=4x6&turns=b1-c3");
  await page.locator(".tree .turn[aria-current]", { hasText: "b1-c3" }).waitFor();
  await page.locator("#engine-on").click();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".tree .start[aria-current]").waitFor();
  await page.locator(".lines .ply").first().waitFor();
  await page.keyboard.press(" ");
  await page.locator(".tree .turn[aria-current]:not(.start)").waitFor();
  assert.ok(await page.locator("#engine-on").isChecked(), "the space bar played a move and left the switch alone");
  await page.locator("#engine-on").focus();
  await page.keyboard.press("Shift");
  await page.keyboard.press(" ");
  await page.locator("#engine-on:not(:checked)").waitFor();
});

test("a hint leaves a started turn alone, and flipping leaves a hint and a started turn alone", async () => {
  const { id } = await make("amazons", ["person", "person"], { variant: "6x6" });
  const page = await open(`/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  const [from] = await named(page, "origin");
  await click(page, from);
  const [to] = await named(page, "target-here");
  await click(page, to);
  const half = await page.locator(".so-far").textContent();
  await page.locator("#do-hint").click();
  await page.locator(".hint").waitFor();
  assert.equal(await page.locator(".so-far").textContent(), half, "the started turn is still there");
  assert.ok(await page.locator(".arrow").count() > 0, "the hint has arrows");
  const place = () => page.locator(`.table [data-point="${to}"]`).getAttribute("transform");
  const before = await place();
  await page.keyboard.press("f");
  await until(place, (now) => now !== before);
  assert.equal(await page.locator(".hint").count(), 1, "the hint is still there");
  assert.ok(await page.locator(".arrow").count() > 0, "and so are its arrows");
  assert.equal(await page.locator(".so-far").textContent(), half);
  assert.deepEqual(await named(page, "selected"), [to]);
});

test("engine lines in the Amazons consist of whole turns, and each of them can be shown", async () => {
  const page = await open("/analyse?game=amazons&variant=6x6");
  const failed = [];
  page.on("response", (response) => { if (response.status() >= 400) failed.push(response.url()); });
  await page.locator("#engine-on").check();
  await until(() => page.locator(".lines .ply").count(), (count) => count >= 3);
  await until(() => page.locator(".facts").textContent(), (text) => /depth [4-9]/.test(text));
  await page.locator("#engine-on").uncheck();
  for (const depth of [1, 2, 3, 4, 5]) {
    const text = await (await fetch(`${site.base}/api/v1/analysis?${new URLSearchParams({ game: "amazons", variant: "6x6", spec: "alphabeta:tt=1M", depth, lines: 3 })}`)).text();
    for (const block of text.split("\n\n").filter((b) => /^event: (line|done)/.test(b))) {
      for (const line of JSON.parse(block.slice(block.indexOf("{"))).thought.lines) {
        const { turns, error } = await boardOf({ game: "amazons", variant: "6x6", turns: line.turns.join(" ") });
        assert.equal(error, undefined, line.turns.join(" "));
        assert.equal(turns.length, line.turns.length);
      }
    }
  }
  await page.locator("#engine-on").check();
  await until(() => page.locator(".lines .ply").count(), (count) => count >= 3);
  for (let nth = 0; nth < 6; nth++) await page.locator(".lines .ply").nth(nth % await page.locator(".lines .ply").count()).hover({ force: true }).catch(() => undefined);
  assert.deepEqual(failed, [], "no board was refused");
});

test("Tzaar's editor: clearing the board ends the opening phase, and a stack says its height", async () => {
  const page = await open("/analyse?game=tzaar", { tolerated: /422/ });
  await page.locator("#edit-position").click();
  await page.locator(".verdict[data-ok=true]").waitFor();
  assert.equal(await page.locator("#editor-phase").inputValue(), "o", "the phase is the one of the position");
  await page.locator(".editor button", { hasText: "Clear board" }).click();
  assert.equal(await page.locator("#editor-phase").inputValue(), "1");
  await page.locator(".tray-piece[aria-label='white Tzaar']").click();
  for (let height = 1; height <= 3; height++) {
    await click(page, "D4");
    await page.locator(`.table [data-point="D4"][aria-label*="${height === 1 ? "white Tzaar" : `white Tzaar, height ${height}`}"]`).waitFor();
  }
});

test("pieces are dragged in every editor: onto the board, across it and off it", async () => {
  const { games } = await site.api("GET", "catalogue");
  for (const { name } of games) {
    const page = await open(`/analyse?game=${name}`, { tolerated: /422/ });
    await page.locator("#edit-position").click();
    await page.locator(".verdict[data-ok]").waitFor();
    await page.locator(".editor button", { hasText: "Clear board" }).click();
    const names = await page.locator(".table .point").evaluateAll((list) => list.map((g) => g.getAttribute("data-point")));
    const [one, other] = [names[Math.floor(names.length / 2)], names[Math.floor(names.length / 3)]];
    const stands = (point) => page.locator(`.table [data-point="${point}"] .piece *`).count();
    const label = await page.locator(".editor .tray-piece").nth(1).getAttribute("aria-label");
    await dragIn(page, `.editor .tray-piece[aria-label="${label}"]`, one);
    await until(() => stands(one));
    assert.match(await page.locator(`.table [data-point="${one}"]`).getAttribute("aria-label"), new RegExp(label), name);
    await drag(page, one, other);
    await until(() => stands(other));
    assert.equal(await stands(one), 0, `${name}: it has left its point`);
    await page.mouse.move(...await centre(page, other));
    await page.mouse.down();
    const board = await page.locator(".table .board").boundingBox();
    await page.mouse.move(board.x + 2, board.y + 2, { steps: 6 });
    await page.mouse.up();
    await until(() => stands(other), (count) => count === 0);
  }
});

test("ArrowRight goes to the next column from every point of Tzaar, and ArrowLeft comes back", async () => {
  const page = await open("/analyse?game=tzaar");
  const names = await page.locator(".table .point").evaluateAll((list) => list.map((g) => g.getAttribute("data-point")));
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-point"));
  let moved = 0;
  for (const name of names) {
    await page.locator(`.table [data-point="${name}"]`).focus();
    await page.keyboard.press("ArrowRight");
    const next = await focused();
    if (name.startsWith("I")) {
      assert.equal(next, name);
      continue;
    }
    assert.equal(next.charCodeAt(0), name.charCodeAt(0) + 1, `${name} → ${next}`);
    moved++;
    await page.keyboard.press("ArrowLeft");
    assert.equal((await focused()).charCodeAt(0), name.charCodeAt(0));
  }
  assert.equal(moved, 55);
});

test("after resigning the panel no longer says who is to move", async () => {
  const { id } = await make("knightthrough", ["person", "person"], { variant: "4x6" });
  const page = await open(`/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  await page.locator("#do-resign").click();
  await page.locator("#really-resign").click();
  await page.locator(".result strong").waitFor();
  await until(() => page.locator(".state").textContent(), (text) => !/to move/.test(text));
  assert.doesNotMatch(await page.locator(".panel").textContent(), /to move/);
  await page.keyboard.press("f");
  await page.waitForTimeout(100);
  assert.doesNotMatch(await page.locator(".panel").textContent(), /to move/);
});

test("an unknown address is a page that says so", async () => {
  const page = await site.page({ tolerated: /404/ });
  const response = await page.goto(`${site.base}/no/such/place`);
  assert.equal(response.status(), 404);
  await page.locator("h1", { hasText: "Page not found" }).waitFor();
  await page.locator("main a", { hasText: "home page" }).click();
  await page.locator("#start-game").waitFor();
  assert.equal((await fetch(`${site.base}/js/nothing.js`)).status, 404);
});

test("no screen scrolls sideways at 360 pixels", async () => {
  const page = await site.page({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, tolerated: /404|422/ });
  const { games } = await site.api("GET", "catalogue");
  const { id: match } = await site.api("POST", "matches", { game: "knightthrough", variant: "4x6", players: ["level:expert,nodes=20", "alphabeta:tt=1M,depth=1", "random"], games: 2, control: "nodes=50" });
  const paths = ["/", "/train", "/watch", `/watch/${match}`, "/watch/lab", "/watch/lab/tzaar-table-4.1", "/nowhere"];
  for (const { name } of games) {
    const { id } = await make(name, ["person", { engine: "random" }], { variant: name === "arimaa" ? "classic" : "" });
    paths.push(`/play/${id}`, `/analyse?game=${name}`);
  }
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  for (const path of paths) {
    await page.goto(site.base + path);
    await page.locator("#view > *").first().waitFor();
    await page.waitForTimeout(200);
    assert.ok(await wide() <= 0, `${path}: ${await wide()} px`);
  }
  await page.goto(`${site.base}/analyse?game=tzaar`);
  await page.locator("#engine-on").check();
  await page.locator(".lines .ply").first().waitFor();
  assert.ok(await wide() <= 0, "with engine lines");
  await page.locator("#edit-position").click();
  await page.locator(".verdict").waitFor();
  assert.ok(await wide() <= 0, "in the editor");
});

test("a flipped board is still flipped after a reload", async () => {
  const { id } = await make("knightthrough", ["person", "person"], { variant: "4x6" });
  for (const path of [`/play/${id}`, "/analyse?game=knightthrough&variant=4x6"]) {
    const page = await open(path);
    const place = () => page.locator('.table [data-point="a1"]').getAttribute("transform");
    await page.locator(".point.origin").first().waitFor();
    const before = await place();
    await page.keyboard.press("f");
    await until(place, (now) => now !== before);
    const flipped = await place();
    await page.reload();
    await page.locator(".point.origin").first().waitFor();
    assert.equal(await place(), flipped, path);
  }
});

test("clicking the origin undoes a part; a shot back there has a button and can be dragged", async () => {
  const { id } = await make("amazons", ["person", "person"], { variant: "6x6" });
  const page = await open(`/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  const begin = async () => {
    const [from] = await named(page, "origin");
    await click(page, from);
    const [to] = await named(page, "target-here");
    await click(page, to);
    await page.locator(".so-far").waitFor();
    return [from, to];
  };
  const [from, to] = await begin();
  assert.ok((await named(page, "target-here")).includes(from), "the origin could be shot at");
  await click(page, from);
  await page.locator(".so-far").waitFor({ state: "detached" });
  assert.equal((await gameOf(id)).turns.length, 0);
  await begin();
  await click(page, to);
  await page.locator(".so-far").waitFor({ state: "detached" });
  await begin();
  await page.locator("[data-onto-origin]").click();
  assert.match((await until(() => gameOf(id), (g) => g.turns.length === 1)).turns[0].word, new RegExp(`${from}$`), "the arrow went back");
  await until(() => page.locator(".turns .turn").count(), (count) => count === 1);
  await until(() => named(page, "origin"), (points) => points.length > 0);
  const second = await begin();
  await drag(page, second[1], second[0]);
  await until(() => gameOf(id), (g) => g.turns.length === 2);
});

test("clicking the origin undoes a part in Tzaar and Arimaa too", async () => {
  for (const [game, variant, turns] of [["tzaar", "", ["A5xA4"]], ["arimaa", "classic", []]]) {
    const { id } = await make(game, ["person", "person"], { variant, turns });
    const page = await open(`/play/${id}`);
    await page.locator(".point.origin").first().waitFor();
    const [from] = await named(page, "origin");
    await click(page, from);
    const [to] = await named(page, "target-here");
    await click(page, to);
    await page.locator(".so-far").waitFor();
    await click(page, from);
    await page.locator(".so-far").waitFor({ state: "detached" });
    assert.equal((await gameOf(id)).turns.length, turns.length, game);
  }
});

test("the list of experiments is short on a phone", async () => {
  const page = await site.page({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await page.goto(`${site.base}/watch/lab`);
  await page.locator(".experiments li").first().waitFor();
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < 5000, `${height} px`);
  const { experiments } = await site.api("GET", "experiments");
  assert.equal(await page.locator(".experiments li").count(), experiments.length, "all of them are there, in groups that open");
  await page.locator("#find-experiment").fill("table 4.1");
  await until(() => page.locator(".experiments li:visible").count(), (count) => count > 0);
});
