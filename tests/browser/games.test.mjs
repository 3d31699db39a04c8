// What every game must do on the page: turns part by part, setups and placements by hand, whole games against every level.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PICTURES, click, drag, dragIn, named, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;
let games = [];

withSite(async (opened) => {
  site = opened;
  games = (await site.api("GET", "catalogue")).games;
});

const make = (game, seats, more = {}) => site.api("POST", "games", { game, seats, ...more });
const gameOf = (id) => site.api("GET", `games/${id}`);
const open = async (id, options) => {
  const page = await site.page(options);
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".table .board svg").waitFor();
  return page;
};

/** A good turn, asked of an engine with few nodes. */
async function advice(game) {
  const query = new URLSearchParams({ game: game.game, position: game.start, turns: game.turns.map((t) => t.word).join(" "), spec: "alphabeta:tt=1M", nodes: "1500" });
  const text = await (await fetch(`${site.base}/api/v1/analysis?${query}`)).text();
  const done = text.split("\n\n").find((block) => block.startsWith("event: done"));
  assert.ok(done, `no advice: ${text.slice(0, 300)}`);
  return JSON.parse(done.slice(done.indexOf("{"))).thought.lines[0].turns[0];
}

/** Boards on which whole games are short. */
const SMALL = { knightthrough: "4x6", tzaar: "random=5", amazons: "6x6", arimaa: "classic" };

for (const name of ["knightthrough", "tzaar", "amazons", "arimaa"]) {
  test(`${name}: a whole game against every level at its fastest`, async () => {
    const { levels } = games.find((g) => g.name === name);
    for (const level of levels) {
      const { id } = await make(name, ["person", { engine: `level:${level.name},nodes=60` }], { variant: SMALL[name], seed: 3 });
      const page = await open(id);
      assert.match(await page.locator(".board-side").textContent(), new RegExp(level.name, "i"));
      for (let turn = 0; turn < 200; turn++) {
        const game = await until(() => gameOf(id), (g) => g.outcome || g.to_move === 0 && !g.is_thinking);
        if (game.outcome) break;
        const word = await advice(game);
        await page.locator("#typed").fill(word);
        await page.locator('#typed[data-state="valid"]').waitFor();
        await page.locator("#typed").press("Enter");
        await until(() => gameOf(id), (g) => g.turns.length > game.turns.length || g.outcome);
        // The page has to know of the engine's answer before it takes another turn.
        const now = await until(() => gameOf(id), (g) => g.outcome || g.to_move === 0 && !g.is_thinking);
        await until(() => page.locator(".turns .turn").count(), (count) => count === now.turns.length);
        if (!now.outcome) await page.locator(".state:has-text('White'), .state:has-text('Gold')").first().waitFor();
      }
      const { outcome } = await gameOf(id);
      assert.ok(outcome, `${name} against ${level.name} has an end`);
      await page.locator(".result strong").waitFor();
      const shown = await page.locator(".result").textContent();
      assert.match(shown, outcome.winner === 0 ? /^You win\. \S.*\./ : /^You lose\. \S.*\./);
      await page.context().close();
    }
  });
}

/** The parts of a turn by click; each is shown, the last can be taken back, and one request commits. */
for (const [name, variant, turns] of [["tzaar", "", ["A5xA4"]], ["amazons", "6x6", []], ["arimaa", "classic", []]]) {
  test(`${name}: a turn grows part by part and is stepped back`, async () => {
    const { id, turns: before } = await make(name, ["person", "person"], { variant, turns });
    const page = await open(id);
    const posts = [];
    page.on("request", (request) => { if (request.method() === "POST") posts.push(request.url()); });
    await page.locator(".point.origin").first().waitFor();
    const first = await page.locator(".state").textContent();
    let origin;
    const part = async (by) => {
      const so_far = String(await page.locator(".so-far").allTextContents());
      if (!(await named(page, "target-here")).length) await click(page, (await named(page, "origin"))[0]);
      // A click on the point that the last part came from would undo it.
      const [target] = (await named(page, "target-here")).filter((name) => name !== origin);
      const [from] = await named(page, "selected");
      if (by === "drag" && from) await drag(page, from, target);
      else await click(page, target);
      await until(async () => String(await page.locator(".so-far").allTextContents()), (now) => now !== so_far);
      origin = from;
    };
    await part("click");
    const half = await page.locator(".so-far").textContent();
    assert.notEqual(await page.locator(".state").textContent(), first, "the instruction changes");
    assert.ok((await named(page, "marked")).length > 0, "the part is marked");
    await page.keyboard.press("Escape");
    await page.locator(".so-far").waitFor({ state: "detached" });
    origin = undefined;
    assert.equal(await page.locator(".state").textContent(), first);
    await part("drag");
    assert.equal(await page.locator(".so-far").textContent(), half, "a drag makes the same part as a click");
    for (let more = 0; more < 6 && (await gameOf(id)).turns.length === before.length; more++) {
      const end = page.locator(".extras [data-action]");
      if (await end.count()) {
        // This ends the turn; the button stays until the server has stored it.
        await end.first().click();
        await until(() => gameOf(id), (g) => g.turns.length > before.length);
        break;
      }
      await part("click").catch(() => undefined);
      await until(async () => (await gameOf(id)).turns.length > before.length || await page.locator(".extras [data-action], .point.target-here, .point.origin").count());
    }
    assert.equal((await until(() => gameOf(id), (g) => g.turns.length === before.length + 1)).turns.length, before.length + 1);
    assert.equal(posts.length, 1, "one request for the whole turn");
  });
}

test("Arimaa is set up by drag and drop, and by ready setups", async () => {
  const { id } = await make("arimaa", ["person", "person"], { variant: "" });
  const page = await open(id);
  await page.locator("#setup-done").waitFor();
  const kinds = () => page.locator(".table .point").evaluateAll((list) => Object.fromEntries(list.filter((g) => /gold/.test(g.getAttribute("aria-label") ?? "")).map((g) => [g.getAttribute("data-point"), (g.getAttribute("aria-label") ?? "").split(", ")[1]])));
  await page.locator('[data-setup="classic"]').click();
  // The setup that was there before has other pieces here, so that this one is certainly the one asked for.
  const before = await until(kinds, (all) => Object.keys(all).length === 16 && all.d2 === "gold camel" && all.a1 === "gold rabbit");
  await drag(page, "d2", "a1");
  const swapped = await until(kinds, (all) => all.a1 === before.d2);
  assert.equal(swapped.d2, before.a1, "dropped on another piece, they change places");
  await page.screenshot({ path: `${PICTURES}/setup-arimaa.png` });
  await page.locator("#setup-done").click();
  const game = await until(() => gameOf(id), (g) => g.turns.length === 1);
  assert.ok(/a1/i.test(game.turns[0].word), game.turns[0].word);
  const { partial } = await site.api("GET", `board?${new URLSearchParams({ game: "arimaa", position: game.start, turns: game.turns[0].word })}`);
  const words = Object.fromEntries(partial.scene.points.filter((p) => p.piece).map((p) => [p.name, p.piece.words]));
  assert.deepEqual(words, swapped, "what was arranged is what is played");
  // Silver's turn: the same, on the other side of the board.
  await until(async () => (await named(page, "origin")).includes("a8"));
  await page.locator("#setup-done").click();
  await until(() => gameOf(id), (g) => g.turns.length === 2);
});

test("Tzaar's pieces are placed by click, by drag from beside the board, and by typing", async () => {
  const { id } = await make("tzaar", ["person", "person"], { variant: "tournament" });
  const page = await open(id);
  const count = async (number) => until(() => gameOf(id), (g) => g.turns.length === number);
  await page.locator(".tray-piece").first().waitFor();
  await click(page, "E4");
  await count(1);
  await page.locator('.tray-piece[data-kind="tzaar"]').waitFor();
  await until(() => page.locator(".turns .turn").count(), (n) => n === 1);
  await dragIn(page, '.tray-piece[data-kind="tzaar"]', "D4");
  const { turns: [, second] } = await count(2);
  await until(() => page.locator(".turns .turn").count(), (n) => n === 2);
  assert.match(second.word, /Z.*D4|D4/i);
  const { partial } = await site.api("GET", `board?${new URLSearchParams({ game: "tzaar", variant: "tournament", turns: (await gameOf(id)).turns.map((t) => t.word).join(" ") })}`);
  await page.locator("#typed").fill(partial.next[5].text);
  await page.locator('#typed[data-state="valid"]').waitFor();
  await page.locator("#typed").press("Enter");
  await count(3);
  await page.screenshot({ path: `${PICTURES}/placement-tzaar.png` });
});

test("the editor has phases, and keeps them", async () => {
  for (const [name, place, phase, state] of [
    ["tzaar", { position: "ttttT/TaaaAT/TAz.ZAT/TZ3...ZAT/TA..tzat/t..z3T.at/ta...../tTAAat/t.TTT w 1" }, "2", /./],
    ["arimaa", { variant: "classic" }, "left=2", /2 steps|two steps/i],
  ]) {
    const page = await site.page();
    await page.goto(`${site.base}/analyse?${new URLSearchParams({ game: name, ...place })}`);
    await page.locator("#edit-position").click();
    await page.locator(".verdict[data-ok=true]").waitFor();
    await page.locator(".editor label:has-text('Phase') select").selectOption(phase);
    // At once: what counts is the last answer about the position, not the one before.
    await page.locator("#use-position").click();
    await until(() => page.url(), (url) => /position=/.test(url) && decodeURIComponent(url).replaceAll("+", " ").includes(` ${phase}`));
    await page.locator(".editor").waitFor({ state: "hidden" });
    await until(() => page.locator(".state").textContent(), (text) => state.test(text));
    await page.locator(".point.origin").first().waitFor();
  }
});

test("Amazons: regions are tinted, with means, temperatures and the hottest's thermograph", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/analyse?${new URLSearchParams({ game: "amazons", position: "#.###..|.#x#.o.|o.###..|#######|x...#o. w" })}`);
  await page.locator(".region-list .region").first().waitFor();
  assert.equal(await page.locator(".region-list .region").count(), 4);
  const hot = await page.locator(".region:has(.hot)").textContent();
  assert.match(hot, /Black \+3\/4/);
  assert.match(hot, /temperature 5\/4/);
  assert.match(await page.locator(".thermograph svg").getAttribute("aria-label"), /mean Black \+3\/4, temperature 5\/4/);
  assert.ok(await page.locator(".table .tint[class*=hue]").count() >= 15, "squares are tinted");
  assert.ok((await page.locator(".names text").allTextContents()).some((text) => text.includes("★")), "and named, with the hottest marked");
  await page.screenshot({ path: `${PICTURES}/regions.png` });
  await page.locator("#regions-on").uncheck();
  await until(() => page.locator(".table .tint[class*=hue]").count(), (count) => count === 0);
  await page.goto(`${site.base}/analyse?game=tzaar`);
  await page.locator(".table .board svg").waitFor();
  assert.equal(await page.locator(".regions:visible").count(), 0, "games without regions have no such panel");
});

test("a sum is played to its end, and every turn has its cost", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/train`);
  await page.locator(".sum-board .board svg").first().waitFor();
  assert.equal(await page.locator(".sum-board").count(), 3);
  const over = () => page.locator(".costs").count();
  for (let turn = 0; turn < 30 && !await over(); turn++) {
    // The strategy moves by itself; ours is the first possibility on the first board that has one.
    await until(async () => await over() || /Your turn|cannot move|last move/.test(await page.locator(".state[role=status]").textContent()));
    if (await page.locator(".sum-board .point.origin, .sum-board .point.target-here").count() === 0) { await until(over); break; }
    const turns = await page.locator(".turns .turn").count();
    for (let part = 0; part < 4; part++) {
      const point = page.locator(".sum-board .point.target-here, .sum-board .point.origin").first();
      const target = page.locator(".sum-board .point.target-here").first();
      // A click on the point that the last part came from would undo it; a button plays there.
      const back = page.locator("[data-onto-origin]").first();
      if (await back.count()) await back.click();
      else {
        const box = await ((await target.count()) ? target : point).locator(".cell").boundingBox().catch(() => null);
        if (!box) break;
        await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
      }
      await page.waitForTimeout(80);
      if (await page.locator(".turns .turn").count() > turns) break;
    }
    await until(async () => await over() || await page.locator(".turns .turn").count() > turns);
  }
  await until(over);
  const costs = await page.locator(".costs tbody tr td:nth-child(5)").allTextContents();
  assert.equal(costs.length, await page.locator(".turns .turn").count());
  assert.ok(costs.every((cost) => cost === "none" || /⚠ [1-9]/.test(cost)), costs.join());
  assert.ok(await page.locator(".thermograph").count() >= 3);
  await page.screenshot({ path: `${PICTURES}/sum-review.png`, fullPage: true });
  await page.locator("#sum-undo").click();
  await until(() => page.locator(".costs:visible").count(), (count) => count === 0);
});

test("a game that the page does not know is drawn from its scene and played with pointer and keys", async () => {
  for (const name of ["tzaar", "knightthrough"]) {
    const { id } = await make(name, ["person", "person"], { variant: SMALL[name] });
    const page = await site.page();
    await page.route("**/js/skins.js", async (route) => {
      const response = await route.fetch();
      const script = (await response.text()).replace(new RegExp(`^\\s*${name}: `, "m"), "forgotten: ");
      assert.match(script, /forgotten/);
      await route.fulfill({ response, body: script });
    });
    await page.goto(`${site.base}/play/${id}`);
    await page.locator(".point.origin").first().waitFor();
    const { sides, start } = await gameOf(id);
    const { partial: { scene } } = await site.api("GET", `board?${new URLSearchParams({ game: name, position: start })}`);
    assert.equal(await page.locator(".table .piece .disc").count(), scene.points.filter((p) => p.piece).length, "every piece is a disc");
    const drawn = new Set(await page.locator(".table .piece .letter").allTextContents());
    assert.equal(drawn.size, new Set(scene.points.filter((p) => p.piece).map((p) => p.piece.kind)).size, [...drawn].join());
    const text = await page.locator(".table").textContent();
    assert.ok(text.includes(name.charAt(0).toUpperCase() + name.slice(1)) && sides.every((side) => text.includes(side)), text.slice(0, 200));
    const [origin] = await named(page, "origin");
    await click(page, origin);
    await click(page, (await named(page, "target-here"))[0]);
    await until(() => gameOf(id), (game) => game.turns.length === 1);
    await page.screenshot({ path: `${PICTURES}/default-skin-${name}.png` });
    await until(() => page.locator(".turns .turn").count(), (count) => count === 1);
    // The second turn by keys: focus an origin, choose it, then one of its targets.
    await until(() => named(page, "origin"), (names) => names.length > 0);
    const press = async (point) => {
      await page.locator(`.table [data-point="${point}"]`).focus();
      await page.keyboard.press("Enter");
    };
    for (let part = 0; part < 6 && (await gameOf(id)).turns.length === 1; part++) {
      const end = page.locator(".extras [data-action]");
      const targets = await named(page, "target-here");
      if (await end.count()) await end.first().press("Enter");
      else await press(targets[0] ?? (await named(page, "origin"))[0]);
      await page.waitForTimeout(150);
    }
    assert.equal((await until(() => gameOf(id), (game) => game.turns.length === 2)).turns.length, 2, name);
    await page.goto(site.base);
    await page.locator(`[data-game-card="${name}"]`).click();
    assert.match(await page.locator("#start-game").textContent(), new RegExp(`Play ${name}`, "i"));
  }
});
