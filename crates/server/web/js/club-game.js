// A game between two members: turns of both, clocks, chat, and what follows from its end. Others watch.

import { ApiError, board as fetchBoard, follow, get, post } from "./api.js";
import { act, form, here, kind, link, muted, tag, time, who } from "./club.js";
import { announce, banner, clock, fill, h, pause, recall, remember, toast } from "./dom.js";
import { ending } from "./endings.js";
import { bind } from "./keys.js";
import { go } from "./main.js";
import { skin } from "./skins.js";
import { playSound } from "./sound.js";
import { TurnBoard } from "./turn-board.js";

const SIDES = ["first", "second"];

/** After this time a live game can be claimed from an opponent who is away, in milliseconds. */
const AWAY = 60_000;

/** @param {any} state @returns {string[]} */
const turnsOf = (state) => state.turns.split(" ").filter(Boolean);

/** @type {import("./club.js").Pages} */
export const pages = { async game(root, [id]) {
  const path = `club/games/${id}`;
  const { state: first, ...game } = await get(path);
  let state = first;
  let words = turnsOf(state);
  let shown = words.length;
  let received = performance.now();
  let isLeft = false;
  /** False while a change waits to be drawn: the server may be gone before its board is asked for. */
  let isDrawn = true;
  const { title } = skin(game.game);
  document.title = `${title} – Quadrille`;
  const players = [game.first, game.second];
  const side = players.findIndex((player) => player.name === here.me?.name);
  const isPlayer = side >= 0;
  const opponent = players[1 - side]?.name;

  const isOver = () => state.status !== "started";
  const isRunning = (/** @type {number} */ nth) => !isOver() && state.to_move === SIDES[nth];
  const atEnd = () => shown === words.length;
  const spent = () => state.elapsed_ms + performance.now() - received;
  const place = (/** @type {number} */ count) => ({ game: game.game, position: game.start, turns: words.slice(0, count) });

  /** Changes the game. Without an answer it asks again: under its name a request happens once. @param {string} what @param {object} more */
  async function change(what, more) {
    const body = { version: state.version, request: crypto.randomUUID?.() ?? String(Math.random()), ...more };
    for (;;) {
      try {
        await post(`${path}/${what}`, body);
        return banner(null);
      } catch (error) {
        if (isLeft || !(error instanceof ApiError) || ![0, 503].includes(error.status)) throw error;
        banner("The server is not responding. Your turn is sent again…");
        await pause(700);
      }
    }
  }

  const turnBoard = new TurnBoard({ game: game.game, confirm: () => recall("confirm", false), onTurn: (turn) => change("turns", { turn }) });
  const seats = [0, 1].map(() => h("div", { class: "seat" }));
  const turns = h("ol", { class: "turns", "aria-label": "Moves" });
  const result = h("div", { class: "result", role: "status" });
  const controls = h("div", { class: "controls", role: "group", "aria-label": "Game" });
  const lines = h("ol", { class: "chat", "aria-label": "Lines", "aria-live": "polite", tabindex: "0" });
  const option = (/** @type {string} */ key, /** @type {string} */ label) => h("label", { class: "check" }, h("input", { type: "checkbox", checked: recall(key, false),
    onchange: (/** @type {any} */ event) => remember(key, event.target.checked) }), label);
  const boardSide = h("div", { class: "board-side", "data-game": game.game }, seats[1], turnBoard.boardHost, seats[0]);
  fill(root, h("div", { class: "table" }, h("h1", { class: "visually-hidden" }, `${title}: ${players[0].name} against ${players[1].name}`), boardSide,
    h("aside", { class: "panel", "aria-label": "Game" },
      h("div", { class: "card status" }, h("div", { class: "game-name" }, link("/club", "← Lobby"), muted(` ${kind(game)}${isPlayer ? "" : ", you are watching"}`)),
        result, turnBoard.state, turnBoard.extras, isPlayer ? turnBoard.form : null),
      h("div", { class: "card grow" }, turns, h("p", { class: "muted none-yet" }, "No moves yet")),
      controls, isPlayer ? h("div", { class: "options" }, option("confirm", "Confirm each turn"), option("sound", "Sound")) : null,
      h("section", { class: "card", "aria-label": "Chat" }, h("h2", {}, isPlayer ? "Chat" : "Spectators' chat"), lines,
        here.me ? form("Send", h("input", { name: "text", maxlength: 300, required: true, autocomplete: "off", class: "wide", "aria-label": "Write a line" }), async (data, element) => {
          await post(`${path}/chat`, data);
          element.reset();
          if (isOver()) await readChat();
        }, { class: "soft small" }) : h("p", {}, link("/club/sign-in", "Sign in"), " to write.")))));

  const flip = () => {
    turnBoard.board.flip();
    boardSide.classList.toggle("flipped", turnBoard.board.flipped);
  };
  if (side === 1) flip();

  function tick() {
    for (const nth of [0, 1]) {
      const face = seats[nth].querySelector(".clock");
      if (!face || game.clock.days) continue;
      const ms = state[`${SIDES[nth]}_ms`] - (isRunning(nth) ? spent() : 0);
      face.textContent = clock(ms);
      face.classList.toggle("low", isRunning(nth) && ms < 10_000);
    }
    controls.querySelector("#claim")?.toggleAttribute("hidden", isRunning(side) || spent() < AWAY);
  }

  function drawSeats() {
    for (const nth of [0, 1]) {
      const isOn = isRunning(nth);
      fill(seats[nth], h("span", { class: `disc side${nth}`, "aria-hidden": "true" }), who(players[nth]), muted(game.sides[nth]),
        game.clock.days ? isOn ? h("span", { class: "end" }, "until ", time(state.deadline)) : null : h("span", { class: `clock${isOn ? " running" : ""}`, role: "timer" }));
      seats[nth].classList.toggle("to-move", isOn);
    }
    tick();
  }

  async function draw() {
    turns.hidden = words.length === 0;
    fill(turns, words.map((word, nth) => h("li", {}, h("button", { type: "button", class: "turn", "aria-current": nth + 1 === shown ? "true" : null, onclick: () => browse(nth + 1) },
      h("span", { class: "number" }, nth + 1), word.replaceAll(",", " ")))));
    turns.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    const isOn = isPlayer && !isOver();
    fill(controls,
      isOn && words.length < 2 ? act("Abort", () => post(`${path}/abort`).then(refresh), { id: "abort" }) : null,
      isOn ? act("Resign", resign, { id: "resign" }) : null,
      isOn && !game.clock.days ? act("Claim the win", () => post(`${path}/claim`).then(refresh), { id: "claim", hidden: true }) : null,
      act("Flip board", () => { flip(); return draw(); }),
      isOn ? null : act("Analyse", () => go(`/analyse?${new URLSearchParams({ game: game.game, position: game.start, turns: words.join(" ") })}`)));
    drawSeats();
    turnBoard.form.hidden = isOver();
    result.hidden = !isOver();
    if (isOver()) {
      const winner = state.winner && SIDES.indexOf(state.winner);
      const headline = state.status === "aborted" ? "Aborted" : winner === null ? "Draw" : !isPlayer ? `${players[winner].name} wins` : winner === side ? "You win" : "You lose";
      fill(result, h("strong", {}, `${headline}.`), " ", state.status === "aborted" ? "The game does not count." : ending({ winner, reason: state.reason }, players.map((p) => p.name), isPlayer ? side : null),
        isPlayer ? h("div", { class: "row" }, act("Rematch", rematch, { class: "primary", id: "rematch" })) : null);
    }
    await turnBoard.go(place(shown), { playable: atEnd() && isRunning(side) });
    isDrawn = true;
    if (!atEnd() || isOver()) turnBoard.tell(atEnd() ? "" : `Turn ${shown} of ${words.length}`, "");
  }

  /** The button asks once more before the game is lost. */
  async function resign() {
    const button = /** @type {HTMLElement} */ (controls.querySelector("#resign"));
    if (button.className === "danger") {
      await change("resign", {});
      return refresh();
    }
    button.className = "danger";
    button.textContent = `Really? ${opponent} will win.`;
  }

  async function rematch() {
    const { game_id } = await post(`${path}/rematch`);
    if (game_id) go(`/club/game/${game_id}`);
    else toast(`${opponent} is asked for another game.`);
  }

  /** @param {number} count */
  function browse(count) {
    shown = Math.max(0, Math.min(words.length, count));
    void draw();
  }

  const refresh = async () => advance((await get(path)).state);

  /** Shows a newer state; the same one sets the clocks. @param {any} next */
  async function advance(next) {
    if (next.version < state.version) return;
    received = performance.now();
    const [isNew, had, wasAtEnd] = [next.version > state.version, words.length, atEnd()];
    state = next;
    if (!isNew) return isDrawn ? drawSeats() : draw();
    isDrawn = false;
    words = turnsOf(state);
    if (wasAtEnd) shown = words.length;
    for (let nth = had; nth < words.length; nth++) {
      const at = await fetchBoard(place(nth)).catch(() => null);
      if (!at || state !== next) break;
      announce(`${players[at.to_move].name}: ${words[nth].replaceAll(",", " ")}`);
      if (at.to_move === side) continue;
      playSound("turn");
      if (wasAtEnd) await turnBoard.replay(place(nth), words[nth]);
    }
    if (state !== next || isLeft) return;
    await draw();
    if (isOver()) over();
  }

  let last = 0;
  function say(/** @type {any} */ line) {
    if (line.number <= last) return;
    last = line.number;
    lines.append(h("li", {}, h("b", {}, line.name), " ", line.room === "spectators" && isPlayer ? tag("spectator") : null, ` ${line.text}`));
    lines.scrollTop = lines.scrollHeight;
  }
  /** After the end everyone reads the lines of both rooms, older ones too. */
  async function readChat() {
    const read = await get(`${path}/chat`).catch(() => null);
    if (!read || !isOver() && !read.lines.length) return;
    last = 0;
    fill(lines);
    read.lines.forEach(say);
  }

  /** @type {() => void} */
  let stop = () => undefined;
  /** @type {any} */
  let reading;
  const lost = () => banner("The server is not responding. Reconnecting…");
  /** The stream of a game ends with it. Then the members' own events tell of a rematch, and the chat is asked for. */
  function over() {
    stop();
    if (isLeft || reading) return;
    announce(`${result.textContent} The game is over.`);
    playSound("end");
    void readChat();
    reading = setInterval(() => { if (!document.hidden) void readChat(); }, 5000);
    if (isPlayer) stop = follow("stream/event", {}, { object: ({ seq, type, game: begun, challenge }) => {
      if (type === "gameStart" && seq && begun.opponent.name === opponent) go(`/club/game/${begun.id}`);
      if (type === "challenge" && challenge.rematch_of === id) fill(/** @type {Element} */ (result.querySelector("#rematch")), `Accept ${opponent}'s rematch`);
    }, lost, found: () => banner(null) }, true);
  }

  await draw();
  await readChat();
  if (isOver()) over();
  else stop = follow(`bot/game/stream/${id}`, {}, {
    object: (event) => void (event.type === "chatLine" ? say(event) : advance(event.state ?? event)),
    lost, found: () => { banner(null); void readChat(); }, error: (error) => toast(error.message, "error"),
  }, true);
  const timer = setInterval(tick, 200);
  /** @type {[string, string, string, () => void][]} */
  const keys = [["ArrowLeft", "←", "previous turn", () => browse(shown - 1)], ["ArrowRight", "→", "next turn", () => browse(shown + 1)], ["Home", "Home", "first position", () => browse(0)],
    ["End", "End", "last position", () => browse(words.length)], ["Escape", "Esc", "undo a step of the turn", () => void turnBoard.back()], ["f", "f", "flip board", () => { flip(); void draw(); }]];
  bind(keys.map(([key, show, words, run]) => ({ keys: [key], show, words, run })));
  return () => {
    isLeft = true;
    stop();
    clearInterval(timer);
    clearInterval(reading);
    banner(null);
    turnBoard.serial++;
  };
} };
