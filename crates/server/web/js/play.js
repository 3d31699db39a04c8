// A stored game: the person's turns go to the server, the engine's come from there.

import { board as fetchBoard, follow, get, post, text as fetchText } from "./api.js";
import { banner, clock, copy, dialog, fill, h, recall, remember, announce, short, toast } from "./dom.js";
import { TurnBoard } from "./turn-board.js";
import { MOUSE, bind, onWheel, withMouse } from "./keys.js";
import { go } from "./main.js";
import { ending } from "./endings.js";
import { Pace } from "./pace.js";
import { pairs } from "./turn-list.js";
import { sideInfo } from "./sides.js";
import { playerName, skin } from "./skins.js";
import { playSound } from "./sound.js";

/** @param {HTMLElement} root @param {string[]} rest */
export async function mount(root, [id]) {
  let game = await get(`games/${id}`);
  const look = skin(game.game);
  document.title = `${look.title} – Quadrille`;
  const mine = [0, 1].filter((side) => game.seats[side] === "person");
  // Engines may be faster than the eye: their games are shown turn by turn, from the first one if they have just begun.
  const pace = mine.length ? null : new Pace(() => void watchOn(), (by) => browse(shown + by));
  const seen = recall("watched", {});
  /** How many turns are shown; all unless the person browses or watches. */
  let shown = !pace || pace.live || game.outcome && Date.now() - game.updated > 60_000 ? game.turns.length : seen.id === id ? Math.min(seen.shown, game.turns.length) : 0;
  let flying = false;
  let busy = false;
  let info = game.thinking;
  let received = performance.now();

  const turnBoard = new TurnBoard({
    game: game.game,
    confirm: () => recall("confirm", false),
    onState: () => drawSides(),
    onTurn: async (word) => {
      await post(`games/${id}/turns`, { version: game.version, request: requestName(), turn: word });
    },
  });
  // A game is seen from the person's side, or from the one that the person flipped it to.
  if (recall("flipped", {})[id] ?? (mine.length === 1 && mine[0] === 1)) turnBoard.board.flip();

  const seats = [0, 1].map(() => h("div", { class: "seat" }));
  const infos = [0, 1].map(() => h("span", { class: "side-info" }));
  const turns = h("ol", { class: "turns paired", "aria-label": "Moves" });
  const thinking = h("div", { class: "thinking", "aria-live": "off" });
  const result = h("div", { class: "result", role: "status" });
  const controls = h("div", { class: "controls", role: "group", "aria-label": "Game" });
  const option = (/** @type {string} */ key, /** @type {string} */ words) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: recall(key, false), id: `option-${key}`,
    onchange: (/** @type {Event} */ e) => remember(key, /** @type {HTMLInputElement} */ (e.target).checked) }), words);
  const options = h("div", { class: "options" }, option("confirm", "Confirm each turn"), option("sound", "Sound"));
  fill(root, h("div", { class: "table" },
    h("h1", { class: "visually-hidden" }, look.title),
    h("div", { class: "board-side", "data-game": game.game }, seats[1], turnBoard.boardHost, seats[0]),
    h("aside", { class: "panel" },
      h("div", { class: "card status" }, h("div", { class: "game-name" }, h("b", {}, look.title), h("span", { class: "muted" }, describe(game))),
        result, pace?.element, turnBoard.state, turnBoard.extras, turnBoard.form, thinking),
      h("div", { class: "card grow" }, turns, h("p", { class: "muted none-yet" }, "No moves yet")),
      controls, options)));
  if (turnBoard.board.flipped) turnBoard.boardHost.parentElement?.classList.add("flipped");

  const place = (/** @type {number} */ count) => ({ game: game.game, position: game.start, turns: game.turns.slice(0, count).map((/** @type {any} */ t) => t.word) });
  const isMine = () => !game.outcome && game.seats[game.to_move] === "person";
  const atEnd = () => shown === game.turns.length;

  async function draw() {
    drawSeats();
    drawTurns();
    drawControls();
    drawResult();
    drawThinking();
    const state = !atEnd() ? `Turn ${shown} of ${game.turns.length}` : game.outcome ? "The game is over." : undefined;
    await turnBoard.go(place(shown), { playable: atEnd() && isMine() && !busy, state });
  }

  function drawSeats() {
    for (const side of [0, 1]) {
      const seat = game.seats[side];
      const who = seat === "person" ? (mine.length === 2 ? game.sides[side] : "You") : playerName(seat.engine);
      const running = shownSide() === side;
      fill(seats[side], h("span", { class: `disc side${side}`, "aria-hidden": "true" }),
        h("b", {}, who), who === game.sides[side] ? null : h("span", { class: "muted" }, game.sides[side]), infos[side],
        game.clock || pace ? h("time", { class: `clock${running ? " running" : ""}`, "data-side": side }, "") : null);
      seats[side].classList.toggle("to-move", running);
    }
    tick();
  }

  /** Counts and lost pieces of the shown position, beside the names. */
  function drawSides() {
    const { view } = turnBoard;
    for (const side of [0, 1]) fill(infos[side], view ? sideInfo(view, side) : null);
  }

  /** The side to move in the shown position; none after the end. */
  const shownSide = () => atEnd() && game.outcome ? null : (game.turns.length - shown) % 2 ? 1 - game.to_move : game.to_move;

  /** The time of a side at the shown turn of an engine game: left on its clock, or used. @param {number} side */
  function timeAt(side) {
    const first = game.turns.length % 2 ? 1 - game.to_move : game.to_move;
    const own = game.turns.slice(0, shown).filter((/** @type {any} */ _, /** @type {number} */ nth) => (nth + first) % 2 === side);
    const used = own.reduce((/** @type {number} */ sum, /** @type {any} */ turn) => sum + turn.ms, 0);
    const [base, more] = (game.clock?.control ?? "").split("+");
    return more ? seconds(base) * 1000 + own.length * seconds(more) * 1000 - used : used;
  }

  /** Shows the next turn of a game that is watched. */
  async function watchOn() {
    if (!pace || flying || document.hidden || atEnd()) return;
    const from = pace.live ? game.turns.length - 1 : shown;
    flying = true;
    if (!pace.live) await turnBoard.replay(place(from), game.turns[from].word).catch(() => undefined);
    flying = false;
    void soundOf(from);
    browse(from + 1);
  }

  function tick() {
    if (pace) {
      for (const face of root.querySelectorAll("time.clock")) face.textContent = clock(timeAt(Number(face.getAttribute("data-side"))));
    } else if (game.clock) {
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
    const first = game.turns.length % 2 ? 1 - game.to_move : game.to_move;
    fill(turns, pairs(game.turns, first, (nth, label) => h("button", { type: "button", class: "turn", title: game.turns[nth].text, "aria-current": nth + 1 === shown ? "true" : null, onclick: () => { pace?.pause(true); browse(nth + 1); } }, label)));
    const here = /** @type {HTMLElement|null} */ (turns.querySelector("[aria-current]"));
    // Only the list scrolls, never the page.
    if (here && turns.parentElement) turns.parentElement.scrollTop = Math.max(0, here.offsetTop - turns.parentElement.clientHeight / 2);
  }

  function drawResult() {
    // How it ends is not told before it is shown.
    result.hidden = !game.outcome || Boolean(pace) && !atEnd();
    if (result.hidden) return;
    const { winner } = game.outcome;
    const me = mine.length === 1 ? mine[0] : null;
    const headline = winner === null ? "Draw" : me === null ? `${game.sides[winner]} wins` : winner === me ? "You win" : "You lose";
    fill(result, h("strong", {}, `${headline}.`), h("span", {}, ` ${ending(game.outcome, game.sides, me)}`),
      h("div", { class: "row" },
        h("button", { type: "button", class: "primary", id: "rematch", onclick: rematch }, "Play again"),
        h("button", { type: "button", class: "soft", onclick: analyse }, "Review game")));
  }

  function drawThinking() {
    const on = game.is_thinking && !game.outcome && !pace;
    thinking.hidden = !on;
    if (!on) return fill(thinking);
    const line = info?.lines?.[0];
    // Only texts change while it thinks: a button replaced under the pointer would lose its click.
    if (!thinking.querySelector("#move-now")) {
      fill(thinking, h("div", { class: "row tight" }, h("span", { class: "pulse", "aria-hidden": "true" }),
        h("span", { class: "thinker" }), h("time", {}, ""),
        h("button", { type: "button", class: "soft small", id: "move-now", onclick: moveNow }, "Move now")),
      h("div", { class: "muted mono depth" }), h("div", { class: "muted evaluation" }));
    }
    const write = (/** @type {string} */ name, /** @type {string} */ text) => { /** @type {HTMLElement} */ (thinking.querySelector(name)).textContent = text; };
    write(".thinker", `${playerName(game.seats[game.to_move].engine ?? "")} is thinking`);
    write(".depth", info ? `depth ${info.depth} · ${short(info.nodes)} nodes${line ? ` · ${line.turns.slice(0, 2).join(" ")}` : ""}` : "");
    write(".evaluation", line?.score?.words ?? "");
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
      button("Flip board", flip, true, "flip"),
      button("Analyse", analyse, true, "analyse"),
      button("Share…", share, true, "share"));
  }

  /** @param {number} count */
  function browse(count) {
    shown = Math.max(0, Math.min(game.turns.length, count));
    if (pace) remember("watched", { id, shown });
    void draw();
  }

  async function refresh() {
    try {
      const next = await get(`games/${id}`);
      if (next.version > game.version) return void await advance(next);
      // An event may have been faster than this answer.
      if (next.version === game.version) update(next);
      await draw();
    } catch (error) {
      toast(/** @type {Error} */ (error).message, "error");
    }
  }

  /** Updates everything but the board, which stays as it is with its selection. @param {any} next */
  function update(next) {
    Object.assign(game, next);
    received = performance.now();
    info = game.thinking ?? info;
    drawSeats();
    drawControls();
    drawThinking();
  }

  /** Shows a new version of the game. @param {any} next */
  async function advance(next) {
    const before = game;
    const wasAtEnd = atEnd();
    game = next;
    received = performance.now();
    info = game.thinking;
    const had = before.turns.length;
    // What is watched goes on at its own pace.
    if (pace && !pace.live && shown <= had) return drawTurns();
    if (wasAtEnd || shown > game.turns.length) shown = game.turns.length;
    if (wasAtEnd) {
      // Several turns may arrive at once; those of engines are animated.
      for (let nth = had; nth < shown; nth++) {
        const turn = game.turns[nth];
        const at = await fetchBoard(place(nth)).catch(() => null);
        if (!at || game !== next) break;
        announce(`${game.sides[at.to_move]}: ${turn.text}`);
        if (nth >= shown - 2) void soundOf(nth);
        if (game.seats[at.to_move] !== "person") await turnBoard.replay(place(nth), turn.word);
      }
      if (game !== next) return;
    }
    if (game.outcome && !before.outcome) playSound("end");
    if (game.outcome && !before.outcome) announce(`${result.textContent ?? ""} The game is over.`);
    await draw();
  }

  /** Plays the sound of a turn; a capture has its own. @param {number} nth */
  async function soundOf(nth) {
    if (!recall("sound", false)) return;
    const { lost, partial } = await fetchBoard(place(nth + 1));
    const empty = (/** @type {string} */ name) => partial.scene.points.some((/** @type {any} */ p) => p.name === name && !p.piece);
    playSound(lost.some((/** @type {any} */ l) => empty(l.point)) ? "trap" : lost.length ? "capture" : "turn");
  }

  /** @param {() => Promise<any>} work */
  async function run(work) {
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

  const undo = () => run(() => post(`games/${id}/undo`, { version: game.version, request: requestName() }));
  const moveNow = () => void post(`games/${id}/move-now`).catch((error) => toast(error.message, "error"));
  const flip = () => {
    turnBoard.flip();
    const { flipped } = turnBoard.board;
    turnBoard.boardHost.parentElement?.classList.toggle("flipped", flipped);
    // Only the latest games are remembered.
    remember("flipped", Object.fromEntries([...Object.entries(recall("flipped", {})).filter(([other]) => other !== id), [id, flipped]].slice(-50)));
  };
  const analyse = () => go(`/analyse?${new URLSearchParams({ game: game.game, position: game.start, turns: place(game.turns.length).turns.join(" "), from: id })}`);

  function askResign() {
    const side = mine.length === 2 ? game.to_move : mine[0];
    const close = dialog("Resign?", h("p", {}, `${game.sides[1 - side]} will win the game.`),
      h("div", { class: "row end" },
        h("button", { type: "button", class: "soft", onclick: () => close() }, "Keep playing"),
        h("button", { type: "button", class: "danger", id: "really-resign", onclick: () => {
          close();
          void run(() => post(`games/${id}/resign`, { version: game.version, request: requestName(), side }));
        } }, "Resign")));
  }

  function hint() {
    const version = game.version;
    turnBoard.showNote(h("span", { class: "muted" }, "Looking for a good move…"), []);
    const at = place(game.turns.length);
    const stop = follow("analysis", { game: at.game, position: at.position, turns: at.turns.join(" "), ms: 1500 }, {
      done: async ({ thought: answer }) => {
        stop();
        if (game.version !== version) return;
        const line = answer.lines[0];
        const arrows = await arrowsOf(turnBoard, line.actions, 0);
        if (game.version !== version) return;
        turnBoard.showNote(h("span", { class: "hint" }, `Try ${line.turns[0].replaceAll(",", " ")}`,
          line.score ? h("span", { class: "muted" }, ` – ${line.score.words}`) : null), arrows);
        announce(`Hint: ${line.turns[0]}`);
      },
      error: (error) => { turnBoard.showNote(h("span"), []); toast(error.message, "error"); },
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
    h("p", {}, h("a", { href: `/api/v1/games/${id}/export?format=json`, download: `${game.game}.json` }, "Download file"),
      h("span", { class: "muted" }, " – opens with quadrille play --resume")));
  }

  onWheel(turnBoard.boardHost, (by) => browse(shown + by));
  await draw();
  const stop = follow(`games/${id}/events`, {}, {
    game: (next) => {
      if (next.version === game.version) update(next);
      else if (next.version > game.version) void advance(next);
    },
    change: ({ keep, turn, ...state }) => {
      if (state.version <= game.version) return;
      // A change that was missed is in the game as it is now.
      if (state.version > game.version + 1) void refresh();
      else void advance({ ...game, ...state, turns: game.turns.slice(0, keep).concat(turn ?? []) });
    },
    reload: () => void refresh(),
    thought: ({ version, thought }) => {
      if (version !== game.version) return;
      game.is_thinking = true;
      info = thought;
      drawThinking();
    },
    failed: ({ sentence }) => {
      toast(sentence, "error");
      fill(thinking, h("button", { type: "button", class: "soft", onclick: refresh }, "Restart the engine"));
      thinking.hidden = false;
    },
    gone: ({ sentence }) => toast(sentence, "error"),
    lost: () => banner("The server is not responding. Reconnecting…"),
    // The board may not have been drawn when the connection broke.
    found: () => void refresh().then(() => banner(null)),
    error: (error) => toast(error.message, "error"),
  }, true);
  const timer = setInterval(tick, 200);
  bind([
    { keys: ["ArrowLeft"], show: "←", words: "previous turn", run: () => browse(shown - 1) },
    { keys: ["ArrowRight"], show: "→", words: "next turn", run: () => browse(shown + 1) },
    { keys: ["Home"], show: "Home", words: "first position", run: () => browse(0) },
    { keys: ["End"], show: "End", words: "last position", run: () => browse(game.turns.length) },
    { keys: ["Escape"], show: "Esc", words: "undo a step of the turn", run: () => void turnBoard.back() },
    { keys: ["f"], show: "f", words: "flip board", run: flip },
    { keys: ["h"], show: "h", words: "hint", run: () => { if (isMine() && atEnd()) hint(); } },
    { keys: ["u"], show: "u", words: "take back", run: () => { if (mine.length && game.turns.length) void undo(); } },
    { keys: ["x"], show: "x", words: "analyse this game", run: analyse },
  ]);
  withMouse(MOUSE);
  return () => {
    stop();
    pace?.leave();
    clearInterval(timer);
    banner(null);
    turnBoard.serial++;
  };
}

/** A name for a request: the server answers the same one only once. */
const requestName = () => crypto.randomUUID?.() ?? String(Math.random());

/** @param {any} game */
function describe(game) {
  return ` ${game.sides[0]} vs ${game.sides[1]}${game.variant ? `, ${game.variant}` : ""}`;
}

/** @param {string} text */
function seconds(text) {
  const number = parseFloat(text);
  return text.endsWith("ms") ? number / 1000 : text.endsWith("m") ? number * 60 : number;
}

/** The arrows of a turn. @param {TurnBoard} turnBoard @param {string[]} actions @param {number} rank */
export async function arrowsOf(turnBoard, actions, rank) {
  const arrows = [];
  for (let nth = 0; nth < actions.length; nth++) {
    const view = await fetchBoard(turnBoard.place, actions.slice(0, nth)).catch(() => null);
    const next = view?.partial.next.find((/** @type {any} */ n) => n.text === actions[nth]);
    if (next?.from && next.to) arrows.push({ from: next.from, to: next.to, rank, effect: next.effect });
  }
  return arrows;
}
