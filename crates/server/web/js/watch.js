// Matches and tournaments: start new ones, list earlier ones.

import { catalogue, get, post, remove } from "./api.js";
import { fill, h, recall, remember, toast } from "./dom.js";
import { LiveGrid } from "./live-grid.js";
import { select } from "./home.js";
import { go } from "./main.js";
import { playerName, skin } from "./skins.js";
import { liveGames } from "./standings.js";

/** @param {HTMLElement} root @param {string[]} rest */
export async function mount(root, [id, name]) {
  if (id === "lab") return (await import("./lab.js")).mount(root, name);
  return id ? (await import("./standings.js")).show(root, id) : showList(root);
}

/** The two halves of this section. @param {"matches"|"lab"} here */
export const sections = (here) => h("nav", { class: "tabs", "aria-label": "Watch" }, [["matches", "/watch", "Matches"], ["lab", "/watch/lab", "Experiments"]].map(([name, href, words]) =>
  h("a", { class: "button soft small", href, "data-link": true, "aria-current": name === here ? "page" : null }, words)));

const FORMATS = [["round-robin", "Round robin: everyone plays everyone"], ["gauntlet", "Gauntlet: the first plays all others"], ["ladder", "Ladder: each plays the next"]];
const OPENINGS = [["random:4", "Four random turns"], ["start", "Standard start"], ["starts", "Random starts"], ["random:2", "Two random turns"], ["random:8", "Eight random turns"]];
const FEWEST = 2;
const MOST = 16;

/** Players that a game offers by name. @param {any} game @returns {string[]} */
const playersOf = (game) => [...game.levels, ...game.presets].map((level) => `level:${level.name}`).concat("best", "random");

/** A list of players by name; a spec that it does not have is called as it is written. @param {any} game @param {string} spec @param {any} attributes @param {(spec: string) => void} use */
function choice(game, spec, attributes, use) {
  return h("select", { ...attributes, onchange: (/** @type {any} */ event) => use(event.target.value) },
    [...new Set([...playersOf(game), spec])].map((value) => h("option", { value, selected: value === spec }, playerName(value))));
}

/** The two strongest levels of a game. @param {any} game */
const defaultPlayers = (game) => ["best", "random", ...game.levels.map((/** @type {any} */ level) => `level:${level.name}`)].slice(-2).reverse();

/** @param {HTMLElement} root */
async function showList(root) {
  document.title = "Watch – Quadrille";
  const { games, limits } = await catalogue();
  const saved = { games: "20", control: "nodes=5000", concurrency: "1", seed: "1", openings: "random:4", format: "round-robin", test: false, elo0: "0", elo1: "50", ...recall("plan", {}) };
  let entry = games.find((/** @type {any} */ g) => g.name === saved.game) ?? games[0];
  /** @type {string[]} */
  let players = (saved.players ?? defaultPlayers(entry)).slice(0, MOST);
  const problem = h("p", { class: "problem", role: "alert" });
  const names = h("ol", { class: "entrants" });
  const only = h("div", { class: "row" });
  const texts = h("div", { class: "row" });
  const list = h("section", { class: "recent", "aria-label": "Earlier matches" });
  const grid = new LiveGrid();

  const field = (/** @type {string} */ name, /** @type {string} */ label, more = {}) => h("label", { class: "field" }, h("span", {}, label),
    h("input", { name, value: /** @type {any} */ (saved)[name], required: true, ...more }));

  function drawNames() {
    fill(names, players.map((spec, nth) => h("li", {},
      h("span", { class: "rank", "aria-hidden": "true" }, nth + 1),
      choice(entry, spec, { "aria-label": `Player ${nth + 1}` }, (chosen) => { players[nth] = chosen; drawPlayers(); }),
      h("button", { type: "button", class: "quiet", "aria-label": `Remove player ${nth + 1}`, disabled: players.length <= FEWEST,
        onclick: () => { players.splice(nth, 1); drawPlayers(); } }, "✕"))));
  }

  function drawPlayers() {
    drawNames();
    fill(texts, players.map((spec, nth) => h("label", { class: "field" }, h("span", {}, `Player ${nth + 1} as a spec`),
      h("input", { value: spec, required: true, maxlength: 1000, spellcheck: "false", name: nth === 0 ? "first" : nth === 1 ? "second" : null, "aria-label": `Spec of player ${nth + 1}`,
        oninput: (/** @type {any} */ event) => { players[nth] = event.target.value; }, onchange: drawNames }))));
    const many = players.length > FEWEST;
    fill(only, many ? select("format", "Format", FORMATS, saved.format) : [
      h("label", { class: "check" }, h("input", { type: "checkbox", name: "test", checked: saved.test, onchange: (/** @type {Event} */ event) => {
        saved.test = /** @type {HTMLInputElement} */ (event.target).checked;
        drawPlayers();
      } }), "Stop early when decided (SPRT)"),
      saved.test ? [field("elo0", "Elo, null hypothesis", { type: "number", step: "any" }), field("elo1", "Elo, alternative", { type: "number", step: "any" })] : null]);
    add.disabled = players.length >= MOST;
  }

  const add = /** @type {HTMLButtonElement} */ (h("button", { type: "button", class: "soft small", id: "add-player", onclick: () => {
    players.push("random");
    drawPlayers();
    /** @type {HTMLElement|null} */ (names.querySelector("li:last-child select"))?.focus();
  } }, "+ Add player"));

  const form = /** @type {HTMLFormElement} */ (h("form", { class: "card", onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = /** @type {any} */ (Object.fromEntries(new FormData(form)));
    players = players.map((spec) => spec.trim());
    Object.assign(saved, data, { players, test: Boolean(data.test) });
    remember("plan", saved);
    problem.textContent = "";
    const plan = { game: data.game, players, games: Number(data.games), control: data.control, openings: data.openings, concurrency: Number(data.concurrency), seed: Number(data.seed),
      format: players.length > FEWEST ? data.format : null, sprt: data.test && players.length === FEWEST ? `elo0=${data.elo0},elo1=${data.elo1}` : null };
    try {
      go(`/watch/${(await post("matches", plan)).id}`);
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
      // The spec that was refused is here.
      form.querySelector("details")?.setAttribute("open", "");
    }
  } },
    h("h2", {}, "New match or tournament"),
    h("div", { class: "plan" },
      h("div", {},
        h("div", { class: "row" }, select("game", "Game", games.map((/** @type {any} */ g) => [g.name, skin(g.name).title]), entry.name),
          select("openings", "Openings", OPENINGS, saved.openings)),
        h("div", { class: "row" },
          field("games", "Games per pairing", { type: "number", min: 2, max: limits.match_games, step: 2 }),
          field("control", "Limit", { title: "100ms, 10s+0.1s, nodes=5000 or depth=4" })),
        h("div", { class: "row" },
          field("concurrency", "Concurrent games", { type: "number", min: 1, max: limits.threads }))),
      h("fieldset", {}, h("legend", { class: "plain" }, "Players"), names, add)),
    h("details", { id: "advanced" }, h("summary", {}, "Advanced"), h("div", { class: "row" }, field("seed", "Random seed", { type: "number", min: 0 })), only, texts),
    problem,
    h("div", { class: "row end" }, h("button", { type: "submit", class: "primary", id: "start-match" }, "Start"))));
  form.querySelector("select")?.addEventListener("change", (event) => {
    const before = playersOf(entry);
    entry = games.find((/** @type {any} */ g) => g.name === /** @type {HTMLSelectElement} */ (event.target).value) ?? entry;
    // A level that the other game does not have makes room for one of its own.
    players = players.map((spec, nth) => before.includes(spec) && !playersOf(entry).includes(spec) ? defaultPlayers(entry)[nth % 2] : spec);
    drawPlayers();
  });
  drawPlayers();
  fill(root, h("div", { class: "home" },
    h("div", {}, h("h1", {}, "Matches"), h("p", { class: "lead" }, "Let engines play each other, and see which is stronger and how certain that is.")), sections("matches"), grid.element, single(), form, list));

  /** A form for one game between two engines, to watch at once. */
  function single() {
    let game = entry;
    let seats = defaultPlayers(game);
    const lists = h("div", { class: "row grow-row" });
    const draw = () => fill(lists, game.sides.map((/** @type {string} */ side, /** @type {number} */ nth) => h("label", { class: "field" }, h("span", {}, side), choice(game, seats[nth], {}, (spec) => { seats[nth] = spec; }))));
    draw();
    return h("form", { class: "card row", id: "watch-one", onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      try {
        go(`/play/${(await post("games", { game: game.name, seats: seats.map((engine) => ({ engine })) })).id}`);
      } catch (error) {
        toast(/** @type {Error} */ (error).message, "error");
      }
    } }, h("label", { class: "field" }, h("span", {}, "Watch a game of"), h("select", { id: "watch-game", onchange: (/** @type {any} */ event) => {
      game = games.find((/** @type {any} */ g) => g.name === event.target.value);
      seats = defaultPlayers(game);
      draw();
    } }, games.map((/** @type {any} */ g) => h("option", { value: g.name, selected: g === entry }, skin(g.name).title)))), lists,
      h("button", { type: "submit", class: "primary", id: "watch-start" }, "Watch"));
  }

  /** Boards of what is running: the games of matches as they are played, and games between engines. */
  const stops = /** @type {(() => void)[]} */ ([]);
  const showRunning = async (/** @type {any[]} */ matches) => {
    for (const match of matches.filter((m) => m.state === "running").slice(0, 2)) stops.push(liveGames(match, grid));
    if (stops.length) return;
    const running = (await get("games", { limit: 30 })).games.filter((/** @type {any} */ g) => !g.result && g.seats.every((/** @type {any} */ seat) => seat.engine));
    const games = await Promise.all(running.slice(0, 4).map((/** @type {any} */ g) => get(`games/${g.id}`).catch(() => null)));
    grid.update(games.filter(Boolean).map((g) => ({ id: g.id, game: g.game, start: g.start, turns: g.turns.map((/** @type {any} */ t) => t.word), opening: g.turns.length, names: g.seats.map((/** @type {any} */ seat) => playerName(seat.engine)), href: `/play/${g.id}`, end: null })));
  };

  const refresh = async () => {
    const { matches } = await get("matches");
    if (!stops.length) await showRunning(matches);
    fill(list, h("h2", {}, "Earlier matches"), matches.length === 0 ? h("p", { class: "muted" }, "No matches yet") : null,
      h("ul", { class: "game-list" }, matches.map((/** @type {any} */ m) => h("li", {},
        h("a", { href: `/watch/${m.id}`, "data-link": true },
          h("b", {}, skin(m.plan.game).title), h("span", { class: "muted ellipsis" }, m.tournament ? `${m.plan.players.length} players` : m.plan.players.map(playerName).join(" – ")),
          h("span", { class: `tag ${m.state}` }, m.state), h("span", { class: "muted end" }, `${m.played} of ${m.of} games`)),
        h("button", { type: "button", class: "quiet", "aria-label": "Delete this match", disabled: m.state === "running", onclick: async () => {
          await remove(`matches/${m.id}`).catch((error) => toast(error.message, "error"));
          await refresh();
        } }, "✕")))));
  };
  await refresh();
  return () => {
    stops.forEach((stop) => stop());
    grid.leave();
  };
}
