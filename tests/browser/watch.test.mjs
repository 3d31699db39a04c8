// Matches and tournaments on the page: planned, followed live, judged, replayed, and found again after the server was away.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PICTURES, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;
withSite((opened) => { site = opened; });

/** The widths and colours that every screen is looked at in. */
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const SCREENS = [["light", {}], ["dark", { colorScheme: "dark" }], ["phone", PHONE], ["phone-dark", { ...PHONE, colorScheme: "dark" }]];

const serious = async (page, name) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.filter((v) => ["serious", "critical"].includes(v.impact));
  assert.deepEqual(found.map((v) => `${name}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 140)).join(" | ")}`), []);
};

test("a tournament: crosstable, ratings with error bars, reasons, replay", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/watch`);
  await page.locator("#add-player").click();
  const players = ["alphabeta:tt=1M,depth=2", "alphabeta:tt=1M,depth=1", "random"];
  await page.locator("#advanced summary").click();
  for (const [nth, spec] of players.entries()) await page.locator(`[aria-label="Spec of player ${nth + 1}"]`).fill(spec);
  await page.locator("[name=format]").selectOption("round-robin");
  await page.locator("[name=games]").fill("4");
  await page.locator("[name=control]").fill("nodes=100");
  await page.locator("#start-match").click();
  await page.locator(".tag.complete").waitFor();
  assert.equal(await page.locator(".ratings tbody tr").count(), 3);
  // A rating has an error bar where the results bound it, and words where they do not.
  const { standings } = await site.api("GET", `matches/${page.url().split("/").pop()}`);
  assert.equal(await page.locator(".rating .value").count(), 3);
  assert.equal(await page.locator(".rating .range").count(), standings.filter((r) => r.interval).length);
  for (const [nth, row] of standings.entries()) {
    const text = await page.locator(".ratings tbody tr").nth(nth).textContent();
    assert.ok(row.interval ? /[+−±]\d+ … [+−±]\d+/.test(text) : text.includes(row.doubt), text);
  }
  const cells = await page.locator(".cross tbody td").allTextContents();
  assert.equal(cells.filter((cell) => /\/4$/.test(cell)).length, 6, cells.join());
  assert.match(await page.locator(".reasons").textContent(), /goal × \d/);
  assert.equal(await page.locator(".results tbody tr").count(), 12);
  await serious(page, "tournament");
  await page.screenshot({ path: `${PICTURES}/tournament.png`, fullPage: true });
  await page.locator("[data-replay]").first().click();
  await page.locator(".tree .turn[aria-current]").waitFor();
  await page.goBack();
  await page.locator(".cross").waitFor();
});

test("a test moves between its bounds and ends the match; a wrong plan keeps its fields", async () => {
  const page = await site.page({ tolerated: /40[0-9]|422/ });
  await page.goto(`${site.base}/watch`);
  await page.locator("#advanced summary").click();
  await page.locator("[name=first]").fill("alphabeta:tt=1M");
  await page.locator("[name=second]").fill("nobody");
  await page.locator("[name=games]").fill("300");
  await page.locator("[name=control]").fill("nodes=100");
  await page.locator("[name=test]").check();
  await page.locator("[name=elo1]").fill("100");
  await page.locator("#start-match").click();
  await page.locator(".problem", { hasText: "'nobody'" }).waitFor();
  assert.equal(await page.locator("[name=first]").inputValue(), "alphabeta:tt=1M", "the form keeps its fields");
  await page.locator("[name=second]").fill("random");
  await page.locator("#start-match").click();
  await page.locator(".llr.accepted").waitFor();
  await page.locator(".tag.complete").waitFor();
  assert.match(await page.locator(".bounds").textContent(), /-2\.94.*LLR: .*\+2\.94/);
  assert.match(await page.locator(".progress").textContent(), /\d+ of 300 games/);
  // Where every pair was won only a bound is claimed, as on the command line.
  const { encounters: [met] } = await site.api("GET", `matches/${page.url().split("/").pop()}`);
  const one_sided = met.pairs.slice(0, 4).every((count) => count === 0);
  assert.match(await page.locator(".numbers").first().textContent(), one_sided ? /Eloat least \d+\.\d\d/ : /Elo−?\d+\.\d\d ± \d+/);
  await serious(page, "match");
  await page.screenshot({ path: `${PICTURES}/match.png`, fullPage: true });
});

test("crashes and time losses stand out", async () => {
  const page = await site.page();
  // No player is this quick: time is lost at once, and said so.
  const made = await site.api("POST", "matches", { game: "arimaa", variant: "classic", players: ["alphabeta:tt=1M", "random"], games: 2, control: "1ms+0ms" });
  await page.goto(`${site.base}/watch/${made.id}`);
  await page.locator("tr.forfeit", { hasText: "⚠ time forfeit" }).first().waitFor();
  await page.locator(".reasons .failed", { hasText: "time forfeit" }).first().waitFor();
});

test("a stopped server is said to be away, and the table catches up", async () => {
  const page = await site.page({ tolerated: /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|Failed to load/ });
  const made = await site.api("POST", "matches", { game: "knightthrough", variant: "4x6", players: ["alphabeta:tt=1M", "random"], games: 2000, control: "20ms" });
  await page.goto(`${site.base}/watch/${made.id}`);
  await page.locator(".results tbody tr").first().waitFor();
  await site.kill();
  await page.locator("#banner:not([hidden])", { hasText: "Reconnecting" }).waitFor();
  await site.start();
  await page.locator("#banner").waitFor({ state: "hidden" });
  await page.locator(".tag.interrupted").waitFor();
  const before = (await site.api("GET", `matches/${made.id}`)).played;
  await page.locator("#resume-match").click();
  await until(async () => Number(/^(\d+) of/.exec(await page.locator(".progress .muted").textContent())[1]), (played) => played > before);
  await page.locator("#stop-match").click();
  await page.locator(".tag.stopped").waitFor();
});

test("an experiment is found, run with its progress, stopped, resumed, and shown", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/watch`);
  await page.locator(".tabs a", { hasText: "Experiments" }).click();
  await page.locator("#find-experiment").waitFor();
  const all = (await site.api("GET", "experiments")).experiments;
  assert.equal(await page.locator(".experiments li").count(), all.length);
  await until(() => page.locator(".plots img").count(), (count) => count === all.filter((e) => e.results.length).length);
  // The first plots are really drawn; those far below wait until scrolled into view.
  await until(() => page.locator(".plots img").first().evaluate((img) => img.complete && img.naturalWidth > 0));
  await serious(page, "experiments");
  for (const [name, more] of SCREENS) {
    const screen = await site.page(more);
    await screen.goto(`${site.base}/watch/lab`);
    await until(() => screen.locator(".plots img").first().evaluate((img) => img.complete && img.naturalWidth > 0));
    await screen.screenshot({ path: `${PICTURES}/experiments-${name}.png` });
    await screen.goto(`${site.base}/watch/lab/tzaar-table-4.1`);
    await until(() => screen.locator(".experiment-plot img").evaluate((img) => img.complete && img.naturalWidth > 0));
    assert.ok(await screen.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${name} does not scroll sideways`);
    await serious(screen, name);
    await screen.screenshot({ path: `${PICTURES}/experiment-${name}.png`, fullPage: true });
  }
  await page.locator("#find-experiment").fill("amazons-figure-4.5");
  await until(() => page.locator(".experiments li").count(), (count) => count === 1);
  await page.locator(".experiments a").click();
  await page.locator("#run-experiment").click();
  await until(async () => Number(/^(\d+) of/.exec(await page.locator(".progress .muted").textContent())?.[1] ?? 0), (done) => done >= 1);
  await page.screenshot({ path: `${PICTURES}/experiment-running.png` });
  await page.locator("#stop-experiment").click();
  await page.locator("#run-experiment", { hasText: "Resume" }).waitFor();
  await serious(page, "stopped experiment");
  await until(async () => (await site.api("GET", "status")).searches.length, (count) => count === 0);
  await page.reload();
  await page.locator("#run-experiment", { hasText: "Resume" }).click();
  await page.locator("#stop-experiment").click();
  await page.locator("#delete-results").click();
  await page.locator("#run-experiment", { hasText: "Start" }).waitFor();
});

test("a complete experiment has its plot, its table and its command", async () => {
  const page = await site.page();
  // A citation has nothing to run, so it is complete at once.
  await page.goto(`${site.base}/watch/lab/tzaar-table-4.16`);
  await page.locator("#run-experiment").click();
  await page.locator("#delete-results").waitFor();
  await page.locator("[data-shelf=own][aria-pressed=true]").waitFor();
  await until(() => page.locator(".experiment-plot img").evaluate((img) => img.complete && img.naturalWidth > 0));
  assert.match(await page.locator(".experiment-plot img").getAttribute("src"), /results\/own\/plot$/);
  assert.ok(await page.locator(".findings tbody tr").count() > 1);
  assert.match(await page.locator(".provenance").textContent(), /quadrille lab run tzaar-table-4\.16 --quick --seed 1/);
  const [download] = await Promise.all([page.waitForEvent("download"), page.locator("a[download]").click()]);
  assert.equal(download.suggestedFilename(), "tzaar-table-4.16.csv");
  await page.locator("[data-shelf=given]").click();
  await until(async () => /results\/given\/plot$/.test(await page.locator(".experiment-plot img").getAttribute("src")));
  await page.locator("#delete-results").click();
  await until(() => page.locator("[data-shelf]").count(), (count) => count === 0);
});

test("an unknown experiment is reported", async () => {
  const page = await site.page({ tolerated: /404/ });
  await page.goto(`${site.base}/watch/lab/nothing`);
  await page.locator("#view", { hasText: "no such experiment" }).waitFor();
});
