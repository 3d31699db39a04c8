// A game from outside, served by its own program: the page knows nothing of it but what the server says.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BREAKTHROUGH, PICTURES, click, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;
withSite((opened) => {
  site = opened;
}, BREAKTHROUGH);

test("Breakthrough is offered, played by clicks and typed turns, and ends", async () => {
  const { games } = await site.api("GET", "catalogue");
  assert.deepEqual(games.map((game) => game.name), ["breakthrough"]);
  const { id } = await site.api("POST", "games", { game: "breakthrough", seats: ["person", { engine: "random" }], seed: 3 });
  const game = () => site.api("GET", `games/${id}`);
  const page = await site.page();
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".table .board svg").waitFor();
  await click(page, "a2");
  await click(page, "a3");
  await until(game, (g) => g.turns.length >= 2);
  await page.screenshot({ path: `${PICTURES}/breakthrough.png` });
  for (let turn = 0; turn < 100; turn++) {
    const now = await until(game, (g) => g.outcome || g.to_move === 0 && !g.is_thinking);
    if (now.outcome) break;
    await until(() => page.locator(".turns .turn").count(), (count) => count === now.turns.length);
    const query = new URLSearchParams({ game: "breakthrough", position: now.start, turns: now.turns.map((t) => t.word).join(" "), nodes: "500" });
    const text = await (await fetch(`${site.base}/api/v1/analysis?${query}`)).text();
    const done = text.slice(text.indexOf("event: done"));
    const word = JSON.parse(done.slice(done.indexOf("{"), done.lastIndexOf("}") + 1)).thought.lines[0].turns[0];
    await page.locator("#typed").fill(word);
    await page.locator('#typed[data-state="valid"]').waitFor();
    await page.locator("#typed").press("Enter");
    await until(game, (g) => g.turns.length > now.turns.length || g.outcome);
  }
  const { outcome } = await game();
  assert.equal(outcome?.winner, 0, "a search beats random turns");
  await page.locator(".result", { hasText: /^You win\. \S/ }).waitFor();
});
