// The state of a position that people need: counts, targets, heights, pushes and pulls, traps, shots, trays, losses, endings.
import assert from "node:assert/strict";
import { test } from "node:test";
import { PICTURES, click, drag, named, until, withSite } from "./site.mjs";

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

/** A position of Tzaar from pieces such as `A1 0 tott 2`. */
async function tzaar(pieces, side = 0, phase = "1") {
  const list = pieces.map((text) => text.split(" ")).map(([point, owner, kind, height]) => ({ point, side: Number(owner), kind, height: Number(height ?? 1) }));
  const answer = await site.api("POST", "arrange", { game: "tzaar", pieces: list, side, phase });
  assert.ok(answer.position, JSON.stringify(answer));
  return answer.position;
}

const FEW = ["D3 0 tott 3", "D4 0 tzarra", "C3 0 tzarra", "A1 0 tzaar", "D5 1 tott 2", "C4 1 tzarra", "F4 1 tzaar", "H3 1 tzaar", "G2 1 tott"];

test("Tzaar: both sides' kinds are counted beside the names, with a warning at one", async () => {
  const position = await tzaar(FEW);
  const { id } = await make("tzaar", ["person", "person"], { position });
  for (const page of [await open(`/play/${id}`), await open(`/analyse?${new URLSearchParams({ game: "tzaar", position })}`)]) {
    await until(() => page.locator(".table .count[data-kind]").count(), (count) => count === 6);
    const labels = await page.locator(".table .count[data-kind]").evaluateAll((list) => list.map((e) => e.getAttribute("aria-label")).sort());
    assert.deepEqual(labels, ["black Tott: 2", "black Tzaar: 2", "black Tzarra: 1, the last one", "white Tott: 1, the last one", "white Tzaar: 1, the last one", "white Tzarra: 2"]);
    assert.equal(await page.locator(".count.last", { hasText: "⚠" }).count(), 3);
  }
});

test("Tzaar: captures and stackings look different, and heights lie above everything", async () => {
  const position = await tzaar(FEW, 0, "2");
  const { id } = await make("tzaar", ["person", "person"], { position });
  const page = await open(`/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  await click(page, "D4");
  const { partial } = await boardOf({ game: "tzaar", position });
  const wanted = (effect) => [...new Set(partial.next.filter((n) => n.from === "D4" && n.effect === effect).map((n) => n.to))].sort();
  assert.ok(wanted("capture").length && wanted("stack").length, "both are possible");
  assert.deepEqual(await named(page, "capture"), wanted("capture"));
  assert.deepEqual(await named(page, "stack"), wanted("stack"));
  const look = (css) => page.locator(`.table .point.${css} .target`).first().evaluate((e) => { const { stroke, strokeDasharray } = getComputedStyle(e); return `${stroke} ${strokeDasharray}`; });
  assert.notEqual(await look("capture"), await look("stack"));
  // Every badge is drawn after every ring and arrow.
  const above = await page.locator(".table .board svg").evaluate((svg) => {
    const badges = [...svg.querySelectorAll(".height")];
    const others = [...svg.querySelectorAll(".target, .ring-select, .arrows")];
    return badges.length === 2 && badges.every((badge) => others.every((other) => other.compareDocumentPosition(badge) & Node.DOCUMENT_POSITION_FOLLOWING));
  });
  assert.ok(above, "heights are on top");
  await page.screenshot({ path: `${PICTURES}/tzaar-targets.png` });
});

test("Tzaar's editor has heights and all phases", async () => {
  const page = await open("/analyse?game=tzaar", { tolerated: /422/ });
  await page.locator("#edit-position").click();
  await page.locator(".verdict[data-ok=true]").waitFor();
  assert.deepEqual(await page.locator("#editor-phase option").evaluateAll((list) => list.map((o) => o.value)), ["1", "2", "o", "p"]);
  await page.locator(".editor button", { hasText: "Clear board" }).click();
  await page.locator("#editor-height").fill("7");
  await page.locator(".tray-piece[aria-label^='white Tzaar']").click();
  await click(page, "D4");
  await page.locator('.table [data-point="D4"][aria-label*="height 7"]').waitFor();
  await page.locator("#editor-height").fill("1");
  for (const [label, point] of [["white Tott", "A1"], ["white Tzarra", "A2"], ["black Tott", "D5"], ["black Tzarra", "E4"], ["black Tzaar", "C4"]]) {
    await page.locator(`.tray-piece[aria-label="${label}"]`).click();
    await click(page, point);
  }
  for (const phase of ["1", "2"]) {
    await page.locator("#editor-phase").selectOption(phase);
    await page.locator(".verdict[data-ok=true]").waitFor();
  }
  await page.locator("#editor-phase").selectOption("o");
  await page.locator(".verdict[data-ok=false]").waitFor();
  await page.locator("#editor-phase").selectOption("2");
  await page.locator(".verdict[data-ok=true]").waitFor();
  await page.locator("#use-position").click();
  await until(() => new URL(page.url()).searchParams.get("position"), (position) => / w 2$/.test(position ?? ""));
});

/** Gold's elephant on d4 beside a silver horse on d5, a silver cat on e4 that it can pull, and a silver rabbit beside the trap c3. */
const ARIMAA = "g [rrr  rrr" + "        " + "        " + "   h    " + "   Ec   " + " r      " + "  C     " + "RRR  RRR]";

test("Arimaa: what the selected piece can push and pull is marked, and it stays selected", async () => {
  const { id } = await make("arimaa", ["person", "person"], { position: ARIMAA });
  const page = await open(`/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  await click(page, "d4");
  assert.deepEqual(await named(page, "partner"), ["d5", "e4"], "the horse and the cat");
  assert.match(await page.locator('.table [data-point="d5"]').getAttribute("aria-label"), /can be moved by the selected piece/);
  await page.screenshot({ path: `${PICTURES}/arimaa-partners.png` });
  // A push: select the elephant, then the horse, then where it goes; the elephant completes it.
  await click(page, "d5");
  await click(page, "d6");
  await page.locator(".so-far").waitFor();
  await until(() => named(page, "selected"), (points) => String(points) === "d4");
  await click(page, "d5");
  await until(() => named(page, "selected"), (points) => String(points) === "d5");
  // The next step needs no new selection.
  await click(page, "c5");
  await until(() => named(page, "selected"), (points) => String(points) === "c5");
  for (let part = 0; part < 3; part++) await page.keyboard.press("Escape").then(() => page.waitForTimeout(150));
  await page.locator(".so-far").waitFor({ state: "detached" });
  // A pull: the elephant steps away, the cat follows.
  await click(page, "d4");
  await click(page, "c4");
  await until(() => named(page, "selected"), (points) => String(points) === "c4");
  await click(page, "e4");
  await click(page, "d4");
  await until(() => page.locator(".so-far").textContent(), (text) => /Ed4w ce4w/.test(text));
});

test("Arimaa: a trapped piece is seen, told and heard", async () => {
  const { id } = await make("arimaa", ["person", "person"], { position: ARIMAA });
  const page = await site.page();
  await page.addInitScript(() => {
    localStorage.setItem("quadrille.sound", "true");
    const real = window.AudioContext;
    window.heard = [];
    window.AudioContext = class extends real {
      createOscillator() {
        const tone = super.createOscillator();
        const set = tone.frequency.setValueAtTime.bind(tone.frequency);
        tone.frequency.setValueAtTime = (pitch, at) => { window.heard.push(pitch); return set(pitch, at); };
        return tone;
      }
    };
  });
  await page.goto(`${site.base}/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  // The cat steps beside the rabbit and pushes it into the trap.
  await click(page, "c2");
  await click(page, "b2");
  await page.locator(".so-far").waitFor();
  await until(() => named(page, "selected"), (points) => String(points) === "b2");
  await click(page, "b3");
  await click(page, "c3");
  await until(() => page.locator('.table [data-point="c3"] .gone *').count());
  assert.match(await page.locator('.table [data-point="c3"]').getAttribute("aria-label"), /silver rabbit was lost here/);
  await until(() => page.locator("#live-region").textContent(), (text) => /silver rabbit lost on c3/.test(text));
  assert.deepEqual(await page.evaluate(() => window.heard), [95], "the sound of a trap");
  await page.locator(".seat .lost-pieces[aria-label='Lost: 1 silver rabbit']").waitFor();
  await page.screenshot({ path: `${PICTURES}/arimaa-trap.png` });
});

test("Arimaa: the setup begins with a good one", async () => {
  const { id } = await make("arimaa", ["person", "person"], { variant: "" });
  const page = await open(`/play/${id}`);
  await page.locator("#setup-done").waitFor();
  const words = (point) => page.locator(`.table [data-point="${point}"]`).getAttribute("aria-label");
  await until(() => words("e2"), (text) => /gold elephant/.test(text ?? ""));
  assert.match(await words("d2"), /gold camel/);
  for (const file of "abcdefgh") assert.match(await words(`${file}1`), /gold rabbit/);
  await page.locator("#setup-done").click();
  await until(() => gameOf(id), (g) => g.turns.length === 1);
});

test("Amazons: moves and arrows have different colours, as targets and in engine lines", async () => {
  const { id } = await make("amazons", ["person", "person"], { variant: "6x6" });
  const page = await open(`/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  await click(page, (await named(page, "origin"))[0]);
  const colour = () => page.locator(".table .point.target-here .target").first().evaluate((e) => getComputedStyle(e).fill);
  const move = await colour();
  assert.equal(await page.locator(".point.shoot").count(), 0);
  await click(page, (await named(page, "target-here"))[0]);
  await until(() => page.locator(".point.shoot").count());
  assert.notEqual(await colour(), move);
  await page.screenshot({ path: `${PICTURES}/amazons-shoot.png` });
  await page.keyboard.press("Escape");
  await page.locator(".so-far").waitFor({ state: "detached" });
  await page.locator("#do-hint").click();
  await page.locator(".arrow.shoot").waitFor();
  const stroke = (css) => page.locator(`${css} line`).first().evaluate((e) => getComputedStyle(e).stroke);
  assert.notEqual(await stroke(".arrow.move"), await stroke(".arrow.shoot"));
});

test("a tray says how many pieces are left", async () => {
  const { id } = await make("tzaar", ["person", "person"], { variant: "tournament" });
  const page = await open(`/play/${id}`);
  await page.locator(".tray-piece").first().waitFor();
  assert.deepEqual(await page.locator(".tray-piece .left").allTextContents(), ["15", "9", "6"]);
  await page.locator('.tray-piece[data-kind="tzaar"]').click();
  await click(page, "D4");
  await until(() => gameOf(id), (g) => g.turns.length === 1);
  await until(() => page.locator(".turns .turn").count(), (count) => count === 1);
  await page.locator('.tray-piece[data-kind="tott"]').waitFor();
  await click(page, "E4");
  await until(() => page.locator(".turns .turn").count(), (count) => count === 2);
  await until(() => page.locator(".tray-piece .left").allTextContents(), (left) => String(left) === "15,9,5");
});

test("captures appear beside the names, and vanish when stepping back", async () => {
  for (const [game, variant, turns, lost] of [["knightthrough", "4x6", ["b1-c3", "b6-a4", "c3-b5"], null], ["tzaar", "", ["A5xA4"], "Lost: 1 black"]]) {
    const { id } = await make(game, ["person", "person"], { variant, turns });
    const { captured } = await boardOf({ game, variant, turns: turns.join(" ") });
    const page = await open(`/play/${id}`);
    await page.locator(".turns .turn").first().waitFor();
    await until(() => page.locator(".seat .lost-pieces").count(), (count) => count === captured.filter((side) => side.length).length);
    if (!lost) continue;
    assert.match(await page.locator(".seat .lost-pieces").getAttribute("aria-label"), new RegExp(lost));
    await page.keyboard.press("ArrowLeft");
    await until(() => page.locator(".seat .lost-pieces").count(), (count) => count === 0);
  }
});

test("every ending has a sentence", async () => {
  const ends = [
    ["tzaar", { position: await tzaar(["D3 0 tott", "D4 0 tzarra", "A1 0 tzaar", "D5 1 tzarra", "H3 1 tzaar", "G2 1 tott"]) }, "D4xD5", "Black ran out of Tzarras."],
    ["knightthrough", { position: "4/1N2/4/4/2n1/4 w" }, "b5-d6", "White reached the far row."],
    ["arimaa", { position: "g [   R                                            r       " + "        ]" }, null, "Gold brought a rabbit home."],
  ];
  for (const [game, start, turn, sentence] of ends) {
    const made = await make(game, ["person", "person"], start);
    assert.ok(made.id, JSON.stringify(made));
    const words = turn && /,|-$/.test(turn) ? turn : turn;
    if (words) {
      const answer = await site.api("POST", `games/${made.id}/turns`, { version: made.version, turn: words });
      assert.ok(answer.version, JSON.stringify(answer));
    }
    const { outcome, sides } = await gameOf(made.id);
    assert.equal(`${sides[outcome?.by]} ${outcome?.words}.`, sentence, game);
    const page = await open(`/play/${made.id}`);
    await page.locator(".result", { hasText: sentence }).waitFor();
  }
  const { id } = await make("knightthrough", ["person", "person"]);
  await site.api("POST", `games/${id}/resign`, { version: 1, side: 0 });
  const page = await open(`/play/${id}`);
  await page.locator(".result", { hasText: "Black wins. White resigned." }).waitFor();
});

test("an arrow is drawn with the right button, and a click clears it", async () => {
  const { id } = await make("knightthrough", ["person", "person"]);
  const page = await open(`/play/${id}`);
  await page.locator(".point.origin").first().waitFor();
  const at = async (name) => {
    const box = await page.locator(`.table [data-point="${name}"] .cell`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...await at("b1"));
  await page.mouse.down({ button: "right" });
  await page.mouse.move(...await at("c3"), { steps: 4 });
  await page.mouse.up({ button: "right" });
  await page.locator(".own-arrows .arrow").waitFor();
  await drag(page, "b1", "c3");
  await until(() => page.locator(".own-arrows .arrow").count(), (count) => count === 0);
  await until(() => gameOf(id), (g) => g.turns.length === 1);
});
