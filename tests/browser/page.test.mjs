// The page in a real browser: playing, analysing, watching, for every game the server has.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PICTURES, click, drag, named, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;
let games = [];

withSite(async (opened) => {
  site = opened;
  games = (await site.api("GET", "catalogue")).games;
});

const make = (game, seats, more = {}) => site.api("POST", "games", { game, seats, ...more });
/** A start that needs no placing of pieces. */
const variant = (game) => game === "arimaa" ? "classic" : "";
const turnsOf = async (id) => (await site.api("GET", `games/${id}`)).turns;

/** Makes one whole turn with the pointer, choosing the first possibility at each part. */
async function playTurn(page, id, by = "click") {
  const before = (await turnsOf(id)).length;
  for (let part = 0; part < 20; part++) {
    if ((await turnsOf(id)).length > before) return;
    const targets = await named(page, "target-here");
    if (targets.length === 0) {
      const origins = await named(page, "origin");
      if (origins.length === 0) {
        const end = page.locator(".extras [data-action]");
        if (await end.count()) await end.first().click();
        else await page.waitForTimeout(60);
        continue;
      }
      await click(page, origins[0]);
      continue;
    }
    const selected = await named(page, "selected");
    const so_far = await page.locator(".so-far").allTextContents();
    if (by === "drag" && selected.length) await drag(page, selected[0], targets[0]);
    else await click(page, targets[0]);
    await until(async () => (await turnsOf(id)).length > before || String(await page.locator(".so-far").allTextContents()) !== String(so_far));
    if ((await turnsOf(id)).length === before && await page.locator(".extras [data-action]").count()) await page.locator(".extras [data-action]").first().click();
  }
}

test("a game is begun with two clicks, and everything comes from this server", async () => {
  const page = await site.page();
  const began = Date.now();
  await page.goto(site.base);
  await page.locator("#start-game").waitFor();
  assert.ok(Date.now() - began < 5000, "interactive (goal: 1 s)");
  const card = page.locator("[data-game-card]").last();
  await card.click();
  const levels = await page.locator(".level b").allTextContents();
  assert.ok(levels.length >= 2 && levels[0] === "Beginner", levels.join());
  await page.locator("#start-game").click();
  await page.locator(".table .board svg").waitFor();
  assert.match(page.url(), /\/play\/[0-9a-f]{18}$/);
  assert.match(await page.locator(".board-side").textContent(), /Beginner/);
});

test("exactly the legal targets are shown, and an illegal one is explained", async () => {
  for (const { name } of games) {
    const { id, start } = await make(name, ["person", "person"], { variant: variant(name) });
    const page = await site.page();
    await page.goto(`${site.base}/play/${id}`);
    const { partial } = await site.api("GET", `board?${new URLSearchParams({ game: name, position: start })}`);
    if (partial.scene.points.length === 0) continue;
    await page.locator(".point.origin").first().waitFor();
    const origins = [...new Set(partial.next.map((n) => n.from))].sort();
    assert.deepEqual(await named(page, "origin"), origins, name);
    const origin = origins[0];
    await click(page, origin);
    const targets = partial.next.filter((n) => n.from === origin).map((n) => n.to).sort();
    assert.deepEqual(await named(page, "target-here"), targets, name);
    const wrong = partial.scene.points.map((p) => p.name).find((p) => !targets.includes(p) && !origins.includes(p));
    await click(page, wrong);
    await page.locator(".refused").waitFor();
    assert.ok((await page.locator(".refused").textContent()).length > 10, name);
    assert.equal((await turnsOf(id)).length, 0, "nothing was played");
  }
});

test("composite turns grow on the board, step back, and are sent once", async () => {
  const { id } = await make("tzaar", ["person", "person"], { turns: ["A5xA4"] });
  const page = await site.page();
  const posts = [];
  page.on("request", (request) => { if (request.method() === "POST") posts.push(request.url()); });
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  const first = await page.locator(".state").textContent();
  const [origin] = await named(page, "origin");
  await click(page, origin);
  const [target] = await named(page, "target-here");
  await click(page, target);
  await page.locator(".so-far").waitFor();
  assert.notEqual(await page.locator(".state").textContent(), first, "the instruction changes");
  await page.keyboard.press("Escape");
  await page.locator(".so-far").waitFor({ state: "detached" });
  assert.equal(await page.locator(".state").textContent(), first);
  await click(page, origin);
  await click(page, target);
  await page.locator('[data-action="-"]').click();
  await until(() => turnsOf(id), (turns) => turns.length === 2);
  assert.equal(posts.length, 1, "one request for the whole turn");
  assert.ok((await named(page, "marked")).length >= 2, "the turn is marked");
});

test("click, drag, keys and typing play the same turn", async () => {
  const words = [];
  for (const way of ["click", "drag", "type", "keys"]) {
    const { id } = await make("knightthrough", ["person", "person"], { variant: "4x6" });
    const page = await site.page();
    await page.goto(`${site.base}/play/${id}`);
    await page.locator(".point.origin").first().waitFor();
    if (way === "click") { await click(page, "a1"); await click(page, "b3"); }
    if (way === "drag") await drag(page, "a1", "b3");
    if (way === "type") {
      const field = page.locator("#typed");
      for (const [text, state] of [["a1", "incomplete"], ["a1-a2", "invalid"], ["a1-b3", "valid"]]) {
        await field.fill(text);
        await page.locator(`#typed[data-state="${state}"]`).waitFor();
      }
      await field.press("Enter");
    }
    if (way === "keys") {
      const point = page.locator('.point[tabindex="0"]');
      await point.focus();
      assert.equal(await page.locator('.point[tabindex="0"]').count(), 1, "one stop on the way of Tab");
      const walk = async (goal) => {
        for (let step = 0; step < 20; step++) {
          const here = await page.evaluate(() => document.activeElement?.getAttribute("data-point"));
          if (here === goal) return;
          const key = here[0] > goal[0] ? "ArrowLeft" : here[0] < goal[0] ? "ArrowRight" : Number(here[1]) > Number(goal[1]) ? "ArrowDown" : "ArrowUp";
          await page.keyboard.press(key);
        }
        throw new Error(`never reached ${goal}`);
      };
      await walk("a1");
      await page.keyboard.press("Enter");
      await walk("b3");
      await page.keyboard.press("Enter");
    }
    words.push((await until(() => turnsOf(id), (turns) => turns.length === 1))[0].word);
  }
  assert.deepEqual(words, Array(4).fill("a1-b3"));
});

test("some turns against the beginner of every game, with the pointer", async () => {
  for (const { name, levels } of games) {
    const { id } = await make(name, ["person", { engine: `level:${levels[0].name}` }], { variant: variant(name), seed: 5 });
    const page = await site.page();
    await page.goto(`${site.base}/play/${id}`);
    await page.locator(".table .board").waitFor();
    for (let turn = 0; turn < 4; turn++) {
      await until(() => site.api("GET", `games/${id}`), (g) => g.outcome || g.to_move === 0 && !g.is_thinking);
      await until(() => page.locator(".point.origin, .extras [data-action], .tray-piece").count());
      await playTurn(page, id, turn % 2 ? "drag" : "click");
    }
    const { turns } = await site.api("GET", `games/${id}`);
    assert.ok(turns.length >= 7, `${name}: ${turns.length} turns`);
  }
});

test("the engine's turn is animated unless motion is reduced", async () => {
  for (const [reducedMotion, animated] of [["no-preference", true], ["reduce", false]]) {
    const { id } = await make("knightthrough", ["person", { engine: "random" }]);
    const page = await site.page({ reducedMotion });
    await page.goto(`${site.base}/play/${id}`);
    await page.locator(".point.origin").first().waitFor();
    await click(page, "b1");
    await click(page, "c3");
    await until(() => turnsOf(id), (turns) => turns.length === 2);
    await until(() => page.locator(".turn").count(), (count) => count === 2);
    await page.waitForTimeout(500);
    const flown = await page.locator(".table .board").getAttribute("data-animated");
    assert.equal(Number(flown ?? 0) > 0, animated, reducedMotion);
    assert.deepEqual((await named(page, "marked")).length, 2);
  }
});

test("the engine's thinking is shown once, and it moves when told to", async () => {
  const { id } = await make("knightthrough", ["person", { engine: "alphabeta:tt=4M" }]);
  const page = await site.page();
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  await click(page, "b1");
  await click(page, "c3");
  await page.locator("#move-now").waitFor();
  assert.equal(await page.locator(".thinking .pulse").count(), 1);
  await until(() => page.locator(".thinking").textContent(), (text) => /depth \d+/.test(text) && /\d\.\d s/.test(text));
  assert.deepEqual(await named(page, "origin"), [], "the board is locked");
  const began = Date.now();
  await page.locator("#move-now").click();
  await until(() => turnsOf(id), (turns) => turns.length === 2);
  assert.ok(Date.now() - began < 3000, `${Date.now() - began} ms (goal: 300)`);
});

test("hint, take back, resign", async () => {
  const { id } = await make("knightthrough", ["person", { engine: "random" }], { variant: "4x6" });
  const page = await site.page();
  await page.goto(`${site.base}/play/${id}`);
  await page.locator("#do-hint:not([disabled])").click();
  await page.locator(".hint").waitFor();
  assert.ok(await page.locator(".arrow").count() > 0);
  await click(page, "a1");
  await click(page, "b3");
  await until(() => turnsOf(id), (turns) => turns.length === 2);
  await page.locator("#do-undo:not([disabled])").click();
  await until(() => turnsOf(id), (turns) => turns.length === 0);
  await page.locator("#do-resign").click();
  await page.locator("#really-resign").click();
  await page.locator(".result strong").waitFor();
  assert.match(await page.locator(".result").textContent(), /You lose\. You resigned\./);
});

test("two tabs show the same game and cannot disturb each other", async () => {
  const { id } = await make("knightthrough", ["person", "person"]);
  const [one, two] = [await site.page(), await site.page({ tolerated: /409/ })];
  for (const page of [one, two]) {
    await page.goto(`${site.base}/play/${id}`);
    await page.locator(".point.origin").first().waitFor();
  }
  await click(one, "b1");
  await click(one, "c3");
  await until(() => two.locator(".turn").count(), (count) => count === 1);
  const stale = await fetch(`${site.base}/api/v1/games/${id}/turns`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ version: 1, turn: "g1-f3" }) });
  assert.equal(stale.status, 409);
  assert.equal((await turnsOf(id)).length, 1);
});

test("a game goes on after the server was killed, and the page says what happens", async () => {
  const { id } = await make("knightthrough", ["person", "person"], { name: "<img src=x onerror=alert(1)>" });
  const page = await site.page({ tolerated: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|Failed to load/ });
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  await click(page, "b1");
  await click(page, "c3");
  await until(() => turnsOf(id), (turns) => turns.length === 1);
  await site.kill();
  await page.locator("#banner:not([hidden])").waitFor();
  assert.match(await page.locator("#banner").textContent(), /Reconnecting/);
  await site.start();
  await page.locator("#banner").waitFor({ state: "hidden" });
  assert.equal((await turnsOf(id))[0].word, "b1-c3");
  await click(page, "g8");
  await click(page, "f6");
  await until(() => turnsOf(id), (turns) => turns.length === 2);
  await page.goto(site.base);
  await page.locator(".game-list b", { hasText: "<img src=x" }).waitFor();
});

test("a redraw that the server does not answer is reported, and the next one works", async () => {
  const { id } = await make("knightthrough", ["person", "person"]);
  const page = await site.page({ tolerated: /ERR_FAILED|Failed to load/ });
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  await page.route("**/api/v1/board*", (route) => route.abort());
  await site.api("POST", `games/${id}/turns`, { version: 1, turn: "b1-c3" });
  await page.locator(".toast.error", { hasText: "not responding" }).waitFor();
  await page.unroute("**/api/v1/board*");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  await until(() => page.locator('.table [data-point="c3"] .piece *').count());
});

test("analysis: lines at once, restarted on the next position, ended with the tab", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/analyse?game=tzaar`);
  await page.locator(".table .board svg").waitFor();
  const began = Date.now();
  await page.locator("#engine-on").check();
  await page.locator(".lines .score").first().waitFor();
  assert.ok(Date.now() - began < 3000, `${Date.now() - began} ms (goal: 300)`);
  await until(() => page.locator(".lines li").count(), (count) => count === 3);
  await until(() => page.locator(".facts").textContent(), (text) => /depth \d+ · .*nodes · .*\/s/.test(text));
  await until(() => page.locator(".arrow").count());
  assert.match(await page.locator(".meaning").textContent(), /White|Black|even/);
  const before = await page.locator(".lines li").first().getAttribute("data-node");
  await page.locator(".ply").first().click();
  await page.locator(".tree .turn[aria-current]", { hasText: "1" }).waitFor();
  const now = await until(() => page.locator(".lines li").first().getAttribute("data-node").catch(() => null), (node) => node && node !== before);
  assert.ok(Number(now) > Number(before), "lines name the position they are about");
  // The search of the position before may still be letting go of its core.
  await until(() => site.api("GET", "status"), (status) => status.searches.length === 1, 5000);
  await page.close();
  await until(() => site.api("GET", "status"), (status) => status.searches.length === 0, 5000);
});

test("variations, addresses and reload keep everything", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/analyse?game=knightthrough&variant=4x6`);
  await page.locator(".point.origin").first().waitFor();
  await click(page, "a1"); await click(page, "b3");
  await page.locator(".tree .turn", { hasText: "a1-b3" }).waitFor();
  await page.keyboard.press("ArrowLeft");
  await page.locator(".tree .start[aria-current]").waitFor();
  await click(page, "b1"); await click(page, "c3");
  await page.locator(".variation .turn", { hasText: "b1-c3" }).waitFor();
  const url = page.url();
  assert.match(url, /turns=b1-c3/);
  await page.reload();
  await page.locator(".variation .turn[aria-current]", { hasText: "b1-c3" }).waitFor();
  assert.equal(await page.locator(".tree .turn", { hasText: "a1-b3" }).count(), 1, "the other line is still there");
  await page.goBack();
  await until(() => page.url(), (now) => now !== url);
  const other = await site.page();
  await other.goto(url);
  await other.locator(".tree .turn[aria-current]", { hasText: "b1-c3" }).waitFor();
});

test("paste, editor, looking back", async () => {
  const page = await site.page({ tolerated: /422/ });
  await page.goto(`${site.base}/analyse?game=knightthrough`);
  await page.locator("#paste").click();
  await page.locator("#paste-text").fill("b1-c3 b8-b7");
  await page.locator("dialog button[type=submit]").click();
  await page.locator("dialog .problem", { hasText: "'b8-b7'" }).waitFor();
  assert.equal(await page.locator("#paste-text").inputValue(), "b1-c3 b8-b7", "the form keeps its text");
  await page.locator("#paste-text").fill("b1-c3 b8-c6 c3-b5 c6-b4 b5-c7 b4xc2");
  await page.locator("dialog button[type=submit]").click();
  await until(() => page.locator(".tree .turn").count(), (count) => count === 7);
  await page.locator("#review").click();
  await page.locator(".plot .curve").waitFor();
  await until(() => page.locator(".plot").getAttribute("aria-label"), (label) => /over 6 turns/.test(label));
  await page.locator("#edit-position").click();
  await page.locator(".verdict[data-ok=true]").waitFor();
  await page.locator(".editor button", { hasText: "Clear board" }).click();
  await page.locator(".verdict[data-ok=false]", { hasText: "no knights" }).waitFor();
  await click(page, "d4");
  await page.locator(".verdict[data-ok=true]").waitFor();
  await page.locator("#use-position").click();
  await until(() => page.locator(".table .point .piece .body").count(), (count) => count === 1);
  assert.match(page.url(), /position=/);
});

test("keys do what the help lists, and nothing while typing", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/analyse?game=knightthrough&variant=4x6&turns=b1-c3`);
  await page.locator(".tree .turn[aria-current]").waitFor();
  await page.locator("#typed").focus();
  await page.keyboard.type("?f");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.locator("dialog[open] .keys").waitFor();
  assert.deepEqual(await page.locator(".keys dt").allTextContents(), ["?", "←", "→", "Home", "End", "Esc", "f", "l", "Space", "x"]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Home");
  await page.locator(".tree .start[aria-current]").waitFor();
  await page.keyboard.press("End");
  await page.locator(".tree .turn[aria-current]", { hasText: "b1-c3" }).waitFor();
  const first = () => page.locator('.point[data-point="a1"]').getAttribute("transform");
  const before = await first();
  await page.keyboard.press("f");
  await until(first, (now) => now !== before);
  await page.keyboard.press("l");
  await page.locator("#engine-on:checked").waitFor();
});

test("on a phone nothing sticks out, targets are large, and dragging does not scroll", async () => {
  for (const { name } of games) {
    const { id } = await make(name, ["person", "person"], { variant: variant(name) });
    for (const width of [360, 390]) {
      const page = await site.page({ viewport: { width, height: 760 }, hasTouch: true, isMobile: true });
      for (const path of ["/", `/play/${id}`, `/analyse?game=${name}`, "/watch"]) {
        await page.goto(site.base + path);
        await page.locator("#view > *").first().waitFor();
        await page.waitForTimeout(150);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${path} at ${width}`);
      }
      await page.goto(`${site.base}/play/${id}`);
      const cell = page.locator(".table .point .cell").first();
      await cell.waitFor();
      const points = await page.locator(".table .point").count();
      const size = (await cell.boundingBox()).width;
      // Ten columns do not fit 390 pixels with 40 each.
      if (width === 390 && points <= 64) assert.ok(size >= 39.5, `${name}: ${size}`);
      assert.equal(await page.locator(".table .board svg").evaluate((svg) => getComputedStyle(svg).touchAction), "none");
    }
  }
});

test("axe finds nothing serious in light and dark, and pictures are left to look at", async () => {
  const shown = games.map((g) => g.name);
  for (const colorScheme of ["light", "dark"]) {
    for (const [size, viewport] of [["desktop", { width: 1280, height: 860 }], ["phone", { width: 390, height: 844 }]]) {
      const page = await site.page({ colorScheme, viewport });
      const look = async (name) => {
        await page.screenshot({ path: `${PICTURES}/${name}-${size}-${colorScheme}.png` });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const serious = violations.filter((v) => ["serious", "critical"].includes(v.impact));
        assert.deepEqual(serious.map((v) => `${name} ${colorScheme} ${size}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 140)).join(" | ")}`), []);
      };
      await page.goto(site.base);
      await page.locator("#start-game").waitFor();
      await page.locator(".mini svg").first().waitFor();
      await look("home");
      for (const name of shown) {
        const { id } = await make(name, ["person", { engine: "random" }], { variant: variant(name), clock: "5m+5s" });
        await page.goto(`${site.base}/play/${id}`);
        await page.locator(".table .board svg").waitFor();
        const [origin] = await named(page, "origin");
        if (origin) await click(page, origin);
        await look(`play-${name}`);
        const words = await page.locator(".table .point").evaluateAll((list) => list.map((g) => g.getAttribute("aria-label")));
        assert.ok(words.length === 0 || words.every((w) => /^[A-Za-z]\d+, /.test(w)), words[0]);
        await page.goto(`${site.base}/analyse?game=${name}&variant=${variant(name)}`);
        await page.locator("#engine-on").setChecked(true);
        await page.locator(".lines .score").first().waitFor();
        await look(`analyse-${name}`);
        await page.locator("#engine-on").setChecked(false);
      }
      await page.goto(`${site.base}/watch`);
      await page.locator("#start-match").waitFor();
      await look("watch");
    }
  }
});

test("further screens, in every width and colour, are clean and left to look at", async () => {
  const plan = { game: "amazons", variant: "6x6", players: ["alphabeta:tt=1M,depth=2", "alphabeta:tt=1M,depth=1", "random"], format: "round-robin", games: 4, control: "nodes=100" };
  const { id } = await site.api("POST", "matches", plan);
  await until(() => site.api("GET", `matches/${id}`), (match) => match.state === "complete");
  const { start, turns } = await site.api("GET", `matches/${id}/games/0`);
  for (const colorScheme of ["light", "dark"]) {
    for (const [size, viewport] of [["desktop", { width: 1280, height: 860 }], ["phone", { width: 390, height: 844 }]]) {
      const page = await site.page({ colorScheme, viewport });
      const look = async (name, fullPage = false) => {
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} does not scroll sideways`);
        await page.screenshot({ path: `${PICTURES}/${name}-${size}-${colorScheme}.png`, fullPage });
        const { violations } = await new AxeBuilder({ page }).analyze();
        const serious = violations.filter((v) => ["serious", "critical"].includes(v.impact));
        assert.deepEqual(serious.map((v) => `${name} ${colorScheme} ${size}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 140)).join(" | ")}`), []);
      };
      await page.goto(`${site.base}/watch/${id}`);
      await page.locator(".cross").waitFor();
      await look("tournament", true);
      await page.goto(`${site.base}/analyse?${new URLSearchParams({ game: "amazons", position: start, turns: turns.join(" ") })}`);
      await page.locator(".tree .turn[aria-current]").waitFor();
      await page.locator("#review").click();
      await page.locator(".plot .curve").waitFor();
      await look("review");
      await page.locator("#edit-position").click();
      await page.locator(".verdict").waitFor();
      await until(() => page.locator(".editor h2").evaluate((title) => title.getBoundingClientRect().top), (top) => top > 0 && top < viewport.height);
      await look("editor");
      await page.goto(`${site.base}/analyse?${new URLSearchParams({ game: "amazons", position: "#.###..|.#x#.o.|o.###..|#######|x...#o. w" })}`);
      await page.locator(".region").first().waitFor();
      await page.locator(".region", { hasText: "hottest" }).click();
      await page.locator(".thermograph").waitFor();
      await look("regions");
      await page.goto(`${site.base}/train`);
      await page.locator(".sum-board svg").first().waitFor();
      await look("train", true);
      await page.locator("#help").click();
      await page.locator("dialog[open] .keys").waitFor();
      await look("help");
    }
  }
});
