// Matches between players: start them, follow the table live, replay their games.

import { catalogue, follow, get, post, remove } from "./api.js";
import { banner, fill, h, recall, remember, s, toast } from "./dom.js";
import { select } from "./home.js";
import { bind } from "./keys.js";
import { go } from "./main.js";
import { playerName, skin } from "./skins.js";

/** @param {HTMLElement} root @param {string[]} rest */
export async function mount(root, [id]) {
  return id ? showMatch(root, id) : showList(root);
}

/** @param {HTMLElement} root */
async function showList(root) {
  document.title = "Watch – Quadrille";
  const { games, limits } = await catalogue();
  const saved = recall("match", {});
  const list = h("div");
  const problem = h("p", { class: "problem", role: "alert" });
  let entry = games.find((/** @type {any} */ g) => g.name === saved.game) ?? games[0];
  const specs = h("datalist", { id: "match-specs" });
  const offer = () => fill(specs, ["best", "alphabeta", "random", ...entry.levels.map((/** @type {any} */ l) => `level:${l.name}`), ...entry.presets.map((/** @type {any} */ l) => `level:${l.name}`)].map((value) => h("option", { value })));
  const field = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ value, more = {}) => h("label", { class: "field" }, h("span", {}, label), h("input", { name, value, required: true, ...more }));
  const form = /** @type {HTMLFormElement} */ (h("form", { class: "card", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = /** @type {any} */ (Object.fromEntries(new FormData(form)));
    remember("match", data);
    problem.textContent = "";
    try {
      const made = await post("matches", { game: data.game, players: [data.first, data.second], games: Number(data.games), control: data.control, concurrency: Number(data.concurrency), seed: Number(data.seed) });
      go(`/watch/${made.id}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  } },
    h("h2", {}, "New match"),
    h("div", { class: "row" },
      select("game", "Game", games.map((/** @type {any} */ g) => [g.name, skin(g.name).title]), entry.name),
      field("first", "First player", saved.first ?? "level:expert", { list: "match-specs", maxlength: 1000 }),
      field("second", "Second player", saved.second ?? "level:intermediate", { list: "match-specs", maxlength: 1000 }), specs),
    h("div", { class: "row" },
      field("games", "Games", saved.games ?? "20", { type: "number", min: 2, max: limits.match_games, step: 2 }),
      field("control", "Limit", saved.control ?? "nodes=5000", { title: "100ms, 10s+0.1s, nodes=5000 or depth=4" }),
      field("concurrency", "At once", saved.concurrency ?? "1", { type: "number", min: 1, max: limits.threads }),
      field("seed", "Seed", saved.seed ?? "1", { type: "number", min: 0 })),
    problem,
    h("div", { class: "row end" }, h("button", { type: "submit", class: "primary", id: "start-match" }, "Start"))));
  form.querySelector("select")?.addEventListener("change", (event) => {
    entry = games.find((/** @type {any} */ g) => g.name === /** @type {HTMLSelectElement} */ (event.target).value) ?? entry;
    offer();
  });
  offer();
  fill(root, h("div", { class: "home" }, h("h1", {}, "Matches"), form, list));
  const refresh = async () => {
    const { matches } = await get("matches");
    fill(list, h("h2", {}, "Earlier"), matches.length === 0 ? h("p", { class: "muted" }, "No match yet.") : null,
      h("ul", { class: "game-list" }, matches.map((/** @type {any} */ m) => h("li", {},
        h("a", { href: `/watch/${m.id}`, "data-link": true },
          h("b", {}, skin(m.plan.game).title), h("span", { class: "muted" }, ` ${m.plan.players.map(playerName).join(" – ")}`),
          h("span", { class: `tag ${m.state}` }, m.state), h("span", { class: "muted" }, `${m.points} / ${m.played}`)),
        h("button", { type: "button", class: "quiet", "aria-label": "Delete this match", disabled: m.state === "running", onclick: async () => {
          await remove(`matches/${m.id}`).catch((error) => toast(error.message, "error"));
          await refresh();
        } }, "✕")))));
  };
  await refresh();
}

/** @param {HTMLElement} root @param {string} id */
async function showMatch(root, id) {
  let match = await get(`matches/${id}`);
  document.title = "Match – Quadrille";
  const body = h("div", { class: "home" });
  fill(root, body);
  const draw = () => {
    const { plan } = match;
    const names = plan.players.map(playerName);
    if (names[0] === names[1]) names.forEach((/** @type {string} */ name, /** @type {number} */ n) => { names[n] = `${name} (${n + 1})`; });
    const percent = match.played ? match.points / match.played : 0.5;
    fill(body,
      h("p", {}, h("a", { href: "/watch", "data-link": true }, "← All matches")),
      h("h1", {}, skin(plan.game).title, h("span", { class: `tag ${match.state}` }, match.state)),
      h("section", { class: "card" },
        h("div", { class: "versus" },
          h("div", {}, h("b", {}, names[0]), h("span", { class: "big-number" }, match.points)),
          h("div", {}, h("b", {}, names[1]), h("span", { class: "big-number" }, match.played - match.points))),
        shareBar(percent),
        h("table", { class: "numbers" }, h("caption", { class: "unseen" }, "Results"), h("tbody", {},
          row("Games", `${match.played} of ${plan.games}`),
          row("Won – drawn – lost", `${match.wins} – ${match.draws} – ${match.losses}`),
          row("Elo", match.elo && match.played > 1 ? `${signed(match.elo.value)} ± ${match.elo.error.toFixed(1)}` : "not yet known"),
          row("Normalised Elo", match.normalised_elo && match.played > 1 ? `${signed(match.normalised_elo.value)} ± ${match.normalised_elo.error.toFixed(1)}` : "not yet known"),
          row("Likely the stronger", match.played > 1 ? `${names[0]}: ${(100 * match.superiority).toFixed(1)} %` : "not yet known"),
          row("Pairs (0, ½, 1, 1½, 2 points)", match.pairs.join(", ")),
          row("Limit", plan.control), row("Openings", plan.openings), row("Seed", plan.seed))),
        match.problem ? h("p", { class: "problem", role: "alert" }, match.problem) : null,
        h("div", { class: "row end" },
          match.state === "running"
            ? h("button", { type: "button", class: "danger", id: "stop-match", onclick: () => void post(`matches/${id}/stop`).catch((e) => toast(e.message, "error")) }, "Stop")
            : match.state === "complete" ? null
              : h("button", { type: "button", class: "primary", id: "resume-match", onclick: () => void post(`matches/${id}/resume`).catch((e) => toast(e.message, "error")) }, "Go on"))),
      h("section", { class: "card" }, h("h2", {}, "Games"),
        match.games.length === 0 ? h("p", { class: "muted" }, "The first game is being played.") : null,
        h("div", { class: "scroll" }, h("table", { class: "results" },
          h("thead", {}, h("tr", {}, ["#", "First side", "Result", "Reason", "Turns", ""].map((t) => h("th", { scope: "col" }, t)))),
          h("tbody", {}, [...match.games].reverse().slice(0, 200).map((/** @type {any} */ g) => h("tr", { class: g.forfeit ? "forfeit" : "" },
            h("td", {}, g.number + 1), h("td", {}, names[g.side_of_first_player === 0 ? 0 : 1]), h("td", {}, g.result),
            h("td", {}, g.forfeit ? `⚠ ${g.reason}` : g.reason), h("td", {}, g.turns),
            h("td", {}, h("button", { type: "button", class: "quiet", "data-replay": g.number, "aria-label": `Replay game ${g.number + 1}`, onclick: () => void replay(g.number) }, "Replay")))))))));
  };
  const replay = async (/** @type {number} */ number) => {
    try {
      const game = await get(`matches/${id}/games/${number}`);
      go(`/analyse?${new URLSearchParams({ game: game.game, position: game.start, turns: game.turns.join(" ") })}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  };
  draw();
  bind([]);
  const stop = follow(`matches/${id}/events`, {}, {
    match: (next) => { match = next; draw(); },
    lost: () => banner("The server does not answer. Reconnecting…"),
    found: () => banner(null),
    error: (error) => toast(error.message, "error"),
  }, true);
  return () => { stop(); banner(null); };
}

/** @param {string} name @param {any} value */
const row = (name, value) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value));

/** @param {number} number */
const signed = (number) => `${number > 0 ? "+" : number < 0 ? "−" : "±"}${Math.abs(number).toFixed(1)}`;

/** @param {number} part */
function shareBar(part) {
  return s("svg", { class: "share", viewBox: "0 0 100 4", preserveAspectRatio: "none", role: "img", "aria-label": `${(100 * part).toFixed(0)} % of the points for the first player` },
    s("rect", { class: "rest", width: 100, height: 4 }), s("rect", { class: "part", width: 100 * part, height: 4 }), s("line", { x1: 50, x2: 50, y1: 0, y2: 4 }));
}
