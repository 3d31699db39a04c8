// A match or a tournament: points, ratings with errors, the test, reasons of losses, and the games.

import { follow, get, post } from "./api.js";
import { banner, fill, h, s, announce, toast } from "./dom.js";
import { bind } from "./keys.js";
import { LiveGrid } from "./live-grid.js";
import { go } from "./main.js";
import { playerName, skin } from "./skins.js";

/** @param {HTMLElement} root @param {string} id */
export async function show(root, id) {
  let match = await get(`matches/${id}`);
  document.title = `${match.tournament ? "Tournament" : "Match"} – Quadrille`;
  const body = h("div", { class: "home" });
  const grid = new LiveGrid();
  fill(root, body);

  // A button replaced under the pointer would lose its click, so nothing changes while one is pressed.
  let pressed = false;
  body.addEventListener("pointerdown", () => { pressed = true; });
  const released = () => { if (pressed) setTimeout(() => { pressed = false; draw(); }); };
  document.addEventListener("pointerup", released);
  document.addEventListener("pointercancel", released);

  const draw = () => {
    if (pressed || !body.isConnected) return;
    const names = shortNames(match.plan.players);
    const before = /** @type {HTMLElement|null} */ (body.querySelector(".scroll.games"));
    const scrolled = before?.scrollTop ?? 0;
    // Keep the focus when a game ends.
    const focused = body.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.replay ?? document.activeElement?.id : undefined;
    fill(body,
      h("p", { class: "crumb" }, h("a", { href: "/watch", "data-link": true }, "← All matches")),
      h("h1", {}, `${skin(match.plan.game).title} ${match.tournament ? "tournament" : "match"}`, h("span", { class: `tag ${match.state}`, role: "status" }, match.state)),
      progress(match),
      match.problem ? h("p", { class: "problem", role: "alert" }, match.problem) : null,
      grid.element,
      match.tournament ? tournament(match, names) : duel(match, names),
      losses(match, names),
      games(match, names),
      conditions(match),
      h("div", { class: "row end" },
        match.state === "running"
          ? h("button", { type: "button", class: "danger", id: "stop-match", onclick: () => void post(`matches/${id}/stop`).catch((e) => toast(e.message, "error")) }, "Stop")
          : match.state === "complete" ? null
            : h("button", { type: "button", class: "primary", id: "resume-match", onclick: () => void post(`matches/${id}/resume`).catch((e) => toast(e.message, "error")) }, "Resume")));
    const after = body.querySelector(".scroll.games");
    if (after) after.scrollTop = scrolled;
    if (focused) /** @type {HTMLElement|null} */ (body.querySelector(`[data-replay="${CSS.escape(focused)}"]`) ?? document.getElementById(focused))?.focus();
  };

  body.addEventListener("click", async (event) => {
    const button = /** @type {HTMLElement} */ (event.target).closest("[data-replay]");
    if (!button) return;
    try {
      const game = await get(`matches/${id}/games/${button.getAttribute("data-replay")}`);
      go(`/analyse?${new URLSearchParams({ game: game.game, position: game.start, turns: game.turns.join(" ") })}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  });

  draw();
  bind([]);
  const stopLive = liveGames(match, grid);
  const stop = follow(`matches/${id}/events`, {}, {
    match: (next) => {
      if (match.state === "running" && next.state !== "running") announce(`The match is ${next.state}.`);
      match = next;
      draw();
    },
    lost: () => banner("The server is not responding. Reconnecting…"),
    found: () => banner(null),
    error: (error) => toast(error.message, "error"),
  }, true);
  return () => {
    stop();
    stopLive();
    grid.leave();
    banner(null);
    document.removeEventListener("pointerup", released);
    document.removeEventListener("pointercancel", released);
  };
}

/** Follows the running games of a match into a grid. @param {any} match @param {LiveGrid} grid */
export function liveGames(match, grid) {
  const names = shortNames(match.plan.players);
  return follow(`matches/${match.id}/live`, {}, { live: ({ games }) => grid.update(games.map((/** @type {any} */ g) => ({ ...g, names: g.sides.map((/** @type {number} */ player) => names[player]),
    remaining: /[=]/.test(g.control) ? null : g.remaining_ms,
    href: `/analyse?${new URLSearchParams({ game: g.game, position: g.start, turns: g.turns.join(" ") })}` }))) }, true);
}

/** Distinct names for the players. @param {string[]} specs */
function shortNames(specs) {
  const names = specs.map(playerName);
  return names.map((name, nth) => names.indexOf(name) !== names.lastIndexOf(name) ? `${name} (${nth + 1})` : name);
}

/** @param {any} match */
function progress(match) {
  return h("div", { class: "progress" },
    h("progress", { max: match.of, value: match.played, "aria-label": "Games played" }),
    h("span", { class: "muted" }, `${match.played} of ${match.of} games`));
}

/** The result of a match. @param {any} match @param {string[]} names */
function duel(match, names) {
  const met = match.encounters[0];
  const part = met.played ? met.points / met.played : 0.5;
  return h("section", { class: "card", "aria-label": "Result" },
    h("div", { class: "versus" },
      h("div", {}, h("b", {}, names[0]), h("span", { class: "big-number" }, points(met.points))),
      h("div", {}, h("b", {}, names[1]), h("span", { class: "big-number" }, points(met.played - met.points)))),
    s("svg", { class: "share", viewBox: "0 0 100 4", preserveAspectRatio: "none", role: "img", "aria-label": `${(100 * part).toFixed(0)} % of the points for ${names[0]}` },
      s("rect", { class: "rest", width: 100, height: 4 }), s("rect", { class: "part", width: 100 * part, height: 4 }), s("line", { x1: 50, x2: 50, y1: 0, y2: 4 })),
    match.sprt ? llr(match.sprt) : null,
    h("table", { class: "numbers" }, h("caption", { class: "visually-hidden" }, "Estimates"), h("tbody", {},
      row("Won – drawn – lost", `${met.wins} – ${met.draws} – ${met.losses}`),
      row("Elo", known(met.elo)),
      row("Normalised Elo", known(met.normalised_elo)),
      row("Likelihood of superiority", met.superiority === null ? "unknown" : met.superiority >= 0.5 ? `${names[0]}: ${(100 * met.superiority).toFixed(1)} %` : `${names[1]}: ${(100 - 100 * met.superiority).toFixed(1)} %`),
      row("Pairs (0, ½, 1, 1½, 2 points)", met.pairs.join(", ")))));
}

/** The log-likelihood ratio between its bounds. @param {any} test */
function llr(test) {
  const width = test.upper - test.lower;
  const x = (/** @type {number} */ value) => Math.max(0, Math.min(100, (value - test.lower) / width * 100));
  const [zero, now] = [x(0), x(test.ratio)];
  const words = test.decision === "accepted" ? "decided: the first player is stronger (H1 accepted)"
    : test.decision === "rejected" ? "decided: the first player is not stronger (H0 accepted)" : "not decided yet";
  return h("div", { class: `llr ${test.decision ?? ""}` },
    h("div", { class: "row tight" }, h("b", {}, "Test"), h("span", { class: "muted" }, words)),
    s("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", role: "img", "aria-label": `Log-likelihood ratio ${test.ratio.toFixed(2)}, between ${test.lower.toFixed(2)} and ${test.upper.toFixed(2)}` },
      s("rect", { class: "rest", width: 100, height: 6 }),
      s("rect", { class: test.ratio < 0 ? "against" : "part", x: Math.min(zero, now), width: Math.abs(now - zero), height: 6 }),
      s("line", { x1: zero, x2: zero, y1: 0, y2: 6 })),
    h("div", { class: "bounds mono" }, h("span", {}, test.lower.toFixed(2)), h("span", { class: "line" }, test.line), h("span", {}, `+${test.upper.toFixed(2)}`)));
}

/** The result of a tournament: ratings and crosstable. @param {any} match @param {string[]} names */
function tournament(match, names) {
  const rows = match.standings;
  const ends = rows.flatMap((/** @type {any} */ r) => r.rated ? [r.elo, ...(r.interval ?? [])] : []);
  const [low, high] = [Math.min(0, ...ends), Math.max(0, ...ends)];
  const x = (/** @type {number} */ elo) => high === low ? 50 : 4 + (elo - low) / (high - low) * 92;
  const bar = (/** @type {any} */ r) => s("svg", { class: "rating", viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("line", { class: "axis", x1: x(0), x2: x(0), y1: 0, y2: 10 }),
    r.interval ? s("line", { class: "range", x1: x(r.interval[0]), x2: x(r.interval[1]), y1: 5, y2: 5 }) : null,
    r.rated ? [s("line", { class: "value", x1: x(r.elo), x2: x(r.elo), y1: 1, y2: 9 })] : null);
  const order = rows.map((/** @type {any} */ r) => r.player);
  const met = (/** @type {number} */ one, /** @type {number} */ other) => {
    for (const e of match.encounters) {
      if (e.players[0] === one && e.players[1] === other) return { ...e, own: e.points };
      if (e.players[0] === other && e.players[1] === one) return { ...e, own: e.played - e.points };
    }
    return null;
  };
  const cell = (/** @type {number} */ one, /** @type {number} */ other) => {
    if (one === other) return h("td", { class: "self", "aria-label": "itself" }, "–");
    const found = met(one, other);
    if (!found) return h("td", { class: "muted" }, "");
    const share = found.played ? found.own / found.played : null;
    return h("td", { class: share === null ? "muted" : share > 0.5 ? "good" : share < 0.5 ? "bad" : "" }, found.played ? `${points(found.own)}/${found.played}` : "·");
  };
  return [
    h("section", { class: "card", "aria-label": "Ratings" }, h("h2", {}, "Ratings"),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of ratings" }, h("table", { class: "ratings" },
        h("thead", {}, h("tr", {}, ["", "Player", "Elo", "95 % interval", "", "Points"].map((t, nth) => h(nth === 0 || nth === 4 ? "td" : "th", nth === 0 || nth === 4 ? {} : { scope: "col" }, t)))),
        h("tbody", {}, rows.map((/** @type {any} */ r, /** @type {number} */ rank) => h("tr", {},
          h("td", { class: "rank" }, rank + 1), h("th", { scope: "row", title: r.spec }, names[r.player]),
          h("td", { class: "elo" }, r.rated ? signed(r.elo, 0) : "?"),
          h("td", { class: "muted" }, r.interval ? `${signed(r.interval[0], 0)} … ${signed(r.interval[1], 0)}` : r.doubt),
          h("td", { class: "bar" }, bar(r)),
          h("td", {}, `${points(r.points)} / ${r.played}`))))))),
    h("section", { class: "card", "aria-label": "Crosstable" }, h("h2", {}, "Crosstable"),
      h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of encounters" }, h("table", { class: "cross" },
        h("thead", {}, h("tr", {}, h("td"), order.map((/** @type {number} */ player, /** @type {number} */ rank) => h("th", { scope: "col", title: names[player] }, rank + 1)))),
        h("tbody", {}, order.map((/** @type {number} */ one, /** @type {number} */ rank) => h("tr", {},
          h("th", { scope: "row" }, h("span", { class: "rank" }, rank + 1), names[one]), order.map((/** @type {number} */ other) => cell(one, other)))))))),
  ];
}

/** Reasons for losses; failures are highlighted. @param {any} match @param {string[]} names */
function losses(match, names) {
  const rows = match.standings.filter((/** @type {any} */ r) => r.losses.length);
  if (rows.length === 0) return null;
  return h("section", { class: "card", "aria-label": "Reasons for losses" }, h("h2", {}, "Why games were lost"),
    h("dl", { class: "reasons" }, rows.map((/** @type {any} */ r) => [h("dt", {}, names[r.player]),
      h("dd", {}, r.losses.map((/** @type {any} */ loss) => h("span", { class: loss.failure ? "tag failed" : "tag" }, `${loss.failure ? "⚠ " : ""}${loss.reason} × ${loss.count}`)))])));
}

/** @param {any} match @param {string[]} names */
function games(match, names) {
  const list = [...match.games].reverse().slice(0, 200);
  return h("section", { class: "card", "aria-label": "Games" }, h("h2", {}, "Games"),
    list.length === 0 ? h("p", { class: "muted" }, match.state === "running" ? "The first game is in progress." : "No games finished.") : h("div", { class: "scroll games", tabindex: "0", role: "region", "aria-label": "List of games" }, h("table", { class: "results" },
      h("thead", {}, h("tr", {}, ["#", "First side", "Second side", "Result", "Reason", "Turns"].map((t) => h("th", { scope: "col" }, t)), h("td"))),
      h("tbody", {}, list.map((/** @type {any} */ g) => h("tr", { class: g.failure ? "forfeit" : "" },
        h("td", {}, g.number + 1), h("td", {}, names[g.sides[0]]), h("td", {}, names[g.sides[1]]), h("td", {}, g.result),
        h("td", {}, g.failure ? `⚠ ${g.reason}` : g.reason, late(g) ? h("span", { class: "muted" }, ` (${late(g)} late)`) : null), h("td", {}, g.turns),
        h("td", {}, h("button", { type: "button", class: "soft small", "data-replay": g.number, "aria-label": `Replay game ${g.number + 1}` }, "Replay"))))))));
}

/** Turns of both players that exceeded their time. @param {any} game */
const late = (game) => game.late[0] + game.late[1];

/** @param {any} match */
function conditions({ plan }) {
  return h("section", { class: "card", "aria-label": "Conditions" }, h("h2", {}, "Conditions"),
    h("table", { class: "numbers" }, h("tbody", {},
      row("Players", h("span", { class: "mono specs" }, plan.players.join(" · "))),
      plan.variant ? row("Start", plan.variant) : null,
      plan.format ? row("Format", plan.format) : null,
      row("Limit", plan.control), row("Openings", plan.openings), row("Seed", plan.seed))));
}

/** @param {string} name @param {any} value */
const row = (name, value) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value));

/** An estimate in the server's words. @param {any} claim */
const known = (claim) => claim ? claim.words.replace("+/-", "±").replaceAll("-", "−") : "unknown";

/** @param {number} number @param {number} [digits] */
const signed = (number, digits = 1) => `${number > 0 ? "+" : number < 0 ? "−" : "±"}${Math.abs(number).toFixed(digits)}`;

/** Halves as people write them. @param {number} number */
const points = (number) => number % 1 ? `${Math.floor(number) || ""}½` : String(number);
