// A game that is kept on the server: your turns go there, the engine's come from there.

import { board as fetchBoard, follow, get, post, text as fetchText } from "./api.js";
import { append, banner, clock, copy, dialog, fill, h, recall, remember, say, short, toast } from "./dom.js";
import { Desk } from "./desk.js";
import { bind } from "./keys.js";
import { go } from "./main.js";
import { playerName, skin } from "./skins.js";
import { knock } from "./sound.js";

/** @param {HTMLElement} root @param {string[]} rest */
export async function mount(root, [id]) {
  let game = await get(`games/${id}`);
  const look = skin(game.game);
  document.title = `${look.title} – Quadrille`;
  /** The turn that is looked at; the last one unless somebody browses. */
  let shown = game.turns.length;
  let busy = false;
  let thought = game.thinking;
  let received = performance.now();

  const desk = new Desk({
    game: game.game,
    confirm: () => recall("confirm", false),
    onTurn: async (word) => {
      await post(`games/${id}/turns`, { version: game.version, request: crypto.randomUUID?.() ?? String(Math.random()), turn: word });
    },
  });
  const mine = [0, 1].filter((side) => game.seats[side] === "person");
  if (mine.length === 1 && mine[0] === 1) desk.board.flip();

  const seats = [0, 1].map(() => h("div", { class: "seat" }));
  const turns = h("ol", { class: "turns", "aria-label": "Turns" });
  const thinking = h("div", { class: "thinking", "aria-live": "off" });
  const result = h("div", { class: "result", role: "status" });
  const controls = h("div", { class: "controls", role: "group", "aria-label": "Game" });
  const option = (/** @type {string} */ key, /** @type {string} */ words) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: recall(key, false), id: `option-${key}`,
    onchange: (/** @type {Event} */ e) => remember(key, /** @type {HTMLInputElement} */ (e.target).checked) }), words);
  const options = h("div", { class: "options" }, option("confirm", "Confirm each turn"), option("sound", "Sound"));
  fill(root, h("div", { class: "table" },
    h("h1", { class: "unseen" }, look.title),
    h("div", { class: "board-side", "data-game": game.game }, seats[1], desk.boardHost, seats[0]),
    h("aside", { class: "panel" },
      h("div", { class: "card status" }, h("div", { class: "game-name" }, h("b", {}, look.title), h("span", { class: "muted" }, describe(game))),
        result, desk.state, desk.extras, desk.form, thinking),
      h("div", { class: "card grow" }, turns, h("p", { class: "muted none-yet" }, "No turn yet.")),
      controls, options)));
  if (desk.board.flipped) desk.boardHost.parentElement?.classList.add("flipped");

  const place = (/** @type {number} */ count) => ({ game: game.game, position: game.start, turns: game.turns.slice(0, count).map((/** @type {any} */ t) => t.word) });
  const isMine = () => !game.outcome && game.seats[game.to_move] === "person";
  const atEnd = () => shown === game.turns.length;

  async function draw() {
    drawSeats();
    drawTurns();
    drawControls();
    drawResult();
    drawThinking();
    await desk.go(place(shown), { playable: atEnd() && isMine() && !busy });
    if (!atEnd()) desk.tell(`After turn ${shown} of ${game.turns.length}`, "");
  }

  function drawSeats() {
    for (const side of [0, 1]) {
      const seat = game.seats[side];
      const who = seat === "person" ? (mine.length === 2 ? game.sides[side] : "You") : playerName(seat.engine);
      const running = !game.outcome && game.to_move === side;
      fill(seats[side], h("span", { class: `disc side${side}`, "aria-hidden": "true" }),
        h("b", {}, who), who === game.sides[side] ? null : h("span", { class: "muted" }, game.sides[side]),
        game.clock ? h("time", { class: `clock${running ? " running" : ""}`, "data-side": side }, "") : null);
      seats[side].classList.toggle("to-move", running);
    }
    tick();
  }

  function tick() {
    if (game.clock) {
      for (const side of [0, 1]) {
        const perTurn = !game.clock.control.includes("+");
        const running = !game.outcome && game.to_move === side;
        const spent = running ? game.clock.elapsed_ms + performance.now() - received : 0;
        const whole = perTurn ? seconds(game.clock.control) * 1000 : game.clock.remaining_ms[side];
        const left = whole - spent;
        const face = root.querySelector(`time.clock[data-side="${side}"]`);
        if (face) {
          face.textContent = clock(left);
          face.classList.toggle("low", running && left < 10_000);
        }
        if (running && left < -300 && !busy) void refresh();
      }
    }
    if (game.is_thinking && !game.outcome) {
      const elapsed = thinking.querySelector("time");
      if (elapsed) elapsed.textContent = `${((game.elapsed_ms + performance.now() - received) / 1000).toFixed(1)} s`;
    }
  }

  function drawTurns() {
    turns.hidden = game.turns.length === 0;
    fill(turns, game.turns.map((/** @type {any} */ turn, /** @type {number} */ nth) => h("li", {},
      h("button", { type: "button", class: "turn", "aria-current": nth + 1 === shown ? "true" : null, onclick: () => browse(nth + 1) },
        h("span", { class: "number" }, nth + 1), turn.text))));
    turns.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }

  function drawResult() {
    result.hidden = !game.outcome;
    if (!game.outcome) return;
    const { winner, reason } = game.outcome;
    const line = winner === null ? "Drawn" : mine.length === 1 ? (winner === mine[0] ? "You win" : "You lose") : `${game.sides[winner]} wins`;
    fill(result, h("strong", {}, line), h("span", {}, ` by ${reason}`),
      h("div", { class: "row" },
        h("button", { type: "button", class: "primary", id: "rematch", onclick: rematch }, "Play again"),
        h("button", { type: "button", class: "soft", onclick: analyse }, "Look back")));
  }

  function drawThinking() {
    const on = game.is_thinking && !game.outcome;
    thinking.hidden = !on;
    if (!on) return fill(thinking);
    const line = thought?.lines?.[0];
    // Only texts change while it thinks: a button that is replaced under the pointer would lose its click.
    if (!thinking.querySelector("#move-now")) {
      fill(thinking, h("div", { class: "row tight" }, h("span", { class: "pulse", "aria-hidden": "true" }),
        h("span", { class: "thinker" }), h("time", {}, ""),
        h("button", { type: "button", class: "soft small", id: "move-now", onclick: moveNow }, "Move now")),
      h("div", { class: "muted mono depth" }), h("div", { class: "muted opinion" }));
    }
    const write = (/** @type {string} */ name, /** @type {string} */ text) => { /** @type {HTMLElement} */ (thinking.querySelector(name)).textContent = text; };
    write(".thinker", `${playerName(game.seats[game.to_move].engine ?? "")} is thinking`);
    write(".depth", thought ? `depth ${thought.depth} · ${short(thought.nodes)} positions${line ? ` · ${line.turns.slice(0, 2).join(" ")}` : ""}` : "");
    write(".opinion", line?.score?.words ?? "");
    tick();
  }

  function drawControls() {
    const over = Boolean(game.outcome);
    const person = mine.length > 0;
    const button = (/** @type {string} */ name, /** @type {() => any} */ run, /** @type {boolean} */ possible, /** @type {string} */ key) =>
      h("button", { type: "button", class: "soft", disabled: !possible, onclick: run, id: `do-${key}` }, name);
    fill(controls,
      person ? button("Take back", undo, game.turns.length > 0 && !busy, "undo") : null,
      person ? button("Hint", hint, isMine() && atEnd(), "hint") : null,
      person ? button("Resign", askResign, !over, "resign") : null,
      button("Turn around", flip, true, "flip"),
      button("Analyse", analyse, true, "analyse"),
      button("Share…", share, true, "share"));
  }

  /** @param {number} count */
  function browse(count) {
    shown = Math.max(0, Math.min(game.turns.length, count));
    void draw();
  }

  async function refresh() {
    try {
      const next = await get(`games/${id}`);
      if (next.version === game.version) {
        same(next);
        await draw();
      } else {
        await take(next);
      }
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** News about the state that is shown already: the board stays as it is, with what has been chosen on it. @param {any} next */
  function same(next) {
    Object.assign(game, next);
    received = performance.now();
    thought = game.thinking ?? thought;
    drawSeats();
    drawControls();
    drawThinking();
  }

  /** A new state of the game has come. @param {any} next */
  async function take(next) {
    const before = game;
    const wasAtEnd = atEnd();
    game = next;
    received = performance.now();
    thought = game.thinking;
    const had = before.turns.length;
    if (wasAtEnd || shown > game.turns.length) shown = game.turns.length;
    if (wasAtEnd) {
      // Several turns may have come at once; those of engines are shown one by one.
      for (let nth = had; nth < shown; nth++) {
        const turn = game.turns[nth];
        const at = await fetchBoard(place(nth)).catch(() => null);
        if (!at || game !== next) break;
        say(`${game.sides[at.to_move]}: ${turn.text}`);
        if (nth >= shown - 2) void sounded(nth);
        if (game.seats[at.to_move] !== "person") await desk.replay(place(nth), turn.word);
      }
      if (game !== next) return;
    }
    if (game.outcome && !before.outcome) knock("end");
    if (game.outcome && !before.outcome) say(`${result.textContent ?? ""} The game is over.`);
    await draw();
  }

  /** A turn is heard; one that takes pieces from the board sounds otherwise. @param {number} nth */
  async function sounded(nth) {
    if (!recall("sound", false)) return;
    const count = (/** @type {any} */ view) => view.partial.scene.points.filter((/** @type {any} */ p) => p.piece?.side !== undefined && p.piece?.side !== null).length;
    const [was, is] = await Promise.all([fetchBoard(place(nth)), fetchBoard(place(nth + 1))]);
    knock(count(is) < count(was) ? "capture" : "turn");
  }

  /** @param {() => Promise<any>} work */
  async function doing(work) {
    if (busy) return;
    busy = true;
    try {
      await work();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
    busy = false;
    await refresh();
  }

  const undo = () => doing(() => post(`games/${id}/undo`, { version: game.version }));
  const moveNow = () => void post(`games/${id}/move-now`).catch((error) => toast(error.message, "error"));
  const flip = () => {
    desk.board.flip();
    desk.boardHost.parentElement?.classList.toggle("flipped", desk.board.flipped);
    void draw();
  };
  const analyse = () => go(`/analyse?${new URLSearchParams({ game: game.game, position: game.start, turns: place(game.turns.length).turns.join(" "), from: id })}`);

  function askResign() {
    const side = mine.length === 2 ? game.to_move : mine[0];
    const close = dialog("Resign?", h("p", {}, `${game.sides[1 - side]} would win this game.`),
      h("div", { class: "row end" },
        h("button", { type: "button", class: "soft", onclick: () => close() }, "Play on"),
        h("button", { type: "button", class: "danger", id: "really-resign", onclick: () => {
          close();
          void doing(() => post(`games/${id}/resign`, { version: game.version, side }));
        } }, "Resign")));
  }

  function hint() {
    const version = game.version;
    fill(desk.extras, h("span", { class: "muted" }, "Looking for a good turn…"));
    const at = place(game.turns.length);
    const stop = follow("analysis", { game: at.game, position: at.position, turns: at.turns.join(" "), ms: 1500 }, {
      done: async ({ thought: answer }) => {
        stop();
        if (game.version !== version) return;
        const line = answer.lines[0];
        const arrows = await arrowsOf(desk, line.actions, 0);
        await desk.go(place(shown), { playable: true, arrows });
        append(desk.extras, [h("span", { class: "hint" }, `Try ${line.turns[0].replaceAll(",", " ")}`,
          line.score ? h("span", { class: "muted" }, ` – ${line.score.words}`) : null)]);
        say(`Hint: ${line.turns[0]}`);
      },
      error: (error) => { toast(error.message, "error"); void draw(); },
    });
  }

  async function rematch() {
    const seatsSwapped = mine.length === 1 ? [game.seats[1], game.seats[0]] : game.seats;
    try {
      const next = await post("games", { game: game.game, variant: game.variant, position: game.start, seats: seatsSwapped, clock: game.clock?.control ?? null });
      go(`/play/${next.id}`);
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  function share() {
    const item = (/** @type {string} */ name, /** @type {string} */ format) => h("button", { type: "button", class: "soft", onclick: async () => {
      await copy(await fetchText(`games/${id}/export`, { format }));
    } }, name);
    dialog("Share", h("div", { class: "row" },
      item("Copy position", "position"), item("Copy turns", "text"), item("Copy saved game", "json")),
    h("p", {}, h("a", { href: `/api/v1/games/${id}/export?format=json`, download: `${game.game}.json` }, "Download as a file"),
      h("span", { class: "muted" }, " – also for quadrille play --resume")));
  }

  await draw();
  const stop = follow(`games/${id}/events`, {}, {
    game: (next) => {
      if (next.version === game.version) same(next);
      else if (next.version > game.version) void take(next);
    },
    thought: (news) => {
      if (news.version !== game.version) return;
      game.is_thinking = true;
      thought = news.thought;
      drawThinking();
    },
    failed: ({ sentence }) => {
      toast(sentence, "error");
      fill(thinking, h("button", { type: "button", class: "soft", onclick: refresh }, "Ask the engine again"));
      thinking.hidden = false;
    },
    gone: ({ sentence }) => toast(sentence, "error"),
    lost: () => banner("The server does not answer. Reconnecting…"),
    found: () => banner(null),
    error: (error) => toast(error.message, "error"),
  }, true);
  const timer = setInterval(tick, 200);
  bind([
    { keys: ["ArrowLeft"], show: "←", words: "one turn back", run: () => browse(shown - 1) },
    { keys: ["ArrowRight"], show: "→", words: "one turn forward", run: () => browse(shown + 1) },
    { keys: ["Home"], show: "Home", words: "first position", run: () => browse(0) },
    { keys: ["End"], show: "End", words: "last position", run: () => browse(game.turns.length) },
    { keys: ["Escape"], show: "Esc", words: "step back within a turn", run: () => void desk.back() },
    { keys: ["f"], show: "f", words: "turn the board around", run: flip },
    { keys: ["h"], show: "h", words: "hint", run: () => { if (isMine() && atEnd()) hint(); } },
    { keys: ["u"], show: "u", words: "take back", run: () => { if (mine.length && game.turns.length) void undo(); } },
    { keys: ["x"], show: "x", words: "analyse this game", run: analyse },
  ]);
  return () => {
    stop();
    clearInterval(timer);
    banner(null);
    desk.serial++;
  };
}

/** @param {any} game */
function describe(game) {
  return ` ${game.sides[0]} against ${game.sides[1]}${game.variant ? `, ${game.variant}` : ""}`;
}

/** @param {string} text */
function seconds(text) {
  const number = parseFloat(text);
  return text.endsWith("ms") ? number / 1000 : text.endsWith("m") ? number * 60 : number;
}

/** Arrows for the actions of a turn. @param {Desk} desk @param {string[]} actions @param {number} rank */
export async function arrowsOf(desk, actions, rank) {
  const arrows = [];
  for (let nth = 0; nth < actions.length; nth++) {
    const view = await fetchBoard(desk.place, actions.slice(0, nth)).catch(() => null);
    const next = view?.partial.next.find((/** @type {any} */ n) => n.text === actions[nth]);
    if (next?.from && next.to) arrows.push({ from: next.from, to: next.to, rank });
  }
  return arrows;
}
