// The home page: choose a game, an opponent and a side, or resume a saved game.

import { board as fetchBoard, catalogue, get, post, remove } from "./api.js";
import { Board } from "./board.js";
import { dialog, fill, h, recall, remember, toast } from "./dom.js";
import { go } from "./main.js";
import { playerName, skin } from "./skins.js";

const CLOCKS = [["", "No clock"], ["5m+5s", "5 min + 5 s per turn"], ["15m+10s", "15 min + 10 s per turn"], ["30s", "30 s per turn"]];

/** @param {HTMLElement} root */
export async function mount(root) {
  document.title = "Quadrille";
  const { games } = await catalogue();
  let game = games.find((/** @type {any} */ g) => g.name === recall("game", "")) ?? games[0];
  const cards = h("div", { class: "game-cards", role: "radiogroup", "aria-label": "Game" });
  const setup = h("section", { class: "card setup", "aria-label": "New game" });
  const recent = h("section", { class: "recent", "aria-label": "Saved games" });
  fill(root, h("div", { class: "home" },
    h("h1", { class: "hero" }, "Play, analyse, watch."),
    h("p", { class: "lead" }, "Abstract games for two players, with engines that show their analysis."),
    cards, setup, recent));

  const choose = (/** @type {any} */ chosen) => {
    game = chosen;
    remember("game", game.name);
    cards.querySelectorAll("[role=radio]").forEach((card) => {
      const mine = card.getAttribute("data-game-card") === game.name;
      card.setAttribute("aria-checked", String(mine));
      card.setAttribute("tabindex", mine ? "0" : "-1");
    });
    drawSetup(setup, game);
  };
  for (const entry of games) {
    const look = skin(entry.name);
    const picture = h("div", { class: "mini", "aria-hidden": "true" });
    cards.append(h("button", {
      type: "button", class: "game-card", role: "radio", "aria-checked": "false", "data-game-card": entry.name,
      onclick: () => choose(entry),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (!step) return;
        event.preventDefault();
        const other = games[(games.indexOf(entry) + step + games.length) % games.length];
        choose(other);
        /** @type {HTMLElement} */ (cards.querySelector(`[data-game-card="${other.name}"]`)).focus();
      },
    }, picture, h("span", { class: "game-title" }, look.title), h("span", { class: "game-blurb" }, look.blurb)));
    void firstBoard(entry).then((view) => {
      if (view.partial.scene.points.length) new Board(picture, { game: entry.name, still: true }).show(view.partial.scene);
    }).catch(() => undefined);
  }
  choose(game);
  await drawRecent(recent);
}

/** The board of the first start that has pieces on it. @param {any} game */
export async function firstBoard(game) {
  const boards = await Promise.all(game.starts.map((/** @type {any} */ start) => fetchBoard({ game: game.name, variant: start.variant.replace("{seed}", "7"), turns: [] })));
  return boards.find((view) => view.partial.scene.points.some((/** @type {any} */ point) => point.piece)) ?? boards[0];
}

/** @param {HTMLElement} place @param {any} game */
function drawSetup(place, game) {
  const saved = recall(`setup.${game.name}`, {});
  const levels = game.levels.map((/** @type {any} */ level) => ({ value: `level:${level.name}`, ...level }));
  const level = levels.some((/** @type {any} */ l) => l.value === saved.level) ? saved.level : levels[0]?.value ?? "best";
  const sides = [["0", game.sides[0]], ["1", game.sides[1]], ["any", "Random side"], ["both", "Both sides"], ["none", "Engine against itself"]];
  const problem = h("p", { class: "problem", role: "alert" });
  const form = /** @type {HTMLFormElement} */ (h("form", {
    onsubmit: async (/** @type {Event} */ event) => {
      event.preventDefault();
      const data = Object.fromEntries(new FormData(form));
      remember(`setup.${game.name}`, data);
      problem.textContent = "";
      try {
        go(`/play/${(await post("games", newGame(game, data))).id}`);
      } catch (error) {
        problem.textContent = /** @type {Error} */ (error).message;
      }
    },
  },
    h("fieldset", { class: "levels" }, h("legend", {}, "Opponent"),
      levels.map((/** @type {any} */ l, /** @type {number} */ nth) => h("label", { class: "level" },
        h("input", { type: "radio", name: "level", value: l.value, checked: l.value === level }),
        h("span", { class: "pips", "aria-hidden": "true" }, levels.map((/** @type {any} */ _, /** @type {number} */ n) => h("i", { class: n <= nth ? "on" : "" }))),
        h("span", {}, h("b", {}, playerName(l.value)), h("span", { class: "muted" }, l.help))))),
    h("div", { class: "row" },
      select("side", "You play", sides, saved.side ?? "0"),
      select("variant", "Start", game.starts.map((/** @type {any} */ s) => [s.variant, s.words]), saved.variant ?? ""),
      select("clock", "Clock", CLOCKS, saved.clock ?? "")),
    problem,
    h("div", { class: "row end" },
      h("button", { type: "submit", class: "primary big", id: "start-game" }, `Play ${skin(game.name).title}`),
      h("a", { href: `/analyse?game=${encodeURIComponent(game.name)}`, "data-link": true, class: "button soft" }, "Analysis board"))));
  fill(place, form);
}

/** The request for a new game. @param {any} game @param {Record<string, any>} data */
function newGame(game, data) {
  const engine = { engine: data.level ?? "best" };
  const side = data.side === "any" ? String(Math.floor(Math.random() * 2)) : data.side;
  const seats = side === "both" ? ["person", "person"] : side === "none" ? [engine, engine]
    : side === "1" ? [engine, "person"] : ["person", engine];
  const variant = String(data.variant ?? "").replace("{seed}", String(Math.floor(Math.random() * 1e9)));
  return { game: game.name, variant, seats, clock: data.clock || null };
}

/** @param {string} name @param {string} label @param {string[][]} options @param {string} chosen */
export function select(name, label, options, chosen) {
  return h("label", { class: "field" }, h("span", {}, label),
    h("select", { name }, options.map(([value, words]) => h("option", { value, selected: value === chosen }, capital(words)))));
}

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {HTMLElement} place */
async function drawRecent(place) {
  const [{ games }, { games: known }] = await Promise.all([get("games", { limit: 12 }), catalogue()]);
  const sidesOf = (/** @type {string} */ name) => known.find((/** @type {any} */ g) => g.name === name)?.sides ?? ["First side", "Second side"];
  const refresh = () => drawRecent(place);
  const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", class: "visually-hidden", tabindex: "-1", "aria-hidden": "true", accept: ".json,.jsonl,.txt,.pgn", onchange: async () => {
    const chosen = file.files?.[0];
    if (chosen) await importText(await chosen.text());
  } }));
  fill(place,
    h("div", { class: "head" }, h("h2", {}, "Resume a saved game"),
      h("button", { type: "button", class: "quiet", id: "import-game", onclick: () => importDialog(file) }, "Import…"), file),
    games.length === 0 ? h("p", { class: "muted" }, "Your games are saved here.") : null,
    h("ul", { class: "game-list" }, games.map((/** @type {any} */ g) => h("li", {},
      h("a", { href: `/play/${g.id}`, "data-link": true },
        h("b", {}, g.name || skin(g.game).title),
        h("span", { class: "muted" }, ` ${versus(g)}`),
        h("span", { class: "tag" }, g.result ? `${won(g.result, sidesOf(g.game))}, ${g.reason}` : `turn ${g.turns + 1}`),
        h("time", { class: "muted", datetime: new Date(g.updated).toISOString() }, ago(g.updated))),
      h("button", { type: "button", class: "quiet", "aria-label": `Delete this game of ${skin(g.game).title}`, onclick: async () => {
        try {
          await remove(`games/${g.id}`);
        } catch (error) {
          toast(/** @type {Error} */ (error).message, "error");
        }
        await refresh();
      } }, "✕")))));
}

/** A result in words. @param {string} result @param {string[]} sides */
export const won = (result, sides) => result === "1-0" ? `${sides[0]} won` : result === "0-1" ? `${sides[1]} won` : "draw";

/** @param {any} game */
function versus(game) {
  const name = (/** @type {any} */ seat) => seat === "person" ? "you" : playerName(seat.engine);
  return `${name(game.seats[0])} – ${name(game.seats[1])}`;
}

/** @param {number} then */
function ago(then) {
  const minutes = Math.floor((Date.now() - then) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)} h ago`;
  return new Date(then).toLocaleDateString();
}

/** @param {HTMLInputElement} file */
async function importDialog(file) {
  const { games } = await catalogue();
  const problem = h("p", { class: "problem", role: "alert" });
  const form = /** @type {HTMLFormElement} */ (h("form", { onsubmit: async (/** @type {Event} */ event) => {
    event.preventDefault();
    const data = new FormData(form);
    try {
      await importText(String(data.get("text")), String(data.get("game")));
      close();
    } catch (error) {
      problem.textContent = /** @type {Error} */ (error).message;
    }
  } },
    select("game", "Game", games.map((/** @type {any} */ g) => [g.name, skin(g.name).title]), recall("game", games[0].name)),
    h("label", { class: "field" }, h("span", {}, "Position, moves, or a saved game"), h("textarea", { name: "text", rows: 7, class: "wide" })),
    problem,
    h("div", { class: "row end" }, h("button", { type: "button", class: "soft", onclick: () => file.click() }, "Choose file…"),
      h("button", { type: "submit", class: "primary" }, "Open"))));
  const close = dialog("Import", form);
}

/** @param {string} text @param {string} [game] */
async function importText(text, game) {
  const { games } = await catalogue();
  const read = await post("import", { game: game ?? games[0].name, text });
  go(`/analyse?${new URLSearchParams({ game: read.game, position: read.start, turns: read.turns.join(" ") })}`);
}
