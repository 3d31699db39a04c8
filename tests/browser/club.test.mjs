// The club in real browsers: two members and a spectator, whole games of every kind, a robot, a server that is killed, hostile texts.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { PICTURES, QUADRILLE, click, drag, until, withSite } from "./site.mjs";

/** @type {import("./site.mjs").Site} */
let site;

/** A mail server that takes every mail. */
const mails = [];
const post = createServer((socket) => {
  let [text, isBody] = ["", false];
  socket.write("220 test\r\n");
  socket.on("error", () => undefined);
  socket.on("data", (part) => {
    text += part;
    for (let end; (end = text.indexOf(isBody ? "\r\n.\r\n" : "\r\n")) >= 0;) {
      const line = text.slice(0, end);
      text = text.slice(end + (isBody ? 5 : 2));
      if (isBody) mails.push(line);
      isBody = !isBody && line === "DATA";
      socket.write(isBody ? "354 go on\r\n" : /^EHLO/.test(line) ? "250-test\r\n250 8BITMIME\r\n" : "250 ok\r\n");
      if (line === "QUIT") socket.end();
    }
  });
});
await new Promise((done) => post.listen(0, "127.0.0.1", () => done(undefined)));
const folder = mkdtempSync(join(tmpdir(), "quadrille-mail-"));
const mailFile = join(folder, "mail.toml");
writeFileSync(mailFile, `[mail]\nserver = "127.0.0.1"\nport = ${post.address().port}\nsecurity = "none"\nfrom = "Club <club@club.example>"\n`);
after(() => {
  post.close();
  rmSync(folder, { recursive: true, force: true });
});

withSite(async (opened) => {
  site = opened;
  for (const name of ["ann", "bob", "eve", "waltz"]) add(name);
  add("maud", "--role", "admin");
}, QUADRILLE, ["--club", "--registration", "open", "--mail", mailFile]);

/** Passwords, tokens and cookies that were used; none may be in the log of the server. */
const secrets = new Set();
const passwords = {};
const club = (...args) => execFileSync(QUADRILLE, ["club", ...args, "--data", site.data], { encoding: "utf8" });

/** Adds a member by the command line. */
function add(name, ...more) {
  passwords[name] = club("user", "add", name, ...more).trim();
  secrets.add(passwords[name]);
}

const AWAY = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE|ERR_FAILED|Failed to load/;

/** A browser of its own with a member signed in by the page; without a name, a guest. */
async function browser(name, options = {}) {
  const page = await site.page(options);
  await page.goto(`${site.base}/club/sign-in`);
  if (!name) return page;
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(passwords[name]);
  await page.locator("#send").click();
  await page.locator("#offer").waitFor();
  for (const { value } of await page.context().cookies()) secrets.add(value);
  return page;
}

const serious = async (page, name) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.filter((v) => ["serious", "critical"].includes(v.impact));
  assert.deepEqual(found.map((v) => `${name}: ${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 140)).join(" | ")}`), []);
};

const gameOf = (id) => site.api("GET", `club/games/${id}`);
const idOf = (page) => page.url().split("/").pop();
const turnsOf = (game) => game.state.turns.split(" ").filter(Boolean);

/** Fills in the lobby's form. */
async function offer(page, { to = "", game, variant = "", side = "first", rated = "yes", minutes = "20", days }) {
  await page.getByLabel("Opponent").fill(to);
  await page.locator("[name=game]").selectOption(game);
  await page.locator("[name=variant]").selectOption(variant);
  await page.locator("[name=side]").selectOption(side);
  await page.locator("[name=rated]").selectOption(rated);
  await page.locator("[name=pace]").selectOption(days ? "days" : "live");
  await page.locator(days ? "[name=days]" : "[name=minutes]").fill(days ?? minutes);
  await page.locator("#offer").click();
}

/** Two members begin a game by the lobby: one challenges by name, the other accepts. Returns its id. */
async function begin(first, second, names, wish) {
  await Promise.all([first, second].map((page) => page.goto(`${site.base}/club`)));
  await first.locator("#offer").waitFor();
  await offer(first, { to: names[1], ...wish });
  await second.locator("[data-do=accept]", { hasText: "Accept" }).click();
  // Only a live game calls its players at once.
  if (wish.days) await first.locator(".game-list a", { hasText: names[1] }).first().click();
  await Promise.all([first, second].map((page) => page.locator(".table .board svg").waitFor()));
  assert.equal(idOf(first), idOf(second));
  return idOf(first);
}

/** Plays a turn on the page by click, drag or typing, and waits until every page shows it. */
async function play(page, watching, id, text, how) {
  const game = await gameOf(id);
  const before = turnsOf(game);
  const place = { game: game.game, position: game.start, turns: before.join(" ") };
  const { word } = await site.api("GET", `typed?${new URLSearchParams({ ...place, text })}`);
  assert.ok(word, `${text} is a turn`);
  await until(() => page.locator(".turns .turn").count(), (count) => count === before.length);
  if (how === "type") {
    await page.locator("#typed").fill(text);
    await page.locator('#typed[data-state="valid"]').waitFor();
    await page.locator("#typed").press("Enter");
  } else {
    const actions = word.replace("/", ",/").split(",");
    for (const [nth, action] of actions.entries()) {
      const { partial } = await site.api("GET", `board?${new URLSearchParams({ ...place, partial: actions.slice(0, nth).join(",") })}`);
      const next = partial.next.find((n) => n.text === action);
      assert.ok(next, `${action} of ${word}`);
      if (!next.to) await page.locator(`.extras [data-action="${action}"]`).click();
      else {
        await page.locator(`.table [data-point="${next.from}"].origin, .table [data-point="${next.from}"].selected`).waitFor();
        if (how === "drag") await drag(page, next.from, next.to);
        // A click on the point that the last part came from would undo it; a button plays there.
        else if (await page.locator(`[data-onto-origin="${action}"]`).count()) await page.locator(`[data-onto-origin="${action}"]`).click();
        else {
          if (!await page.locator(`.table [data-point="${next.from}"].selected`).count()) await click(page, next.from);
          await page.locator(`.table [data-point="${next.to}"].target-here`).waitFor();
          await click(page, next.to);
        }
        // Several pieces may have the same target.
        if (nth + 1 < actions.length) await page.locator(".so-far").waitFor();
      }
      if (nth + 1 < actions.length) await until(async () => (await page.locator(".so-far").textContent()).trim(), (shown) => shown.split(/[ ,]+|(?=\/)/).length >= nth + 1);
    }
  }
  const now = await until(() => gameOf(id), (g) => turnsOf(g).length > before.length);
  assert.deepEqual(turnsOf(now), [...before, word], "the turn is stored once");
  for (const each of watching) await until(() => each.locator(".turns .turn").count(), (count) => count === before.length + 1);
  return now;
}

/** Whole games as they were played by engines, with their starts. */
const GAMES = {
  knightthrough: { variant: "4x6", reason: /bob reached|ann reached|You reached/, turns: "b1-a3 c5-d3 b2xd3 b5xa3 c2xa3 c6-d4 d2-b3 a5xb3 c1xb3 b6-c4 b3xd4 c4-b2 d4-c6" },
  tzaar: { variant: "", reason: /eliminated/, turns: "E3xF2 G3xG4,G1+H1 G5xF6,C5+D6 F1xE2,F8+F7 D6xE5,E5+F6 I1xI2,B3+C4 D5xD4,F2+D3 E2xD1,E6+F7 F6xF7,D3+D4 D1xD2,C4+C3 H3xG4,I3xF3" },
  amazons: { variant: "5x5", reason: /no move left/, turns: "b1-b3/d3 a4-c4/c3 a2-a4/b4 d5-e5/c5 e2-e3/d4 e5-d5/e5 a4-a5/a4" },
  arimaa: { variant: "", reason: /far row/, turns: "Dg2n,Db2n,Ha2n,Cc2n ed7s,me7s,ed6s,db7s Md2n,Md3e,Rd1n,Me3e ed5s,ed4s,ed3e,dg7s Db3s,Db2n,Dg3n,Rb1n ee3w,Mf3w,ha7e,hh7w Rb2w,Dg4e,pass Me3n,ed3e,Me4n,ee3n Db3s,Db2n,Hh2w,Ra1e Me5e,ee4n,Mf5n,ee5e Rh1n,Dh4w,Rb1w,Dg4w ef5w,Df4n,Df5n,ee5e Rc1e,Ee2n,Rd2e,Db3s ef5s,ra8s,rb8w,ra7s Rd1n,Ee3n,Cf2n,Db2s ra6s,rh8s,rg8e,rh7s Re2n,Re1w,Rd2n,Hg2n ef4e,eg4w,Hg3n,rh6s Rd1n,Rh2w,Rg2w,Rd3w rh5s,rf8e,Hg4n,ef4e Rd2n,Rf1w,Re1w,Re3e me6n,rh4s,rh3s,rh2s" },
};
const WAYS = ["click", "drag", "click", "type"];

for (const [name, { variant, reason, turns }] of Object.entries(GAMES)) {
  test(`${name}: two members play a whole game, and a spectator follows`, async () => {
    const [ann, bob, guest] = await Promise.all([browser("ann"), browser("bob"), browser()]);
    const id = await begin(ann, bob, ["ann", "bob"], { game: name, variant });
    await guest.goto(`${site.base}/club/games`);
    await guest.locator(`a[href="/club/game/${id}"]`).click();
    await guest.locator(".table .board svg").waitFor();
    const all = [ann, bob, guest];
    if (name === "arimaa") {
      for (const [nth, page] of [ann, bob].entries()) {
        await page.locator('[data-setup="classic"]').click();
        await page.locator("#setup-done").click();
        for (const each of all) await until(() => each.locator(".turns .turn").count(), (count) => count === nth + 1);
      }
    }
    assert.equal(await guest.locator("#typed").count(), 0, "spectators do not play");
    assert.equal(await guest.locator(".point.origin").count(), 0);
    const began = turnsOf(await gameOf(id)).length;
    for (const [nth, turn] of turns.split(" ").entries()) {
      await play([ann, bob][nth % 2], all, id, turn, WAYS[(nth + began) % WAYS.length]);
      if (nth === 3) {
        // Clocks of all pages run and agree with the server's.
        const { state } = await gameOf(id);
        const shown = await Promise.all(all.map((page) => page.locator(".clock.running").textContent()));
        const left = (state[`${state.to_move}_ms`] - state.elapsed_ms) / 1000;
        for (const text of shown) {
          const [minutes, seconds] = text.split(":").map(Number);
          assert.ok(Math.abs(minutes * 60 + seconds - left) < 20, `${text} and ${left} s`);
        }
      }
    }
    const { state } = await gameOf(id);
    assert.equal(state.status, "finished");
    const winner = state.winner === "first" ? 0 : 1;
    for (const [nth, page] of all.entries()) {
      await page.locator(".result strong").waitFor();
      const text = await page.locator(".result").textContent();
      assert.match(text, nth === 2 ? new RegExp(`^${["ann", "bob"][winner]} wins\\.`) : nth === winner ? /^You win\./ : /^You lose\./);
      assert.match(text, reason);
    }
    const won = await site.api("GET", `members/${["ann", "bob"][winner]}`);
    assert.equal(won.ratings[name].wins, 1);
    // Browsing back shows the game as it was.
    await guest.keyboard.press("Home");
    await until(() => guest.locator(".turns .turn[aria-current]").count(), (count) => count === 0);
    await guest.screenshot({ path: `${PICTURES}/club-spectator-${name}.png` });
    if (name !== "knightthrough") return;
    // A rematch: the first who asks waits, the second accepts, and both are taken to the new game.
    await bob.locator("#rematch").click();
    await ann.locator("#rematch", { hasText: "bob" }).click();
    await Promise.all([ann, bob].map((page) => until(() => idOf(page), (now) => now !== id)));
    await ann.locator("#abort").click();
    await Promise.all([ann, bob].map((page) => page.locator(".result strong", { hasText: "Aborted" }).waitFor()));
  });
}

/** A robot that uses nothing but its token: accepts every challenge and plays the first legal turn. */
async function robot(token, over) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = async (method, path, body) => (await fetch(`${site.base}/api/v1/${path}`, { method, headers, body: body && JSON.stringify(body) })).json();
  const response = await fetch(`${site.base}/api/v1/stream/event`, { headers, signal: over });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const one = async (id, side) => {
    for (;;) {
      const game = await until(() => gameOf(id), (g) => g.state.status !== "started" || g.state.to_move === side);
      if (game.state.status !== "started") return;
      const parts = [];
      for (;;) {
        const { partial } = await site.api("GET", `board?${new URLSearchParams({ game: game.game, position: game.start, turns: game.state.turns, partial: parts.join(",") })}`);
        if (partial.complete) {
          await ask("POST", `club/games/${id}/turns`, { version: game.state.version, turn: partial.word, request: `v${game.state.version}` });
          break;
        }
        parts.push(partial.next[0].text);
      }
    }
  };
  for (let text = ""; ;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end; (end = text.indexOf("\n")) >= 0;) {
      const line = text.slice(0, end).trim();
      text = text.slice(end + 1);
      const event = line ? JSON.parse(line) : {};
      if (event.type === "challenge") await ask("POST", `challenges/${event.challenge.id}/accept`, {});
      if (event.type === "gameStart") void one(event.game.id, event.game.side);
    }
  }
}

test("a member invites a robot and wins", async () => {
  const owner = await browser("waltz");
  await owner.goto(`${site.base}/club/settings`);
  await owner.getByLabel("What is it for?").fill("the robot <b>");
  await owner.locator("#create-token").click();
  const token = await owner.locator("#token").textContent();
  secrets.add(token);
  await owner.keyboard.press("Escape");
  await owner.getByRole("button", { name: "Label this account as a robot" }).click();
  await owner.getByText("This account is a robot.").first().waitFor();
  await owner.reload();
  await owner.locator("#create-token").waitFor();
  assert.ok(!(await owner.content()).includes(token), "a token is shown once");
  const over = new AbortController();
  const running = robot(token, over.signal).catch(() => undefined);
  const ann = await browser("ann");
  await offer(ann, { to: "waltz", game: "knightthrough", variant: "4x6", rated: "no" });
  await ann.locator(".seat .tag.robot").waitFor();
  const id = idOf(ann);
  for (let nth = 0; nth < 60; nth++) {
    const game = await until(() => gameOf(id), (g) => g.state.status !== "started" || g.state.to_move === "first");
    if (game.state.status !== "started") break;
    // The turn that goes farthest.
    const { partial } = await site.api("GET", `board?${new URLSearchParams({ game: game.game, position: game.start, turns: game.state.turns })}`);
    const best = partial.next.toSorted((a, b) => Number(b.to.slice(1)) - Number(a.to.slice(1)))[0];
    await until(() => ann.locator(".turns .turn").count(), (count) => count === turnsOf(game).length);
    await ann.locator(`.table [data-point="${best.from}"].origin`).waitFor();
    await click(ann, best.from);
    await click(ann, best.to);
    await until(() => gameOf(id), (g) => turnsOf(g).length > turnsOf(game).length);
  }
  await ann.locator(".result strong").waitFor();
  assert.match(await ann.locator(".result").textContent(), /^You (win|lose)\. .*far row/);
  await ann.goto(`${site.base}/club/member/waltz`);
  await ann.locator("h1 + p .tag.robot").waitFor();
  // A revoked token ends the robot.
  await owner.getByRole("button", { name: "Revoke" }).click();
  await owner.getByText("The token is revoked.").waitFor();
  await running;
  over.abort();
});

test("the server is killed between and during turns: no turn is lost or doubled, and clocks are right", async () => {
  const tolerated = AWAY;
  const [ann, bob] = await Promise.all([browser("ann", { tolerated }), browser("bob", { tolerated })]);
  const id = await begin(ann, bob, ["ann", "bob"], { game: "knightthrough", variant: "" });
  const all = [ann, bob];
  await play(ann, all, id, "b1-c3", "click");
  await play(bob, all, id, "b8-c6", "click");
  // Between turns: the clocks stand still while it is away.
  const clock = (page) => page.locator(".clock").evaluateAll((list) => list.map((face) => face.textContent.split(":").reduce((sum, part) => 60 * sum + Number(part), 0)));
  const before = await gameOf(id);
  await site.kill();
  await Promise.all(all.map((page) => page.locator("#banner:not([hidden])", { hasText: "Reconnecting" }).waitFor()));
  await new Promise((done) => setTimeout(done, 3000));
  await site.start();
  await Promise.all(all.map((page) => page.locator("#banner").waitFor({ state: "hidden" })));
  const now = await gameOf(id);
  assert.deepEqual([now.state.turns, now.state.version, now.state.first_ms, now.state.second_ms], [before.state.turns, before.state.version, before.state.first_ms, before.state.second_ms]);
  for (const page of all) {
    // The page sets its clocks by the server's, whose turn began again.
    await until(() => clock(page), (shown) => shown.every((seconds, nth) => {
      const ms = nth === 1 ? now.state.first_ms : now.state.second_ms;
      return seconds <= ms / 1000 && seconds > ms / 1000 - 30;
    }));
  }
  // During turns: the server is killed after it has stored the turn, or before it hears of it. The page repeats the same request.
  for (const [page, from, to, isStored, number] of [[ann, "g1", "f3", true, 3], [bob, "g8", "f6", false, 4]]) {
    const sent = [];
    let back;
    await page.route(`**/club/games/${id}/turns`, async (route) => {
      sent.push(route.request().postDataJSON());
      if (sent.length > 1) return route.continue();
      if (isStored) await route.fetch();
      await site.kill();
      await route.abort("connectionreset");
      back = new Promise((done) => setTimeout(done, 1500)).then(() => site.start());
    });
    await page.locator(`.table [data-point="${from}"].origin`).waitFor();
    await click(page, from);
    await page.locator(`.table [data-point="${to}"].target-here`).waitFor();
    await click(page, to);
    await until(() => sent.length, (count) => count >= 2);
    await back;
    await Promise.all(all.map((each) => until(() => each.locator(".turns .turn").count(), (count) => count === number)));
    await Promise.all(all.map((each) => each.locator("#banner").waitFor({ state: "hidden" })));
    assert.equal(new Set(sent.map((body) => body.request)).size, 1, "the same request, again");
    const { state } = await gameOf(id);
    assert.deepEqual([turnsOf({ state }), state.version], [["b1-c3", "b8-c6", "g1-f3", "g8-f6"].slice(0, number), number + 1]);
    await page.unroute(`**/club/games/${id}/turns`);
  }
  await ann.locator("#resign").click();
  await ann.locator("#resign.danger", { hasText: "bob will win" }).click();
  await bob.locator(".result", { hasText: "ann resigned" }).waitFor();
  await ann.locator(".result", { hasText: "You resigned" }).waitFor();
  const versions = (await gameOf(id)).state;
  assert.deepEqual([versions.turns, versions.version], ["b1-c3 b8-c6 g1-f3 g8-f6", 6]);
});

test("a win can be claimed after a minute, but not from an opponent who is here", async () => {
  const [ann, bob] = await Promise.all([browser("ann", { tolerated: /409/ }), browser("bob")]);
  const id = await begin(ann, bob, ["ann", "bob"], { game: "knightthrough", variant: "4x6", rated: "no" });
  await play(ann, [ann, bob], id, "b1-a3", "click");
  await ann.clock.install();
  await ann.reload();
  await ann.locator(".clock.running").waitFor();
  assert.ok(await ann.locator("#claim").isHidden());
  await ann.clock.fastForward(61_000);
  await ann.locator("#claim:visible").waitFor();
  // The next word of the server sets the page's clock right and hides the button, so it is pressed at once.
  await ann.locator("#claim").evaluate((button) => button.click());
  await ann.locator(".toast", { hasText: "has not been away for a minute" }).waitFor();
  assert.equal((await gameOf(id)).state.status, "started");
  assert.equal(await bob.locator("#claim:visible").count(), 0, "who is to move cannot claim");
});

/** The code in the next mail to an address. */
async function codeFor(address) {
  const found = (mail) => new RegExp(`^To: .*${address}`, "m").test(mail);
  await until(() => mails.some(found));
  const [mail] = mails.splice(mails.findIndex(found), 1);
  const code = /^ *([0-9a-f]{40})\s*$/m.exec(mail)?.[1];
  assert.ok(code, mail);
  secrets.add(code);
  return code;
}

test("people join with a confirmed address, and set a forgotten password", async () => {
  const page = await site.page({ tolerated: /40[0-9]/ });
  await page.goto(site.base);
  await page.getByRole("link", { name: "Join the club" }).click();
  await page.getByLabel("Name").fill("bob");
  await page.getByLabel("Password").fill("correct horse");
  await page.getByLabel("E-mail address").fill("carl@club.example");
  await page.locator("#send").click();
  await page.locator(".problem", { hasText: "taken" }).waitFor();
  assert.equal(await page.getByLabel("E-mail address").inputValue(), "carl@club.example", "the form keeps its fields");
  await page.getByLabel("Name").fill("Carl");
  await page.locator("#send").click();
  await page.getByLabel("Code from the mail").fill("0".repeat(40));
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.locator(".problem", { hasText: "code is wrong" }).waitFor();
  // The mail names the page; what stands behind # is sent to no server.
  await page.goto(`${site.base}/club/confirm#${await codeFor("carl@club.example")}`);
  await page.reload();
  await page.getByRole("button", { name: "Confirm" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await page.getByLabel("E-mail address").fill("carl@club.example");
  await page.getByRole("button", { name: "Send a code" }).click();
  await page.getByLabel("Code from the mail").fill(await codeFor("carl@club.example"));
  passwords.Carl = "battery <staple>";
  secrets.add("correct horse").add(passwords.Carl);
  await page.locator("[name=new]").fill(passwords.Carl);
  await page.getByRole("button", { name: "Set the password" }).click();
  await page.getByLabel("Name").fill("Carl");
  await page.getByLabel("Password").fill("correct horse");
  await page.locator("#send").click();
  await page.locator(".problem", { hasText: "wrong" }).waitFor();
  await page.getByLabel("Password").fill(passwords.Carl);
  await page.keyboard.press("Enter");
  await page.locator("#offer").waitFor();
  await page.goto(`${site.base}/club/settings`);
  await page.locator("#sign-out").click();
  await page.getByRole("link", { name: "Join the club" }).waitFor();
  assert.equal(await page.locator("#account").textContent(), "Sign in");
});

test("texts of members are texts: names, chat, tokens, reasons, reports and records run no script", async () => {
  const attack = '<img src=x onerror="window.pwned=1"><script>window.pwned=1</script>';
  const [ann, bob, maud] = await Promise.all([browser("ann"), browser("bob", { tolerated: /400|422/ }), browser("maud")]);
  const id = await begin(ann, bob, ["ann", "bob"], { game: "tzaar" });
  for (const page of [ann, bob]) {
    await page.getByLabel("Write a line").fill(`${attack} ${page === ann}`);
    await page.getByRole("button", { name: "Send" }).click();
  }
  for (const page of [ann, bob]) {
    await until(() => page.locator(".chat li").count(), (count) => count === 2);
    assert.ok((await page.locator(".chat").textContent()).includes(attack));
  }
  const guest = await browser();
  await guest.goto(`${site.base}/club/game/${id}`);
  await guest.locator(".table .board svg").waitFor();
  assert.equal(await guest.locator(".chat li").count(), 0, "players speak to each other");
  await ann.locator("#abort").click();
  await guest.reload();
  await until(() => guest.locator(".chat li").count(), (count) => count === 2);
  // A challenge is declined with a reason.
  await ann.goto(`${site.base}/club`);
  await offer(ann, { to: "bob", game: "tzaar", days: "2" });
  const [{ id: challenge }] = await until(async () => (await bob.evaluate(async () => (await fetch("/api/v1/challenges")).json())).incoming, (list) => list.length === 1);
  const csrf = await bob.evaluate(async () => (await (await fetch("/api/v1/account")).json()).csrf);
  await bob.evaluate(([challenge, reason, csrf]) => fetch(`/api/v1/challenges/${challenge}/decline`, { method: "POST", headers: { "content-type": "application/json", "x-csrf-token": csrf }, body: JSON.stringify({ reason }) }), [challenge, attack, csrf]);
  await ann.locator(".toast", { hasText: "onerror" }).waitFor();
  // A report is read by a moderator.
  await bob.goto(`${site.base}/club/member/ann`);
  await bob.getByRole("button", { name: "Report…" }).click();
  await bob.getByLabel("What happened?").fill(attack);
  await bob.getByRole("button", { name: "Send to the moderators" }).click();
  await maud.goto(`${site.base}/club/moderation`);
  await maud.locator(".item", { hasText: "onerror" }).getByLabel("What was done").fill(attack);
  await maud.locator(".item", { hasText: "onerror" }).getByRole("button", { name: "Close" }).click();
  await maud.locator(".item", { hasText: "Closed by maud" }).waitFor();
  await maud.locator("td", { hasText: "onerror" }).first().waitFor();
  // A record that is none, and one of Boardspace.
  await bob.goto(`${site.base}/club/member/bob`);
  await bob.locator("[name=game]").selectOption("tzaar");
  await bob.getByLabel("Record").fill(attack);
  await bob.locator("#import").click();
  await bob.locator(".problem:not(:empty)").waitFor();
  await bob.getByLabel("Or a file").setInputFiles({ name: "game.sgf", mimeType: "text/plain", buffer: Buffer.from("(;GM[Tzaar]VV[1]SU[tzaar-standard];P0[0 Start P0];P0[1 Capture A 5 A 4];P0[2 Done])") });
  await until(() => bob.getByLabel("Record").inputValue(), (text) => text.includes("Boardspace") || text.includes("GM[Tzaar]"));
  await bob.locator("#import").click();
  await bob.getByRole("button", { name: "Delete this import" }).waitFor();
  await bob.getByRole("button", { name: "Delete this import" }).click();
  await bob.getByRole("button", { name: "Delete this import" }).waitFor({ state: "detached" });
  for (const page of [ann, bob, maud, guest]) assert.equal(await page.evaluate(() => window.pwned), undefined);
});

test("moderators mute and disable, and members block and leave", async () => {
  const [maud, eve, ann] = await Promise.all([browser("maud"), browser("eve", { tolerated: /40[0-9]/ }), browser("ann", { tolerated: /40[0-9]/ })]);
  const id = await begin(eve, ann, ["eve", "ann"], { game: "amazons", variant: "5x5", rated: "no" });
  const deed = async (name, action, words) => {
    await maud.goto(`${site.base}/club/moderation`);
    await maud.getByLabel("Name").fill(name);
    await maud.locator("[name=deed]").selectOption(action);
    await maud.locator("#do-it").click();
    await maud.locator("td", { hasText: words }).first().waitFor();
  };
  await deed("eve", "1", "eve: 24 hours");
  await eve.getByLabel("Write a line").fill("hello");
  await eve.getByRole("button", { name: "Send" }).click();
  await eve.locator(".problem", { hasText: "muted" }).waitFor();
  await deed("eve", "3", "eve: 0 hours");
  await eve.getByRole("button", { name: "Send" }).click();
  await ann.locator(".chat li", { hasText: "hello" }).waitFor();
  // Blocked members do not challenge each other.
  await ann.goto(`${site.base}/club/member/eve`);
  await ann.locator("#block").click();
  await ann.locator("#block", { hasText: "Unblock" }).waitFor();
  await ann.getByRole("link", { name: "Challenge" }).click();
  assert.equal(await ann.getByLabel("Opponent").inputValue(), "eve");
  await ann.locator("#offer").click();
  await ann.locator(".problem", { hasText: "does not take challenges" }).waitFor();
  await ann.goto(`${site.base}/club/settings`);
  await ann.getByRole("button", { name: "Unblock" }).click();
  await ann.getByText("Unblocked.").waitFor();
  // A vacation, and a time zone.
  await ann.getByLabel("Time zone").fill("Europe/Prague");
  await ann.getByRole("button", { name: "Save" }).click();
  await ann.getByText("Saved.").waitFor();
  await ann.getByRole("button", { name: "Begin" }).click();
  await ann.getByRole("button", { name: "End it now" }).click();
  await ann.getByRole("button", { name: "End it now" }).waitFor({ state: "detached" });
  const [download] = await Promise.all([ann.waitForEvent("download"), ann.getByRole("link", { name: "Export everything" }).click()]);
  const own = JSON.parse(readFileSync(await download.path(), "utf8"));
  assert.deepEqual([own.account.name, own.account.zone], ["ann", "Europe/Prague"]);
  assert.ok(own.games.some((game) => game.id === id));
  // Leaving resigns what is running; a wrong password does not.
  await eve.goto(`${site.base}/club/settings`);
  await eve.locator("summary", { hasText: "Delete" }).click();
  const leave = eve.locator("details", { hasText: "cannot be undone" });
  await leave.getByLabel("Password").fill("wrong guess");
  await leave.getByRole("button").click();
  await leave.locator(".problem", { hasText: "wrong" }).waitFor();
  await leave.getByLabel("Password").fill(passwords.eve);
  await leave.getByRole("button").click();
  await eve.getByRole("link", { name: "Join the club" }).waitFor();
  await ann.goto(`${site.base}/club/game/${id}`);
  await ann.locator(".result", { hasText: "You win. deleted-" }).waitFor();
  await deed("bob", "4", "disable");
  await deed("bob", "5", "enable");
});

const SCREENS = [["light", {}], ["dark", { colorScheme: "dark" }]].flatMap(([name, more]) => [
  [`${name}-390`, { ...more, viewport: { width: 390, height: 844 }, hasTouch: true }], [`${name}-1280`, { ...more, viewport: { width: 1280, height: 800 } }]]);

test("every screen of the club: no serious complaint of axe, no scrolling sideways", async () => {
  const tall = await browser("ann");
  const bob = await browser("bob");
  await offer(bob, { game: "amazons", variant: "6x6" });
  const id = await begin(tall, bob, ["ann", "bob"], { game: "tzaar", days: "3" });
  for (const [name, options] of SCREENS) {
    const [member, guest, maud] = [await browser("ann", options), await site.page(options), await browser("maud", options)];
    const finished = (await site.api("GET", "members/ann/games")).games.find((game) => game.status === "finished" && game.game === "tzaar") ?? { id };
    const look = async (page, path, words, ready) => {
      await page.goto(`${site.base}/club${path}`);
      await page.locator(ready).first().waitFor();
      await page.screenshot({ path: `${PICTURES}/club-${words}-${name}.png`, fullPage: true });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${words} ${name} does not scroll sideways`);
      // Both themes and both widths, but not each of the four: axe takes its time.
      if (["light-390", "dark-1280"].includes(name)) await serious(page, `${words} ${name}`);
    };
    await look(guest, "", "welcome", "h2");
    await look(guest, "/sign-in", "sign-in", "#send");
    await look(guest, "/join", "join", "#send");
    await look(guest, "/confirm", "confirm", "form");
    await look(guest, "/forgot", "forgot", "form");
    await look(guest, "/reset", "reset", "form");
    await look(guest, "/games", "games", ".game-list, h1 + div > p");
    await look(guest, `/game/${id}`, "watch", ".board svg");
    await look(member, "", "lobby", ".game-list");
    await look(member, `/game/${id}`, "game", ".board svg");
    await look(member, `/game/${finished.id}`, "finished", ".board svg");
    await look(member, "/member/ann", "profile", ".game-list");
    await look(member, "/member/bob", "member", ".game-list");
    await look(member, "/leaders", "leaders", ".card");
    await look(member, "/notices", "notices", ".game-list");
    await look(member, "/settings", "settings", "#create-token");
    await look(maud, "/moderation", "moderation", "table");
    await Promise.all([member, guest, maud].map((page) => page.context().close()));
  }
});

test("the club is used by keys alone", async () => {
  const page = await site.page();
  await page.goto(`${site.base}/club/sign-in`);
  await page.getByLabel("Name").focus();
  await page.keyboard.type("ann");
  await page.keyboard.press("Tab");
  await page.keyboard.type(passwords.ann);
  await page.keyboard.press("Enter");
  await page.locator("#offer").waitFor();
  const bob = await browser("bob");
  const id = await begin(page, bob, ["ann", "bob"], { game: "knightthrough", variant: "4x6", rated: "no" });
  for (const point of ["b1", "a3"]) {
    await page.locator(`.table [data-point="${point}"]`).focus();
    await page.keyboard.press("Enter");
  }
  await until(() => gameOf(id), (game) => game.state.turns === "b1-a3");
  await page.locator("#resign").press("Enter");
  await page.locator("#resign.danger").press("Enter");
  await page.locator(".result", { hasText: "You resigned" }).waitFor();
});

test("nothing that opens an account is in what the server writes", () => {
  assert.ok(secrets.size > 10);
  for (const secret of secrets) assert.ok(!site.log.includes(secret), "a secret is in the log");
});
